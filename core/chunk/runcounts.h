// SPDX-License-Identifier: GPL-3.0-or-later
// What greedy packing asks of runs of units: where one is full, and what is carried over.
#pragma once

#include "chunk/unitedges.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cw {

/// By UnitCounts, whatever these cost.
class KnownCounts final
{
public:
    KnownCounts(const UnitCounts &counts, std::size_t units) : m_counts(&counts), m_units(units) { }

    [[nodiscard]] std::size_t countUpTo(std::size_t first, std::size_t last, std::size_t most) const
    {
        return m_counts->countUpTo(first, last, most);
    }
    /// The first unit from `next` on that does not fit into a run from `first`.
    [[nodiscard]] std::size_t firstOver(std::size_t first, std::size_t next, std::size_t max) const
    {
        while (next < m_units && countUpTo(first, next, max) <= max)
            ++next;
        return next;
    }
    /// The first of the units before `next` that are carried over, none of them before `first`.
    [[nodiscard]] std::size_t carriedFrom(std::size_t first, std::size_t next, std::size_t overlap,
                                          std::size_t max) const
    {
        std::size_t carried = next;
        while (carried > first && countUpTo(carried - 1, next - 1, overlap) <= overlap
               && countUpTo(carried - 1, next, max) <= max)
            --carried;
        return carried;
    }

private:
    const UnitCounts *m_counts;
    std::size_t m_units;
};

/// By edges alone, where each run is a difference of two; eight ends at once.
class PlainCounts final
{
public:
    /// Edges are sums modulo 2^32; so far apart none are that are compared.
    static constexpr std::size_t largestBudget = std::size_t{1} << 30;

    PlainCounts(const UnitEdges &edges, std::size_t units)
        : m_before(edges.before()), m_upTo(edges.upTo()), m_units(units)
    {
    }

    [[nodiscard]] std::size_t countUpTo(std::size_t first, std::size_t last, std::size_t /*most*/) const
    {
        return m_upTo[last] - m_before[first];
    }
    /// Precondition: max <= largestBudget.
    [[nodiscard]] std::size_t firstOver(std::size_t first, std::size_t next, std::size_t max) const
    {
        const std::uint32_t before = m_before[first];
#ifdef __SSE2__
        constexpr std::size_t atOnce = 8;
        // Comparisons are of signed numbers.
        const __m128i half = _mm_set1_epi32(std::numeric_limits<std::int32_t>::min());
        const __m128i most = _mm_xor_si128(_mm_set1_epi32(static_cast<std::int32_t>(max)), half);
        const __m128i base = _mm_xor_si128(_mm_set1_epi32(static_cast<std::int32_t>(before)), half);
        const auto isOver = [&](const std::uint32_t *four) {
            const __m128i tokens = _mm_sub_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(four)), base);
            return _mm_cmpgt_epi32(tokens, most);
        };
        for (; next + atOnce <= m_units; next += atOnce) {
            const __m128i over = _mm_packs_epi32(isOver(m_upTo + next), isOver(m_upTo + next + atOnce / 2));
            const auto bytes = static_cast<std::uint32_t>(_mm_movemask_epi8(over));
            if (bytes != 0)
                return next + static_cast<unsigned>(std::countr_zero(bytes)) / 2;
        }
#endif
        while (next < m_units && m_upTo[next] - before <= max)
            ++next;
        return next;
    }
    /// Precondition: overlap, max <= largestBudget.
    [[nodiscard]] std::size_t carriedFrom(std::size_t first, std::size_t next, std::size_t overlap,
                                          std::size_t max) const
    {
        // Both bounds are bounds of an edge.
        const std::uint32_t byOverlap = m_upTo[next - 1] - static_cast<std::uint32_t>(overlap);
        const std::uint32_t byMax = m_upTo[next] - static_cast<std::uint32_t>(max);
        const std::uint32_t lowest = isBefore(byOverlap, byMax) ? byMax : byOverlap;
        std::size_t carried = next;
        while (carried > first && !isBefore(m_before[carried - 1], lowest))
            --carried;
        return carried;
    }

private:
    [[nodiscard]] static bool isBefore(std::uint32_t a, std::uint32_t b)
    {
        return static_cast<std::int32_t>(a - b) < 0;
    }

    const std::uint32_t *m_before;
    const std::uint32_t *m_upTo;
    std::size_t m_units;
};

} // namespace cw
