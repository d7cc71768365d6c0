// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/textshares.h"

#include "text/characterproperties.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

CharacterClass classAt(std::string_view text, std::size_t byte)
{
    return characterProperties(decodeCharacter(text, byte).codePoint).characterClass();
}

bool isWhiteSpace(CharacterClass kind)
{
    return kind == CharacterClass::WhiteSpace || kind == CharacterClass::Newline;
}

bool isLetter(CharacterClass kind)
{
    return kind == CharacterClass::Upper || kind == CharacterClass::Lower || kind == CharacterClass::CaselessLetter;
}

/// Whether a text's end behind the line feed before `byte` changes nothing before it: for GPT-2 white space is white
/// space, and the end of a text takes all that it ends with as one.
bool isLineEnd(PretokenPattern pattern, std::string_view text, std::size_t byte)
{
    if (text[byte - 1] != '\n')
        return false;
    return pattern != PretokenPattern::Gpt2 || byte == 1
        || !isWhiteSpace(classAt(text, previousCharacterStart(text, byte - 1)));
}

} // namespace

/// A space that follows something visible, something visible but a slash that follows a line feed, or a symbol but an
/// apostrophe that follows a letter.
bool isHardBoundary(PretokenPattern pattern, std::string_view text, std::size_t byte)
{
    const char first = text[byte];
    if (first == ' ')
        return !isWhiteSpace(classAt(text, previousCharacterStart(text, byte)));
    // Most places of a text are refused here.
    if ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9'))
        return isLineEnd(pattern, text, byte);
    if (first == '/' || first == '\'' || !isCharacterBoundary(text, byte))
        return false;
    if (text[byte - 1] == '\n')
        return !isWhiteSpace(classAt(text, byte)) && isLineEnd(pattern, text, byte);
    return classAt(text, byte) == CharacterClass::Other && isLetter(classAt(text, previousCharacterStart(text, byte)));
}

std::vector<std::size_t> textShares(PretokenPattern pattern, std::string_view text, std::size_t shareBytes)
{
    std::vector<std::size_t> begins{0};
    for (std::size_t byte = shareBytes; byte < text.size(); ++byte) {
        if (!isHardBoundary(pattern, text, byte))
            continue;
        begins.push_back(byte);
        byte += shareBytes - 1;
    }
    if (!text.empty())
        begins.push_back(text.size());
    return begins;
}

} // namespace cw
