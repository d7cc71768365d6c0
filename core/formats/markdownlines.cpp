// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/markdownlines.h"

#include "text/ascii.h"

#include <algorithm>
#include <array>

namespace cw::markdown {

namespace {

std::size_t skipBlanks(std::string_view line, std::size_t at) noexcept
{
    while (at < line.size() && isBlankCharacter(line[at]))
        ++at;
    return at;
}

bool isBlankFrom(std::string_view line, std::size_t at) noexcept
{
    return skipBlanks(line, at) == line.size();
}

std::size_t trimmedEnd(std::string_view line, std::size_t begin) noexcept
{
    std::size_t end = line.size();
    while (end > begin && isBlankCharacter(line[end - 1]))
        --end;
    return end;
}

} // namespace

unsigned atxLevel(std::string_view line) noexcept
{
    unsigned level = 0;
    while (level < line.size() && line[level] == '#')
        ++level;
    const bool isFollowed = level < line.size() && !isBlankCharacter(line[level]);
    return level > 6 || isFollowed ? 0 : level;
}

LinePart atxTitle(std::string_view line, unsigned level) noexcept
{
    if (isBlankFrom(line, level))
        return {level, level};
    const std::size_t begin = skipBlanks(line, level);
    std::size_t end = trimmedEnd(line, begin);
    std::size_t hashes = end;
    while (hashes > begin && line[hashes - 1] == '#')
        --hashes;
    if (hashes < end && (hashes == begin || isBlankCharacter(line[hashes - 1])))
        end = trimmedEnd(line.substr(0, hashes), begin);
    return {begin, end};
}

unsigned setextLevel(std::string_view line) noexcept
{
    if (line.empty() || (line.front() != '=' && line.front() != '-'))
        return 0;
    std::size_t end = 1;
    while (end < line.size() && line[end] == line.front())
        ++end;
    return !isBlankFrom(line, end) ? 0 : line.front() == '=' ? 1 : 2;
}

bool isThematicBreak(std::string_view line) noexcept
{
    if (line.empty() || (line.front() != '*' && line.front() != '-' && line.front() != '_'))
        return false;
    std::size_t marks = 0;
    for (const char c : line) {
        if (c == line.front())
            ++marks;
        else if (!isBlankCharacter(c))
            return false;
    }
    return marks >= 3;
}

std::optional<FenceMark> openingFence(std::string_view line) noexcept
{
    if (line.empty() || (line.front() != '`' && line.front() != '~'))
        return std::nullopt;
    std::size_t length = 1;
    while (length < line.size() && line[length] == line.front())
        ++length;
    if (length < 3 || (line.front() == '`' && line.find('`', length) != std::string_view::npos))
        return std::nullopt;
    return FenceMark{line.front(), length};
}

bool closesFence(std::string_view line, FenceMark opening) noexcept
{
    std::size_t length = 0;
    while (length < line.size() && line[length] == opening.character)
        ++length;
    return length >= opening.length && isBlankFrom(line, length);
}

std::optional<ListMark> listMark(std::string_view line) noexcept
{
    if (line.empty())
        return std::nullopt;
    ListMark mark;
    const char first = line.front();
    if (first == '-' || first == '*' || first == '+') {
        mark = {first, 1, 0, false};
    } else {
        constexpr std::size_t mostDigits = 9;
        std::size_t digits = 0;
        while (digits < line.size() && digits < mostDigits && isAsciiDigit(line[digits]))
            mark.number = mark.number * 10 + static_cast<std::uint32_t>(line[digits++] - '0');
        if (digits == 0 || digits == line.size() || (line[digits] != '.' && line[digits] != ')'))
            return std::nullopt;
        mark.character = line[digits];
        mark.length = digits + 1;
        mark.isOrdered = true;
    }
    if (mark.length < line.size() && !isBlankCharacter(line[mark.length]))
        return std::nullopt;
    return mark;
}

std::size_t footnoteMark(std::string_view line) noexcept
{
    if (!line.starts_with("[^"))
        return 0;
    std::size_t at = 2;
    while (at < line.size() && line[at] != ']' && !isBlankCharacter(line[at]))
        ++at;
    if (at == 2 || at + 1 >= line.size() || line[at] != ']' || line[at + 1] != ':')
        return 0;
    return skipBlanks(line, at + 2);
}

std::size_t delimiterColumns(std::string_view line) noexcept
{
    std::size_t at = 0;
    if (at < line.size() && line[at] == '|')
        ++at;
    for (std::size_t columns = 1;; ++columns) {
        at = skipBlanks(line, at);
        if (at < line.size() && line[at] == ':')
            ++at;
        const std::size_t dashes = at;
        while (at < line.size() && line[at] == '-')
            ++at;
        if (at == dashes)
            return 0;
        if (at < line.size() && line[at] == ':')
            ++at;
        at = skipBlanks(line, at);
        if (at == line.size())
            return columns;
        if (line[at] != '|')
            return 0;
        if (isBlankFrom(line, ++at))
            return columns;
    }
}

std::size_t rowCells(std::string_view line) noexcept
{
    line = line.substr(0, trimmedEnd(line, 0));
    std::size_t at = !line.empty() && line.front() == '|' ? skipBlanks(line, 1) : 0;
    std::size_t cells = 0;
    while (at < line.size()) {
        ++cells;
        while (at < line.size() && (line[at] != '|' || (at > 0 && line[at - 1] == '\\')))
            ++at;
        at = skipBlanks(line, std::min(at + 1, line.size()));
    }
    return cells;
}

namespace {

/// Reads link reference definitions, one after the other.
class DefinitionReader
{
public:
    DefinitionReader(std::string_view text, std::vector<std::string_view> &labels) : m_text(text), m_labels(labels) { }

    std::size_t readAll()
    {
        std::size_t end = 0;
        while (end < m_text.size() && m_text[end] == '[') {
            m_at = end;
            const std::size_t next = readOne();
            if (next == 0)
                break;
            m_labels.push_back(m_text.substr(end + 1, m_labelEnd - end - 1));
            end = next;
        }
        return end;
    }

private:
    /// End of the definition at m_at, behind its line feed; 0 when there is none.
    std::size_t readOne()
    {
        if (!readLabel() || !readMark(':') || !skipSpacesWithOneLineEnd() || !readDestination())
            return 0;
        const std::size_t afterDestination = m_at;
        const std::size_t withoutTitle = lineEndAfterBlanks();
        m_at = afterDestination;
        const bool isApart = skipSpacesWithOneLineEnd() && m_at > afterDestination;
        if (isApart && readTitle()) {
            if (const std::size_t end = lineEndAfterBlanks())
                return end;
        }
        return withoutTitle;
    }

    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }

    bool readMark(char mark)
    {
        if (isAtEnd() || m_text[m_at] != mark)
            return false;
        ++m_at;
        return true;
    }

    bool readLabel()
    {
        constexpr std::size_t longest = 999;
        const std::size_t begin = ++m_at;
        bool isVisible = false;
        for (; !isAtEnd() && m_at - begin <= longest; ++m_at) {
            const char c = m_text[m_at];
            if (c == ']') {
                m_labelEnd = m_at;
                ++m_at;
                return isVisible;
            }
            if (c == '[')
                return false;
            if (c == '\\' && m_at + 1 < m_text.size()
                && (m_text[m_at + 1] == '[' || m_text[m_at + 1] == ']' || m_text[m_at + 1] == '\\'))
                ++m_at;
            isVisible = isVisible || (!isBlankCharacter(c) && c != '\n');
        }
        return false;
    }

    bool skipSpacesWithOneLineEnd()
    {
        m_at = skipBlanks(m_text, m_at);
        if (!isAtEnd() && m_text[m_at] == '\n')
            m_at = skipBlanks(m_text, m_at + 1);
        return !isAtEnd();
    }

    bool readDestination()
    {
        if (m_text[m_at] == '<') {
            for (++m_at; !isAtEnd(); ++m_at) {
                const char c = m_text[m_at];
                if (c == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n')
                    ++m_at;
                else if (c == '\n' || c == '<')
                    return false;
                else if (c == '>') {
                    ++m_at;
                    return true;
                }
            }
            return false;
        }
        const std::size_t begin = m_at;
        std::size_t depth = 0;
        for (; !isAtEnd(); ++m_at) {
            const char c = m_text[m_at];
            if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F)
                break;
            if (c == '\\' && m_at + 1 < m_text.size() && static_cast<unsigned char>(m_text[m_at + 1]) > ' ') {
                ++m_at;
            } else if (c == '(') {
                ++depth;
            } else if (c == ')') {
                if (depth == 0)
                    break;
                --depth;
            }
        }
        constexpr std::size_t deepest = 32;
        return m_at > begin && depth == 0 && depth <= deepest;
    }

    bool readTitle()
    {
        const char opening = m_text[m_at];
        if (opening != '"' && opening != '\'' && opening != '(')
            return false;
        const char closing = opening == '(' ? ')' : opening;
        for (++m_at; !isAtEnd(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '\\')
                ++m_at;
            else if (c == closing) {
                ++m_at;
                return true;
            } else if (c == '(' && opening == '(')
                return false;
        }
        return false;
    }

    std::size_t lineEndAfterBlanks()
    {
        m_at = skipBlanks(m_text, m_at);
        if (isAtEnd())
            return m_text.size();
        return m_text[m_at] == '\n' ? m_at + 1 : 0;
    }

    std::string_view m_text;
    std::vector<std::string_view> &m_labels;
    std::size_t m_at = 0;
    std::size_t m_labelEnd = 0; ///< of the definition that was read last
};

} // namespace

std::size_t definitionsEnd(std::string_view paragraph, std::vector<std::string_view> &labels)
{
    return DefinitionReader(paragraph, labels).readAll();
}

} // namespace cw::markdown
