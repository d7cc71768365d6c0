// SPDX-License-Identifier: GPL-3.0-or-later
// Source code by its syntax: declarations whole while they fit, long ones apart.
#include "chunk/piecepacker.h"
#include "segment/pieces.h"
#include "strategies/prefixparameters.h"
#include "strategies/strategy.h"

#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array longChoices{
    ParameterChoice{"apart", "Apart", "A chunk with a part of a long declaration holds nothing that is outside it."},
    ParameterChoice{"together", "Together", "The end of a long declaration may share a chunk with what is next."},
};

constexpr ParameterSpec longParameter{
    .id = "long-declarations",
    .title = "Long Declarations",
    .help = "Whether parts of a function or class that is longer than max share chunks with what stands around it.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "apart",
    .choices = longChoices,
};

constexpr std::array parameters{longParameter, prefixParameter, prefixSeparatorParameter, repeatTableHeaderParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &,
                                                     std::stop_token stop)
{
    return segmentBlocks(document, std::move(stop));
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const auto prefixes = prefixesOf(input);
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = input.max,
                       .overlapTokens = input.overlap,
                       .bound = SectionBound::Every,
                       .partsLongDeclarations = input.parameters.choice(longParameter) == "apart",
                       .edges = input.edges,
                       .words = input.words,
                       .prefixes = prefixes.get(),
                       .threads = input.threads},
                      std::move(stop));
}

std::size_t settledEnd(const PackInput &beginning, std::string_view)
{
    return settledBlocksEnd(beginning.segmentation);
}

} // namespace

const StrategyDescriptor &code()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "code",
        .title = "By Code",
        .help
        = "Source code by its syntax: neighbouring statements, functions and classes are packed up to max, one that "
          "fits is never cut, and one that does not is cut between its members and statements, then lines. Comments "
          "stay with what they are about. Other documents are chunked as by By Structure.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
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
