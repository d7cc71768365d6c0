// SPDX-License-Identifier: GPL-3.0-or-later
// A chunk for each page, or for as many as fit.
#include "segment/groups.h"
#include "strategies/grouped.h"
#include "strategies/prefixparameters.h"
#include "text/pages.h"

#include <array>
#include <utility>

namespace cw::strategylist {

namespace {

constexpr std::array pageChoices{
    ParameterChoice{"apart", "Apart", "Every page begins a chunk, so a chunk can be cited by one page."},
    ParameterChoice{"together", "Together", "Whole pages share a chunk while they fit into max."},
};

constexpr ParameterSpec pagesParameter{
    .id = "pages",
    .title = "Pages",
    .help = "Whether several pages may share a chunk.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "apart",
    .choices = pageChoices,
};

constexpr std::array parameters{pagesParameter, prefixParameter, prefixSeparatorParameter, repeatTableHeaderParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &,
                                                     std::stop_token stop)
{
    return segmentGroups(document, Pages(document).begins(), BoundaryReason::Page, std::move(stop));
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    return packGroups(input, input.parameters.choice(pagesParameter) == "apart", std::move(stop));
}

std::size_t settledEnd(const PackInput &beginning, std::string_view)
{
    return settledGroupsEnd(beginning);
}

} // namespace

const StrategyDescriptor &page()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "page",
        .title = "By Pages",
        .help = "One chunk a page, so that each can be cited; a page over max is cut at its paragraphs and sentences. "
                "Pages are those of the PDF or book; in plain text a form feed ends one. A document without pages is "
                "one page.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 1000,
        .defaultOverlap = 0,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledEnd,
        .prefixStyle = prefixStyleOf,
    };
    return descriptor;
}

} // namespace cw::strategylist
