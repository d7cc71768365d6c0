// SPDX-License-Identifier: GPL-3.0-or-later
// Places between characters that no token of a vocabulary crosses.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

/// When no token holds two characters side by side, merging never crosses from the one to the other, and what is left
/// and right of that place is merged independently. Scripts without spaces come apart into pieces of a few characters
/// in this way. Says "not certain" too often (a hashed set of 64 kB), never too rarely.
class CertainBoundaries final
{
public:
    /// By token: the ids of the two tokens that merge into it, lower than its own; `noRight` and a byte for a token of
    /// one byte.
    CertainBoundaries(std::span<const std::pair<std::uint32_t, std::uint32_t>> parents, std::uint32_t noRight);

    /// Where the first piece of `text` that merges independently ends: after its first character at the earliest, at
    /// text.size() at the latest. Linear. Precondition: valid UTF-8, not empty.
    [[nodiscard]] std::size_t firstPieceEnd(std::string_view text) const noexcept;

private:
    static constexpr unsigned setBits = 19;

    /// The bytes of one character, first one lowest.
    using Character = std::uint32_t;

    [[nodiscard]] static std::size_t placeOf(Character left, Character right) noexcept
    {
        const std::uint64_t both = std::uint64_t{right} << 32 | left;
        return both * 0x9E37'79B9'7F4A'7C15 >> (64 - setBits);
    }
    void add(Character left, Character right) noexcept;

    std::vector<std::uint64_t> m_pairs;
    std::bitset<std::size_t{1} << 16> m_bytePairs; ///< of tokens that begin or end within one of the two characters
};

} // namespace cw
