// SPDX-License-Identifier: GPL-3.0-or-later
// LangChain's RecursiveCharacterTextSplitter with kept separators.
#include "chunk/separatorsplitter.h"
#include "segment/sentences.h"
#include "segment/settled.h"
#include "strategies/joinparameter.h"
#include "strategies/languageseparators.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <array>

namespace cw::strategylist {

namespace {

constexpr ParameterSpec languageParameter{
    .id = "language",
    .title = "Language",
    .help = "Which list of separators to take, from the coarsest to the finest.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "none",
    .choices = separatorLanguages,
};

constexpr ParameterSpec separatorsParameter{
    .id = "separators",
    .title = "Separators",
    .help = "Your own separators, coarsest first, instead of the language's; an empty text cuts between characters.",
    .kind = ParameterKind::StringList,
    .affects = Affects::Packing,
};

constexpr std::array parameters{languageParameter, separatorsParameter, sourceJoinParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &, std::stop_token)
{
    return unsegmented(document);
}

std::vector<std::string> separatorsFor(const ParameterValues &values)
{
    std::vector<std::string> separators = values.stringList(separatorsParameter);
    if (separators.empty()) {
        const auto preset = separatorsOf(values.choice(languageParameter));
        separators.assign(preset.begin(), preset.end());
    }
    return separators;
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const std::vector<std::string> own = separatorsFor(input.parameters);
    const std::vector<std::string_view> separators(own.begin(), own.end());
    const SeparatorPieces *kept = input.separatorPieces.get();
    const bool isOfThis = kept && kept->isOf(input.index) && kept->separators() == separators;
    return splitBySeparators({.index = input.index,
                              .tokenizer = input.tokenizer,
                              .separators = separators,
                              .maxTokens = input.max,
                              .overlapTokens = input.overlap,
                              .pieces = isOfThis ? kept : nullptr},
                             stop);
}

/// A text is split at the coarsest separator that it contains, so the whole text must not contain a coarser one than
/// its beginning does. Then all pieces but the last are the same.
std::size_t settledEnd(const PackInput &beginning, std::string_view wholeText)
{
    const std::string_view text = *beginning.index.text();
    for (const std::string &separator : separatorsFor(beginning.parameters)) {
        if (separator.empty())
            return settledTextEnd(text);
        if (const std::size_t last = text.rfind(separator); last != std::string_view::npos)
            return std::min(last, settledTextEnd(text));
        if (wholeText.find(separator) != std::string_view::npos)
            return 0;
    }
    return 0;
}

} // namespace

const StrategyDescriptor &recursivecharacter()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "recursive-character",
        .title = "Recursive Separators",
        .help = "Splits at the coarsest separator of a list, and pieces that are too long at the next finer one, as "
                "LangChain does. Lists for Markdown and many programming languages. Sizes are sums over pieces, so a "
                "chunk can be a little over max.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 45,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledEnd,
        .separators = separatorsFor,
    };
    return descriptor;
}

} // namespace cw::strategylist
