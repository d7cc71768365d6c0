// SPDX-License-Identifier: GPL-3.0-or-later
// What BERT's uncased normalizer and pre-tokenizer make of one character.
#pragma once

#include <array>
#include <cstdint>

namespace cw {

/// Numbers as in bertcharactertables.inc.
enum class BertCharacterKind : std::uint8_t {
    Letter, ///< belongs to a word, in the spelling given
    Dropped, ///< removed before words are looked for; the characters around it are neighbours
    DroppedStarter, ///< a mark removed after marks are put in order: none moves over it
    Space, ///< ends a word
    Isolated ///< a word by itself: punctuation and ideographs
};

struct BertCharacter
{
    BertCharacterKind kind = BertCharacterKind::Letter;
    std::uint8_t partCount = 0; ///< 0 when nothing is left, never more than the character's bytes in UTF-8
    std::array<char32_t, 3> parts{}; ///< lower case, decomposed, without nonspacing marks
    std::array<std::uint8_t, 3> combiningClasses{}; ///< 0 for what does not move when marks are put in order
};

/// As the BertNormalizer (clean_text, handle_chinese_chars, lowercase, strip_accents) and BertPreTokenizer of Hugging
/// Face tokenizers 0.22: categories of Unicode 8, decompositions of Unicode 9. Unassigned characters are letters.
[[nodiscard]] BertCharacter bertCharacter(char32_t codePoint) noexcept;

} // namespace cw
