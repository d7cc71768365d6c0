// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers small values that were worked out for positions of a text.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace cw {

/// A forgetful table from positions to values: 64 (or another number of) neighbouring positions share one place of four
/// bytes, and the last one remembered keeps it. So it takes 1/16 of the text, never grows, and positions asked about in
/// order lie in order in memory. Thread-safe. Only for values that depend on nothing but the position: what is
/// forgotten is worked out again, and whether something was remembered must never show in a result.
class PositionMemo final
{
public:
    static constexpr std::uint32_t unknown = ~std::uint32_t{0};

    /// For positions 0..size, of which 2^placeBits share a place.
    explicit PositionMemo(std::size_t size, unsigned placeBits = 6)
        : m_places(std::make_unique<std::atomic<std::uint32_t>[]>((size >> placeBits) + 1)), m_placeBits(placeBits)
    {
    }

    /// 25 bits when 64 positions share a place, a bit less when they are twice as many.
    [[nodiscard]] std::uint32_t largestValue() const noexcept { return (std::uint32_t{1} << (32 - keyBits())) - 1; }

    /// Begins to load what is known of a position.
    void prefetch(std::size_t position) const noexcept { __builtin_prefetch(&m_places[position >> m_placeBits]); }

    /// `unknown` when the position is not remembered.
    [[nodiscard]] std::uint32_t find(std::size_t position) const noexcept
    {
        const std::uint32_t entry = m_places[position >> m_placeBits].load(std::memory_order_relaxed);
        return (entry & keyMask()) == keyOf(position) ? entry >> keyBits() : unknown;
    }

    /// Values past largestValue() are not kept.
    void remember(std::size_t position, std::size_t value) const noexcept
    {
        if (value <= largestValue()) {
            m_places[position >> m_placeBits].store(static_cast<std::uint32_t>(value << keyBits()) | keyOf(position),
                                                    std::memory_order_relaxed);
        }
    }

private:
    [[nodiscard]] unsigned keyBits() const noexcept { return m_placeBits + 1; }
    [[nodiscard]] std::uint32_t keyMask() const noexcept { return (1U << keyBits()) - 1; }

    /// Never 0, which is what a place holds that was never used.
    [[nodiscard]] std::uint32_t keyOf(std::size_t position) const noexcept
    {
        return (static_cast<std::uint32_t>(position) & ((1U << m_placeBits) - 1)) | (1U << m_placeBits);
    }

    std::unique_ptr<std::atomic<std::uint32_t>[]> m_places;
    unsigned m_placeBits;
};

} // namespace cw
