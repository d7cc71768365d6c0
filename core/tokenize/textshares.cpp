// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/textshares.h"

#include "text/characterproperties.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

bool isWhiteSpaceAt(std::string_view text, std::size_t byte)
{
    const CharacterClass kind = characterProperties(decodeCharacter(text, byte).codePoint).characterClass();
    return kind == CharacterClass::WhiteSpace || kind == CharacterClass::Newline;
}

/// A space that follows something visible, or something visible but a slash that follows a line feed.
bool isHardBoundary(std::string_view text, std::size_t byte)
{
    if (text[byte] == ' ')
        return !isWhiteSpaceAt(text, previousCharacterStart(text, byte));
    return text[byte - 1] == '\n' && text[byte] != '/' && !isWhiteSpaceAt(text, byte);
}

} // namespace

std::vector<std::size_t> textShares(std::string_view text, std::size_t shareBytes)
{
    std::vector<std::size_t> begins{0};
    for (std::size_t byte = shareBytes; byte < text.size(); ++byte) {
        if (!isHardBoundary(text, byte))
            continue;
        begins.push_back(byte);
        byte += shareBytes - 1;
    }
    if (!text.empty())
        begins.push_back(text.size());
    return begins;
}

} // namespace cw
