// SPDX-License-Identifier: GPL-3.0-or-later
// How often sizes occur: all that distributions and histograms need of a list of them.
#pragma once

#include "stats/metrics.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace cw {

/// 16 kB, and 4 bytes for each size that few chunks have.
class SizeCounts final
{
public:
    void add(std::uint32_t size)
    {
        if (size < m_small.size()) [[likely]] {
            ++m_small[size];
            m_smallEnd = std::max(m_smallEnd, size + 1);
        } else {
            m_large.push_back(size);
        }
    }

    /// Calls visit(size, count) for all sizes that occur, rising.
    template<class Visit>
    void forEach(Visit &&visit) const
    {
        for (std::uint32_t size = 0; size < m_smallEnd; ++size) {
            if (m_small[size] > 0)
                visit(size, m_small[size]);
        }
        std::vector<std::uint32_t> large = m_large;
        std::ranges::sort(large);
        for (const std::uint32_t size : large)
            visit(size, 1);
    }

private:
    std::array<std::uint32_t, 4096> m_small{};
    std::uint32_t m_smallEnd = 0; ///< behind the largest of them
    std::vector<std::uint32_t> m_large;
};

[[nodiscard]] Distribution distributionOf(const SizeCounts &sizes);
/// Of chunks by `tokens` and by `overlapTokens`, as the other histogramOf().
[[nodiscard]] Histogram histogramOf(const SizeCounts &tokens, const SizeCounts &overlapTokens, std::uint64_t upper,
                                    unsigned maxBins = 40);

/// Of overlaps, one a pair of neighbours. At most `maxBins` (>= 1) bins, and none finer than a token.
[[nodiscard]] OverlapSpread overlapSpreadOf(const SizeCounts &overlapTokens, std::size_t maxBins = 40);

/// What measure() comes by on its way over all chunks.
struct MetSizes
{
    SizeCounts tokens; ///< of chunks with their prefixes
    SizeCounts overlapTokens; ///< of chunks but each document's first
    std::vector<DocumentFigures> documents;
};
[[nodiscard]] RunMetrics measure(std::span<const std::shared_ptr<const ChunkSet>> chunkSets,
                                 std::span<const std::size_t> maxTokens, double requestedOverlapPercent, MetSizes &met);

} // namespace cw
