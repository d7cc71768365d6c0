// SPDX-License-Identifier: GPL-3.0-or-later
// Sections that h1 to h6, and the sections and articles they are in, make.
#include "strategies/headinglevels.h"

namespace cw::strategylist {

const StrategyDescriptor &htmlsections()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "html-sections",
        .title = "By HTML Sections",
        .help = "For web pages: one chunk for each section that h1 down to the chosen level heads, where the level "
                "counts the sections and articles around a heading, too. What stands behind such an element is no part "
                "of its section. A section over max is cut between its blocks.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 1000,
        .defaultOverlap = 0,
        .parameters = headingParameters,
        .segment = segmentByHeadings,
        .pack = packByHeadings,
        .settledEnd = settledByHeadings,
        .prefixStyle = cw::prefixStyleOf,
    };
    return descriptor;
}

} // namespace cw::strategylist
