// SPDX-License-Identifier: GPL-3.0-or-later
// A byte-pair vocabulary, made to answer one question fast: which token do two neighbours merge into?
#pragma once

#include "base/result.h"
#include "tokenize/certainboundaries.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cw {

/// Immutable. A token's id is its rank: the lower, the earlier it merges. Each token has exactly one pair of tokens it
/// is merged from, so a table of pairs is equivalent to a table of byte strings. About 4.5 MB for 200,000 tokens.
class BpeVocabulary final
{
public:
    /// No such token. Larger than every id, and still positive as a signed number when shifted left by six bits.
    static constexpr std::uint32_t noToken = 0x01FF'FFFF;

    /// `packed`: for each token two numbers of 18 bits, low bits first, the ids of its two parents; a token of one byte
    /// has that byte and 0x3FFFF. Parents have lower ids, and all 256 bytes are tokens. Error: MissingResource.
    [[nodiscard]] static Result<std::shared_ptr<const BpeVocabulary>> fromMerges(std::span<const std::uint8_t> packed);

    /// Most tokens of a vocabulary.
    static constexpr std::size_t mostTokens = (std::size_t{1} << 18) - 2;

    /// A token's parents, or its byte and `noRight`.
    using Parents = std::pair<std::uint32_t, std::uint32_t>;
    static constexpr std::uint32_t noRight = 0x3FFFF;

    /// The same, unpacked. Preconditions as above, and at most mostTokens.
    [[nodiscard]] static std::shared_ptr<const BpeVocabulary> fromParents(std::vector<Parents> parents);

    [[nodiscard]] std::size_t size() const noexcept { return m_parents.size(); }

    [[nodiscard]] std::uint32_t byteToken(std::uint8_t byte) const noexcept { return m_byteTokens[byte]; }

    /// merged() of two bytes' tokens.
    [[nodiscard]] std::uint32_t mergedBytes(std::uint8_t left, std::uint8_t right) const noexcept
    {
        return m_mergedBytes[std::size_t{left} << 8 | right];
    }

    /// The token that the pair merges into, or noToken.
    [[nodiscard]] std::uint32_t merged(std::uint32_t left, std::uint32_t right) const noexcept
    {
        const std::uint64_t key = pairKey(left, right);
        const std::uint64_t hash = key * hashFactor;
        const std::size_t filterBit = hash >> (64 - filterBits);
        if ((m_filter[filterBit / 64] >> (filterBit % 64) & 1U) == 0)
            return noToken;
        for (std::size_t slot = slotOf(hash);; ++slot) {
            const std::uint64_t entry = m_slots[slot & m_slotMask];
            if (entry >> idBits == key)
                return static_cast<std::uint32_t>(entry & idMask);
            if (entry == emptySlot)
                return noToken;
        }
    }

    [[nodiscard]] const CertainBoundaries &boundaries() const noexcept { return *m_boundaries; }

    /// Precondition: token < size().
    [[nodiscard]] std::string tokenBytes(std::uint32_t token) const;

private:
    static constexpr unsigned idBits = 18;
    static constexpr std::uint64_t idMask = (std::uint64_t{1} << idBits) - 1;
    // Most pairs asked about do not merge; a bit per hash value says so without touching the large table.
    static constexpr unsigned filterBits = 21;
    static constexpr std::uint64_t hashFactor = 0x9E37'79B9'7F4A'7C15;
    static constexpr std::uint64_t emptySlot = ~std::uint64_t{0};

    [[nodiscard]] static constexpr std::uint64_t pairKey(std::uint32_t left, std::uint32_t right) noexcept
    {
        return std::uint64_t{left} << idBits | right;
    }
    [[nodiscard]] static constexpr std::size_t slotOf(std::uint64_t hash) noexcept { return hash >> 24; }

    void addPair(std::uint32_t token);

    std::vector<Parents> m_parents;
    std::array<std::uint32_t, 256> m_byteTokens{};
    std::vector<std::uint32_t> m_mergedBytes;
    std::optional<CertainBoundaries> m_boundaries;
    std::vector<std::uint64_t> m_filter;
    std::vector<std::uint64_t> m_slots;
    std::size_t m_slotMask = 0;
};

} // namespace cw
