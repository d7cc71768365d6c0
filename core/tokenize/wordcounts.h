// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers how many tokens words have.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cw {

/// For pieces of 8 to 22 bytes, as TinyPieceCounts is for shorter ones: the same words begin chunk after chunk. An
/// entry is a version, odd while it is written, and three words of piece, size and count, so that threads share it
/// without locks: who reads an entry while it changes knows nothing. The last piece of a place is kept. 512 kB. Changes
/// nothing but speed.
class WordCounts final
{
public:
    static constexpr std::size_t minBytes = 8;
    static constexpr std::size_t maxBytes = 22;

    /// What stands for a piece here.
    struct Key
    {
        std::array<std::uint64_t, 3> words{};
    };
    /// Precondition: minBytes <= piece.size() <= maxBytes.
    [[nodiscard]] static Key keyOf(std::string_view piece) noexcept
    {
        static_assert(std::endian::native == std::endian::little, "The last word loses its first bytes.");
        constexpr std::size_t word = 8;
        Key key;
        const std::size_t size = piece.size();
        const auto load = [&](std::size_t byte) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, piece.data() + byte, word);
            return eight;
        };
        // The last word is loaded whole, together with bytes that the one before has as well.
        key.words[0] = load(0);
        if (size > 2 * word) {
            key.words[1] = load(word);
            key.words[2] = load(size - word) >> (8 * (3 * word - size));
        } else if (size > word) {
            key.words[1] = load(size - word) >> (8 * (2 * word - size));
        }
        key.words[2] |= std::uint64_t{size} << sizeShift;
        return key;
    }

    /// 0 when it is not known.
    [[nodiscard]] unsigned find(const Key &key) const noexcept
    {
        const Entry &entry = m_entries[placeOf(key)];
        const std::uint32_t version = entry.version.load(std::memory_order_acquire);
        const std::uint64_t first = entry.words[0].load(std::memory_order_acquire);
        const std::uint64_t second = entry.words[1].load(std::memory_order_acquire);
        const std::uint64_t third = entry.words[2].load(std::memory_order_acquire);
        const bool isWhole = version % 2 == 0 && entry.version.load(std::memory_order_relaxed) == version;
        if (!isWhole || first != key.words[0] || second != key.words[1] || (third & ~countMask) != key.words[2])
            return 0;
        return static_cast<unsigned>((third & countMask) >> countShift);
    }

    void remember(const Key &key, unsigned count) noexcept
    {
        Entry &entry = m_entries[placeOf(key)];
        std::uint32_t version = entry.version.load(std::memory_order_relaxed);
        if (version % 2 != 0
            || !entry.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire,
                                                      std::memory_order_relaxed))
            return;
        entry.words[0].store(key.words[0], std::memory_order_release);
        entry.words[1].store(key.words[1], std::memory_order_release);
        entry.words[2].store(key.words[2] | std::uint64_t{count} << countShift, std::memory_order_release);
        entry.version.store(version + 2, std::memory_order_release);
    }

private:
    static constexpr unsigned placeBits = 14;
    static constexpr unsigned sizeShift = 48;
    static constexpr unsigned countShift = 56;
    static constexpr std::uint64_t countMask = std::uint64_t{0xFF} << countShift;

    struct alignas(32) Entry
    {
        std::array<std::atomic<std::uint64_t>, 3> words{};
        std::atomic<std::uint32_t> version = 0;
    };

    [[nodiscard]] static std::size_t placeOf(const Key &key) noexcept
    {
        constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;
        const std::uint64_t mixed = (key.words[0] * odd ^ key.words[1]) * odd ^ key.words[2];
        return mixed * odd >> (64 - placeBits);
    }

    std::array<Entry, std::size_t{1} << placeBits> m_entries{};
};

} // namespace cw
