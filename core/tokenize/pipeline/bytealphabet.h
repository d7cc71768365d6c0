// SPDX-License-Identifier: GPL-3.0-or-later
// The letters that byte-level tokenizers write bytes with.
#pragma once

#include "tokenize/pipeline/alignedtext.h"

#include <array>

namespace cw {

/// GPT-2's alphabet: visible bytes of Latin-1 stand for themselves, the others for U+0100 and up, in order.
constexpr std::array<char32_t, 256> makeByteAlphabet()
{
    std::array<char32_t, 256> alphabet{};
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < alphabet.size(); ++byte) {
        const bool isVisible = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        alphabet[byte] = isVisible ? byte : next++;
    }
    return alphabet;
}
inline constexpr std::array<char32_t, 256> byteAlphabet = makeByteAlphabet();
inline constexpr char32_t spaceInByteAlphabet = byteAlphabet[0x20];

/// Writes the bytes of all pieces that are not tokens yet with these letters.
void spellBytes(std::span<TextPiece> pieces, PieceStore &store);

/// The letters of a character's first and last byte.
[[nodiscard]] char32_t firstByteLetter(char32_t codePoint);
[[nodiscard]] char32_t lastByteLetter(char32_t codePoint);

} // namespace cw
