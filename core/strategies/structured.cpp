// SPDX-License-Identifier: GPL-3.0-or-later
// By the structure the author gave the document: sections apart, blocks whole while they fit.
#include "chunk/piecepacker.h"
#include "segment/pieces.h"
#include "strategies/prefixparameters.h"
#include "strategies/sentenceparameter.h"
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
    .minimumName = "Same as max",
};

constexpr std::array sectionChoices{
    ParameterChoice{"apart", "Apart", "Every heading begins a chunk, so a chunk has one heading path."},
    ParameterChoice{"together", "Together", "Short sections share a chunk; a heading still goes with what follows."},
};

constexpr ParameterSpec sectionsParameter{
    .id = "sections",
    .title = "Sections",
    .help
    = "Whether text under different headings may share a chunk, or a parent. While sections stand apart, one that "
      "fits into a chunk is a parent of that chunk alone.",
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

constexpr std::array tableChoices{
    ParameterChoice{
        "rows", "Between rows",
        "Whole while it fits into max; a longer one is cut between rows, and its ends may share chunks with "
        "the text around."},
    ParameterChoice{"whole", "Apart",
                    "Whole while it fits into max. No chunk is ever over max, so a longer one is cut between rows as "
                    "well, but in chunks that hold nothing else."},
    ParameterChoice{"free", "Freely", "Its rows fill chunks like sentences, even where all of it would fit the next."},
};
constexpr std::array codeChoices{
    ParameterChoice{
        "lines", "Between lines",
        "Whole while it fits into max; longer code is cut between lines, and its ends may share chunks with "
        "the text around."},
    ParameterChoice{"whole", "Apart",
                    "Whole while it fits into max. No chunk is ever over max, so longer code is cut between lines as "
                    "well, but in chunks that hold nothing else."},
};
constexpr std::array listChoices{
    ParameterChoice{"items", "Between items",
                    "Whole while it fits into max; a longer one is cut between items, and its ends may share chunks "
                    "with the text around."},
    ParameterChoice{"whole", "Apart",
                    "Whole while it fits into max. No chunk is ever over max, so a longer one is cut between items as "
                    "well, but in chunks that hold nothing else."},
};

constexpr ParameterSpec policyParameter(std::string_view id, std::string_view title, std::string_view help,
                                        std::span<const ParameterChoice> choices)
{
    return {.id = id,
            .title = title,
            .help = help,
            .kind = ParameterKind::Choice,
            .affects = Affects::Packing,
            .defaultChoice = choices.front().id,
            .choices = choices,
            .isOmittedAtDefault = true};
}

constexpr ParameterSpec tablesParameter
    = policyParameter("tables", "Tables", "How a table that does not fit into a chunk is cut.", tableChoices);
constexpr ParameterSpec codeParameter
    = policyParameter("code", "Code", "How code that does not fit into a chunk is cut.", codeChoices);
constexpr ParameterSpec listsParameter
    = policyParameter("lists", "Lists", "How a list that does not fit into a chunk is cut.", listChoices);

constexpr std::array parameters{desiredParameter,         sectionsParameter,
                                overlapSectionsParameter, smartSentenceParameter,
                                tablesParameter,          codeParameter,
                                listsParameter,           prefixParameter,
                                prefixSeparatorParameter, repeatTableHeaderParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentBlocks(document, std::move(stop),
                         sentenceRuleOf(values, SentenceRule::TerminatorThenOpener, smartSentenceParameter));
}

BlockPolicy policyOf(const ParameterValues &values, const ParameterSpec &spec)
{
    const std::string choice = values.choice(spec);
    return choice == "whole" ? BlockPolicy::Apart : choice == "free" ? BlockPolicy::Free : BlockPolicy::Parts;
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const auto desired = static_cast<std::size_t>(input.parameters.integer(desiredParameter));
    const bool isApart = input.parameters.choice(sectionsParameter) == "apart";
    const auto prefixes = prefixesOf(input);
    return packPieces({.segmentation = input.segmentation,
                       .index = input.index,
                       .maxTokens = input.max,
                       .desiredTokens = desired == 0 ? input.max : std::min(desired, input.max),
                       .overlapTokens = input.overlap,
                       .bound = isApart ? SectionBound::Every : SectionBound::None,
                       .overlapsSections = input.parameters.boolean(overlapSectionsParameter) || !isApart,
                       .policies = {.table = policyOf(input.parameters, tablesParameter),
                                    .code = policyOf(input.parameters, codeParameter),
                                    .list = policyOf(input.parameters, listsParameter)},
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

const StrategyDescriptor &structured()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "structured",
        .title = "By Structure",
        .help
        = "Follows the document's own headings, paragraphs, lists, tables and code: whole blocks are packed up to "
          "max, one that is too long is cut at its items, rows, lines or sentences, and a heading stays with what "
          "it heads. The best start.",
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
