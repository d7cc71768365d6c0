// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/statedconfig.h"

#include "run/effectiveconfig.h"

namespace cw {

void takeUsualOverlaps(StatedConfig &stated)
{
    RunConfig &config = stated.config;
    if (!stated.statesOverlap)
        config.overlap = usualOverlap(config);
    for (const std::size_t number : stated.overridesWithoutOverlap)
        config.overrides[number].overlap = usualOverlap(effectiveConfig(config, number));
}

} // namespace cw
