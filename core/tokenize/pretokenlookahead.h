// SPDX-License-Identifier: GPL-3.0-or-later
// What the pre-tokenizer's expressions ask about the text ahead.
#pragma once

#include "text/characterproperties.h"
#include "text/utf8.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// Class of the character at `byte`. Precondition: byte < text.size() and on a character's start.
[[nodiscard]] inline CharacterClass characterClassAt(std::string_view text, std::size_t byte) noexcept
{
    return characterProperties(decodeCharacter(text, byte).codePoint).characterClass();
}

/// (?i:'s|'t|'re|'ve|'m|'ll|'d) at `byte`, or `byte` when none is there.
[[nodiscard]] constexpr std::size_t contractionEnd(std::string_view text, std::size_t byte) noexcept
{
    const auto lowerAscii = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
    const std::size_t left = text.size() - byte;
    if (left < 2 || text[byte] != '\'')
        return byte;
    const char first = lowerAscii(text[byte + 1]);
    if (first == 's' || first == 't' || first == 'm' || first == 'd')
        return byte + 2;
    if (left < 3)
        return byte;
    const char second = lowerAscii(text[byte + 2]);
    if (((first == 'r' || first == 'v') && second == 'e') || (first == 'l' && second == 'l'))
        return byte + 3;
    // U+017F folds to s.
    if (text[byte + 1] == '\xC5' && text[byte + 2] == '\xBF')
        return byte + 3;
    return byte;
}

/// '(?:[sdmt]|ll|ve|re) at `byte`, or `byte` when none is there.
[[nodiscard]] constexpr std::size_t smallContractionEnd(std::string_view text, std::size_t byte) noexcept
{
    const std::size_t left = text.size() - byte;
    if (left < 2 || text[byte] != '\'')
        return byte;
    const char first = text[byte + 1];
    if (first == 's' || first == 't' || first == 'm' || first == 'd')
        return byte + 2;
    if (left < 3)
        return byte;
    const char second = text[byte + 2];
    return ((first == 'r' || first == 'v') && second == 'e') || (first == 'l' && second == 'l') ? byte + 3 : byte;
}

/// Whether the white space that goes on at `byte` comes to a line break.
[[nodiscard]] bool blanksLeadToNewline(std::string_view text, std::size_t byte) noexcept;

/// Whether white space stands at `byte`, which may be the text's end and then counts as white, too.
[[nodiscard]] bool isWhiteOrEnd(std::string_view text, std::size_t byte) noexcept;

/// Whether the capitals that go on at `byte` end without another letter or mark behind them.
[[nodiscard]] bool capitalsEndWord(std::string_view text, std::size_t byte) noexcept;

} // namespace cw
