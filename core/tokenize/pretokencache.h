// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers where tokens start in short pretokens.
#pragma once

#include "base/largememory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cw {

/// By length, which bytes of a key count; none above PretokenKey::maxBytes.
struct PretokenKeyMask
{
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};
inline constexpr std::array<PretokenKeyMask, 16> pretokenKeyMasks = [] {
    std::array<PretokenKeyMask, 16> all;
    for (unsigned length = 1; length < 15; ++length) {
        all[length].low = ~std::uint64_t{0} >> (length >= 8 ? 0 : 64 - 8 * length);
        all[length].high = length <= 8 ? 0 : ~std::uint64_t{0} >> (128 - 8 * length);
    }
    return all;
}();

/// A pretoken of at most 14 bytes as two numbers; shorter ones are filled up with NUL.
struct PretokenKey
{
    static constexpr std::size_t maxBytes = 14;
    /// What ofPadded() reads.
    static constexpr std::size_t paddedBytes = 16;

    std::uint64_t low = 0;
    std::uint64_t high = 0; ///< the top 16 bits are 0
    unsigned byteLength = 0;

    /// The first `byteLength` of at least paddedBytes readable bytes. Above maxBytes the key is that of no pretoken.
    [[nodiscard]] static PretokenKey ofPadded(const char *bytes, std::size_t byteLength) noexcept
    {
        static_assert(std::endian::native == std::endian::little, "The masks keep the first bytes.");
        const std::size_t length = std::min(byteLength, maxBytes + 1);
        PretokenKey key{.byteLength = static_cast<unsigned>(length)};
        std::memcpy(&key.low, bytes, 8);
        std::memcpy(&key.high, bytes + 8, 8);
        key.low &= pretokenKeyMasks[length].low;
        key.high &= pretokenKeyMasks[length].high;
        return key;
    }

    /// Precondition: 1 <= bytes.size() <= maxBytes.
    [[nodiscard]] static PretokenKey of(std::string_view bytes) noexcept
    {
        std::array<char, paddedBytes> padded{};
        std::memcpy(padded.data(), bytes.data(), bytes.size());
        return ofPadded(padded.data(), bytes.size());
    }

    [[nodiscard]] std::uint32_t hash() const noexcept
    {
        const std::uint64_t mixed
            = low * 0x9E37'79B9'7F4A'7C15 ^ (high | std::uint64_t{byteLength} << 56) * 0xD6E8'FEB8'6659'FD93;
        return static_cast<std::uint32_t>(mixed >> 32);
    }
};

/// Two levels of fixed size; which one of two pretokens that want the same place is forgotten changes nothing but
/// speed. The value of a pretoken is its token starts: bit i for a token that starts at byte i. Most pretokens are one
/// token: those that were met lately are also in the first level, half a megabyte that stays near the processor. The
/// second level has four ways a set, one cache line each; the oldest of a set gives way. Not thread-safe.
class PretokenCache final
{
public:
    PretokenCache();

    /// Whether the first level knows that the pretoken is one token. `hash` is key.hash().
    [[nodiscard]] bool isSingleToken(const PretokenKey &key, std::uint32_t hash) const noexcept
    {
        const Entry &entry = m_singles[hash >> (32 - singleBits)];
        return ((entry.low ^ key.low) | (entry.highAndMarks ^ (key.high | singleMarks[key.byteLength]))) == 0;
    }
    /// Precondition: the pretoken is one token.
    void noteSingleToken(const PretokenKey &key, std::uint32_t hash) noexcept
    {
        m_singles[hash >> (32 - singleBits)] = {key.low, key.high | singleMarks[key.byteLength]};
    }

    void prefetch(std::uint32_t hash) const noexcept { __builtin_prefetch(&m_sets[hash >> (32 - setBits)]); }

    /// Token starts of the pretoken and the bit after its last byte, or 0 when it is not known.
    /// Precondition: key.byteLength <= maxBytes.
    [[nodiscard]] std::uint32_t find(const PretokenKey &key, std::uint32_t hash) const noexcept
    {
        // All ways, without a branch between them: which one holds a pretoken is not predictable.
        std::uint64_t found = 0;
        for (const Entry &entry : m_sets[hash >> (32 - setBits)]) {
            const std::uint64_t marks = entry.highAndMarks >> marksShift;
            // The top mark tells the length, so that trailing NULs are not taken for filling.
            const std::uint64_t difference = (entry.low ^ key.low)
                | ((entry.highAndMarks ^ key.high) << (64 - marksShift)) | ((marks >> key.byteLength) ^ 1U);
            found |= difference == 0 ? marks : 0;
        }
        return static_cast<std::uint32_t>(found);
    }

    /// Precondition: the pretoken is not in the second level.
    void insert(const PretokenKey &key, std::uint32_t hash, std::uint32_t starts) noexcept
    {
        Set &ways = m_sets[hash >> (32 - setBits)];
        std::copy_backward(ways.begin(), ways.end() - 1, ways.end());
        const std::uint64_t marks = starts | 1U << key.byteLength;
        ways[0] = {key.low, key.high | marks << marksShift};
    }

private:
    static constexpr unsigned singleBits = 15;
    static constexpr unsigned setBits = 16;
    static constexpr unsigned marksShift = 48;

    struct Entry
    {
        std::uint64_t low = 0;
        std::uint64_t highAndMarks = 0;
    };
    struct alignas(64) Set : std::array<Entry, 4>
    {
    };

    /// The marks of a pretoken of one token by length; for what is too long, marks that no entry has.
    static constexpr std::array<std::uint64_t, PretokenKey::maxBytes + 2> singleMarks = [] {
        std::array<std::uint64_t, PretokenKey::maxBytes + 2> all{};
        for (unsigned length = 1; length <= PretokenKey::maxBytes; ++length)
            all[length] = (std::uint64_t{1} | std::uint64_t{1} << length) << marksShift;
        all[PretokenKey::maxBytes + 1] = ~std::uint64_t{0} << (marksShift + 1);
        return all;
    }();

    LargeMemory m_memory;
    Set *m_sets;
    Entry *m_singles;
};

} // namespace cw
