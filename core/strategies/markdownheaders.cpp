// SPDX-License-Identifier: GPL-3.0-or-later
// Sections that the headings of any format make.
#include "strategies/headinglevels.h"

namespace cw::strategylist {

const StrategyDescriptor &markdownheaders()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "markdown-headers",
        .title = "By Headings",
        .help
        = "One chunk for each section of the chosen levels; a section over max is cut between its blocks, or inside "
          "one that is too long. Set max high to get whole sections.",
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
