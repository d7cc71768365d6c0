// SPDX-License-Identifier: GPL-3.0-or-later
// Seed 000: paragraphs, then sentences, then windows of words; packed greedily with whole sentences carried over.
#include "chunk/packer.h"
#include "segment/sentences.h"
#include "strategies/joinparameter.h"
#include "strategies/sentenceparameter.h"
#include "strategies/strategy.h"

#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array parameters{joinParameter, sentenceParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentSentences(document,
                            {.rule = sentenceRuleOf(values, SentenceRule::ParagraphOrTerminator),
                             .pieces = JoinPieces::Words,
                             .join = joinOf(values)},
                            stop);
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    return packGreedily({.emitted = input.segmentation.emitted,
                         .units = input.segmentation.units,
                         .index = input.index,
                         .maxTokens = input.max,
                         .overlapTokens = input.overlap,
                         .edges = input.edges,
                         .words = input.words,
                         .threads = input.threads},
                        stop);
}

} // namespace

const StrategyDescriptor &recursivesentence()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "recursive-sentence",
        .title = "Recursive Sentences",
        .help = "Splits at blank lines, then at sentence ends, and only cuts a sentence that is longer than max. Packs "
                "whole sentences up to max and repeats the last ones that fit into overlap. A good start for prose.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 45,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledSentencesEnd,
    };
    return descriptor;
}

} // namespace cw::strategylist
