// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers how many tokens short pieces have.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cw {

/// For pieces of at most seven bytes: piece, length and count fill one word, so threads share it without locks. The
/// last piece of a place is kept. 256 kB. Changes nothing but speed.
class TinyPieceCounts final
{
public:
    static constexpr std::size_t maxBytes = 7;

    /// What stands for the piece here. Precondition: 1 <= piece.size() <= maxBytes.
    [[nodiscard]] static std::uint64_t keyOf(std::string_view piece) noexcept
    {
        static_assert(std::endian::native == std::endian::little, "Bytes come in the order of their weight.");
        // Both loads may take the same bytes, which is quicker than to go from byte to byte.
        const std::size_t size = piece.size();
        std::uint64_t key = std::uint64_t{size} << lengthShift;
        if (size >= 4) {
            std::uint32_t first = 0;
            std::uint32_t last = 0;
            std::memcpy(&first, piece.data(), 4);
            std::memcpy(&last, piece.data() + size - 4, 4);
            return key | first | std::uint64_t{last} << (8 * (size - 4));
        }
        for (const std::size_t i : {std::size_t{0}, size / 2, size - 1})
            key |= std::uint64_t{static_cast<std::uint8_t>(piece[i])} << (8 * i);
        return key;
    }

    /// 0 when it is not known.
    [[nodiscard]] unsigned find(std::uint64_t key) const noexcept
    {
        const std::uint64_t entry = m_entries[placeOf(key)].load(std::memory_order_relaxed);
        return (entry & ~countMask) == key ? static_cast<unsigned>((entry & countMask) >> countShift) : 0;
    }
    void remember(std::uint64_t key, unsigned count) noexcept
    {
        m_entries[placeOf(key)].store(key | std::uint64_t{count} << countShift, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned placeBits = 15;
    static constexpr unsigned lengthShift = 56;
    static constexpr unsigned countShift = 60;
    static constexpr std::uint64_t countMask = std::uint64_t{0xF} << countShift;

    [[nodiscard]] static std::size_t placeOf(std::uint64_t key) noexcept
    {
        return key * 0x9E37'79B9'7F4A'7C15 >> (64 - placeBits);
    }

    std::array<std::atomic<std::uint64_t>, std::size_t{1} << placeBits> m_entries{};
};

} // namespace cw
