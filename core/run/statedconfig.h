// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration while it is put together: whether its overlaps were stated, or follow max.
#pragma once

#include "run/runconfig.h"

#include <cstddef>
#include <set>

namespace cw {

struct StatedConfig
{
    RunConfig config;
    bool statesOverlap = false;
    std::set<std::size_t> overridesWithoutOverlap; ///< their numbers
};

/// Sets every overlap that is not stated to usualOverlap(). To be called when sizes, models and tokenizers are settled.
void takeUsualOverlaps(StatedConfig &stated);

} // namespace cw
