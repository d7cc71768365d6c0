// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/unitedges.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cw {

Outcome<std::shared_ptr<const UnitEdges>> UnitEdges::of(const std::vector<Unit> &units, const TokenIndex &index,
                                                        std::stop_token stop)
{
    constexpr std::size_t stopCheckMask = 0x3FF;
    auto edges = std::make_shared<UnitEdges>();
    edges->m_before.reserve(units.size());
    edges->m_upTo.reserve(units.size());
    std::size_t lastHeld = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if ((i & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange unit = units[i].emit;
        const BeginEdge begin = index.beginEdge(unit.begin);
        const EndEdge end = index.endEdge(unit.end);
        edges->m_before.push_back(begin.before);
        edges->m_upTo.push_back(end.upTo);

        const auto endsBefore
            = [](std::size_t byte) { return [byte](const Unit &other) { return other.emit.end < byte; }; };
        const bool isExactAlone = end.isExact && begin.holdsTo(unit.end);
        const bool isExactFromNextOn = i + 1 == units.size() || begin.exactFrom <= units[i + 1].emit.end;
        if (!isExactAlone || !isExactFromNextOn) {
            const auto next = units.begin() + static_cast<std::ptrdiff_t>(i + 1);
            const auto firstHeld
                = isExactFromNextOn ? next : std::partition_point(next, units.end(), endsBefore(begin.exactFrom));
            edges->addRare({.unit = static_cast<std::uint32_t>(i),
                            .alone = static_cast<std::uint32_t>(index.count(unit)),
                            .firstHeld = static_cast<std::uint32_t>(firstHeld - units.begin()),
                            .endsExactly = end.isExact},
                           units.size());
            edges->m_isComplete = edges->m_isComplete && end.isExact && isExactFromNextOn;
        }
        if (begin.exactTo < units.back().emit.end && edges->m_lastHeld.empty()) {
            edges->m_lastHeld.reserve(units.size());
            edges->m_lastHeld.assign(i, static_cast<std::uint32_t>(units.size() - 1));
            edges->m_isComplete = false;
        }
        if (!edges->m_lastHeld.empty() || begin.exactTo < units.back().emit.end) {
            lastHeld = std::max(lastHeld, i);
            while (lastHeld + 1 < units.size() && units[lastHeld + 1].emit.end <= begin.exactTo)
                ++lastHeld;
            while (lastHeld > i && units[lastHeld].emit.end > begin.exactTo)
                --lastHeld;
            edges->m_lastHeld.push_back(static_cast<std::uint32_t>(lastHeld));
        }
        if (edges->alone(i) > longTokens)
            edges->m_longUnits.push_back(static_cast<std::uint32_t>(i));
    }
    return std::shared_ptr<const UnitEdges>(std::move(edges));
}

std::shared_ptr<const UnitEdges> UnitEdges::part(std::size_t first, std::size_t end) const
{
    auto edges = std::make_shared<UnitEdges>();
    edges->m_isComplete = m_isComplete;
    const auto at = [](const auto &values, std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto moved = [first](std::uint32_t unit) { return unit - static_cast<std::uint32_t>(first); };
    edges->m_before.assign(at(m_before, first), at(m_before, end));
    edges->m_upTo.assign(at(m_upTo, first), at(m_upTo, end));
    for (auto it = std::ranges::lower_bound(m_longUnits, first); it != m_longUnits.end() && *it < end; ++it)
        edges->m_longUnits.push_back(moved(*it));
    if (!m_lastHeld.empty()) {
        edges->m_lastHeld.reserve(end - first);
        std::transform(at(m_lastHeld, first), at(m_lastHeld, end), std::back_inserter(edges->m_lastHeld), moved);
    }
    for (auto it = std::ranges::lower_bound(m_rare, first, {}, &Rare::unit); it != m_rare.end() && it->unit < end;
         ++it) {
        Rare rare = *it;
        rare.unit = moved(rare.unit);
        rare.firstHeld = moved(rare.firstHeld);
        edges->addRare(rare, end - first);
    }
    return edges;
}

void UnitEdges::addRare(const Rare &rare, std::size_t units)
{
    constexpr std::size_t bits = 64;
    m_rareBits.resize((units + bits - 1) / bits);
    m_rareBits[rare.unit / bits] |= std::uint64_t{1} << (rare.unit % bits);
    m_rare.push_back(rare);
}

const UnitEdges::Rare *UnitEdges::findRare(std::size_t unit) const noexcept
{
    return &*std::ranges::lower_bound(m_rare, unit, {}, &Rare::unit);
}

bool UnitEdges::holdsBetween(std::size_t first, std::size_t last) const noexcept
{
    if (!m_lastHeld.empty() && last > m_lastHeld[first])
        return false;
    if (isRare(first) && last < findRare(first)->firstHeld)
        return false;
    return !isRare(last) || findRare(last)->endsExactly;
}

} // namespace cw
