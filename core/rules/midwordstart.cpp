// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/scripts.h"
#include "audit/sentencefacts.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace cw::rulelist {

namespace {

constexpr bool continuesACharacter(char32_t c)
{
    constexpr char32_t zeroWidthJoiner = 0x200D;
    return c == zeroWidthJoiner || (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xFE00 && c <= 0xFE0F);
}

bool startsInsideWord(std::string_view text, std::size_t byte)
{
    if (byte == 0 || byte >= text.size())
        return false;
    const char32_t before = decodeCharacter(text, previousCharacterStart(text, byte)).codePoint;
    const char32_t after = decodeCharacter(text, byte).codePoint;
    if (characterClass(after) == CharacterClass::Mark || continuesACharacter(after))
        return !isPythonSpace(before);
    return isPythonWord(before) && isPythonWord(after) && !isWrittenWithoutSpaces(before)
        && !isWrittenWithoutSpaces(after);
}

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk([&](const ChunkPlace &at) {
        const ByteRange source = at.facts().source;
        if (startsInsideWord(at.documentText(), source.begin))
            add(at, wordAfter(at.documentText(), source.begin, source.end), 0, 0);
    });
}

} // namespace

const RuleDescriptor &midwordstart()
{
    static const RuleDescriptor rule{
        .id = "mid-word-start",
        .title = "Starts mid-word",
        .whyItMatters = "Half a word is another word to a model, or none, and a search for the whole word misses it.",
        .whatToDo = "Choose a strategy that cuts between words, or raise max.",
        .message = "Starts in the middle of a word.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
