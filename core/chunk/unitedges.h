// SPDX-License-Identifier: GPL-3.0-or-later
// Exact counts of all runs of units, by one subtraction each.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace cw {

/// What the units of one segmentation cost under one tokenizer: made once, 8 bytes a unit, so that a slider tick reads
/// two arrays and tokenizes nothing. Runs with an edge that does not hold are left to the index; where edges do not
/// hold at any distance, that takes 4 bytes a unit more. Immutable.
class UnitEdges final
{
public:
    UnitEdges() = default;

    /// Precondition: `index` is of the text that `units` are ranges of. O(units) look-ups.
    [[nodiscard]] static Outcome<std::shared_ptr<const UnitEdges>> of(const std::vector<Unit> &units,
                                                                      const TokenIndex &index, std::stop_token stop);

    /// Those of the units from `first` to `end` - 1, as of() has them, but for what it says of later units. O(units).
    [[nodiscard]] std::shared_ptr<const UnitEdges> part(std::size_t first, std::size_t end) const;

    /// Whether all runs of units are known.
    [[nodiscard]] bool isComplete() const noexcept { return m_isComplete; }
    /// Whether all runs, those of one unit included, are differences of the arrays before() and upTo().
    [[nodiscard]] bool isPlain() const noexcept { return m_isComplete && m_rare.empty(); }
    /// Whether the run from unit `first` to unit `last` is; each unit by itself is. Not where an edge lies inside a
    /// huge pretoken, or holds only for longer or shorter runs. Precondition: first <= last.
    [[nodiscard]] bool holds(std::size_t first, std::size_t last) const noexcept
    {
        return m_isComplete || first == last || holdsBetween(first, last);
    }

    /// Tokens of the text from unit `first` to unit `last`, as TokenIndex::count() has it. Precondition:
    /// holds(first, last). O(1).
    [[nodiscard]] std::uint32_t count(std::size_t first, std::size_t last) const noexcept
    {
        return first == last ? alone(first) : m_upTo[last] - m_before[first];
    }
    /// Tokens of one unit.
    [[nodiscard]] std::uint32_t alone(std::size_t unit) const noexcept
    {
        return isRare(unit) ? findRare(unit)->alone : m_upTo[unit] - m_before[unit];
    }
    [[nodiscard]] EndEdge endEdge(std::size_t unit) const noexcept
    {
        return {m_upTo[unit], !isRare(unit) || findRare(unit)->endsExactly};
    }

    /// The same up to any exact edge at or after the end of unit `first`.
    [[nodiscard]] std::uint32_t countTo(std::size_t first, EndEdge end) const noexcept
    {
        return end.upTo - m_before[first];
    }
    /// Whether countTo() holds for `first`: not where what the unit begins with looks past its end.
    [[nodiscard]] bool endsInStep(std::size_t first) const noexcept { return m_lastHeld.empty() && !isRare(first); }

    /// Units of more than longTokens tokens, in order: those of a text that a usual max has to cut are among them.
    static constexpr std::uint32_t longTokens = 128;
    [[nodiscard]] const std::vector<std::uint32_t> &longUnits() const noexcept { return m_longUnits; }

    /// The arrays themselves, for loops: count(i, j) is alone(i) when i == j, otherwise upTo()[j] - before()[i] where
    /// holds(i, j).
    [[nodiscard]] const std::uint32_t *before() const noexcept { return m_before.data(); }
    [[nodiscard]] const std::uint32_t *upTo() const noexcept { return m_upTo.data(); }

private:
    /// A unit that is not the difference of its edges, or whose edges do not hold for all runs of two units or more.
    struct Rare
    {
        std::uint32_t unit = 0;
        std::uint32_t alone = 0;
        std::uint32_t firstHeld = 0; ///< the first unit that a run from this one may end with
        bool endsExactly = true;
    };
    [[nodiscard]] bool isRare(std::size_t unit) const noexcept
    {
        return !m_rareBits.empty() && (m_rareBits[unit / 64] >> (unit % 64) & 1U) != 0;
    }
    /// Precondition: isRare(unit).
    [[nodiscard]] const Rare *findRare(std::size_t unit) const noexcept;
    [[nodiscard]] bool holdsBetween(std::size_t first, std::size_t last) const noexcept;
    void addRare(const Rare &rare, std::size_t units);

    bool m_isComplete = true;
    std::vector<std::uint32_t> m_before;
    std::vector<std::uint32_t> m_upTo;
    std::vector<std::uint32_t> m_longUnits;
    std::vector<std::uint32_t> m_lastHeld; ///< by unit: the last that a run from it may end with; empty: any
    std::vector<Rare> m_rare; ///< by rising number, mostly hardly any
    std::vector<std::uint64_t> m_rareBits; ///< by unit; empty when there are none
};

/// Counts of runs of units, by edges where they hold and by the index where not. Refers to what it is made of.
class UnitCounts final
{
public:
    /// `edges`, of `units` under `index`, may be null.
    UnitCounts(const std::vector<Unit> &units, const TokenIndex &index, const UnitEdges *edges)
        : m_units(&units), m_index(&index), m_edges(edges)
    {
    }

    /// Tokens from unit `first` to unit `last`. Precondition: first <= last.
    [[nodiscard]] std::size_t count(std::size_t first, std::size_t last) const
    {
        if (m_edges && m_edges->holds(first, last))
            return m_edges->count(first, last);
        return m_index->count(bytesOf(first, last));
    }
    /// The same up to `most`; above that any number above it.
    [[nodiscard]] std::size_t countUpTo(std::size_t first, std::size_t last, std::size_t most) const
    {
        if (m_edges && m_edges->holds(first, last))
            return m_edges->count(first, last);
        return m_index->countUpTo(bytesOf(first, last), most);
    }

private:
    [[nodiscard]] ByteRange bytesOf(std::size_t first, std::size_t last) const
    {
        return {(*m_units)[first].emit.begin, (*m_units)[last].emit.end};
    }

    const std::vector<Unit> *m_units;
    const TokenIndex *m_index;
    const UnitEdges *m_edges;
};

} // namespace cw
