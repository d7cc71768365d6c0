// SPDX-License-Identifier: GPL-3.0-or-later
// What strategies share that cut at pages or records: see segmentGroups().
#pragma once

#include "strategies/strategy.h"

#include <stop_token>
#include <vector>

namespace cw {

/// A chunk for each group, or for as many whole ones as fit; a group over max is cut at its blocks.
[[nodiscard]] Outcome<std::vector<Chunk>> packGroups(const PackInput &input, bool isApart, std::stop_token stop);

/// As StrategyDescriptor::settledEnd: the last group may go on behind the beginning.
[[nodiscard]] std::size_t settledGroupsEnd(const PackInput &beginning);

} // namespace cw
