// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenmarks.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace cw {

TokenMarks::Part::Part(std::size_t begin, std::size_t end)
    : m_firstWord(begin / wordBits), m_last(std::numeric_limits<std::size_t>::max()),
      m_words(end / wordBits - m_firstWord + 1)
{
}

void TokenMarks::Part::add(std::size_t byte)
{
    ++m_tokens;
    if (byte == m_last) {
        m_extraBytes.push_back(static_cast<std::uint32_t>(byte));
        return;
    }
    m_last = byte;
    m_words[byte / wordBits - m_firstWord] |= std::uint64_t{1} << (byte % wordBits);
}

bool TokenMarks::set(std::size_t size, std::span<const Part> parts)
{
    std::uint64_t total = 0;
    for (const Part &part : parts)
        total += part.m_tokens;
    if (total > std::numeric_limits<std::uint32_t>::max())
        return false;
    m_size = size;
    m_total = total;
    const std::size_t words = size / wordBits + 1;
    m_entries.assign(words + 1, {});
    for (const Part &part : parts) {
        for (std::size_t i = 0; i < part.m_words.size(); ++i)
            m_entries[part.m_firstWord + i].starts |= part.m_words[i];
    }
    // Neighbouring parts may share a word, and then both its extras.
    std::size_t part = 0;
    std::size_t extra = 0;
    std::uint32_t before = 0;
    for (std::size_t word = 0; word < words; ++word) {
        m_entries[word].before = before;
        m_entries[word].firstExtra = static_cast<std::uint32_t>(m_extras.size());
        before += bitCount(m_entries[word].starts);
        while (part < parts.size()) {
            const std::vector<std::uint32_t> &bytes = parts[part].m_extraBytes;
            std::size_t end = extra;
            while (end < bytes.size() && bytes[end] / wordBits == word)
                ++end;
            addExtras(word, std::span(bytes).subspan(extra, end - extra));
            before += static_cast<std::uint32_t>(end - extra);
            extra = end;
            if (extra < bytes.size())
                break;
            ++part;
            extra = 0;
        }
    }
    m_entries[words].before = before;
    m_entries[words].firstExtra = static_cast<std::uint32_t>(m_extras.size());
    m_extras.shrink_to_fit();
    return true;
}

void TokenMarks::addExtras(std::size_t word, std::span<const std::uint32_t> bytes)
{
    const std::size_t first = m_entries[word].firstExtra;
    for (const std::uint32_t byte : bytes) {
        const std::uint32_t bit = byte % wordBits;
        if (m_extras.size() > first && m_extras.back() >> extraCountBits == bit
            && (m_extras.back() & largestExtraCount) < largestExtraCount) {
            ++m_extras.back();
        } else {
            m_extras.push_back(bit << extraCountBits | 1U);
        }
    }
}

std::size_t TokenMarks::extrasBefore(std::size_t word, unsigned bit) const noexcept
{
    std::size_t count = 0;
    for (std::size_t i = m_entries[word].firstExtra;
         i < m_entries[word + 1].firstExtra && m_extras[i] >> extraCountBits < bit; ++i)
        count += m_extras[i] & largestExtraCount;
    return count;
}

std::size_t TokenMarks::guess(std::size_t token) const noexcept
{
    return token >= m_total ? m_size : static_cast<std::size_t>(std::uint64_t{token} * m_size / m_total);
}

std::size_t TokenMarks::select(std::size_t token) const noexcept
{
    if (token >= m_total)
        return m_size;
    // The widest step that tokens of about equal length need is tried first.
    std::size_t low = guess(token) / wordBits;
    std::size_t high = low + 1;
    for (std::size_t step = 4; m_entries[low].before > token; step *= 2) {
        high = low;
        low -= std::min(low, step);
    }
    const std::size_t words = m_entries.size() - 1;
    for (std::size_t step = 4; high < words && m_entries[high].before <= token; step *= 2) {
        low = high;
        high = std::min(words, high + step);
    }
    while (low + 1 < high) {
        const std::size_t middle = low + (high - low) / 2;
        (m_entries[middle].before <= token ? low : high) = middle;
    }
    std::size_t left = token - m_entries[low].before;
    std::size_t extra = m_entries[low].firstExtra;
    for (std::uint64_t bits = m_entries[low].starts; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(bits));
        std::size_t here = 1;
        for (; extra < m_entries[low + 1].firstExtra && m_extras[extra] >> extraCountBits == bit; ++extra)
            here += m_extras[extra] & largestExtraCount;
        if (left < here)
            return low * wordBits + bit;
        left -= here;
    }
    return m_size;
}

} // namespace cw
