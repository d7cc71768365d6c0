// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/offsetmap.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

constexpr std::size_t blockBytes = 512;

struct Counts
{
    std::size_t codePoints = 0;
    std::size_t fourByte = 0;
    std::size_t lineEnds = 0;
};

/// The last byte of LF, CRLF or a lone CR.
bool endsLine(std::string_view text, std::size_t byte) noexcept
{
    return text[byte] == '\n' || (text[byte] == '\r' && (byte + 1 == text.size() || text[byte + 1] != '\n'));
}

/// What starts or ends in [begin, end). Written so that compilers make vectors of it: sums of a byte are enough for
/// 128 bytes at once.
Counts countIn(std::string_view text, std::size_t begin, std::size_t end) noexcept
{
    constexpr std::size_t stepBytes = 128;
    Counts counts;
    std::size_t byte = begin;
    for (; byte < end && byte + 1 < text.size();) {
        const std::size_t size = std::min({stepBytes, end - byte, text.size() - 1 - byte});
        const auto *at = reinterpret_cast<const std::int8_t *>(text.data() + byte);
        std::uint8_t continuations = 0;
        std::uint8_t fourByte = 0;
        std::uint8_t lineEnds = 0;
        for (std::size_t i = 0; i < size; ++i) {
            continuations = static_cast<std::uint8_t>(continuations + (at[i] < -64));
            fourByte = static_cast<std::uint8_t>(fourByte + ((at[i] < 0) & (at[i] >= -16)));
            lineEnds
                = static_cast<std::uint8_t>(lineEnds + ((at[i] == '\n') | ((at[i] == '\r') & (at[i + 1] != '\n'))));
        }
        counts.codePoints += size - continuations;
        counts.fourByte += fourByte;
        counts.lineEnds += lineEnds;
        byte += size;
    }
    if (byte < end) {
        counts.codePoints += isUtf8Continuation(text[byte]) ? 0U : 1U;
        counts.fourByte += static_cast<unsigned char>(text[byte]) >= 0xF0 ? 1U : 0U;
        counts.lineEnds += endsLine(text, byte) ? 1U : 0U;
    }
    return counts;
}

/// Start of the character that `byte` lies in.
std::size_t characterStart(std::string_view text, std::size_t byte) noexcept
{
    while (byte > 0 && isUtf8Continuation(text[byte]))
        --byte;
    return byte;
}

} // namespace

OffsetMap::OffsetMap(std::string_view text) : m_text(text)
{
    m_samples.reserve((text.size() + blockBytes - 1) / blockBytes);
    Counts total;
    for (std::size_t begin = 0; begin < text.size(); begin += blockBytes) {
        m_samples.push_back({static_cast<std::uint32_t>(total.codePoints), static_cast<std::uint32_t>(total.fourByte),
                             static_cast<std::uint32_t>(total.lineEnds)});
        const Counts block = countIn(text, begin, std::min(begin + blockBytes, text.size()));
        total.codePoints += block.codePoints;
        total.fourByte += block.fourByte;
        total.lineEnds += block.lineEnds;
    }
    m_codePointCount = total.codePoints;
    m_utf16Count = total.codePoints + total.fourByte;
    m_lineCount = total.lineEnds + 1;
}

std::size_t OffsetMap::codePointAt(std::size_t byte) const noexcept
{
    return byte >= m_text.size() ? m_codePointCount : codePointAtStart(characterStart(m_text, byte));
}

std::size_t OffsetMap::codePointAtStart(std::size_t byte) const noexcept
{
    const std::size_t block = byte / blockBytes;
    return m_samples[block].codePoints + countIn(m_text, block * blockBytes, byte).codePoints;
}

std::size_t OffsetMap::utf16At(std::size_t byte) const noexcept
{
    if (byte >= m_text.size())
        return m_utf16Count;
    byte = characterStart(m_text, byte);
    const std::size_t block = byte / blockBytes;
    const Counts counts = countIn(m_text, block * blockBytes, byte);
    return std::size_t{m_samples[block].codePoints} + m_samples[block].fourByte + counts.codePoints + counts.fourByte;
}

std::size_t OffsetMap::lineAt(std::size_t byte) const noexcept
{
    if (byte >= m_text.size())
        return m_lineCount - 1;
    const std::size_t block = byte / blockBytes;
    return m_samples[block].lineEnds + countIn(m_text, block * blockBytes, byte).lineEnds;
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
    if (line == 0)
        return 0;
    if (line >= m_lineCount)
        return m_text.size();
    const auto after = std::lower_bound(m_samples.begin(), m_samples.end(), line,
                                        [](const Sample &s, std::size_t value) { return s.lineEnds < value; });
    const auto block = static_cast<std::size_t>(after - m_samples.begin()) - 1;
    std::size_t left = line - m_samples[block].lineEnds;
    for (std::size_t byte = block * blockBytes;; ++byte) {
        if (endsLine(m_text, byte) && --left == 0)
            return byte + 1;
    }
}

} // namespace cw
