// SPDX-License-Identifier: GPL-3.0-or-later
// The parameter `sentence`, the same in every strategy that works with sentences.
#pragma once

#include "run/parameters.h"
#include "segment/sentencebreaks.h"
#include "segment/sentences.h"
#include "segment/settled.h"
#include "strategies/strategy.h"

#include <array>

namespace cw {

inline constexpr std::array sentenceChoices{
    ParameterChoice{"reference", "As the recipe",
                    "White space after . ! or ?, as in the strategy's recipe. Splits "
                    "\"Dr. Smith\" and misses Chinese."},
    ParameterChoice{"unicode", "Unicode rules",
                    "ICU's sentence rules (UAX #29): all scripts, but a sentence ends at "
                    "every line break and after \"Dr.\"."},
    ParameterChoice{"smart", "Smart",
                    "Knows abbreviations, initials, numbers, quotes, lists and wrapped lines in ten "
                    "languages, and the marks of other scripts."},
};

inline constexpr ParameterSpec sentenceParameter{
    .id = "sentence",
    .title = "Sentences",
    .help = "What counts as the end of a sentence.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Segmentation,
    .defaultChoice = "reference",
    .choices = sentenceChoices,
    .isOmittedAtDefault = true,
};

/// For strategies that have no recipe to follow.
inline constexpr ParameterSpec smartSentenceParameter{
    .id = "sentence",
    .title = "Sentences",
    .help = "What counts as the end of a sentence.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Segmentation,
    .defaultChoice = "smart",
    .choices = sentenceChoices,
};

/// `reference` is the rule of the strategy's recipe.
[[nodiscard]] inline SentenceRule sentenceRuleOf(const ParameterValues &parameters, SentenceRule reference,
                                                 const ParameterSpec &spec = sentenceParameter)
{
    const std::string choice = parameters.choice(spec);
    return choice == "smart" ? SentenceRule::Smart : choice == "unicode" ? SentenceRule::Unicode : reference;
}

/// StrategyDescriptor::settledEnd of these strategies. ICU's rules look on to the next mark, which is before the end of
/// the next sentence; ours look on a few hundred bytes.
[[nodiscard]] inline std::size_t settledSentencesEnd(const PackInput &beginning, std::string_view)
{
    const std::size_t bytes = beginning.document.text().size();
    switch (sentenceRuleOf(beginning.parameters, SentenceRule::Terminator)) {
    case SentenceRule::Smart:
        return settledUnitsEnd(beginning.segmentation, bytes, smartBreakLookAhead, 1);
    case SentenceRule::Unicode:
        return settledUnitsEnd(beginning.segmentation, bytes, 0, 2);
    default:
        return settledUnitsEnd(beginning.segmentation);
    }
}

} // namespace cw
