// SPDX-License-Identifier: GPL-3.0-or-later
// Pins in a run: where they are, what became of them, and what they cost.
#include "run/beginning.h"
#include "run/pinplaces.h"
#include "run/run.h"

#include "strategies/packregions.h"
#include "strategies/strategy.h"
#include "support/randomtext.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace cw::testing {
namespace {

std::shared_ptr<const RunSnapshot> mustRun(const RunRequest &request, Caches &caches)
{
    auto outcome = run(request, caches, {});
    EXPECT_TRUE(outcome) << (outcome.hasError() ? outcome.error().message : "cancelled");
    return outcome ? *outcome : nullptr;
}

std::string sentences(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += "Sentence number " + std::to_string(1000 + i) + " has six words. ";
    return text;
}

constexpr std::size_t sentenceBytes = 36;

RunConfig sentenceConfig(std::int64_t max, std::int64_t overlap)
{
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = max;
    config.overlap = overlap;
    return config;
}

TEST(PinnedRun, ABreakHoldsWhateverTheSizes)
{
    ASSERT_EQ(sentences(2).size(), 2 * sentenceBytes);
    const auto document = Document::fromText("a", sentences(50));
    Caches caches;
    const std::size_t byte = 17 * sentenceBytes;
    for (const std::int64_t max : {6, 13, 60, 1000}) {
        RunConfig config = sentenceConfig(max, max / 2);
        config.pins = {pinAt(*document, PinKind::Break, byte)};
        const auto snapshot = mustRun({{document}, config, 1, {}}, caches);
        const std::vector<Chunk> &chunks = snapshot->chunkSets[0]->chunks();
        const auto after = std::ranges::find(chunks, byte, [](const Chunk &c) { return c.source.begin; });
        ASSERT_NE(after, chunks.end()) << max;
        EXPECT_EQ(after->startReason, BoundaryReason::Pinned);
        EXPECT_EQ(std::prev(after)->endReason, BoundaryReason::Pinned);
        EXPECT_EQ(std::prev(after)->source.end, byte - 1);
        EXPECT_EQ(after->overlapTokens, 0U);
        ASSERT_EQ(snapshot->pinPlaces.size(), 1U);
        EXPECT_EQ(snapshot->pinPlaces[0], (PinPlace{0, 0, PinState::Placed, byte, ""}));
    }
}

TEST(PinnedRun, AKeepMovesTheBoundaryBackAndSaysWhenItCannot)
{
    const auto document = Document::fromText("a", sentences(12));
    Caches caches;
    RunConfig config = sentenceConfig(18, 0); // three sentences a chunk
    config.pins = {pinAt(*document, PinKind::Keep, 6 * sentenceBytes)};
    auto snapshot = mustRun({{document}, config, 1, {}}, caches);
    std::vector<std::size_t> begins;
    for (const Chunk &chunk : snapshot->chunkSets[0]->chunks())
        begins.push_back(chunk.source.begin / sentenceBytes);
    EXPECT_EQ(begins, (std::vector<std::size_t>{0, 3, 5, 8, 11}));
    EXPECT_EQ(snapshot->pinPlaces[0].state, PinState::Placed);

    config.max = 11; // two do not fit
    snapshot = mustRun({{document}, config, 1, {}}, caches);
    EXPECT_EQ(snapshot->pinPlaces[0].state, PinState::Overruled);
    EXPECT_NE(snapshot->pinPlaces[0].problem.find("raise max"), std::string::npos);
    EXPECT_EQ(snapshot->chunkSets[0]->size(), 12U);
}

TEST(PinnedRun, PinsFollowAChangedTextOrAreLost)
{
    const auto before = Document::fromText("a", sentences(40));
    RunConfig config = sentenceConfig(60, 0);
    config.pins
        = {pinAt(*before, PinKind::Break, 7 * sentenceBytes), pinAt(*before, PinKind::Break, 30 * sentenceBytes)};
    std::string text = sentences(40);
    text.erase(28 * sentenceBytes, 4 * sentenceBytes);
    text.insert(0, "Something new stands here. ");
    const auto document = Document::fromText("a", text);
    Caches caches;
    const auto snapshot = mustRun({{document}, config, 1, {}}, caches);
    ASSERT_EQ(snapshot->pinPlaces.size(), 2U);
    const std::size_t moved = 7 * sentenceBytes + 27;
    EXPECT_EQ(snapshot->pinPlaces[0], (PinPlace{0, 0, PinState::Moved, moved, ""}));
    EXPECT_EQ(snapshot->pinPlaces[1].state, PinState::Lost);
    EXPECT_FALSE(snapshot->pinPlaces[1].problem.empty());
    EXPECT_TRUE(isBoundaryAt(*document, snapshot->chunkSets[0]->chunks(), moved));
}

TEST(PinnedRun, AKeepAtABreakSaysSo)
{
    const auto document = Document::fromText("a", sentences(10));
    RunConfig config = sentenceConfig(60, 0);
    config.pins
        = {pinAt(*document, PinKind::Keep, 5 * sentenceBytes - 1), pinAt(*document, PinKind::Break, 5 * sentenceBytes)};
    Caches caches;
    const auto snapshot = mustRun({{document}, config, 1, {}}, caches);
    EXPECT_EQ(snapshot->pinPlaces[0].state, PinState::Overruled);
    EXPECT_NE(snapshot->pinPlaces[0].problem.find("break is pinned"), std::string::npos);
    EXPECT_EQ(snapshot->pinPlaces[1].state, PinState::Placed);
}

TEST(PinnedRun, OtherDocumentsAreWhatTheyWere)
{
    const std::vector<std::shared_ptr<const Document>> documents{
        Document::fromText("a", sentences(30)), Document::fromText("b", sentences(31)), Document::fromText("c", "")};
    RunConfig config = sentenceConfig(20, 6);
    Caches caches;
    const auto plain = mustRun({documents, config, 1, {}}, caches);
    config.pins = {pinAt(*documents[1], PinKind::Break, 7 * sentenceBytes + 9),
                   pinAt(*documents[1], PinKind::Keep, 20 * sentenceBytes),
                   {"gone", PinKind::Break, 4, "text", "text"}};
    const auto pinned = mustRun({documents, config, 1, {}}, caches);
    const auto threaded = mustRun({documents, config, 4, {}}, caches);
    EXPECT_EQ(pinned->pinPlaces.size(), 2U);
    EXPECT_EQ(pinned->pinPlaces, threaded->pinPlaces);
    const auto sources = [](const RunSnapshot &snapshot, std::size_t document) {
        std::vector<ByteRange> ranges;
        for (const Chunk &chunk : snapshot.chunkSets[document]->chunks())
            ranges.push_back(chunk.source);
        return ranges;
    };
    EXPECT_EQ(sources(*pinned, 0), sources(*plain, 0));
    EXPECT_NE(sources(*pinned, 1), sources(*plain, 1));
    EXPECT_EQ(sources(*pinned, 1), sources(*threaded, 1));
}

TEST(PinnedRun, OverlapIsNotMissedAtABreak)
{
    const auto document = Document::fromText("a", sentences(40));
    Caches caches;
    RunConfig config = sentenceConfig(20, 6);
    config.pins = {pinAt(*document, PinKind::Break, 20 * sentenceBytes)};
    const auto countOf = [&](std::int64_t overlap) {
        config.overlap = overlap;
        const auto snapshot = mustRun({{document}, config, 1, {}}, caches);
        return std::ranges::count_if(snapshot->audit.findings,
                                     [](const Finding &finding) { return rules()[finding.rule]->id == "no-overlap"; });
    };
    EXPECT_EQ(countOf(6), 0);
    EXPECT_GT(countOf(5), 5); // no sentence is as short
}

TEST(PinnedRun, ATickCutsNothingAnew)
{
    const auto document = Document::fromText("a", sentences(200));
    Caches caches;
    RunConfig config = sentenceConfig(20, 6);
    config.pins
        = {pinAt(*document, PinKind::Break, 7 * sentenceBytes), pinAt(*document, PinKind::Keep, 100 * sentenceBytes)};
    mustRun({{document}, config, 1, {}}, caches);
    const auto first = caches.counters();
    EXPECT_EQ(first.regions, 1U);
    for (config.max = 21; config.max < 40; ++config.max)
        mustRun({{document}, config, 1, {}}, caches);
    EXPECT_EQ(caches.counters().regions, 1U);
    config.pins.push_back(pinAt(*document, PinKind::Break, 150 * sentenceBytes));
    mustRun({{document}, config, 1, {}}, caches);
    EXPECT_EQ(caches.counters().regions, 2U);
    EXPECT_EQ(caches.counters().segmentations, first.segmentations);
    EXPECT_EQ(caches.counters().indexings, first.indexings);
}

TEST(PinnedRun, ABeginningIsThatOfTheWhole)
{
    std::mt19937 random(32);
    std::size_t shown = 0;
    for (const StrategyDescriptor *strategy : strategies()) {
        for (int round = 0; round < 40; ++round) {
            std::string text;
            for (int part = 0; part < 6; ++part)
                text += randomText(random, {.pieces = 60}) + "\n\n## A heading\n\nA plain sentence ends here. And on. ";
            const auto document = Document::fromText("a", text);
            RunConfig config = defaultConfig(strategy->id, round % 2 == 0 ? "words" : "o200k_base");
            config.max = 1 + static_cast<std::int64_t>(random() % 40);
            config.overlap = static_cast<std::int64_t>(random() % static_cast<unsigned>(config.max));
            config.audit = emptyAuditProfile();
            for (std::size_t byte = 1; byte < text.size(); ++byte) {
                if (isCharacterBoundary(text, byte) && random() % 300 == 0)
                    config.pins.push_back(
                        pinAt(*document, round % 3 > 0 && random() % 2 == 0 ? PinKind::Keep : PinKind::Break, byte));
            }
            Caches caches;
            const auto whole = mustRun({{document}, config, 1, {}}, caches);
            const std::vector<Chunk> &all = whole->chunkSets.front()->chunks();
            for (int cut = 0; cut < 4; ++cut) {
                const auto beginning = runBeginning(document, config, random() % text.size(), caches, {});
                ASSERT_TRUE(beginning);
                if (!beginning->snapshot)
                    continue;
                const std::vector<Chunk> &first = beginning->snapshot->chunkSets.front()->chunks();
                shown += first.size();
                ASSERT_LE(first.size(), all.size());
                for (std::size_t i = 0; i < first.size(); ++i) {
                    ASSERT_EQ(first[i].source, all[i].source)
                        << strategy->id << " max " << config.max << " overlap " << config.overlap << ' '
                        << config.tokenizer << " chunk " << i << "\n"
                        << text;
                    ASSERT_EQ(first[i].tokens, all[i].tokens);
                    ASSERT_EQ(first[i].overlapTokens, all[i].overlapTokens);
                    ASSERT_EQ(first[i].units, all[i].units);
                    ASSERT_EQ(first[i].startReason, all[i].startReason);
                    ASSERT_EQ(first[i].endReason, all[i].endReason);
                }
            }
        }
    }
    EXPECT_GT(shown, 5000U);
}

} // namespace
} // namespace cw::testing
