// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of chosen levels, each a chunk as long as it fits.
#include "chunk/piecepacker.h"
#include "segment/pieces.h"
#include "strategies/prefixparameters.h"
#include "strategies/sentenceparameter.h"
#include "strategies/strategy.h"

#include <array>

namespace cw::strategylist {

namespace {

constexpr ParameterSpec levelParameter{
    .id = "level",
    .title = "Deepest Level",
    .help = "A chunk begins at every heading down to this level; deeper ones stay with the text around them.",
    .kind = ParameterKind::Integer,
    .affects = Affects::Packing,
    .minimum = 1,
    .maximum = 6,
    .defaultInteger = 3,
};

constexpr std::array parameters{levelParameter, sentenceParameter, prefixParameter, prefixSeparatorParameter,
                                repeatTableHeaderParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentBlocks(document, std::move(stop), sentenceRuleOf(values, SentenceRule::TerminatorThenOpener));
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const auto prefixes = prefixesOf(input);
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = input.max,
                       .overlapTokens = input.overlap,
                       .bound = SectionBound::Levels,
                       .deepestLevel = static_cast<unsigned>(input.parameters.integer(levelParameter)),
                       .edges = input.edges,
                       .prefixes = prefixes.get()},
                      std::move(stop));
}

std::size_t settledEnd(const PackInput &beginning, std::string_view)
{
    return settledBlocksEnd(beginning.segmentation);
}

} // namespace

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
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledEnd,
        .prefixStyle = prefixStyleOf,
    };
    return descriptor;
}

} // namespace cw::strategylist
