// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/unicode.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace cw {
namespace {

TEST(Unicode, PythonSpaceOfInvisibleCharacters)
{
    constexpr std::array<std::pair<char32_t, bool>, 26> expected{{
        {0x0009, true},  {0x000A, true},  {0x000B, true}, {0x000C, true}, {0x000D, true},  {0x001B, false},
        {0x001C, true},  {0x001F, true},  {0x0020, true}, {0x0085, true}, {0x00A0, true},  {0x1680, true},
        {0x180E, false}, {0x2000, true},  {0x2007, true}, {0x200A, true}, {0x200B, false}, {0x200C, false},
        {0x200D, false}, {0x2028, true},  {0x2029, true}, {0x202F, true}, {0x205F, true},  {0x2060, false},
        {0x3000, true},  {0xFEFF, false},
    }};
    for (const auto &[codePoint, isSpace] : expected)
        EXPECT_EQ(isPythonSpace(codePoint), isSpace) << std::hex << std::uint32_t{codePoint};
}

TEST(Unicode, PythonSpaceHasTwentyNineCharacters)
{
    int spaces = 0;
    for (char32_t codePoint = 0; codePoint <= 0x10FFFF; ++codePoint)
        spaces += isPythonSpace(codePoint) ? 1 : 0;
    EXPECT_EQ(spaces, 29);
}

TEST(Unicode, ClassesOfTellingCharacters)
{
    using enum CharacterClass;
    constexpr std::array<std::pair<char32_t, CharacterClass>, 24> expected{{
        {U'\n', Newline},
        {U'\r', Newline},
        {U'\t', WhiteSpace},
        {0x0085, WhiteSpace},
        {0x2028, WhiteSpace},
        {0x001C, Other},
        {0x200B, Other},
        {0xFEFF, Other},
        {U'7', Number},
        {0x00BD, Number}, // one half, No
        {0x2167, Number}, // roman numeral eight, Nl
        {0x0967, Number}, // Devanagari digit one, Nd
        {U'Z', Upper},
        {0x01C5, Upper}, // Lt
        {U'z', Lower},
        {0x017F, Lower}, // long s
        {0x00AA, CaselessLetter}, // feminine ordinal, Lo
        {0x02B0, CaselessLetter}, // modifier small h, Lm
        {0x4E00, CaselessLetter},
        {0x0301, Mark},
        {0x20DD, Mark}, // enclosing circle, Me
        {0x1F600, Other},
        {0x10D50, Upper}, // Garay capital letter, new in Unicode 16
        {0x1C89, Upper}, // Cyrillic capital letter tje, new in Unicode 16
    }};
    for (const auto &[codePoint, characterKind] : expected)
        EXPECT_EQ(characterClass(codePoint), characterKind) << std::hex << std::uint32_t{codePoint};
}

TEST(Unicode, PythonLowerIsTheLowercaseProperty)
{
    for (const char32_t codePoint : {U'a', char32_t{0x00AA}, char32_t{0x02B0}, char32_t{0x2170}, char32_t{0x24D0}})
        EXPECT_TRUE(isPythonLower(codePoint)) << std::hex << std::uint32_t{codePoint};
    for (const char32_t codePoint : {U'A', U'1', char32_t{0x01C5}, char32_t{0x4E00}, char32_t{0x0301}})
        EXPECT_FALSE(isPythonLower(codePoint)) << std::hex << std::uint32_t{codePoint};
}

TEST(Unicode, PythonWordIsLettersNumbersAndUnderscore)
{
    for (const char32_t codePoint :
         {U'_', U'a', U'9', char32_t{0x00B2}, char32_t{0x2160}, char32_t{0x4E00}, char32_t{0x02B0}})
        EXPECT_TRUE(isPythonWord(codePoint)) << std::hex << std::uint32_t{codePoint};
    for (const char32_t codePoint : {U'-', U'.', U' ', char32_t{0x0301}, char32_t{0x203F}, char32_t{0x200D}})
        EXPECT_FALSE(isPythonWord(codePoint)) << std::hex << std::uint32_t{codePoint};
}

TEST(Unicode, ValuesThatAreNoCharactersHaveNoProperties)
{
    for (const char32_t codePoint : {char32_t{0xD800}, char32_t{0x10FFFF}, char32_t{0x110000}, char32_t{0xFFFFFFFF}}) {
        EXPECT_EQ(characterClass(codePoint), CharacterClass::Other);
        EXPECT_FALSE(isPythonSpace(codePoint));
        EXPECT_FALSE(isPythonLower(codePoint));
        EXPECT_FALSE(isPythonWord(codePoint));
    }
}

} // namespace
} // namespace cw
