// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/strategy.h"

#include <algorithm>

namespace cw {

std::string_view sizeUnitId(SizeUnit unit) noexcept
{
    switch (unit) {
    case SizeUnit::Tokens:
        return "tokens";
    case SizeUnit::Words:
        return "words";
    case SizeUnit::Sentences:
        return "sentences";
    }
    return "tokens";
}

const StrategyDescriptor *findStrategy(std::string_view id) noexcept
{
    const auto all = strategies();
    const auto found = std::ranges::find(all, id, &StrategyDescriptor::id);
    return found == all.end() ? nullptr : *found;
}

} // namespace cw
