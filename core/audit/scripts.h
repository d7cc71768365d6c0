// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts that put no spaces between words.
#pragma once

namespace cw {

/// Han, Kana, Bopomofo, Yi, Thai, Lao, Tibetan, Myanmar and Khmer, by block: counting words at white space, or asking
/// whether a cut lies inside a word, makes no sense there.
[[nodiscard]] constexpr bool isWrittenWithoutSpaces(char32_t c) noexcept
{
    return (c >= 0x0E00 && c <= 0x0FFF) // Thai, Lao, Tibetan
        || (c >= 0x1000 && c <= 0x109F) // Myanmar
        || (c >= 0x1780 && c <= 0x17FF) // Khmer
        || (c >= 0x2E80 && c <= 0x312F && !(c >= 0x3000 && c <= 0x3004)) // radicals, Kana, Bopomofo
        || (c >= 0x31A0 && c <= 0xA4CF) // Han, Yi
        || (c >= 0xF900 && c <= 0xFAFF) // compatibility Han
        || (c >= 0xFF66 && c <= 0xFF9F) // half-width Kana
        || (c >= 0x20000 && c <= 0x3FFFF); // supplementary Han
}

} // namespace cw
