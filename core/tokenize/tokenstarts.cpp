// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenstarts.h"

#include <algorithm>

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

TokenStarts::Guess TokenStarts::guess(std::size_t token) const noexcept
{
    const std::size_t sample = token / tokensPerSample;
    const std::size_t low = m_samples[sample];
    const std::size_t high = sample + 1 < m_samples.size() && (sample + 1) * tokensPerSample < m_total
        ? std::size_t{m_samples[sample + 1]} + 1
        : wordsFor(m_size);
    // Tokens are about equally long, so a first guess is nearly right.
    return {low, high, low + (high - low) * (token % tokensPerSample) / tokensPerSample};
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

void TokenStarts::prefetchTokenWidely(std::size_t token) const noexcept
{
    constexpr std::size_t wordsAround = 6;
    constexpr std::size_t wordsPerLine = 3;
    if (token >= m_total)
        return;
    const std::size_t middle = guess(token).middle;
    const std::size_t end = std::min(middle + wordsAround, wordsFor(m_size));
    for (std::size_t word = middle - std::min(middle, wordsAround); word < end; word += wordsPerLine)
        __builtin_prefetch(&m_entries[word]);
}

std::size_t TokenStarts::select(std::size_t token) const noexcept
{
    if (token >= m_total)
        return m_size;
    const Guess guessed = guess(token);
    const std::size_t words = wordsFor(m_size);
    std::size_t word = guessed.middle - std::min(guessed.middle, wordsBeforeGuess);
    if (word + wordsNearGuess < words && tokensBeforeWord(word) <= token
        && tokensBeforeWord(word + wordsNearGuess) > token) {
        // Without branches: which word it is cannot be foreseen.
        const Entry *entries = &m_entries[word];
        for (std::size_t next = 1; next < wordsNearGuess; ++next)
            word += entries[next].tokensBefore <= token ? 1 : 0;
    } else {
        word = search(token, guessed);
    }
    const auto number = static_cast<unsigned>(token - tokensBeforeWord(word));
    return word * wordBits + placeOfBit(load(m_entries[word].tokens), number);
}

std::size_t TokenStarts::search(std::size_t token, Guess guessed) const noexcept
{
    auto [low, high, middle] = guessed;
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
