// SPDX-License-Identifier: GPL-3.0-or-later
// The table behind unicode.h, for loops that need its answer without a call.
#pragma once

#include "text/unicode.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace cw {

/// What is stored for one character: its CharacterClass in the low three bits, and flags.
class CharacterProperties final
{
public:
    static constexpr std::uint8_t lowerFlag = 0x08;
    static constexpr std::uint8_t pythonSpaceFlag = 0x10;
    static constexpr std::uint8_t pythonWordFlag = 0x20;

    constexpr explicit CharacterProperties(std::uint8_t bits) noexcept : m_bits(bits) { }

    [[nodiscard]] constexpr CharacterClass characterClass() const noexcept
    {
        return static_cast<CharacterClass>(m_bits & 0x07U);
    }
    [[nodiscard]] constexpr bool isLower() const noexcept { return (m_bits & lowerFlag) != 0; }
    [[nodiscard]] constexpr bool isPythonSpace() const noexcept { return (m_bits & pythonSpaceFlag) != 0; }
    [[nodiscard]] constexpr bool isPythonWord() const noexcept { return (m_bits & pythonWordFlag) != 0; }

private:
    std::uint8_t m_bits;
};

/// Two-stage table over blocks of 128 characters.
struct CharacterTable
{
    static constexpr unsigned blockBits = 7;
    static constexpr std::size_t blockSize = std::size_t{1} << blockBits;

    const std::uint8_t *blockOfCharacter;
    const std::array<std::uint8_t, blockSize> *propertiesOfBlock;
};

extern const CharacterTable characterTable;

/// Properties of any value; those past U+10FFFF are nothing.
[[nodiscard]] inline CharacterProperties characterProperties(char32_t codePoint) noexcept
{
    if (codePoint > 0x10FFFF)
        return CharacterProperties(0);
    const auto &block
        = characterTable.propertiesOfBlock[characterTable.blockOfCharacter[codePoint >> CharacterTable::blockBits]];
    return CharacterProperties(block[codePoint % CharacterTable::blockSize]);
}

} // namespace cw
