// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers where tokens start in pieces that are too long for PretokenCache.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace cw {

/// A piece of at most 28 bytes, filled up with NUL.
struct MediumPieceKey
{
    static constexpr std::size_t maxBytes = 28;

    std::array<std::uint64_t, 4> words{};
    unsigned byteLength = 0;

    /// Precondition: 1 <= bytes.size() <= maxBytes.
    [[nodiscard]] static MediumPieceKey of(std::string_view bytes) noexcept
    {
        MediumPieceKey key{.byteLength = static_cast<unsigned>(bytes.size())};
        std::memcpy(key.words.data(), bytes.data(), bytes.size());
        return key;
    }
};

/// Two ways a set, one cache line each; the older of the two gives way. Changes nothing but speed. A megabyte. Not
/// thread-safe.
class MediumPieceCache final
{
public:
    MediumPieceCache() : m_sets(std::size_t{1} << setBits) { }

    /// Token starts of the piece, bit i for a token that starts at byte i; 0 when it is not known.
    [[nodiscard]] std::uint32_t find(const MediumPieceKey &key) const noexcept
    {
        for (const Entry &entry : m_sets[setOf(key)]) {
            // The length tells NULs of the piece from filling.
            const std::uint64_t difference = (entry.words[0] ^ key.words[0]) | (entry.words[1] ^ key.words[1])
                | (entry.words[2] ^ key.words[2]) | (entry.tail ^ tailOf(key))
                | (std::uint64_t{entry.marks} >> key.byteLength ^ 1U);
            if (difference == 0)
                return entry.marks & ~(1U << key.byteLength);
        }
        return 0;
    }

    /// Precondition: find(key) gave 0.
    void insert(const MediumPieceKey &key, std::uint32_t starts) noexcept
    {
        Set &set = m_sets[setOf(key)];
        set[1] = set[0];
        set[0] = {{key.words[0], key.words[1], key.words[2]}, tailOf(key), starts | 1U << key.byteLength};
    }

private:
    static constexpr unsigned setBits = 14;

    struct Entry
    {
        std::array<std::uint64_t, 3> words{};
        std::uint32_t tail = 0;
        std::uint32_t marks = 0; ///< token starts, and the bit after the last byte
    };
    struct alignas(64) Set : std::array<Entry, 2>
    {
    };

    [[nodiscard]] static std::uint32_t tailOf(const MediumPieceKey &key) noexcept
    {
        return static_cast<std::uint32_t>(key.words[3]);
    }
    [[nodiscard]] static std::size_t setOf(const MediumPieceKey &key) noexcept
    {
        const std::uint64_t mixed = key.words[0] * 0x9E37'79B9'7F4A'7C15 ^ key.words[1] * 0xD6E8'FEB8'6659'FD93
            ^ key.words[2] * 0xA076'1D64'78BD'642F ^ (key.words[3] + key.byteLength) * 0xE703'7ED1'A0B4'28DB;
        return mixed >> (64 - setBits);
    }

    std::vector<Set> m_sets;
};

} // namespace cw
