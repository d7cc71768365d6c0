// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/mergetable.h"

#include <algorithm>

namespace cw {

MergeTable::MergeTable(std::size_t merges)
{
    std::size_t slots = 16;
    for (; slots * 7 < merges * 10; slots *= 2)
        --m_shift;
    m_slots.resize(slots);
}

bool MergeTable::add(std::uint32_t left, std::uint32_t right, Merge merge)
{
    constexpr std::size_t mostSteps = 512;
    const std::uint64_t key = keyOf(left, right);
    std::size_t place = placeOf(key);
    for (std::size_t steps = 0; m_slots[place].key != noKey && m_slots[place].key != key; ++steps) {
        if (steps > mostSteps)
            return false;
        place = (place + 1) & (m_slots.size() - 1);
    }
    m_slots[place] = {key, merge};
    return true;
}

std::vector<MergeTable::Entry> MergeTable::inOrder() const
{
    std::vector<Entry> entries;
    for (const Slot &slot : m_slots) {
        if (slot.key != noKey)
            entries.push_back(
                {static_cast<std::uint32_t>(slot.key >> 32), static_cast<std::uint32_t>(slot.key), slot.merge});
    }
    std::ranges::sort(entries, {}, [](const Entry &entry) { return entry.merge.rank; });
    return entries;
}

} // namespace cw
