// SPDX-License-Identifier: GPL-3.0-or-later
// A set of positions that counts and finds its members quickly.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cw {

/// Positions 0..size()-1 as one bit each with a running count per 64 of them: 19 % of one byte a position.
/// Precondition: fewer than 2^32 positions.
class RankedBits final
{
public:
    static constexpr std::size_t wordBits = 64;

    RankedBits() = default;
    /// `words` holds bit p of word p / 64 for position p; at least wordsFor(size) words, no bit at or past `size`.
    RankedBits(std::vector<std::uint64_t> words, std::size_t size);

    /// One word more than needed, so that position `size` itself can be asked about.
    [[nodiscard]] static constexpr std::size_t wordsFor(std::size_t size) noexcept { return size / wordBits + 1; }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] std::size_t total() const noexcept { return m_total; }

    /// Precondition: position <= size().
    [[nodiscard]] bool contains(std::size_t position) const noexcept
    {
        return (m_words[position / wordBits] >> (position % wordBits) & 1U) != 0;
    }

    /// Members before `position`. Precondition: position <= size(). O(1).
    [[nodiscard]] std::size_t rank(std::size_t position) const noexcept
    {
        const std::size_t word = position / wordBits;
        const std::uint64_t below = m_words[word] & ((std::uint64_t{1} << (position % wordBits)) - 1);
        return m_ranks[word] + static_cast<unsigned>(std::popcount(below));
    }

    /// Position of member number `member`; size() when there are not so many. O(log size).
    [[nodiscard]] std::size_t select(std::size_t member) const noexcept;

    /// The last member m with first <= m <= position, or `none`. O((position - m) / 64).
    [[nodiscard]] std::size_t lastUpTo(std::size_t position, std::size_t first) const noexcept;

    /// The first member at or after `position`; size() when there is none. O(distance / 64).
    [[nodiscard]] std::size_t nextFrom(std::size_t position) const noexcept;

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

private:
    std::vector<std::uint64_t> m_words = {0};
    std::vector<std::uint32_t> m_ranks = {0};
    std::size_t m_size = 0;
    std::size_t m_total = 0;
};

} // namespace cw
