// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/unitedges.h"

#include <algorithm>
#include <utility>

namespace cw {

Outcome<std::shared_ptr<const UnitEdges>> UnitEdges::of(const std::vector<Unit> &units, const TokenIndex &index,
                                                        std::stop_token stop)
{
    constexpr std::size_t stopCheckMask = 0x3FF;
    auto edges = std::make_shared<UnitEdges>();
    edges->m_before.reserve(units.size());
    edges->m_upTo.reserve(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        if ((i & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange unit = units[i].emit;
        const BeginEdge begin = index.beginEdge(unit.begin);
        const EndEdge end = index.endEdge(unit.end);
        const bool isExactAlone = begin.exactFrom <= unit.end;
        const bool isExactFromNextOn = i + 1 == units.size() || begin.exactFrom <= units[i + 1].emit.end;
        if (!end.isExact || !isExactFromNextOn)
            return std::make_shared<const UnitEdges>();
        if (!isExactAlone)
            edges->m_endingOutOfStep.push_back(
                {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(index.count(unit))});
        edges->m_before.push_back(begin.before);
        edges->m_upTo.push_back(end.upTo);
        if (edges->alone(i) > longTokens)
            edges->m_longUnits.push_back(static_cast<std::uint32_t>(i));
    }
    edges->m_isComplete = true;
    return std::shared_ptr<const UnitEdges>(std::move(edges));
}

std::shared_ptr<const UnitEdges> UnitEdges::part(std::size_t first, std::size_t end) const
{
    auto edges = std::make_shared<UnitEdges>();
    edges->m_isComplete = true;
    const auto at = [](const auto &values, std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
    edges->m_before.assign(at(m_before, first), at(m_before, end));
    edges->m_upTo.assign(at(m_upTo, first), at(m_upTo, end));
    for (auto it = std::ranges::lower_bound(m_longUnits, first); it != m_longUnits.end() && *it < end; ++it)
        edges->m_longUnits.push_back(*it - static_cast<std::uint32_t>(first));
    for (auto it = std::ranges::lower_bound(m_endingOutOfStep, first, {}, &OutOfStep::unit);
         it != m_endingOutOfStep.end() && it->unit < end; ++it)
        edges->m_endingOutOfStep.push_back({it->unit - static_cast<std::uint32_t>(first), it->alone});
    return edges;
}

const UnitEdges::OutOfStep *UnitEdges::findOutOfStep(std::size_t unit) const noexcept
{
    const auto found = std::ranges::lower_bound(m_endingOutOfStep, unit, {}, &OutOfStep::unit);
    return found != m_endingOutOfStep.end() && found->unit == unit ? &*found : nullptr;
}

std::uint32_t UnitEdges::aloneOutOfStep(std::size_t unit) const noexcept
{
    const OutOfStep *found = findOutOfStep(unit);
    return found ? found->alone : m_upTo[unit] - m_before[unit];
}

} // namespace cw
