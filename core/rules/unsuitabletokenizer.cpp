// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/scripts.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>

namespace cw::rulelist {

namespace {

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "percent",
     .title = "Most such characters",
     .help = "Largest share of a chunk's letters and digits that may be of a script without spaces between words.",
     .kind = ParameterKind::Integer,
     .minimum = 0,
     .maximum = 100,
     .defaultInteger = 50,
     .unit = "percent"},
}};

bool countsTokensAsWords(const AuditInput &input)
{
    return input.tokenizer.id() == "words";
}

/// Whether anything of the run is counted in white-space words.
bool countsWords(const AuditInput &input)
{
    const auto areUnitsWords = [](const ChunkedWith &with) { return with.sizeUnit == SizeUnit::Words; };
    return countsTokensAsWords(input) || input.strategy.sizeUnit == SizeUnit::Words
        || std::ranges::any_of(input.byDocument, areUnitsWords);
}

std::int64_t percentWithoutSpaces(std::string_view text)
{
    std::int64_t all = 0;
    std::int64_t withoutSpaces = 0;
    for (std::size_t byte = 0; byte < text.size();) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        if (isPythonWord(character.codePoint)) {
            ++all;
            withoutSpaces += isWrittenWithoutSpaces(character.codePoint) ? 1 : 0;
        }
        byte += character.byteLength;
    }
    return all == 0 ? 0 : withoutSpaces * 100 / all;
}

void check(const RuleContext &context, const FindingSink &add)
{
    // Such letters take three bytes or more: chunks of shorter words need no closer look.
    constexpr std::size_t suspiciousBytesPerWord = 24;
    if (!countsWords(context.input))
        return;
    const bool areTokensWords = countsTokensAsWords(context.input);
    const std::int64_t limit = context.thresholds.integer(thresholds[0]);
    context.forEachChunk([&](const ChunkPlace &at) {
        if (!areTokensWords && context.input.chunkedWith(at.document).sizeUnit != SizeUnit::Words)
            return;
        const std::size_t words = areTokensWords ? at.facts().tokens : at.facts().units;
        if (at.facts().emit.size() < words * suspiciousBytesPerWord)
            return;
        const std::int64_t percent = percentWithoutSpaces(at.chunkSet.text(at.chunk));
        if (percent > limit)
            add(at, at.facts().source, percent, limit);
    });
}

} // namespace

const RuleDescriptor &unsuitabletokenizer()
{
    static const RuleDescriptor rule{
        .id = "unsuitable-tokenizer",
        .title = "Words without spaces",
        .whyItMatters
        = "White space says nothing about the size of Chinese, Japanese, Thai and the like: a paragraph counts "
          "as one word, so the ceiling never holds.",
        .whatToDo = "Choose the embedding model's own tokenizer and a strategy that counts tokens.",
        .message = "Is counted in words, but %1 percent of its letters are of a script without spaces between words.",
        .defaultSeverity = Severity::Warning,
        .thresholds = thresholds,
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
