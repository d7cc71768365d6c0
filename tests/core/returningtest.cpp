// SPDX-License-Identifier: GPL-3.0-or-later
// Parents: every chunk in exactly one, for every strategy; what a snapshot says is returned.
#include "run/returning.h"

#include "formats/format.h"
#include "run/beginning.h"
#include "support/chunking.h"
#include "support/randomtext.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace cw {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Documents = std::vector<std::shared_ptr<const Document>>;

RunConfig parentConfig(std::string_view strategy, std::int64_t max, std::int64_t overlap, std::int64_t parentMax,
                       std::string_view tokenizer = "words")
{
    RunConfig config = defaultConfig(strategy, tokenizer);
    config.max = max;
    config.overlap = overlap;
    config.returned.kind = ReturnedKind::Parent;
    config.returned.parentMax = parentMax;
    config.audit = emptyAuditProfile();
    return config;
}

std::shared_ptr<const RunSnapshot> runOf(const Documents &documents, const RunConfig &config, unsigned threads = 1)
{
    Caches caches;
    const auto snapshot = run({documents, config, threads, {}}, caches, {});
    if (!snapshot)
        ADD_FAILURE() << (snapshot.hasError() ? snapshot.error().message : "cancelled");
    return snapshot ? *snapshot : nullptr;
}

Documents textOf(std::string text)
{
    return {Document::fromText("d", std::move(text))};
}

TEST(Parents, HoldSentencesByHand)
{
    // 3 + 2 + 3 | 2 + 3 + 2 | 3 words; chunks of at most 4 words, one sentence of at most 3 carried
    const std::string text = "A b c. D e. F g h. I j. K l m. N o. P q r.";
    const auto snapshot = runOf(textOf(text), parentConfig("recursive-sentence", 5, 3, 8));
    ASSERT_TRUE(hasParents(*snapshot));
    EXPECT_THAT(textsOf(*snapshot->parentSets[0]), ElementsAre("A b c. D e. F g h.", "I j. K l m. N o.", "P q r."));
    EXPECT_THAT(textsOf(*snapshot->chunkSets[0]),
                ElementsAre("A b c. D e.", "D e. F g h.", "I j. K l m.", "K l m. N o.", "P q r."));
    EXPECT_THAT(tokensOf(*snapshot->parentSets[0]), ElementsAre(8, 7, 3));
    EXPECT_THAT(overlapsOf(*snapshot->chunkSets[0]), ElementsAre(0, 2, 0, 3, 0)) << "none from another parent";
    EXPECT_EQ(parentCount(*snapshot), 3U);

    std::vector<std::size_t> parents;
    for (std::size_t i = 0; i < snapshot->chunkCount; ++i)
        parents.push_back(parentOf(*snapshot, 0, i));
    EXPECT_THAT(parents, ElementsAre(0, 0, 1, 1, 2));
    EXPECT_EQ(childrenOf(*snapshot, 0, 1).begin, 2U);
    EXPECT_EQ(childrenOf(*snapshot, 0, 1).end, 4U);
    EXPECT_EQ(returnedFor(*snapshot, 0, 3).text(), "I j. K l m. N o.");
    EXPECT_EQ(returnedFor(*snapshot, 0, 3).facts().tokens, 7U);
    for (const Chunk &chunk : snapshot->chunkSets[0]->chunks()) {
        EXPECT_NE(chunk.startReason, BoundaryReason::Pinned);
        EXPECT_NE(chunk.endReason, BoundaryReason::Pinned);
    }
}

TEST(Parents, AreSectionsAndTheirChunksHavePrefixes)
{
    const auto document = *readDocument(
        "d.md", "# Guide\n\n## One\n\nA b c d. E f g h. I j k l.\n\n## Two\n\nM n o p.\n", {}, std::stop_token());
    RunConfig config = parentConfig("structured", 12, 0, 100);
    config.parameters.set("prefix", std::string("heading-path"));
    config.parameters.set("desired", std::int64_t{6});
    const auto snapshot = runOf({document}, config);
    EXPECT_THAT(textsOf(*snapshot->parentSets[0]),
                ElementsAre("# Guide\n\n## One\n\nA b c d. E f g h. I j k l.", "## Two\n\nM n o p."))
        << "the size chunks should have is not that of parents";
    for (const Chunk &parent : snapshot->parentSets[0]->chunks())
        EXPECT_FALSE(parent.hasPrefix());
    const ChunkSet &chunks = *snapshot->chunkSets[0];
    ASSERT_GE(chunks.size(), 3U);
    EXPECT_EQ(chunks.prefix(1), "Guide > One\n\n");
    EXPECT_EQ(chunks.prefix(chunks.size() - 1), "Guide\n\n");
}

TEST(Parents, EndAtPinnedBreaks)
{
    const std::string text = "A b c. D e. F g h. I j. K l m. N o. P q r.";
    RunConfig config = parentConfig("recursive-sentence", 5, 3, 8);
    config.pins = {
        {.document = "d", .kind = PinKind::Break, .byte = 7, .before = text.substr(0, 7), .after = text.substr(7, 35)}};
    const auto snapshot = runOf(textOf(text), config);
    EXPECT_THAT(textsOf(*snapshot->parentSets[0]), ElementsAre("A b c.", "D e. F g h. I j.", "K l m. N o. P q r."));
    EXPECT_THAT(textsOf(*snapshot->chunkSets[0]),
                ElementsAre("A b c.", "D e. F g h.", "F g h. I j.", "K l m. N o.", "N o. P q r."));
    const std::vector<Chunk> &chunks = snapshot->chunkSets[0]->chunks();
    EXPECT_EQ(chunks[0].endReason, BoundaryReason::Pinned);
    EXPECT_EQ(chunks[1].startReason, BoundaryReason::Pinned);
    EXPECT_EQ(chunks[2].endReason, BoundaryReason::Sentence) << "the strategy ended this parent";
}

TEST(Parents, AreLargerThanWhatOverridesAskFor)
{
    RunConfig config = parentConfig("recursive-sentence", 5, 3, 8);
    config.overrides
        = {{.scope = OverrideScope::Format, .target = "csv", .strategy = "records", .max = 8, .parameters = {}}};
    const auto checked = checkConfig(config);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().subject, "returned.parent_max");
    EXPECT_THAT(checked.error().message, HasSubstr("override for the format csv (8), not 8"));
    config.overrides.front().max = 7;
    EXPECT_TRUE(checkConfig(config));
}

TEST(Parents, WithoutThemNothingIsMade)
{
    RunConfig config = parentConfig("recursive-sentence", 5, 3, 8);
    config.returned.kind = ReturnedKind::Chunk;
    const auto snapshot = runOf(textOf("A b c. D e. F g h."), config);
    EXPECT_TRUE(snapshot->parentSets.empty());
    EXPECT_FALSE(hasParents(*snapshot));
    EXPECT_EQ(parentCount(*snapshot), 0U);
    EXPECT_EQ(returnedFor(*snapshot, 0, 1).text(), snapshot->chunkSets[0]->text(1));
    EXPECT_THAT(textsOf(*snapshot->chunkSets[0]), ElementsAre("A b c. D e.", "D e. F g h."));
}

/// What the parts of a snapshot promise about each other.
void checkNesting(const RunSnapshot &snapshot, const RunConfig &config)
{
    const Tokenizer &counter = sharedTokenizer(config.tokenizer);
    for (std::size_t document = 0; document < snapshot.documents.size(); ++document) {
        const ChunkSet &parents = *snapshot.parentSets[document];
        const ChunkSet &chunks = *snapshot.chunkSets[document];
        std::size_t parent = 0;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const Chunk &chunk = chunks.chunks()[i];
            while (parent < parents.size() && parents.chunks()[parent].emit.end <= chunk.emit.begin)
                ++parent;
            ASSERT_LT(parent, parents.size()) << i;
            const Chunk &outer = parents.chunks()[parent];
            ASSERT_TRUE(outer.emit.contains(chunk.emit)) << i;
            ASSERT_TRUE(outer.source.contains(chunk.source)) << i;
            ASSERT_EQ(parentOf(snapshot, document, i), parent);
            const ChildRange children = childrenOf(snapshot, document, parent);
            ASSERT_TRUE(children.begin <= i && i < children.end);
            if (i == children.begin) {
                ASSERT_EQ(chunk.overlapTokens, 0U);
                ASSERT_EQ(chunk.carriedUnits, 0U);
                ASSERT_EQ(chunk.startReason, outer.startReason);
            }
            if (i + 1 == children.end) {
                ASSERT_EQ(chunk.endReason, outer.endReason);
            }
        }
        std::size_t before = 0;
        for (std::size_t i = 0; i < parents.size(); ++i) {
            const Chunk &outer = parents.chunks()[i];
            ASSERT_GE(outer.source.begin, before) << "parents share no text";
            before = outer.source.end;
            ASSERT_EQ(outer.overlapTokens, 0U);
            ASSERT_FALSE(outer.hasPrefix());
            ASSERT_EQ(outer.tokens, counter.count(parents.text(i)));
            const ChildRange children = childrenOf(snapshot, document, i);
            ASSERT_LT(children.begin, children.end) << "every parent has a child";
            // children cover it, but for white space
            std::string_view text = parents.emitted().slice({0, parents.emitted().text()->size()});
            std::size_t covered = outer.emit.begin;
            for (std::size_t child = children.begin; child <= children.end; ++child) {
                const bool isEnd = child == children.end;
                const ByteRange emit = isEnd ? ByteRange{outer.emit.end, outer.emit.end} : chunks.chunks()[child].emit;
                for (std::size_t byte = covered; byte < emit.begin; ++byte)
                    ASSERT_TRUE(static_cast<unsigned char>(text[byte]) <= ' '
                                || static_cast<unsigned char>(text[byte]) >= 0x80)
                        << "lost " << text[byte];
                covered = std::max(covered, emit.end);
            }
        }
    }
}

class ParentsTest : public ::testing::TestWithParam<const StrategyDescriptor *>
{
};

TEST_P(ParentsTest, EveryChunkLiesInExactlyOne)
{
    const StrategyDescriptor &strategy = *GetParam();
    std::mt19937 random(5);
    for (int round = 0; round < 24; ++round) {
        const char *tokenizer = round % 3 == 0 ? "o200k_base" : round % 3 == 1 ? "words" : "characters";
        const RunConfig config = parentConfig(strategy.id, 2 + round, round % 4 == 0 ? 0 : 1, 9 + 5 * round, tokenizer);
        const std::string text = randomText(random, {.pieces = 90, .hugeWords = round % 2 == 0});
        SCOPED_TRACE(std::to_string(round) + " " + text);
        const auto snapshot = runOf(textOf(text), config);
        ASSERT_TRUE(snapshot);
        checkNesting(*snapshot, config);

        // parents are what the strategy makes of that max alone
        RunConfig alone = config;
        alone.returned = {};
        alone.max = config.returned.parentMax;
        alone.overlap = 0;
        const auto expected = runOf(textOf(text), alone);
        EXPECT_EQ(textsOf(*snapshot->parentSets[0]), textsOf(*expected->chunkSets[0]));
    }
}

TEST_P(ParentsTest, ThreadsChangeNothing)
{
    std::mt19937 random(9);
    Documents documents;
    for (int i = 0; i < 6; ++i)
        documents.push_back(Document::fromText("d" + std::to_string(i), randomText(random, {.pieces = 80})));
    for (const ReturnedKind kind : {ReturnedKind::Parent, ReturnedKind::Neighbours}) {
        RunConfig config = parentConfig(GetParam()->id, 7, 2, 30);
        config.returned.kind = kind;
        const auto one = runOf(documents, config, 1);
        const auto four = runOf(documents, config, 4);
        for (std::size_t i = 0; i < documents.size(); ++i) {
            EXPECT_EQ(textsOf(*one->chunkSets[i]), textsOf(*four->chunkSets[i]));
            EXPECT_EQ(textsOf(*one->parentSets[i]), textsOf(*four->parentSets[i]));
            EXPECT_EQ(tokensOf(*one->parentSets[i]), tokensOf(*four->parentSets[i]));
        }
    }
}

TEST_P(ParentsTest, TheBeginningHasTheFirstOnes)
{
    std::mt19937 random(17);
    std::size_t shown = 0;
    for (int round = 0; round < 6; ++round) {
        std::string text;
        for (int part = 0; part < 8; ++part)
            text += randomText(random, {.pieces = 60, .hugeWords = false})
                + "\n\n## Head\n\nA plain sentence ends here. Another one follows it, and goes on.\n\f\n";
        const auto document = Document::fromText("d", text);
        const RunConfig config = parentConfig(GetParam()->id, 6, 1, 16);
        Caches caches;
        const auto beginning = runBeginning(document, config, text.size() * 3 / 4, caches, {});
        ASSERT_TRUE(beginning);
        if (!beginning->snapshot)
            continue;
        const auto whole = runOf({document}, config);
        const ChunkSet &parents = *beginning->snapshot->parentSets[0];
        const ChunkSet &chunks = *beginning->snapshot->chunkSets[0];
        ASSERT_LT(parents.size(), whole->parentSets[0]->size());
        for (std::size_t i = 0; i < parents.size(); ++i)
            ASSERT_EQ(parents.text(i), whole->parentSets[0]->text(i));
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            ASSERT_EQ(chunks.text(i), whole->chunkSets[0]->text(i));
            ASSERT_EQ(chunks.chunks()[i].overlapTokens, whole->chunkSets[0]->chunks()[i].overlapTokens);
            ASSERT_EQ(chunks.chunks()[i].endReason, whole->chunkSets[0]->chunks()[i].endReason);
        }
        shown += parents.size();
    }
    // these can say nothing of a beginning like this one: structure or topics behind it may change all of it
    constexpr std::array<std::string_view, 4> unsure{"records", "page", "code", "semantic"};
    if (std::ranges::find(unsure, GetParam()->id) == unsure.end()) {
        EXPECT_GT(shown, 0U) << "nothing was compared";
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, ParentsTest, ::testing::ValuesIn(strategies().begin(), strategies().end()),
                         [](const auto &strategy) {
                             std::string name(strategy.param->id);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(Parents, SizesAreChecked)
{
    const auto messageOf = [](const RunConfig &config) {
        const auto checked = checkConfig(config);
        return checked ? std::string() : checked.error().subject + ": " + checked.error().message;
    };
    EXPECT_EQ(messageOf(parentConfig("recursive-sentence", 300, 45, 301)), "");
    EXPECT_EQ(messageOf(parentConfig("recursive-sentence", 300, 45, 300)),
              "returned.parent_max: The max of parents must be larger than that of chunks (300), not 300.");
    EXPECT_THAT(messageOf(parentConfig("recursive-sentence", 300, 45, -1)), HasSubstr("not -1"));
    EXPECT_EQ(messageOf(parentConfig("recursive-sentence", 300, 45, 1'000'000'001)),
              "returned.parent_max: The max of parents must be at most 1000000000, not 1000000001.");
    EXPECT_EQ(messageOf(parentConfig("recursive-sentence", 300, 45, 1'000'000'000)), "");

    RunConfig config = defaultConfig();
    config.returned = {.kind = ReturnedKind::Neighbours, .parentMax = -5, .neighbours = 1000};
    EXPECT_EQ(messageOf(config), "") << "what another kind needs is not asked about";
    for (const std::int64_t wrong : {0, -1, 1001}) {
        config.returned.neighbours = wrong;
        EXPECT_EQ(messageOf(config),
                  "returned.neighbours: Neighbours must be from 1 to 1000 on either side, not " + std::to_string(wrong)
                      + ".");
    }
}

TEST(Parents, ATickTokenizesNothing)
{
    std::mt19937 random(2);
    const Documents documents = textOf(randomText(random, {.pieces = 400}));
    Caches caches;
    RunConfig config = parentConfig("structured", 20, 0, 80, "o200k_base");
    ASSERT_TRUE(run({documents, config, 1, {}}, caches, {}));
    const Caches::Counters before = caches.counters();
    for (const std::int64_t parentMax : {81, 100, 300}) {
        config.returned.parentMax = parentMax;
        ASSERT_TRUE(run({documents, config, 1, {}}, caches, {}));
    }
    EXPECT_EQ(caches.counters().indexings, before.indexings);
    EXPECT_EQ(caches.counters().segmentations, before.segmentations);
    EXPECT_EQ(caches.counters().edges, before.edges);
}

} // namespace
} // namespace cw
