// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/offsetmap.h"

#include "text/utf8.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cw {

namespace {

constexpr std::size_t blockBytes = 256;

struct Counts
{
    std::size_t codePoints = 0;
    std::size_t fourByte = 0;
};

/// Characters that start in [begin, end), by counting lead bytes eight at a time.
Counts countStarts(std::string_view text, std::size_t begin, std::size_t end) noexcept
{
    constexpr std::uint64_t lowBits = 0x0101010101010101U;
    Counts counts;
    std::size_t byte = begin;
    for (; byte + 8 <= end; byte += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + byte, 8);
        const std::uint64_t bit7 = word >> 7;
        const std::uint64_t bit6 = word >> 6;
        counts.codePoints += 8U - static_cast<unsigned>(std::popcount(bit7 & ~bit6 & lowBits));
        counts.fourByte += static_cast<unsigned>(std::popcount(bit7 & bit6 & (word >> 5) & (word >> 4) & lowBits));
    }
    for (; byte < end; ++byte) {
        counts.codePoints += isUtf8Continuation(text[byte]) ? 0U : 1U;
        counts.fourByte += static_cast<unsigned char>(text[byte]) >= 0xF0 ? 1U : 0U;
    }
    return counts;
}

std::vector<std::uint32_t> findLineStarts(std::string_view text)
{
    std::vector<std::uint32_t> starts{0};
    const bool hasCr = text.find('\r') != std::string_view::npos;
    if (!hasCr) {
        for (std::size_t byte = text.find('\n'); byte != std::string_view::npos; byte = text.find('\n', byte + 1))
            starts.push_back(static_cast<std::uint32_t>(byte + 1));
        return starts;
    }
    for (std::size_t byte = 0; byte < text.size(); ++byte) {
        const bool isLoneCr = text[byte] == '\r' && !(byte + 1 < text.size() && text[byte + 1] == '\n');
        if (text[byte] == '\n' || isLoneCr)
            starts.push_back(static_cast<std::uint32_t>(byte + 1));
    }
    return starts;
}

/// Start of the character that `byte` lies in.
std::size_t characterStart(std::string_view text, std::size_t byte) noexcept
{
    while (byte > 0 && isUtf8Continuation(text[byte]))
        --byte;
    return byte;
}

} // namespace

OffsetMap::OffsetMap(std::string_view text) : m_text(text), m_lineStarts(findLineStarts(text))
{
    m_lineStarts.shrink_to_fit();
    m_samples.reserve(text.size() / blockBytes + 1);
    Counts total;
    for (std::size_t begin = 0; begin < text.size(); begin += blockBytes) {
        m_samples.push_back({static_cast<std::uint32_t>(total.codePoints), static_cast<std::uint32_t>(total.fourByte)});
        const Counts block = countStarts(text, begin, std::min(begin + blockBytes, text.size()));
        total.codePoints += block.codePoints;
        total.fourByte += block.fourByte;
    }
    m_codePointCount = total.codePoints;
    m_utf16Count = total.codePoints + total.fourByte;
}

std::size_t OffsetMap::codePointAt(std::size_t byte) const noexcept
{
    if (byte >= m_text.size())
        return m_codePointCount;
    byte = characterStart(m_text, byte);
    const std::size_t block = byte / blockBytes;
    return m_samples[block].codePoints + countStarts(m_text, block * blockBytes, byte).codePoints;
}

std::size_t OffsetMap::utf16At(std::size_t byte) const noexcept
{
    if (byte >= m_text.size())
        return m_utf16Count;
    byte = characterStart(m_text, byte);
    const std::size_t block = byte / blockBytes;
    const Counts counts = countStarts(m_text, block * blockBytes, byte);
    return std::size_t{m_samples[block].codePoints} + m_samples[block].fourByte + counts.codePoints + counts.fourByte;
}

std::size_t OffsetMap::lineAt(std::size_t byte) const noexcept
{
    const auto after = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), byte);
    return after == m_lineStarts.begin() ? 0 : static_cast<std::size_t>(after - m_lineStarts.begin()) - 1;
}

LineColumn OffsetMap::lineColumnAt(std::size_t byte) const noexcept
{
    const std::size_t line = lineAt(byte);
    return {line, codePointAt(byte) - codePointAt(byteOfLine(line))};
}

std::size_t OffsetMap::byteOfCodePoint(std::size_t codePoint) const noexcept
{
    if (codePoint >= m_codePointCount)
        return m_text.size();
    const auto after = std::upper_bound(m_samples.begin(), m_samples.end(), codePoint,
                                        [](std::size_t value, const Sample &s) { return value < s.codePoints; });
    const auto block = static_cast<std::size_t>(after - m_samples.begin()) - 1;
    std::size_t left = codePoint - m_samples[block].codePoints;
    std::size_t byte = block * blockBytes;
    while (isUtf8Continuation(m_text[byte]))
        ++byte;
    for (; left > 0; --left)
        byte += utf8SequenceLength(m_text[byte]);
    return byte;
}

std::size_t OffsetMap::byteOfUtf16(std::size_t utf16) const noexcept
{
    if (utf16 >= m_utf16Count)
        return m_text.size();
    const auto rank = [](const Sample &s) { return std::size_t{s.codePoints} + s.fourByte; };
    const auto after = std::upper_bound(m_samples.begin(), m_samples.end(), utf16,
                                        [&](std::size_t value, const Sample &s) { return value < rank(s); });
    const auto block = static_cast<std::size_t>(after - m_samples.begin()) - 1;
    std::size_t left = utf16 - rank(m_samples[block]);
    std::size_t byte = block * blockBytes;
    while (isUtf8Continuation(m_text[byte]))
        ++byte;
    while (left > 0) {
        const unsigned length = utf8SequenceLength(m_text[byte]);
        const std::size_t units = length == 4 ? 2 : 1;
        if (units > left)
            break;
        left -= units;
        byte += length;
    }
    return byte;
}

std::size_t OffsetMap::byteOfLine(std::size_t line) const noexcept
{
    return line < m_lineStarts.size() ? m_lineStarts[line] : m_text.size();
}

} // namespace cw
