// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 decoding, validation and repair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

struct DecodedCharacter
{
    char32_t codePoint = 0;
    unsigned byteLength = 0;
};

[[nodiscard]] constexpr bool isUtf8Continuation(char byte) noexcept
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes of the UTF-8 sequence that a lead byte starts, for valid text.
[[nodiscard]] constexpr unsigned utf8SequenceLength(char lead) noexcept
{
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1U : byte < 0xE0 ? 2U : byte < 0xF0 ? 3U : 4U;
}

/// The character at `byte` of valid UTF-8. Precondition: byte < text.size() and on a character's start.
[[nodiscard]] constexpr DecodedCharacter decodeCharacter(std::string_view text, std::size_t byte) noexcept
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[byte + i]); };
    const char32_t lead = at(0);
    if (lead < 0x80)
        return {lead, 1};
    if (lead < 0xE0)
        return {((lead & 0x1F) << 6) | (at(1) & 0x3FU), 2};
    if (lead < 0xF0)
        return {((lead & 0x0F) << 12) | ((at(1) & 0x3FU) << 6) | (at(2) & 0x3FU), 3};
    return {((lead & 0x07) << 18) | ((at(1) & 0x3FU) << 12) | ((at(2) & 0x3FU) << 6) | (at(3) & 0x3FU), 4};
}

/// Start of the character before `byte`. Precondition: byte > 0, valid UTF-8.
[[nodiscard]] constexpr std::size_t previousCharacterStart(std::string_view text, std::size_t byte) noexcept
{
    do
        --byte;
    while (byte > 0 && isUtf8Continuation(text[byte]));
    return byte;
}

/// True when `byte` is 0, the text's size, or the first byte of a character.
[[nodiscard]] constexpr bool isCharacterBoundary(std::string_view text, std::size_t byte) noexcept
{
    return byte == 0 || byte >= text.size() || !isUtf8Continuation(text[byte]);
}

/// Bytes of a code point in UTF-8.
[[nodiscard]] constexpr unsigned utf8LengthOf(char32_t codePoint) noexcept
{
    return codePoint < 0x80 ? 1U : codePoint < 0x800 ? 2U : codePoint < 0x10000 ? 3U : 4U;
}

void appendUtf8(std::string &out, char32_t codePoint);

[[nodiscard]] bool isValidUtf8(std::string_view bytes) noexcept;

/// isValidUtf8() of bytes that arrive piece by piece, each looked at while it is still in the processor's cache.
class Utf8Check final
{
public:
    /// Precondition: `bytes` begins with what was given before.
    void grow(std::string_view bytes) noexcept;
    /// Whether all of `bytes`, as given last, is valid.
    [[nodiscard]] bool finish(std::string_view bytes) noexcept;

private:
    std::size_t m_checked = 0; ///< ends with a whole character
    bool m_isValid = true;
};

struct RepairedText
{
    std::string text;
    std::uint64_t replacedSequences = 0;
    std::vector<std::uint64_t> replacedAt; ///< offsets in `text` of the first replacements, at most `keepPlaces`
};

/// Valid UTF-8 from any bytes: each maximal subpart of an ill-formed sequence becomes one U+FFFD (Unicode 16, section
/// 3.9, table 3-8; Python's errors="replace" and the WHATWG decoder do the same). NUL bytes are kept.
[[nodiscard]] RepairedText repairUtf8(std::string_view bytes, std::size_t keepPlaces = 100);

} // namespace cw
