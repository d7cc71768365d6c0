// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks that end where the text goes on to something else.
#include "chunk/piecepacker.h"
#include "segment/pieces.h"
#include "segment/topicshifts.h"
#include "strategies/prefixparameters.h"
#include "strategies/sentenceparameter.h"
#include "strategies/strategy.h"

#include <array>
#include <utility>

namespace cw::strategylist {

namespace {

constexpr ParameterSpec windowParameter{
    .id = "window",
    .title = "Window",
    .help = "How many sentences before and behind a boundary are compared. More of them see larger topics.",
    .kind = ParameterKind::Integer,
    .affects = Affects::Segmentation,
    .minimum = 1,
    .maximum = 50,
    .defaultInteger = 5,
    .unit = "sentences",
};

constexpr ParameterSpec percentileParameter{
    .id = "percentile",
    .title = "Percentile",
    .help = "Of 100 boundaries between sentences, how many are no change of topic. At 100 only the one with the "
            "greatest change is, and chunks are filled up to max.",
    .kind = ParameterKind::Integer,
    .affects = Affects::Segmentation,
    .minimum = 50,
    .maximum = 100,
    .defaultInteger = 90,
    .unit = "percent",
};

constexpr ParameterSpec smallestParameter{
    .id = "smallest",
    .title = "Smallest",
    .help = "A topic of fewer tokens than this share of max goes on into the next one where both fit into max.",
    .kind = ParameterKind::Integer,
    .affects = Affects::Packing,
    .minimum = 0,
    .maximum = 100,
    .defaultInteger = 25,
    .unit = "percent",
};

constexpr std::array parameters{windowParameter,        percentileParameter, smallestParameter,
                                smartSentenceParameter, prefixParameter,     prefixSeparatorParameter};

TopicSearch topicSearch(const ParameterValues &values)
{
    return {sentenceRuleOf(values, SentenceRule::TerminatorThenOpener, smartSentenceParameter),
            static_cast<std::size_t>(values.integer(windowParameter)),
            static_cast<unsigned>(values.integer(percentileParameter))};
}

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    const TopicSearch search = topicSearch(values);
    const auto blocks = segmentBlocks(document, stop, search.sentences);
    if (!blocks)
        return blocks;
    const auto shifts = topicShifts(*(*blocks)->emitted.text(), (*blocks)->units, search.window, stop);
    if (!shifts)
        return Cancelled{};
    return cutAtTopics(*blocks, *shifts, search.percentile);
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const std::unique_ptr<Prefixes> prefixes = prefixesOf(input);
    return packPieces(
        {.segmentation = input.segmentation,
         .index = input.index,
         .maxTokens = input.max,
         .desiredTokens = input.max,
         .overlapTokens = input.overlap,
         .bound = SectionBound::Every,
         .leastTokens = input.max * static_cast<std::size_t>(input.parameters.integer(smallestParameter)) / 100,
         .overlapsSections = true,
         .edges = input.edges,
         .words = input.words,
         .prefixes = prefixes.get(),
         .threads = input.threads},
        std::move(stop));
}

/// What comes later can change which boundaries are the greatest.
std::size_t settledEnd(const PackInput &, std::string_view)
{
    return 0;
}

} // namespace

const StrategyDescriptor &semantic()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "semantic",
        .title = "By Topic",
        .help
        = "Ends chunks where neighbouring sentences differ most: a change of topic begins a new chunk, and a topic "
          "over max is cut where it changes most. Compares words, or vectors of an embedding server when one is "
          "set. For long prose without headings.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 0,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledEnd,
        .topicSearch = topicSearch,
        .prefixStyle = prefixStyleOf,
    };
    return descriptor;
}

} // namespace cw::strategylist
