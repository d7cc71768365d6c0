// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/characterpairs.h"

#include "text/utf8.h"

namespace cw {

CharacterPairs::CharacterPairs(std::size_t pairs)
{
    constexpr unsigned mostSetBits = 26;
    while (m_setBits < mostSetBits && (std::size_t{1} << m_setBits) < 16 * pairs)
        ++m_setBits;
    m_bits.resize((std::size_t{1} << m_setBits) / 64);
}

void CharacterPairs::addToken(std::string_view token)
{
    char32_t previous = 0;
    for (std::size_t byte = 0; byte < token.size();) {
        const DecodedCharacter character = decodeCharacter(token, byte);
        if (byte > 0) {
            const std::size_t place = placeOf(previous, character.codePoint);
            m_bits[place / 64] |= std::uint64_t{1} << (place % 64);
        }
        previous = character.codePoint;
        byte += character.byteLength;
    }
}

} // namespace cw
