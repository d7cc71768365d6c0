// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/headinglevels.h"

#include "chunk/piecepacker.h"
#include "segment/pieces.h"

#include <utility>

namespace cw {

Outcome<std::shared_ptr<const Segmentation>> segmentByHeadings(const Document &document, const ParameterValues &values,
                                                               std::stop_token stop)
{
    return segmentBlocks(document, std::move(stop), sentenceRuleOf(values, SentenceRule::TerminatorThenOpener));
}

Outcome<std::vector<Chunk>> packByHeadings(const PackInput &input, std::stop_token stop)
{
    const auto prefixes = prefixesOf(input);
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = input.max,
                       .overlapTokens = input.overlap,
                       .bound = SectionBound::Levels,
                       .deepestLevel = static_cast<unsigned>(input.parameters.integer(headingLevelParameter)),
                       .edges = input.edges,
                       .words = input.words,
                       .prefixes = prefixes.get(),
                       .threads = input.threads},
                      std::move(stop));
}

std::size_t settledByHeadings(const PackInput &beginning, std::string_view)
{
    return settledBlocksEnd(beginning.segmentation);
}

} // namespace cw
