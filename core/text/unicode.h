// SPDX-License-Identifier: GPL-3.0-or-later
// Character classes of Unicode 16.0, from tables of our own so that results do not depend on a library's version.
#pragma once

#include <cstdint>

namespace cw {

/// Classes as the OpenAI pre-tokenizer patterns see them (TOKENIZER classes NL, WS, N, U, L, C, M, O).
enum class CharacterClass : std::uint8_t {
    Other,
    Newline, ///< LF, CR
    WhiteSpace, ///< other White_Space
    Number, ///< General_Category N*
    Upper, ///< Lu, Lt
    Lower, ///< Ll
    CaselessLetter, ///< Lm, Lo
    Mark ///< M*
};

[[nodiscard]] CharacterClass characterClass(char32_t codePoint) noexcept;

/// White space as Python's `str.split`, `str.strip`, `str.isspace` and `re` `\s` see it:
/// White_Space plus U+001C..U+001F.
[[nodiscard]] bool isPythonSpace(char32_t codePoint) noexcept;

/// `str.islower()` of a one-character string: the Lowercase property.
[[nodiscard]] bool isPythonLower(char32_t codePoint) noexcept;

/// `re` `\w`: letters and numbers as `str.isalnum`, and the underscore.
[[nodiscard]] bool isPythonWord(char32_t codePoint) noexcept;

} // namespace cw
