// SPDX-License-Identifier: GPL-3.0-or-later
// Characters as the parts of Hugging Face tokenizers 0.22.2 see them, each part with the Unicode version it carries.
#pragma once

#include <cstdint>
#include <span>

namespace cw {

/// Of Unicode 16.0, for regular expressions. Numbers as in pipelinetables.inc.
enum class GeneralCategory : std::uint8_t {
    Unassigned,
    UppercaseLetter,
    LowercaseLetter,
    TitlecaseLetter,
    ModifierLetter,
    OtherLetter,
    NonspacingMark,
    SpacingMark,
    EnclosingMark,
    DecimalNumber,
    LetterNumber,
    OtherNumber,
    ConnectorPunctuation,
    DashPunctuation,
    OpenPunctuation,
    ClosePunctuation,
    InitialPunctuation,
    FinalPunctuation,
    OtherPunctuation,
    MathSymbol,
    CurrencySymbol,
    ModifierSymbol,
    OtherSymbol,
    SpaceSeparator,
    LineSeparator,
    ParagraphSeparator,
    Control,
    Format,
    Surrogate,
    PrivateUse
};
[[nodiscard]] GeneralCategory generalCategory(char32_t codePoint) noexcept;

/// Bits as in pipelinetables.inc.
enum class PipelineFlag : std::uint8_t {
    Word = 1, ///< `\w` of Unicode regular expressions, Unicode 16
    Numeric = 2, ///< of the pre-tokenizer Digits, Unicode 17
    Punctuation = 4, ///< of Punctuation and BertPreTokenizer: Unicode 8, and all signs of ASCII
    Mark = 8, ///< of StripAccents, Unicode 9
    NonspacingMark = 16, ///< of BertNormalizer, Unicode 8
    Other = 32, ///< what BertNormalizer takes for control characters, Unicode 8
    WhiteSpace = 64
};
[[nodiscard]] bool hasFlag(char32_t codePoint, PipelineFlag flag) noexcept;

/// Of Unicode 16.0, with what is Extended_Pictographic beside it. Numbers as in pipelinetables.inc.
enum class GraphemeBreak : std::uint8_t {
    Other,
    CarriageReturn,
    LineFeed,
    Control,
    Extend,
    Joiner,
    RegionalIndicator,
    Prepend,
    SpacingMark,
    LeadingJamo,
    VowelJamo,
    TrailingJamo,
    SyllableWithoutTrail,
    SyllableWithTrail,
    Pictographic
};
[[nodiscard]] GraphemeBreak graphemeBreak(char32_t codePoint) noexcept;

/// Full decompositions of Unicode 9, Hangul syllables excepted; empty when the character stays what it is.
[[nodiscard]] std::span<const char32_t> canonicalDecomposition(char32_t codePoint) noexcept;
[[nodiscard]] std::span<const char32_t> compatibilityDecomposition(char32_t codePoint) noexcept;
/// Lower case of the character by itself; empty when that is what it is.
[[nodiscard]] std::span<const char32_t> lowerCase(char32_t codePoint) noexcept;
/// A number that orders marks as their canonical combining classes do; 0 for what does not move.
[[nodiscard]] std::uint8_t combiningOrder(char32_t codePoint) noexcept;
/// What two characters are composed to; 0 when nothing.
[[nodiscard]] char32_t composed(char32_t first, char32_t second) noexcept;
/// True when some character before it may be composed with this one.
[[nodiscard]] bool isSecondOfComposition(char32_t codePoint) noexcept;

// Hangul syllables, by the arithmetic of the Unicode Standard, section 3.12.
inline constexpr char32_t firstHangulSyllable = 0xAC00;
inline constexpr char32_t hangulSyllableCount = 11172;
inline constexpr char32_t firstLeadingJamo = 0x1100;
inline constexpr char32_t leadingJamoCount = 19;
inline constexpr char32_t firstVowelJamo = 0x1161;
inline constexpr char32_t vowelJamoCount = 21;
inline constexpr char32_t beforeTrailingJamo = 0x11A7;
inline constexpr char32_t trailingJamoCount = 28;
[[nodiscard]] constexpr bool isHangulSyllable(char32_t codePoint) noexcept
{
    return codePoint - firstHangulSyllable < hangulSyllableCount;
}

} // namespace cw
