// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers small values that were worked out for positions of a text.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cw {

/// A forgetful table from positions to values: 64 neighbouring positions share one place, and the last one remembered
/// keeps it. So it takes 1/16 of the text, never grows, and positions asked about in order lie in order in memory.
/// Thread-safe. Only for values that depend on nothing but the position: what is forgotten is worked out again, and
/// whether something was remembered must never show in a result.
class PositionMemo final
{
public:
    static constexpr std::uint32_t unknown = ~std::uint32_t{0};
    static constexpr std::uint32_t largestValue = (std::uint32_t{1} << 25) - 1;

    /// For positions 0..size.
    explicit PositionMemo(std::size_t size)
        : m_places(std::make_unique<std::atomic<std::uint32_t>[]>((size >> placeBits) + 1))
    {
    }

    /// `unknown` when the position is not remembered.
    [[nodiscard]] std::uint32_t find(std::size_t position) const noexcept
    {
        const std::uint32_t entry = m_places[position >> placeBits].load(std::memory_order_relaxed);
        return (entry & keyMask) == keyOf(position) ? entry >> keyBits : unknown;
    }

    /// Values past `largestValue` are not kept.
    void remember(std::size_t position, std::size_t value) const noexcept
    {
        if (value <= largestValue) {
            m_places[position >> placeBits].store(static_cast<std::uint32_t>(value << keyBits) | keyOf(position),
                                                  std::memory_order_relaxed);
        }
    }

private:
    static constexpr unsigned placeBits = 6;
    static constexpr unsigned keyBits = placeBits + 1;
    static constexpr std::uint32_t keyMask = (1U << keyBits) - 1;

    /// Never 0, which is what a place holds that was never used.
    [[nodiscard]] static constexpr std::uint32_t keyOf(std::size_t position) noexcept
    {
        return (static_cast<std::uint32_t>(position) & ((1U << placeBits) - 1)) | (1U << placeBits);
    }

    std::unique_ptr<std::atomic<std::uint32_t>[]> m_places;
};

} // namespace cw
