// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/certainboundaries.h"

#include <algorithm>
#include <memory>

namespace cw {

namespace {

constexpr bool continues(std::uint32_t byte)
{
    return (byte & 0xC0) == 0x80;
}

constexpr unsigned byteLengthOf(std::uint32_t leadByte)
{
    return leadByte < 0xC0 ? 1 : leadByte < 0xE0 ? 2 : leadByte < 0xF0 ? 3 : 4;
}

constexpr std::uint32_t lowBytes(std::uint32_t bytes, unsigned count)
{
    return static_cast<std::uint32_t>(bytes & ((std::uint64_t{1} << (8 * count)) - 1));
}

/// Its first and last bytes, at most four each; in both the earlier byte is the lower one.
struct TokenEnds
{
    std::uint32_t first;
    std::uint32_t last;
    std::uint32_t held;
};

TokenEnds joined(const TokenEnds &left, const TokenEnds &right)
{
    const unsigned both = left.held + right.held;
    const unsigned held = std::min(both, 4U);
    const std::uint64_t last = left.last | std::uint64_t{right.last} << (8 * left.held);
    return {static_cast<std::uint32_t>(left.first | std::uint64_t{right.first} << (8 * left.held)),
            static_cast<std::uint32_t>(last >> (8 * (both - held))), held};
}

} // namespace

CertainBoundaries::CertainBoundaries(std::span<const std::pair<std::uint32_t, std::uint32_t>> parents,
                                     std::uint32_t noRight)
    : m_pairs((std::size_t{1} << setBits) / 64)
{
    // Each place within a token is the seam of the token itself or of one that it was merged from.
    const auto tokens = std::make_unique_for_overwrite<TokenEnds[]>(parents.size());
    for (std::size_t token = 0; token < parents.size(); ++token) {
        const auto [leftToken, rightToken] = parents[token];
        if (rightToken == noRight) {
            tokens[token] = {leftToken, leftToken, 1};
            continue;
        }
        const TokenEnds &left = tokens[leftToken];
        const TokenEnds &right = tokens[rightToken];
        tokens[token] = joined(left, right);
        const std::uint32_t lead = right.first & 0xFF;
        if (continues(lead))
            continue;
        const unsigned rightBytes = byteLengthOf(lead);
        unsigned leftBytes = 1;
        while (leftBytes < left.held && continues(left.last >> (8 * (left.held - leftBytes)) & 0xFF))
            ++leftBytes;
        const std::uint32_t leftCharacter = left.last >> (8 * (left.held - leftBytes));
        if (right.held >= rightBytes && !continues(leftCharacter & 0xFF))
            add(leftCharacter, lowBytes(right.first, rightBytes));
        else
            m_bytePairs.set((left.last >> (8 * (left.held - 1)) & 0xFF) << 8 | lead);
    }
}

void CertainBoundaries::add(Character left, Character right) noexcept
{
    const std::size_t place = placeOf(left, right);
    m_pairs[place / 64] |= std::uint64_t{1} << (place % 64);
}

std::size_t CertainBoundaries::firstPieceEnd(std::string_view text) const noexcept
{
    const auto byteAt = [&](std::size_t byte) { return std::uint32_t{static_cast<std::uint8_t>(text[byte])}; };
    std::size_t end = 0;
    Character previous = 0;
    while (end < text.size()) {
        const std::uint32_t lead = byteAt(end);
        const auto length = std::min(std::size_t{byteLengthOf(lead)}, text.size() - end);
        Character character = lead;
        for (std::size_t i = 1; i < length; ++i)
            character |= byteAt(end + i) << (8 * i);
        if (end > 0) {
            const std::size_t place = placeOf(previous, character);
            if ((m_pairs[place / 64] >> (place % 64) & 1U) == 0 && !m_bytePairs[byteAt(end - 1) << 8 | lead])
                return end;
        }
        previous = character;
        end += length;
    }
    return end;
}

} // namespace cw
