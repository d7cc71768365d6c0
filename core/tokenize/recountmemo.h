// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers the counts of ranges.
#pragma once

#include "base/byterange.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace cw {

/// The last count of every range that shares a place with others: a megabyte, taken when the first range is kept.
/// Thread-safe without waiting: a place holds a range mixed with its count beside the count, so that halves of two
/// writers do not fit together.
class RecountMemo final
{
public:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};

    [[nodiscard]] std::uint64_t find(ByteRange range) const noexcept
    {
        const Place *places = m_places.load(std::memory_order_acquire);
        if (places == nullptr)
            return unknown;
        const std::uint64_t key = keyOf(range);
        const Place &place = places[placeOf(key)];
        const std::uint64_t count = place.count.load(std::memory_order_relaxed);
        return (place.mixed.load(std::memory_order_relaxed) ^ mix(count)) == key ? count : unknown;
    }

    /// Precondition: range.end > 0, within 4 GiB.
    void remember(ByteRange range, std::uint64_t count) const
    {
        std::call_once(m_once, [&] {
            m_memory = std::make_unique<Place[]>(std::size_t{1} << placeBits);
            m_places.store(m_memory.get(), std::memory_order_release);
        });
        const std::uint64_t key = keyOf(range);
        Place &place = m_memory[placeOf(key)];
        place.mixed.store(key ^ mix(count), std::memory_order_relaxed);
        place.count.store(count, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned placeBits = 16;

    struct Place
    {
        std::atomic<std::uint64_t> mixed = 0;
        std::atomic<std::uint64_t> count = 0;
    };

    [[nodiscard]] static std::uint64_t keyOf(ByteRange range) noexcept
    {
        return std::uint64_t{range.begin} << 32 | static_cast<std::uint32_t>(range.end);
    }
    [[nodiscard]] static std::uint64_t mix(std::uint64_t count) noexcept { return count * 0xD6E8'FEB8'6659'FD93; }
    [[nodiscard]] static std::size_t placeOf(std::uint64_t key) noexcept
    {
        return static_cast<std::size_t>((key ^ key >> 29) * 0x9E37'79B9'7F4A'7C15 >> (64 - placeBits));
    }

    mutable std::once_flag m_once;
    mutable std::unique_ptr<Place[]> m_memory;
    mutable std::atomic<const Place *> m_places = nullptr;
};

} // namespace cw
