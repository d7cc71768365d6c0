// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/equalstretches.h"

#include <algorithm>

namespace cw {

bool EqualStretches::areEqual(std::string_view earlier, std::string_view later) const noexcept
{
    if (earlier.size() != later.size())
        return false;
    const auto begin = static_cast<std::size_t>(later.data() - m_text.data());
    const std::size_t end = begin + later.size();
    const auto distance = static_cast<std::size_t>(later.data() - earlier.data());
    std::size_t cell = begin / cellBytes;
    while (cell * cellBytes < end && m_distances[cell].load(std::memory_order_relaxed) == distance)
        ++cell;
    if (cell * cellBytes >= end)
        return true;
    if (earlier != later)
        return false;
    remember(begin, end, distance);
    return true;
}

/// [begin, end) is equal to what stands `distance` before it; cells that it only touches are looked at as a whole.
void EqualStretches::remember(std::size_t begin, std::size_t end, std::size_t distance) const noexcept
{
    const auto isEqual = [&](std::size_t from, std::size_t to) {
        return m_text.substr(from, to - from) == m_text.substr(from - distance, to - from);
    };
    for (std::size_t cell = begin / cellBytes; cell * cellBytes < end; ++cell) {
        const std::size_t cellBegin = cell * cellBytes;
        const std::size_t cellEnd = std::min(cellBegin + cellBytes, m_text.size());
        if (cellBegin >= distance && (cellBegin >= begin || isEqual(cellBegin, begin))
            && (cellEnd <= end || isEqual(end, cellEnd)))
            m_distances[cell].store(static_cast<std::uint32_t>(distance), std::memory_order_relaxed);
    }
}

EqualStretches equalStretches(std::string_view text)
{
    return EqualStretches(text);
}

} // namespace cw
