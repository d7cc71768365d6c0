// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/grouped.h"

#include "chunk/piecepacker.h"
#include "segment/pieces.h"
#include "segment/settled.h"
#include "strategies/prefixparameters.h"

#include <algorithm>
#include <utility>

namespace cw {

Outcome<std::vector<Chunk>> packGroups(const PackInput &input, bool isApart, std::stop_token stop)
{
    const auto prefixes = prefixesOf(input);
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = input.max,
                       .overlapTokens = input.overlap,
                       .bound = isApart ? SectionBound::Every : SectionBound::None,
                       .overlapsSections = true,
                       .edges = input.edges,
                       .words = input.words,
                       .prefixes = prefixes.get(),
                       .threads = input.threads},
                      std::move(stop));
}

std::size_t settledGroupsEnd(const PackInput &beginning)
{
    // when what is there of the last group is too long for one chunk already, all but its last block and the headings
    // right before that is cut as in the whole
    const Segmentation &segmentation = beginning.segmentation;
    const std::vector<Piece> &pieces = segmentation.pieces;
    if (pieces.empty() || (pieces.size() > 1 && mayChangeAsAWhole(*segmentation.emitted.text(), pieces[1].kind)))
        return 0;
    std::size_t group = 0;
    while (pieces[group].next < pieces.size())
        group = pieces[group].next;
    std::size_t block = group;
    bool wasWithNext = false;
    for (std::size_t piece = group + 1; piece < pieces.size(); piece = pieces[piece].next) {
        if (!wasWithNext)
            block = piece;
        wasWithNext = pieces[piece].level > 0 || pieces[piece].kind == BlockKind::Definition;
    }
    const std::vector<Unit> &units = segmentation.units;
    const auto beginOf = [&](std::size_t piece) { return std::size_t{units[pieces[piece].firstUnit].emit.begin}; };
    const bool isTooLong
        = beginOf(block) > beginOf(group) && beginning.index.count({beginOf(group), beginOf(block)}) > beginning.max;
    return std::min(beginOf(isTooLong ? block : group), settledTextEnd(*segmentation.emitted.text()));
}

} // namespace cw
