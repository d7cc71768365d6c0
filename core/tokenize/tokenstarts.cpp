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

std::size_t TokenStarts::select(std::size_t token) const noexcept
{
    if (token >= m_total)
        return m_size;
    // Tokens of a text are about equally long, so a guess and steps of growing width around it are soon there.
    const std::size_t words = wordsFor(m_size);
    std::size_t low = 0; // tokensBeforeWord(low) <= token
    std::size_t high = words; // tokensBeforeWord(high) > token, or all
    std::size_t guess = std::min(words - 1, static_cast<std::size_t>(std::uint64_t{token} * words / m_total));
    for (std::size_t step = 1; low + 1 < high; step *= 2) {
        if (tokensBeforeWord(guess) <= token) {
            low = guess;
            guess = std::min(guess + step, high - 1);
            if (guess == low)
                break;
        } else {
            high = guess;
            guess -= std::min(guess - low, step);
        }
        if (step > 64)
            break;
    }
    while (low + 1 < high) {
        const std::size_t middle = low + (high - low) / 2;
        (tokensBeforeWord(middle) <= token ? low : high) = middle;
    }
    std::uint64_t bits = load(m_entries[low].tokens);
    for (std::size_t skip = token - tokensBeforeWord(low); skip > 0; --skip)
        bits &= bits - 1;
    return low * wordBits + static_cast<unsigned>(std::countr_zero(bits));
}

} // namespace cw
