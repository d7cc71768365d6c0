// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/chainsections.h"

namespace cw {

std::vector<std::size_t> sectionsByText(std::span<const Unit> units, PackThreads threads)
{
    constexpr std::size_t bytesWorthASection = 1'000'000;
    std::vector<std::size_t> firstUnits{0};
    if (units.empty())
        return firstUnits;
    const std::size_t begin = units.front().emit.begin;
    const std::size_t bytes = units.back().emit.end - begin;
    const std::size_t sections = threads.sectionsFor(bytes, bytesWorthASection);
    for (std::size_t section = 1; section < sections; ++section) {
        const std::size_t byte = begin + bytes * section / sections;
        const auto unit = std::ranges::lower_bound(units, byte, {}, [](const Unit &each) { return each.emit.begin; });
        const auto first = static_cast<std::size_t>(unit - units.begin());
        if (first > firstUnits.back() && first < units.size())
            firstUnits.push_back(first);
    }
    return firstUnits;
}

} // namespace cw
