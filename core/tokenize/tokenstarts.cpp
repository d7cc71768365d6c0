// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenstarts.h"

#include <algorithm>
#include <array>

namespace cw {

std::size_t TokenStarts::lastPretokenStart(std::size_t byte, std::size_t first) const noexcept
{
    std::size_t index = byte / wordBits;
    std::uint64_t bits = load(m_entries[index].pretokens) & (~std::uint64_t{0} >> (wordBits - 1 - byte % wordBits));
    const std::size_t firstIndex = first / wordBits;
    while (bits == 0) {
        if (index <= firstIndex)
            return none;
        bits = load(m_entries[--index].pretokens);
    }
    const std::size_t start = index * wordBits + (wordBits - 1) - static_cast<unsigned>(std::countl_zero(bits));
    return start >= first ? start : none;
}

std::size_t TokenStarts::prefetchToken(std::size_t token) const noexcept
{
    if (token >= m_total)
        return m_size;
    const Guess guessed = guess(token);
    const std::size_t firstWord = guessed.middle - std::min<std::size_t>(guessed.middle, 1);
    __builtin_prefetch(&m_entries[firstWord]);
    __builtin_prefetch(&m_entries[std::min(guessed.middle + 2, wordsFor(m_size) - 1)]);
    return guessed.middle * wordBits;
}

std::size_t TokenStarts::select(std::size_t token) const noexcept
{
    return token < m_total ? selectFrom(firstNearWord(token), token) : m_size;
}

void TokenStarts::select(std::size_t token, std::size_t step, std::span<std::size_t> starts) const noexcept
{
    constexpr std::size_t ahead = 8;
    const std::size_t lastWord = wordsFor(m_size) - 1;
    std::array<std::uint32_t, ahead> firstWords{};
    const auto fetch = [&](std::size_t number) {
        const std::size_t next = token + number * step;
        if (number >= starts.size() || next >= m_total)
            return;
        const std::size_t first = firstNearWord(next);
        firstWords[number % ahead] = static_cast<std::uint32_t>(first);
        __builtin_prefetch(&m_entries[first]);
        __builtin_prefetch(&m_entries[std::min(first + wordsNearGuess / 2, lastWord)]);
        __builtin_prefetch(&m_entries[std::min(first + wordsNearGuess, lastWord)]);
    };
    for (std::size_t number = 0; number < ahead; ++number)
        fetch(number);
    for (std::size_t number = 0; number < starts.size(); ++number) {
        const std::size_t next = token + number * step;
        starts[number] = next < m_total ? selectFrom(firstWords[number % ahead], next) : m_size;
        fetch(number + ahead);
    }
}

inline std::size_t TokenStarts::selectFrom(std::size_t word, std::size_t token) const noexcept
{
    if (word + wordsNearGuess < wordsFor(m_size) && tokensBeforeWord(word) <= token
        && tokensBeforeWord(word + wordsNearGuess) > token) {
        // Without branches: which word it is cannot be foreseen.
        const Entry *entries = &m_entries[word];
        for (std::size_t next = 1; next < wordsNearGuess; ++next)
            word += entries[next].tokensBefore <= token ? 1 : 0;
    } else {
        word = search(token);
    }
    const auto number = static_cast<unsigned>(token - tokensBeforeWord(word));
    return word * wordBits + placeOfBit(load(m_entries[word].tokens), number);
}

std::size_t TokenStarts::search(std::size_t token) const noexcept
{
    auto [low, high, middle] = guess(token);
    for (std::size_t tries = 0; low + 1 < high; ++tries) {
        if (middle == low || tries >= 2)
            middle = low + (high - low) / 2;
        const std::uint32_t before = tokensBeforeWord(middle);
        if (before <= token) {
            low = middle;
            middle = std::min(high - 1, low + 1 + (token - before) / 20);
        } else {
            high = middle;
            middle = high - std::min(high - low, 1 + (before - token) / 20);
        }
    }
    return low;
}

} // namespace cw
