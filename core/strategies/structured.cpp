// SPDX-License-Identifier: GPL-3.0-or-later
// By the structure the author gave the document: sections apart, blocks whole while they fit.
#include "chunk/piecepacker.h"
#include "segment/pieces.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <array>

namespace cw::strategylist {

namespace {

constexpr ParameterSpec desiredParameter{
    .id = "desired",
    .title = "Desired",
    .help = "A chunk is closed once the next paragraph, list or table would take it past this; 0 stands for max.",
    .kind = ParameterKind::Integer,
    .affects = Affects::Packing,
    .minimum = 0,
    .maximum = 1'000'000'000,
    .defaultInteger = 0,
    .unit = "tokens",
};

constexpr std::array sectionChoices{
    ParameterChoice{"apart", "Apart", "Every heading begins a chunk, so a chunk has one heading path."},
    ParameterChoice{"together", "Together", "Short sections share a chunk; a heading still goes with what follows."},
};

constexpr ParameterSpec sectionsParameter{
    .id = "sections",
    .title = "Sections",
    .help = "Whether text under different headings may share a chunk.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "apart",
    .choices = sectionChoices,
};

constexpr ParameterSpec overlapSectionsParameter{
    .id = "overlap-sections",
    .title = "Overlap Across Sections",
    .help = "Whether a section's first chunk may repeat the end of the section before.",
    .kind = ParameterKind::Boolean,
    .affects = Affects::Packing,
    .defaultInteger = 0,
};

constexpr std::array parameters{desiredParameter, sectionsParameter, overlapSectionsParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &,
                                                     std::stop_token stop)
{
    return segmentBlocks(document, std::move(stop));
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const auto desired = static_cast<std::size_t>(input.parameters.integer(desiredParameter));
    const bool isApart = input.parameters.choice(sectionsParameter) == "apart";
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = desired == 0 ? input.max : std::min(desired, input.max),
                       .overlapTokens = input.overlap,
                       .bound = isApart ? SectionBound::Every : SectionBound::None,
                       .overlapsSections = input.parameters.boolean(overlapSectionsParameter) || !isApart,
                       .edges = input.edges},
                      std::move(stop));
}

std::size_t settledEnd(const PackInput &beginning, std::string_view)
{
    return settledBlocksEnd(beginning.segmentation);
}

} // namespace

const StrategyDescriptor &structured()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "structured",
        .title = "By Structure",
        .help
        = "Follows the document's own headings, paragraphs, lists, tables and code: whole blocks are packed up to "
          "max, one that is too long is cut at its items, rows, lines or sentences, and a heading stays with what "
          "it heads. The best start for Markdown.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 0,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledEnd,
    };
    return descriptor;
}

} // namespace cw::strategylist
