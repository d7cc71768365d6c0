// SPDX-License-Identifier: GPL-3.0-or-later
// Which characters stand side by side in the tokens of a vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// A set of neighbouring characters with one hashed bit each: says of a few percent of others that they are in it,
/// never of a member that it is not.
class CharacterPairs final
{
public:
    /// For about so many pairs, 16 bits each.
    explicit CharacterPairs(std::size_t pairs = 0);

    /// All neighbours within `token`. Precondition: valid UTF-8.
    void addToken(std::string_view token);

    [[nodiscard]] bool mayHold(char32_t left, char32_t right) const noexcept
    {
        const std::size_t place = placeOf(left, right);
        return (m_bits[place / 64] >> (place % 64) & 1U) != 0;
    }

private:
    [[nodiscard]] std::size_t placeOf(char32_t left, char32_t right) const noexcept
    {
        const std::uint64_t both = std::uint64_t{right} << 32 | left;
        return static_cast<std::size_t>(both * 0x9E37'79B9'7F4A'7C15 >> (64 - m_setBits));
    }

    unsigned m_setBits = 10;
    std::vector<std::uint64_t> m_bits;
};

} // namespace cw
