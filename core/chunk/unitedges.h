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
/// two arrays and tokenizes nothing. Immutable.
class UnitEdges final
{
public:
    UnitEdges() = default;

    /// Precondition: `index` is of the text that `units` are ranges of. O(units) look-ups.
    [[nodiscard]] static Outcome<std::shared_ptr<const UnitEdges>> of(const std::vector<Unit> &units,
                                                                      const TokenIndex &index, std::stop_token stop);

    /// Those of the units from `first` to `end` - 1, as of() has them, but for what it says of later units. O(units).
    /// Precondition: isComplete().
    [[nodiscard]] std::shared_ptr<const UnitEdges> part(std::size_t first, std::size_t end) const;

    /// False where an edge lies inside a huge pretoken; counts then have to be asked for.
    [[nodiscard]] bool isComplete() const noexcept { return m_isComplete; }

    /// Tokens of the text from unit `first` to unit `last`, as TokenIndex::count() has it. Precondition: isComplete(),
    /// first <= last. O(1).
    [[nodiscard]] std::uint32_t count(std::size_t first, std::size_t last) const noexcept
    {
        return first == last ? alone(first) : m_upTo[last] - m_before[first];
    }
    /// Tokens of one unit.
    [[nodiscard]] std::uint32_t alone(std::size_t unit) const noexcept
    {
        return m_endingOutOfStep.empty() ? m_upTo[unit] - m_before[unit] : aloneOutOfStep(unit);
    }

    /// The same up to any exact edge at or after the end of unit `first`.
    [[nodiscard]] std::uint32_t countTo(std::size_t first, EndEdge end) const noexcept
    {
        return end.upTo - m_before[first];
    }
    /// Whether countTo() holds for `first`: not where what the unit begins with looks past its end.
    [[nodiscard]] bool endsInStep(std::size_t first) const noexcept
    {
        return m_endingOutOfStep.empty() || !findOutOfStep(first);
    }

    /// Units of more than longTokens tokens, in order: those of a text that a usual max has to cut are among them.
    static constexpr std::uint32_t longTokens = 128;
    [[nodiscard]] const std::vector<std::uint32_t> &longUnits() const noexcept { return m_longUnits; }

    /// The arrays themselves, for loops: count(i, j) is alone(i) when i == j, otherwise upTo()[j] - before()[i].
    [[nodiscard]] const std::uint32_t *before() const noexcept { return m_before.data(); }
    [[nodiscard]] const std::uint32_t *upTo() const noexcept { return m_upTo.data(); }

private:
    struct OutOfStep
    {
        std::uint32_t unit = 0;
        std::uint32_t alone = 0;
    };
    [[nodiscard]] const OutOfStep *findOutOfStep(std::size_t unit) const noexcept;
    [[nodiscard]] std::uint32_t aloneOutOfStep(std::size_t unit) const noexcept;

    bool m_isComplete = false;
    std::vector<std::uint32_t> m_before;
    std::vector<std::uint32_t> m_upTo;
    std::vector<std::uint32_t> m_longUnits;
    std::vector<OutOfStep> m_endingOutOfStep; ///< by rising number, hardly any
};

} // namespace cw
