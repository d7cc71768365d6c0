// SPDX-License-Identifier: GPL-3.0-or-later
// A chunk for each page, or for as many as fit.
#include "chunk/piecepacker.h"
#include "segment/pagepieces.h"
#include "segment/settled.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <array>

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

constexpr std::array parameters{pagesParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &,
                                                     std::stop_token stop)
{
    return segmentPages(document, std::move(stop));
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const bool isApart = input.parameters.choice(pagesParameter) == "apart";
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = input.max,
                       .overlapTokens = input.overlap,
                       .bound = isApart ? SectionBound::Every : SectionBound::None,
                       .overlapsSections = true,
                       .edges = input.edges},
                      std::move(stop));
}

/// The last page may go on behind the beginning; when what is there of it is too long for one chunk already, all but
/// its last block and the headings right before that is cut as in the whole.
std::size_t settledEnd(const PackInput &beginning, std::string_view)
{
    const Segmentation &segmentation = beginning.segmentation;
    const std::vector<Piece> &pieces = segmentation.pieces;
    if (pieces.empty())
        return 0;
    std::size_t page = 0;
    while (pieces[page].next < pieces.size())
        page = pieces[page].next;
    std::size_t block = page;
    bool wasWithNext = false;
    for (std::size_t piece = page + 1; piece < pieces.size(); piece = pieces[piece].next) {
        if (!wasWithNext)
            block = piece;
        wasWithNext = pieces[piece].level > 0 || pieces[piece].kind == BlockKind::Definition;
    }
    const std::vector<Unit> &units = segmentation.units;
    const auto beginOf = [&](std::size_t piece) { return std::size_t{units[pieces[piece].firstUnit].emit.begin}; };
    const bool isTooLong
        = beginOf(block) > beginOf(page) && beginning.index.count({beginOf(page), beginOf(block)}) > beginning.max;
    return std::min(beginOf(isTooLong ? block : page), settledTextEnd(*segmentation.emitted.text()));
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
    };
    return descriptor;
}

} // namespace cw::strategylist
