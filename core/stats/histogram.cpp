// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/metrics.h"

#include "stats/sizecounts.h"

#include <algorithm>

namespace cw {

namespace {

constexpr std::uint64_t divideRoundingUp(std::uint64_t value, std::uint64_t divisor)
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

std::uint64_t roundWidth(std::uint64_t upper, std::uint64_t maxBins)
{
    for (std::uint64_t power = 1;; power *= 10) {
        for (const std::uint64_t step : {1U, 2U, 5U}) {
            if (divideRoundingUp(upper, step * power) <= maxBins)
                return step * power;
        }
    }
}

} // namespace

std::size_t Histogram::binOf(std::uint64_t tokens) const noexcept
{
    if (tokens > upper)
        return overflowBin();
    return tokens == 0 ? 0 : static_cast<std::size_t>((tokens - 1) / binWidth);
}

std::uint64_t Histogram::smallestIn(std::size_t bin) const noexcept
{
    return bin == 0 ? 0 : bin * binWidth + 1;
}

std::uint64_t Histogram::largestIn(std::size_t bin) const noexcept
{
    return std::min((bin + 1) * binWidth, upper);
}

Histogram histogramOf(const SizeCounts &tokens, const SizeCounts &overlapTokens, std::uint64_t upper, unsigned maxBins)
{
    Histogram histogram;
    if (upper == 0)
        tokens.forEach([&](std::uint32_t size, std::uint32_t) { upper = size; });
    histogram.upper = std::max<std::uint64_t>(upper, 1);
    histogram.binWidth = roundWidth(histogram.upper, std::max(maxBins, 1U));
    const auto bins = static_cast<std::size_t>(divideRoundingUp(histogram.upper, histogram.binWidth)) + 1;
    histogram.tokenBins.assign(bins, 0);
    histogram.overlapBins.assign(bins, 0);
    const auto fill = [&](const SizeCounts &sizes, std::vector<std::uint64_t> &bin) {
        sizes.forEach([&](std::uint32_t size, std::uint32_t count) { bin[histogram.binOf(size)] += count; });
    };
    fill(tokens, histogram.tokenBins);
    fill(overlapTokens, histogram.overlapBins);
    return histogram;
}

OverlapSpread overlapSpreadOf(const SizeCounts &overlapTokens, std::size_t maxBins)
{
    OverlapSpread spread;
    overlapTokens.forEach([&](std::uint32_t size, std::uint32_t) { spread.largest = size; });
    spread.bins.assign(std::clamp<std::size_t>(spread.largest, 1, std::max<std::size_t>(maxBins, 1)), 0);
    overlapTokens.forEach([&](std::uint32_t size, std::uint32_t count) {
        spread.pairs += count;
        if (size == 0)
            spread.none += count;
        else
            spread.bins[(std::size_t{size} - 1) * spread.bins.size() / spread.largest] += count;
    });
    return spread;
}

Histogram histogramOf(std::span<const std::shared_ptr<const ChunkSet>> chunkSets, std::uint64_t upper, unsigned maxBins)
{
    SizeCounts tokens;
    SizeCounts overlaps;
    for (const auto &set : chunkSets) {
        const std::vector<Chunk> &chunks = set->chunks();
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            tokens.add(chunks[i].embeddedTokens());
            if (i > 0)
                overlaps.add(chunks[i].overlapTokens);
        }
    }
    return histogramOf(tokens, overlaps, upper, maxBins);
}

} // namespace cw
