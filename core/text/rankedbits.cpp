// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/rankedbits.h"

#include "base/firstover.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cw {

PositionBits::PositionBits(std::vector<std::uint64_t> words, std::size_t size) : m_words(std::move(words)), m_size(size)
{
}

std::size_t PositionBits::lastUpTo(std::size_t position, std::size_t first) const noexcept
{
    std::size_t word = position / wordBits;
    std::uint64_t bits = m_words[word] & (~std::uint64_t{0} >> (wordBits - 1 - position % wordBits));
    const std::size_t firstWord = first / wordBits;
    while (bits == 0) {
        if (word <= firstWord)
            return none;
        bits = m_words[--word];
    }
    const std::size_t member = word * wordBits + (wordBits - 1) - static_cast<unsigned>(std::countl_zero(bits));
    return member >= first ? member : none;
}

RankedBits::RankedBits(std::vector<std::uint64_t> words, std::size_t size)
    : PositionBits(std::move(words), size), m_ranks(this->words().size())
{
    std::uint32_t total = 0;
    for (std::size_t word = 0; word < m_ranks.size(); ++word) {
        m_ranks[word] = total;
        total += bitCount(this->words()[word]);
    }
    m_total = total;
}

std::size_t RankedBits::select(std::size_t member) const noexcept
{
    if (member >= m_total)
        return size();
    const auto after
        = std::ranges::upper_bound(m_ranks, member, {}, [](std::uint32_t rank) { return std::size_t{rank}; });
    return selectInWord(member, static_cast<std::size_t>(after - m_ranks.begin()) - 1);
}

std::size_t RankedBits::select(std::size_t member, std::size_t from) const noexcept
{
    return member < m_total ? selectInWord(member, wordOf(member, from / wordBits)) : size();
}

std::size_t RankedBits::wordOf(std::size_t member, std::size_t from) const noexcept
{
    return firstOver(m_ranks.data(), from + 1, m_ranks.size(), 0, member) - 1;
}

} // namespace cw
