// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks returned with their neighbours: by hand, and what holds for every strategy on random text.
#include "chunk/neighbours.h"
#include "run/returning.h"
#include "segment/words.h"
#include "support/chunking.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cw {
namespace {

using namespace testing;
using ::testing::ElementsAre;

std::shared_ptr<const RunSnapshot> returnedWithNeighbours(std::string_view text, RunConfig config,
                                                          std::int64_t neighbours)
{
    config.returned.kind = ReturnedKind::Neighbours;
    config.returned.neighbours = neighbours;
    config.audit = emptyAuditProfile();
    Caches caches;
    const auto snapshot = run({{Document::fromText("d", std::string(text))}, config, 1, {}}, caches, {});
    if (!snapshot)
        ADD_FAILURE() << (snapshot.hasError() ? snapshot.error().message : "cancelled");
    return snapshot ? *snapshot : nullptr;
}

std::vector<std::string> returnedTexts(std::string_view text, const RunConfig &config, std::int64_t neighbours)
{
    const auto snapshot = returnedWithNeighbours(text, config, neighbours);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < snapshot->chunkCount; ++i)
        texts.emplace_back(returnedFor(*snapshot, 0, i).text());
    return texts;
}

RunConfig configOf(std::string_view strategy, std::int64_t max, std::int64_t overlap = 0,
                   std::string_view tokenizer = "words")
{
    RunConfig config = defaultConfig(strategy, tokenizer);
    config.max = max;
    config.overlap = overlap;
    return config;
}

TEST(Neighbours, AreSentencesOnEitherSide)
{
    const RunConfig config = configOf("sentence-window", 1);
    EXPECT_THAT(returnedTexts("A b. C d. E f. G h. I j.", config, 1),
                ElementsAre("A b. C d.", "A b. C d. E f.", "C d. E f. G h.", "E f. G h. I j.", "G h. I j."));
    EXPECT_THAT(returnedTexts("A b. C d. E f. G h. I j.", config, 3),
                ElementsAre("A b. C d. E f. G h.", "A b. C d. E f. G h. I j.", "A b. C d. E f. G h. I j.",
                            "A b. C d. E f. G h. I j.", "C d. E f. G h. I j."));
    EXPECT_THAT(returnedTexts("A b.", config, 1000), ElementsAre("A b."));
    EXPECT_THAT(returnedTexts(" \n", config, 1), ElementsAre());
}

TEST(Neighbours, KeepTheSourceOrTheJoin)
{
    RunConfig config = configOf("sentence-window", 1);
    config.parameters.set("join", std::string("source"));
    EXPECT_THAT(returnedTexts("A b.\n\nC d.  E f.", config, 1),
                ElementsAre("A b.\n\nC d.", "A b.\n\nC d.  E f.", "C d.  E f."));
    config.parameters.set("join", std::string("space"));
    const auto snapshot = returnedWithNeighbours("A b.\n\nC d.  E f.", config, 1);
    const ReturnedPlace second = returnedFor(*snapshot, 0, 1);
    EXPECT_EQ(second.text(), "A b. C d. E f.");
    EXPECT_EQ(second.facts().source, (ByteRange{0, 16}));
    EXPECT_EQ(second.facts().tokens, 6U);
    EXPECT_EQ(second.facts().units, 3U);
    EXPECT_THAT(second.set->pieces(1), ElementsAre(ByteRange{0, 4}, ByteRange{6, 10}, ByteRange{12, 16}));
}

TEST(Neighbours, AreWordsWhereTheStrategyCutsByWords)
{
    EXPECT_THAT(returnedTexts("a b c d e f g", configOf("fixed-words", 3, 1), 2),
                ElementsAre("a b c d e", "a b c d e f g", "c d e f g"));
}

TEST(Neighbours, CompleteTheSentenceThatAChunkCutsWhereTheStrategyKnowsNone)
{
    // windows of four words; a sentence begun or ended inside is the first neighbour
    const std::string text = "One two three. Four five six. Seven eight nine. Ten.";
    EXPECT_THAT(textsOf(*returnedWithNeighbours(text, configOf("token-window", 4), 1)->chunkSets[0]),
                ElementsAre("One two three. Four ", "five six. Seven eight ", "nine. Ten."));
    EXPECT_THAT(
        returnedTexts(text, configOf("token-window", 4), 1),
        ElementsAre("One two three. Four five six.", "Four five six. Seven eight nine.", "Seven eight nine. Ten."));
    EXPECT_THAT(
        returnedTexts(text, configOf("token-window", 4), 2),
        ElementsAre("One two three. Four five six. Seven eight nine.", text, "Four five six. Seven eight nine. Ten."));
}

TEST(Neighbours, ComePieceByPieceOutOfAUnitThatIsCutOften)
{
    // one sentence in windows of two words
    std::string text = "Go. ";
    for (char c = 'a'; c <= 'j'; ++c)
        text += std::string(1, c) + (c == 'j' ? ". End." : " ");
    const RunConfig config = configOf("recursive-sentence", 2);
    ASSERT_THAT(textsOf(*returnedWithNeighbours(text, config, 1)->chunkSets[0]),
                ElementsAre("Go.", "a b", "c d", "e f", "g h", "i j.", "End."));
    EXPECT_THAT(returnedTexts(text, config, 1),
                ElementsAre("Go. a b", "Go. a b c d", "a b c d e f", "c d e f g h", "e f g h i j.", "g h i j. End.",
                            "i j. End."));
}

TEST(Neighbours, EndNowhereButAtUnitsWordsOrPieces)
{
    const std::vector<Chunk> chunks{{.source = {4, 8}, .emit = {4, 8}, .tokens = 1, .units = 1}};
    const auto document = Document::fromText("d", "one two three");
    Segmentation none;
    none.emitted = EmittedText::fromSource(*document);
    const auto index = *sharedTokenizer("words").index(document->sharedText(), {});
    const auto wide = withNeighbours(
        {.chunks = chunks, .emitted = none.emitted, .segmentation = none, .index = *index, .neighbours = 3}, {});
    ASSERT_TRUE(wide);
    EXPECT_EQ((*wide)[0].emit, (ByteRange{4, 8})) << "without units there is nothing to add";

    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(withNeighbours(
                    {.chunks = chunks, .emitted = none.emitted, .segmentation = none, .index = *index, .neighbours = 3},
                    stop.get_token())
                    .isCancelled());
}

/// Borders as a person would list them, for strategies that cut at units alone: no chunk here cuts a unit.
void checkAgainstUnits(const RunSnapshot &snapshot, const Segmentation &segmentation, std::size_t neighbours)
{
    const std::vector<Unit> &units = segmentation.units;
    for (std::size_t i = 0; i < snapshot.chunkCount; ++i) {
        const Chunk &chunk = snapshot.chunkSets[0]->chunks()[i];
        const Chunk &wide = returnedFor(snapshot, 0, i).facts();
        std::size_t first = 0;
        while (units[first].emit.begin != chunk.emit.begin)
            ++first;
        std::size_t last = first;
        while (units[last].emit.end != chunk.emit.end)
            ++last;
        first -= std::min(first, neighbours);
        last = std::min(last + neighbours, units.size() - 1);
        ASSERT_EQ(wide.emit, (ByteRange{units[first].emit.begin, units[last].emit.end})) << i;
        ASSERT_EQ(wide.source, (ByteRange{units[first].source.begin, units[last].source.end})) << i;
        ASSERT_EQ(wide.units, last - first + 1) << i;
        ASSERT_EQ(wide.startReason, units[first].startReason) << i;
    }
}

TEST(Neighbours, AreThoseOfTheSegmentation)
{
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
        const std::string text = randomText(random, {.pieces = 400 / 5});
        RunConfig config = configOf("sentence-window", 2, 1, "o200k_base");
        config.parameters.set("join", std::string(round % 2 == 0 ? "source" : "space"));
        const std::int64_t neighbours = 1 + round % 4;
        const auto snapshot = returnedWithNeighbours(text, config, neighbours);
        const auto segmentation
            = findStrategy("sentence-window")->segment(*snapshot->documents[0], config.parameters, {});
        ASSERT_TRUE(segmentation);
        checkAgainstUnits(*snapshot, **segmentation, static_cast<std::size_t>(neighbours));
    }
}

TEST(Neighbours, EveryStrategyKeepsItsPromises)
{
    std::mt19937 random(11);
    for (const StrategyDescriptor *strategy : strategies()) {
        for (int round = 0; round < 12; ++round) {
            const std::string text = randomText(random, {.pieces = 300 / 5});
            const char *tokenizer = round % 3 == 0 ? "o200k_base" : round % 3 == 1 ? "words" : "characters";
            RunConfig config = configOf(strategy->id, 3 + round, 2, tokenizer);
            const Tokenizer &counter = sharedTokenizer(tokenizer);
            std::vector<ByteRange> narrower;
            for (const std::int64_t neighbours : {1, 2, 5}) {
                SCOPED_TRACE(std::string(strategy->id) + " " + tokenizer + " " + std::to_string(neighbours) + " "
                             + text);
                const auto snapshot = returnedWithNeighbours(text, config, neighbours);
                ASSERT_TRUE(snapshot);
                ByteRange before;
                for (std::size_t i = 0; i < snapshot->chunkCount; ++i) {
                    const Chunk &chunk = snapshot->chunkSets[0]->chunks()[i];
                    const ReturnedPlace place = returnedFor(*snapshot, 0, i);
                    const Chunk &wide = place.facts();
                    ASSERT_TRUE(wide.emit.contains(chunk.emit));
                    ASSERT_TRUE(wide.source.contains(chunk.source));
                    ASSERT_TRUE(isCharacterBoundary(text, wide.source.begin));
                    ASSERT_TRUE(isCharacterBoundary(text, wide.source.end));
                    ASSERT_EQ(wide.tokens, counter.count(place.text()));
                    ASSERT_GE(wide.emit.begin, before.begin);
                    ASSERT_GE(wide.emit.end, before.end);
                    before = wide.emit;
                    if (i < narrower.size()) {
                        ASSERT_TRUE(wide.emit.contains(narrower[i]));
                    }
                    // something is added wherever something is left
                    if (skipSpaces(*snapshot->chunkSets[0]->emitted().text(), 0, chunk.emit.begin) < chunk.emit.begin) {
                        ASSERT_LT(wide.emit.begin, chunk.emit.begin);
                    }
                }
                narrower.clear();
                for (const Chunk &wide : snapshot->parentSets[0]->chunks())
                    narrower.push_back(wide.emit);
            }
        }
    }
}

TEST(Neighbours, CostTheSameWithTablesAndWithout)
{
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        const auto document = Document::fromText("d", randomText(random, {.pieces = 600 / 5}));
        const StrategyDescriptor &strategy = *findStrategy("structured");
        const auto segmentation = *strategy.segment(*document, {}, {});
        const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
        const auto index = *tokenizer.index(segmentation->emitted.text(), {});
        const auto edges = *UnitEdges::of(segmentation->units, *index, {});
        const auto chunks
            = chunkDocument(document, {.strategy = "structured", .tokenizer = "o200k_base", .max = 20})->chunks();
        NeighbourRequest request{.chunks = chunks,
                                 .emitted = segmentation->emitted,
                                 .segmentation = *segmentation,
                                 .index = *index,
                                 .neighbours = 2};
        const auto without = *withNeighbours(request, {});
        const NeighbourRequest withEdges{.chunks = chunks,
                                         .emitted = segmentation->emitted,
                                         .segmentation = *segmentation,
                                         .index = *index,
                                         .neighbours = 2,
                                         .edges = edges.get()};
        const auto with = *withNeighbours(withEdges, {});
        ASSERT_EQ(with.size(), without.size());
        for (std::size_t i = 0; i < with.size(); ++i) {
            ASSERT_EQ(with[i].tokens, without[i].tokens);
            ASSERT_EQ(with[i].emit, without[i].emit);
        }
    }
}

} // namespace
} // namespace cw
