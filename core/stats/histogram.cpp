// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/metrics.h"

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

std::uint64_t largestChunk(std::span<const std::shared_ptr<const ChunkSet>> chunkSets)
{
    std::uint64_t largest = 0;
    for (const auto &set : chunkSets) {
        for (const Chunk &chunk : set->chunks())
            largest = std::max<std::uint64_t>(largest, chunk.embeddedTokens());
    }
    return largest;
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

Histogram histogramOf(std::span<const std::shared_ptr<const ChunkSet>> chunkSets, std::uint64_t upper, unsigned maxBins)
{
    Histogram histogram;
    histogram.upper = upper > 0 ? upper : std::max<std::uint64_t>(largestChunk(chunkSets), 1);
    histogram.binWidth = roundWidth(histogram.upper, std::max(maxBins, 1U));
    const auto bins = static_cast<std::size_t>(divideRoundingUp(histogram.upper, histogram.binWidth)) + 1;
    histogram.tokenBins.assign(bins, 0);
    histogram.overlapBins.assign(bins, 0);
    for (const auto &set : chunkSets) {
        const std::vector<Chunk> &chunks = set->chunks();
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            ++histogram.tokenBins[histogram.binOf(chunks[i].embeddedTokens())];
            if (i > 0)
                ++histogram.overlapBins[histogram.binOf(chunks[i].overlapTokens)];
        }
    }
    return histogram;
}

} // namespace cw
