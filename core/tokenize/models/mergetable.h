// SPDX-License-Identifier: GPL-3.0-or-later
// The merge list of a byte-pair model, by pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// Pairs of tokens, the rank of their merge and the token it makes. 23 to 46 bytes a merge. Immutable once filled.
class MergeTable final
{
public:
    static constexpr std::uint32_t noRank = 0xFFFF'FFFF;

    struct Merge
    {
        std::uint32_t rank = noRank;
        std::uint32_t token = 0;
    };

    /// For up to `merges` of them.
    explicit MergeTable(std::size_t merges = 0);

    /// Of a pair that is there already the later rank counts. False when too many pairs collide.
    [[nodiscard]] bool add(std::uint32_t left, std::uint32_t right, Merge merge);

    [[nodiscard]] Merge find(std::uint32_t left, std::uint32_t right) const noexcept
    {
        const std::uint64_t key = keyOf(left, right);
        for (std::size_t place = placeOf(key);; place = (place + 1) & (m_slots.size() - 1)) {
            if (m_slots[place].key == key)
                return m_slots[place].merge;
            if (m_slots[place].key == noKey)
                return {};
        }
    }

    struct Entry
    {
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        Merge merge;
    };
    /// All merges by rank.
    [[nodiscard]] std::vector<Entry> inOrder() const;

private:
    static constexpr std::uint64_t noKey = ~std::uint64_t{0};

    struct Slot
    {
        std::uint64_t key = noKey;
        Merge merge;
    };

    [[nodiscard]] static std::uint64_t keyOf(std::uint32_t left, std::uint32_t right) noexcept
    {
        return std::uint64_t{left} << 32 | right;
    }
    [[nodiscard]] std::size_t placeOf(std::uint64_t key) const noexcept
    {
        return static_cast<std::size_t>((key ^ key >> 32) * 0x9E37'79B9'7F4A'7C15 >> m_shift);
    }

    unsigned m_shift = 60;
    std::vector<Slot> m_slots; ///< a power of two, never full
};

} // namespace cw
