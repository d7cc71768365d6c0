// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers where tokens start in short pretokens.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace cw {

/// A pretoken of at most 14 bytes as two numbers; shorter ones are filled up with NUL.
struct PretokenKey
{
    static constexpr std::size_t maxBytes = 14;
    /// What ofPadded() reads.
    static constexpr std::size_t paddedBytes = 16;

    std::uint64_t low = 0;
    std::uint64_t high = 0; ///< the top 16 bits are 0
    unsigned byteLength = 0;

    /// The first `byteLength` of at least paddedBytes readable bytes. Precondition: byteLength <= maxBytes.
    [[nodiscard]] static PretokenKey ofPadded(const char *bytes, unsigned byteLength) noexcept
    {
        PretokenKey key{.byteLength = byteLength};
        std::memcpy(&key.low, bytes, 8);
        std::memcpy(&key.high, bytes + 8, 8);
        static_assert(std::endian::native == std::endian::little, "The masks keep the first bytes.");
        key.low &= ~std::uint64_t{0} >> (byteLength >= 8 ? 0 : 64 - 8 * byteLength);
        key.high &= byteLength <= 8 ? 0 : ~std::uint64_t{0} >> (128 - 8 * byteLength);
        return key;
    }

    /// Precondition: 1 <= bytes.size() <= maxBytes.
    [[nodiscard]] static PretokenKey of(std::string_view bytes) noexcept
    {
        std::array<char, paddedBytes> padded{};
        std::memcpy(padded.data(), bytes.data(), bytes.size());
        return ofPadded(padded.data(), static_cast<unsigned>(bytes.size()));
    }
};

/// Fixed size, four ways a set, one cache line each; the oldest of a set gives way. The value of a pretoken is its
/// token starts: bit i for a token that starts at byte i. Changes nothing but speed. Not thread-safe.
class PretokenCache final
{
public:
    static constexpr unsigned setBits = 16;

    PretokenCache();

    [[nodiscard]] static std::size_t setOf(const PretokenKey &key) noexcept
    {
        const std::uint64_t mixed = (key.low ^ std::rotl(key.high * 0xD6E8'FEB8'6659'FD93, 32)) * 0x9E37'79B9'7F4A'7C15;
        return mixed >> (64 - setBits);
    }

    void prefetch(std::size_t set) const noexcept { __builtin_prefetch(&m_sets[set]); }

    /// Token starts of the pretoken and the bit after its last byte, or 0 when it is not known.
    /// Precondition: set == setOf(key).
    [[nodiscard]] std::uint32_t find(const PretokenKey &key, std::size_t set) const noexcept
    {
        // All ways, without a branch between them: which one holds a pretoken is not predictable.
        std::uint64_t found = 0;
        for (const Entry &entry : m_sets[set]) {
            const std::uint64_t marks = entry.highAndMarks >> marksShift;
            // The top mark tells the length, so that trailing NULs are not taken for filling.
            const std::uint64_t difference = (entry.low ^ key.low)
                | ((entry.highAndMarks ^ key.high) << (64 - marksShift)) | ((marks >> key.byteLength) ^ 1U);
            found |= difference == 0 ? marks : 0;
        }
        return static_cast<std::uint32_t>(found);
    }

    /// Precondition: set == setOf(key), and the pretoken is not in the cache.
    void insert(const PretokenKey &key, std::size_t set, std::uint32_t starts) noexcept
    {
        Set &ways = m_sets[set];
        std::copy_backward(ways.begin(), ways.end() - 1, ways.end());
        const std::uint64_t marks = starts | 1U << key.byteLength;
        ways[0] = {key.low, key.high | marks << marksShift};
    }

private:
    static constexpr unsigned marksShift = 48;

    struct Entry
    {
        std::uint64_t low = 0;
        std::uint64_t highAndMarks = 0;
    };
    struct alignas(64) Set : std::array<Entry, 4>
    {
    };

    struct Free
    {
        void operator()(Set *sets) const noexcept;
    };

    std::unique_ptr<Set[], Free> m_sets;
};

} // namespace cw
