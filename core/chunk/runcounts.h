// SPDX-License-Identifier: GPL-3.0-or-later
// What greedy packing asks of runs of units: where one is full, and what is carried over.
#pragma once

#include "base/firstover.h"
#include "chunk/unitedges.h"

#include <cstddef>
#include <cstdint>

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
        return cw::firstOver(m_upTo, next, m_units, m_before[first], max);
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
