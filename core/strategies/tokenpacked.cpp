// SPDX-License-Identifier: GPL-3.0-or-later
// Seed 004: sentences before an opener, packed by tokens; as the recipe does it, or with a ceiling that holds.
#include "chunk/packer.h"
#include "segment/sentences.h"
#include "strategies/joinparameter.h"
#include "strategies/sentenceparameter.h"
#include "strategies/strategy.h"

#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array ceilingChoices{
    ParameterChoice{"exact", "Exact",
                    "Budgets the real tokens of the chunk's text and cuts sentences that are longer than max."},
    ParameterChoice{"reference", "As the recipe",
                    "Adds up the tokens of single sentences and leaves long ones whole, so chunks may be over max."},
};

constexpr ParameterSpec ceilingParameter{
    .id = "ceiling",
    .title = "Ceiling",
    .help = "Whether max is a promise about the chunk's own tokens or a sum over its sentences.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "exact",
    .choices = ceilingChoices,
};

constexpr std::array parameters{ceilingParameter, joinParameter, sentenceParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentSentences(document,
                            {.rule = sentenceRuleOf(values, SentenceRule::TerminatorThenOpener),
                             .pieces = JoinPieces::Units,
                             .join = joinOf(values),
                             .keepsOuterSpace = true},
                            stop);
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const bool isReference = input.parameters.choice(ceilingParameter) == "reference";
    return packGreedily({.emitted = input.segmentation.emitted,
                         .units = input.segmentation.units,
                         .index = input.index,
                         .maxTokens = input.max,
                         .overlapTokens = input.overlap,
                         .budget = isReference ? Budget::UnitSums : Budget::EmittedText,
                         .edges = input.edges,
                         .words = input.words,
                         .threads = input.threads},
                        stop);
}

} // namespace

const StrategyDescriptor &tokenpacked()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "token-packed",
        .title = "Packed by Tokens",
        .help = "Ends a sentence only where a capital, digit, quote or bracket follows, and packs sentences up to max "
                "tokens. Ceiling shows the difference between the well-known recipe and budgets that hold.",
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
