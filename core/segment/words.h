// SPDX-License-Identifier: GPL-3.0-or-later
// Words: maximal runs without white space, as Python's `str.split()` finds them, with their exact ranges.
#pragma once

#include "base/byterange.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// Bytes of the white-space character (isPythonSpace) at `byte`; 0 when the character is not white space.
/// Precondition: `byte` < text.size() and on a character's start.
[[nodiscard]] inline unsigned spaceLengthAt(std::string_view text, std::size_t byte) noexcept
{
    const auto lead = static_cast<unsigned char>(text[byte]);
    if (lead < 0x80) {
        const bool isSpace = lead == ' ' || (lead >= 0x09 && lead <= 0x0D) || (lead >= 0x1C && lead <= 0x1F);
        return isSpace ? 1U : 0U;
    }
    if (lead > 0xE3)
        return 0; // the last white-space character is U+3000
    const DecodedCharacter character = decodeCharacter(text, byte);
    return isPythonSpace(character.codePoint) ? character.byteLength : 0U;
}

/// First byte in [byte, end) that starts a character other than white space; `end` when there is none.
[[nodiscard]] inline std::size_t skipSpaces(std::string_view text, std::size_t byte, std::size_t end) noexcept
{
    while (byte < end) {
        const unsigned length = spaceLengthAt(text, byte);
        if (length == 0)
            break;
        byte += length;
    }
    return byte;
}

/// First byte in [byte, end) that starts a white-space character; `end` when there is none. Precondition: `byte` is
/// `end` or on a character's start.
[[nodiscard]] std::size_t skipWord(std::string_view text, std::size_t byte, std::size_t end) noexcept;

/// `end` moved back over white space, not before `begin`.
[[nodiscard]] std::size_t trimSpacesBack(std::string_view text, std::size_t begin, std::size_t end) noexcept;

/// `end` moved back over everything but white space, not before `begin`: the start of the word that ends there.
[[nodiscard]] std::size_t trimWordBack(std::string_view text, std::size_t begin, std::size_t end) noexcept;

/// The range without white space at both ends, as `str.strip()`; empty at range.end when nothing is left.
[[nodiscard]] ByteRange stripSpaces(std::string_view text, ByteRange range) noexcept;

/// Walks over the words of a text.
class WordScanner final
{
public:
    explicit WordScanner(std::string_view text) noexcept : m_text(text) { }

    /// Moves to the next word; false at the end of the text.
    [[nodiscard]] bool next() noexcept;

    [[nodiscard]] ByteRange word() const noexcept { return m_word; }
    /// White space between the word before (or the text's start) and this word.
    [[nodiscard]] ByteRange gap() const noexcept { return m_gap; }

private:
    std::string_view m_text;
    ByteRange m_word;
    ByteRange m_gap;
};

} // namespace cw
