// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/headings.h"

#include "segment/words.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

bool isBlank(std::string_view line)
{
    for (std::size_t byte = 0; byte < line.size();) {
        const DecodedCharacter character = decodeCharacter(line, byte);
        if (!isPythonSpace(character.codePoint))
            return false;
        byte += character.byteLength;
    }
    return true;
}

/// "## Title": at most three spaces, one to six number signs, then white space or the line's end.
bool isNumberSignHeading(std::string_view line)
{
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent > 3)
        return false;
    const std::size_t end = std::min(line.find_first_not_of('#', indent), line.size());
    const std::size_t level = end - indent;
    return level >= 1 && level <= 6 && (end == line.size() || line[end] == ' ' || line[end] == '\t');
}

/// "====" or "----" under a title.
bool isUnderline(std::string_view line)
{
    const std::size_t end = line.find_last_not_of(" \t\r");
    if (end == std::string_view::npos || end < 1 || (line[0] != '=' && line[0] != '-'))
        return false;
    return line.substr(0, end + 1).find_first_not_of(line[0]) == std::string_view::npos;
}

/// The first line's end; the longest heading's length when the line is longer than any heading.
std::size_t endOfLine(std::string_view text)
{
    constexpr std::size_t longestHeadingBytes = 400;
    const std::string_view head = text.substr(0, longestHeadingBytes);
    const std::size_t lineFeed = std::min(head.find('\n'), head.size());
    return std::min(head.substr(0, lineFeed).find('\r'), lineFeed);
}

} // namespace

std::int64_t headingsOnly(std::string_view text, std::size_t *bytesRead)
{
    const std::size_t size = text.size();
    std::int64_t headings = 0;
    bool isUnderlineDue = false;
    while (!text.empty()) {
        const std::size_t lineEnd = endOfLine(text);
        if (bytesRead)
            *bytesRead = size - text.size() + std::min(lineEnd + 2, text.size() + 1);
        const std::string_view line = text.substr(0, lineEnd);
        text.remove_prefix(lineEnd);
        if (!text.empty() && text.front() != '\n' && text.front() != '\r')
            return 0;
        text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(text.size(), 1));
        if (isUnderlineDue) {
            if (!isUnderline(line))
                return 0;
            isUnderlineDue = false;
        } else if (isBlank(line)) {
            continue;
        } else {
            ++headings;
            isUnderlineDue = !isNumberSignHeading(line);
        }
    }
    return isUnderlineDue ? 0 : headings;
}

std::size_t HeadingBlocks::headingsUpTo(std::size_t byte) const
{
    const auto isBehind = [&](std::size_t heading) { return bytesOf(heading).begin > byte; };
    std::size_t low = m_near;
    std::size_t high = m_near;
    if (low > 0 && isBehind(low - 1)) {
        low = 0;
    } else {
        for (std::size_t step = 1; high < m_headings.size() && !isBehind(high); step *= 2) {
            low = high + 1;
            high += std::min(step, m_headings.size() - high);
        }
    }
    const auto part = m_headings.subspan(low, high - low);
    const auto found
        = std::ranges::upper_bound(part, byte, {}, [&](std::uint32_t block) { return m_blocks[block].bytes.begin; });
    return low + static_cast<std::size_t>(found - part.begin());
}

bool HeadingBlocks::isIn(std::size_t heading, std::size_t byte) const
{
    const std::size_t next = m_headings[heading] + std::size_t{1};
    return bytesOf(heading).end > byte && (next == m_blocks.size() || m_blocks[next].bytes.begin > byte);
}

std::int64_t HeadingBlocks::only(ByteRange range)
{
    m_near = headingsUpTo(range.begin);
    const bool beginsInOne = m_near > 0 && isIn(m_near - 1, range.begin);
    if (!beginsInOne && (m_near == m_headings.size() || bytesOf(m_near).begin >= range.end))
        return 0;
    std::int64_t headings = 0;
    for (std::size_t at = range.begin;; ++headings) {
        at = skipSpaces(m_text, at, range.end);
        if (at >= range.end)
            return headings;
        const std::size_t upTo = headingsUpTo(at);
        if (upTo == 0 || !isIn(upTo - 1, at))
            return 0;
        at = bytesOf(upTo - 1).end;
    }
}

} // namespace cw
