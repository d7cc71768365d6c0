// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/metrics.h"

#include "stats/sizecounts.h"
#include "support/chunksetbuilder.h"

#include <gtest/gtest.h>

#include <numeric>
#include <span>

namespace {

using ChunkSets = std::vector<std::shared_ptr<const cw::ChunkSet>>;

/// One document of `sizes.size()` chunks that hold the given numbers of words and share nothing.
std::shared_ptr<const cw::ChunkSet> chunksOfSizes(const std::vector<std::size_t> &sizes)
{
    std::string text;
    std::vector<cw::ByteRange> ranges;
    for (const std::size_t size : sizes) {
        const std::size_t begin = text.size();
        for (std::size_t i = 0; i < size; ++i)
            text += "w ";
        ranges.push_back({begin, text.size()});
    }
    return cw::testing::chunkSetOf(std::move(text), ranges);
}

TEST(Distribution, ByHand)
{
    const cw::Distribution none = cw::distributionOf(std::vector<std::uint32_t>());
    EXPECT_EQ(none.count, 0U);
    EXPECT_EQ(none.sum, 0U);
    EXPECT_EQ(none.p95, 0U);
    EXPECT_EQ(none.mean, 0.0);

    const cw::Distribution one = cw::distributionOf({7});
    EXPECT_EQ(one.count, 1U);
    EXPECT_EQ(one.minimum, 7U);
    EXPECT_EQ(one.maximum, 7U);
    EXPECT_EQ(one.median, 7.0);
    EXPECT_EQ(one.p95, 7U);

    const cw::Distribution four = cw::distributionOf({9, 1, 4, 2});
    EXPECT_EQ(four.minimum, 1U);
    EXPECT_EQ(four.maximum, 9U);
    EXPECT_EQ(four.sum, 16U);
    EXPECT_EQ(four.mean, 4.0);
    EXPECT_EQ(four.median, 3.0);
    EXPECT_EQ(four.p95, 9U);
}

TEST(Distribution, NearestRankHoldsItsDefinition)
{
    for (std::uint32_t count = 1; count <= 250; ++count) {
        std::vector<std::uint32_t> values(count);
        std::iota(values.rbegin(), values.rend(), 1U);
        const std::uint64_t p95 = cw::distributionOf(values).p95;
        EXPECT_GE(p95 * 100, 95U * count);
        EXPECT_LT((p95 - 1) * 100, 95U * count);
    }
    std::vector<std::uint32_t> largest(3, 0xFFFFFFFFU);
    EXPECT_EQ(cw::distributionOf(largest).sum, 3U * 0xFFFFFFFFULL);
}

TEST(Metrics, OverlapIsMeasuredBetweenNeighboursOfOneDocument)
{
    // "a b c d e f": windows of three words, the second shares one word, the third none.
    const ChunkSets sets{cw::testing::chunkSetOf("a b c d e f", {{0, 5}, {4, 9}, {10, 11}}),
                         cw::testing::chunkSetOf("x", {{0, 1}})};
    const cw::RunMetrics metrics = cw::measure(sets, 2, 33.0);
    EXPECT_EQ(metrics.tokens.count, 4U);
    EXPECT_EQ(metrics.tokens.sum, 8U);
    EXPECT_EQ(metrics.overlapTokens.count, 2U);
    EXPECT_EQ(metrics.duplicatedTokens, 1U);
    EXPECT_EQ(metrics.pairsWithoutOverlap, 1U);
    EXPECT_DOUBLE_EQ(metrics.effectiveOverlapPercent, 12.5);
    EXPECT_EQ(metrics.requestedOverlapPercent, 33.0);
    EXPECT_EQ(metrics.overCeilingChunks, 2U);
    EXPECT_EQ(metrics.uncoveredCharacters, 0U);
    EXPECT_EQ(cw::measure(sets, 0, 0).overCeilingChunks, 0U);
    EXPECT_EQ(cw::measure(sets, 3, 0).overCeilingChunks, 0U);
}

TEST(Metrics, FiguresOfEachDocumentAreCountedOnTheWay)
{
    const ChunkSets sets{chunksOfSizes({3, 5'000, 2}), cw::testing::chunkSetOf("", {}), chunksOfSizes({1})};
    cw::MetSizes met;
    const std::size_t noMax = 0;
    EXPECT_EQ(cw::measure(sets, std::span(&noMax, 1), 0, met).tokens.sum, 5'006U);
    EXPECT_EQ(met.documents, (std::vector<cw::DocumentFigures>{{.tokens = 5'005, .largestTokens = 5'000}, {}, {1, 1}}));
}

TEST(OverlapSpread, PairsAreCountedInEqualBinsUpToTheLargest)
{
    cw::SizeCounts overlaps;
    EXPECT_EQ(cw::overlapSpreadOf(overlaps), (cw::OverlapSpread{.bins = {0}}));
    for (const std::uint32_t shared : {0U, 0U, 1U, 3U, 3U})
        overlaps.add(shared);
    EXPECT_EQ(cw::overlapSpreadOf(overlaps, 40), (cw::OverlapSpread{{1, 0, 2}, 2, 5, 3}));
    for (const std::uint32_t shared : {4U, 5U, 6U, 12U})
        overlaps.add(shared);
    // of four tokens each: 1-4, 5-8, 9-12
    EXPECT_EQ(cw::overlapSpreadOf(overlaps, 3), (cw::OverlapSpread{{4, 2, 1}, 2, 9, 12}));
}

TEST(Metrics, NothingMeasuredOnNothing)
{
    const cw::RunMetrics none = cw::measure({}, 10, 0);
    EXPECT_EQ(none.tokens.count, 0U);
    EXPECT_EQ(none.effectiveOverlapPercent, 0.0);
    const ChunkSets blank{cw::testing::chunkSetOf(" \n\t\u3000", {})};
    EXPECT_EQ(cw::measure(blank, 10, 0).uncoveredCharacters, 0U);
}

TEST(Metrics, CoverageFindsEveryLostCharacter)
{
    const std::string text = "ab é\u3000日 x";
    const auto lost = [&](const std::vector<cw::ByteRange> &ranges) {
        const ChunkSets sets{cw::testing::chunkSetOf("whole", {{0, 5}}), cw::testing::chunkSetOf(text, ranges)};
        return cw::measure(sets, 0, 0);
    };
    EXPECT_EQ(lost({{0, text.size()}}).uncoveredCharacters, 0U);
    EXPECT_EQ(lost({}).uncoveredCharacters, 5U);
    EXPECT_EQ(lost({}).firstUncoveredDocument, 1U);
    EXPECT_EQ(lost({}).firstUncoveredByte, 0U);
    EXPECT_EQ(lost({{0, 2}, {8, 11}}).uncoveredCharacters, 2U); // é and x
    EXPECT_EQ(lost({{0, 2}, {8, 11}}).firstUncoveredByte, 3U);
    EXPECT_EQ(lost({{0, 2}, {3, 5}, {8, 11}, {12, 13}}).uncoveredCharacters, 0U);
    EXPECT_EQ(lost({{0, 5}, {3, 11}}).uncoveredCharacters, 1U);
    EXPECT_EQ(lost({{0, 5}, {3, 11}}).firstUncoveredByte, 12U);
    EXPECT_EQ(lost({{1, 13}}).uncoveredCharacters, 1U);
}

TEST(Metrics, ReasonsAreCountedByTheirPlace)
{
    const ChunkSets sets{cw::testing::chunkSetOfMarked("aa|bb|cc", cw::BoundaryReason::ForcedCharacter),
                         cw::testing::chunkSetOfMarked("aa. |bb.", cw::BoundaryReason::Sentence)};
    const cw::RunMetrics metrics = cw::measure(sets, 0, 0);
    const auto at
        = [](const auto &reasons, cw::BoundaryReason reason) { return reasons[static_cast<std::size_t>(reason)]; };
    EXPECT_EQ(at(metrics.startReasons, cw::BoundaryReason::DocumentStart), 2U);
    EXPECT_EQ(at(metrics.startReasons, cw::BoundaryReason::ForcedCharacter), 2U);
    EXPECT_EQ(at(metrics.startReasons, cw::BoundaryReason::Sentence), 1U);
    EXPECT_EQ(at(metrics.endReasons, cw::BoundaryReason::DocumentEnd), 2U);
    EXPECT_EQ(at(metrics.endReasons, cw::BoundaryReason::ForcedCharacter), 2U);
    EXPECT_EQ(metrics.forcedEnds, 2U);
}

TEST(TextSize, WordsAndCharactersAsPythonCountsThem)
{
    const auto is = [](std::string_view text, std::uint64_t words, std::uint64_t characters) {
        const cw::TextSize size = cw::textSize(text);
        EXPECT_EQ(size.words, words) << text;
        EXPECT_EQ(size.characters, characters) << text;
    };
    is("", 0, 0);
    is("  \n", 0, 3);
    is("one two\tthree ", 3, 14);
    is("10\u00a0kg", 2, 5);
    is("a\u200bb", 1, 3);
    is("a\x1c"
       "b",
       2, 3);
    is("日本語 👍🏽", 2, 6);
}

TEST(Histogram, AChunkOfExactlyMaxIsNotOverflow)
{
    const ChunkSets sets{chunksOfSizes({1, 10, 11, 299, 300, 301, 5000})};
    const cw::Histogram histogram = cw::histogramOf(sets, 300);
    EXPECT_EQ(histogram.binWidth, 10U);
    EXPECT_EQ(histogram.upper, 300U);
    ASSERT_EQ(histogram.tokenBins.size(), 31U);
    EXPECT_EQ(histogram.tokenBins[0], 2U);
    EXPECT_EQ(histogram.tokenBins[1], 1U);
    EXPECT_EQ(histogram.tokenBins[29], 2U);
    EXPECT_EQ(histogram.tokenBins[histogram.overflowBin()], 2U);
    EXPECT_EQ(histogram.smallestIn(0), 0U);
    EXPECT_EQ(histogram.largestIn(0), 10U);
    EXPECT_EQ(histogram.smallestIn(29), 291U);
    EXPECT_EQ(histogram.largestIn(29), 300U);
    // six of the seven have a chunk before them, and none shares anything
    EXPECT_EQ(histogram.overlapBins[0], 6U);
}

TEST(Histogram, WithoutACeilingTheLargestChunkStandsForIt)
{
    const ChunkSets sets{chunksOfSizes({3, 55})};
    const cw::Histogram histogram = cw::histogramOf(sets, 0);
    EXPECT_EQ(histogram.upper, 55U);
    EXPECT_EQ(histogram.binWidth, 2U);
    EXPECT_EQ(histogram.tokenBins.back(), 0U);
    EXPECT_EQ(histogram.largestIn(27), 55U);

    const cw::Histogram empty = cw::histogramOf({}, 0);
    EXPECT_EQ(empty.tokenBins, (std::vector<std::uint64_t>{0, 0}));
    EXPECT_EQ(empty.upper, 1U);
}

TEST(Histogram, BinsAreRoundFewAndCoverEverySizeOnce)
{
    for (const std::uint64_t upper : {1U, 2U, 39U, 40U, 41U, 80U, 81U, 200U, 201U, 256U, 512U, 8191U, 1'000'000'000U}) {
        for (const unsigned maxBins : {1U, 7U, 40U}) {
            const cw::Histogram histogram = cw::histogramOf({}, upper, maxBins);
            const std::size_t bins = histogram.overflowBin();
            EXPECT_LE(bins, maxBins);
            std::uint64_t mantissa = histogram.binWidth;
            while (mantissa % 10 == 0)
                mantissa /= 10;
            EXPECT_TRUE(mantissa == 1 || mantissa == 2 || mantissa == 5) << histogram.binWidth;
            EXPECT_EQ(histogram.smallestIn(0), 0U);
            EXPECT_EQ(histogram.largestIn(bins - 1), upper);
            for (std::size_t bin = 0; bin < bins; ++bin) {
                EXPECT_LE(histogram.smallestIn(bin), histogram.largestIn(bin));
                EXPECT_EQ(histogram.binOf(histogram.smallestIn(bin)), bin);
                EXPECT_EQ(histogram.binOf(histogram.largestIn(bin)), bin);
                EXPECT_EQ(histogram.binOf(histogram.largestIn(bin) + 1), bin + 1);
            }
        }
    }
}

} // namespace
