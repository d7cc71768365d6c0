// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/scripts.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <array>
#include <optional>

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

/// White-space words of the chunk, when anything of this run is counted in them.
std::optional<std::size_t> countedWords(const AuditInput &input, const Chunk &chunk)
{
    if (input.tokenizer.id() == "words")
        return chunk.tokens;
    if (input.strategy.sizeUnit == SizeUnit::Words)
        return chunk.units;
    return std::nullopt;
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
    const std::int64_t limit = context.thresholds.integer(thresholds[0]);
    context.forEachChunk([&](const ChunkPlace &at) {
        const std::optional<std::size_t> words = countedWords(context.input, at.facts());
        const std::string_view text = at.chunkSet.text(at.chunk);
        if (!words || text.size() < *words * suspiciousBytesPerWord)
            return;
        const std::int64_t percent = percentWithoutSpaces(text);
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
    };
    return rule;
}

} // namespace cw::rulelist
