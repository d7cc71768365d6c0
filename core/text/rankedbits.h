// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of positions that find and count their members quickly.
#pragma once

#include "base/bitcount.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cw {

/// Positions 0..size()-1 as one bit each.
class PositionBits
{
public:
    static constexpr std::size_t wordBits = 64;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    PositionBits() = default;
    /// `words` holds bit p % 64 of word p / 64 for position p: wordsFor(size) words, no bit at or past `size`.
    PositionBits(std::vector<std::uint64_t> words, std::size_t size);

    /// One word more than needed, so that position `size` itself can be asked about.
    [[nodiscard]] static constexpr std::size_t wordsFor(std::size_t size) noexcept { return size / wordBits + 1; }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

    /// Precondition: position <= size().
    [[nodiscard]] bool contains(std::size_t position) const noexcept
    {
        return (m_words[position / wordBits] >> (position % wordBits) & 1U) != 0;
    }

    /// The last member m with first <= m <= position, or `none`. O((position - m) / 64).
    [[nodiscard]] std::size_t lastUpTo(std::size_t position, std::size_t first) const noexcept;

protected:
    [[nodiscard]] const std::vector<std::uint64_t> &words() const noexcept { return m_words; }

private:
    std::vector<std::uint64_t> m_words = {0};
    std::size_t m_size = 0;
};

/// As PositionBits, with a running count per 64 positions: 19 % of one byte a position. Precondition: fewer than 2^32
/// positions.
class RankedBits final : public PositionBits
{
public:
    RankedBits() = default;
    RankedBits(std::vector<std::uint64_t> words, std::size_t size);

    [[nodiscard]] std::size_t total() const noexcept { return m_total; }

    /// Members before `position`. Precondition: position <= size(). O(1).
    [[nodiscard]] std::size_t rank(std::size_t position) const noexcept
    {
        const std::size_t word = position / wordBits;
        const std::uint64_t below = words()[word] & ((std::uint64_t{1} << (position % wordBits)) - 1);
        return m_ranks[word] + bitCount(below);
    }

    /// Position of member number `member`; size() when there are not so many. O(log size).
    [[nodiscard]] std::size_t select(std::size_t member) const noexcept;
    /// The same for asking in rising order: `from` is where an earlier member is. O((result - from) / 64).
    [[nodiscard]] std::size_t select(std::size_t member, std::size_t from) const noexcept;

    /// select() in two steps, so that those who go through many can fetch what the second one reads before it is
    /// needed. First the word that holds the member, for asking in rising order: `from` is the word of an earlier
    /// member. O(result - from). Precondition: member < total().
    [[nodiscard]] std::size_t wordOf(std::size_t member, std::size_t from) const noexcept;
    void prefetchWord(std::size_t word) const noexcept { __builtin_prefetch(words().data() + word); }
    /// Precondition: `word` holds the member.
    [[nodiscard]] std::size_t selectInWord(std::size_t member, std::size_t word) const noexcept
    {
        return word * wordBits + placeOfBit(words()[word], static_cast<unsigned>(member - m_ranks[word]));
    }

private:
    std::vector<std::uint32_t> m_ranks = {0};
    std::size_t m_total = 0;
};

} // namespace cw
