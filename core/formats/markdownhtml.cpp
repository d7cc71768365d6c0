// SPDX-License-Identifier: GPL-3.0-or-later
// Where HTML blocks of Markdown start and end.
#include "formats/markdownlines.h"

#include <algorithm>
#include <array>

namespace cw::markdown {

namespace {

constexpr std::array<std::string_view, 4> rawTags{"pre", "script", "style", "textarea"};
constexpr std::array<std::string_view, 62> blockTags{
    "address",  "article",    "aside",  "base",    "basefont", "blockquote", "body",     "caption",  "center",
    "col",      "colgroup",   "dd",     "details", "dialog",   "dir",        "div",      "dl",       "dt",
    "fieldset", "figcaption", "figure", "footer",  "form",     "frame",      "frameset", "h1",       "h2",
    "h3",       "h4",         "h5",     "h6",      "head",     "header",     "hr",       "html",     "iframe",
    "legend",   "li",         "link",   "main",    "menu",     "menuitem",   "nav",      "noframes", "ol",
    "optgroup", "option",     "p",      "param",   "search",   "section",    "summary",  "table",    "tbody",
    "td",       "tfoot",      "th",     "thead",   "title",    "tr",         "track",    "ul"};

char lowered(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool isLetter(char c) noexcept
{
    return lowered(c) >= 'a' && lowered(c) <= 'z';
}

bool isTagCharacter(char c) noexcept
{
    return isLetter(c) || (c >= '0' && c <= '9');
}

bool isSpace(char c) noexcept
{
    return isBlankCharacter(c) || c == '\n' || c == '\v' || c == '\f' || c == '\r';
}

bool isSame(std::string_view text, std::string_view name) noexcept
{
    return text.size() == name.size()
        && std::equal(text.begin(), text.end(), name.begin(), [](char a, char b) { return lowered(a) == b; });
}

bool contains(std::string_view line, std::string_view name) noexcept
{
    return std::search(line.begin(), line.end(), name.begin(), name.end(),
                       [](char a, char b) { return lowered(a) == b; })
        != line.end();
}

/// A complete opening or closing tag followed by nothing but blanks.
class TagReader
{
public:
    explicit TagReader(std::string_view line) : m_line(line), m_at(1) { }

    bool isWholeLine()
    {
        const bool isClosing = take('/');
        if (m_at == m_line.size() || !isLetter(m_line[m_at]))
            return false;
        while (m_at < m_line.size() && (isTagCharacter(m_line[m_at]) || m_line[m_at] == '-'))
            ++m_at;
        if (!isClosing) {
            while (readAttribute()) { }
        }
        skip();
        if (!isClosing)
            take('/');
        if (!take('>'))
            return false;
        skip();
        return m_at == m_line.size();
    }

private:
    bool take(char c)
    {
        if (m_at == m_line.size() || m_line[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    void skip()
    {
        while (m_at < m_line.size() && isSpace(m_line[m_at]))
            ++m_at;
    }

    bool readAttribute()
    {
        const std::size_t before = m_at;
        skip();
        const auto isNameStart = [](char c) { return isLetter(c) || c == '_' || c == ':'; };
        if (m_at == before || m_at == m_line.size() || !isNameStart(m_line[m_at])) {
            m_at = before;
            return false;
        }
        const auto isName = [&](char c) { return isNameStart(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; };
        while (m_at < m_line.size() && isName(m_line[m_at]))
            ++m_at;
        const std::size_t afterName = m_at;
        skip();
        if (!take('=')) {
            m_at = afterName;
            return true;
        }
        skip();
        if (m_at == m_line.size())
            return fail();
        const char quote = m_line[m_at];
        if (quote == '"' || quote == '\'') {
            const std::size_t end = m_line.find(quote, m_at + 1);
            if (end == std::string_view::npos)
                return fail();
            m_at = end + 1;
            return true;
        }
        const std::size_t value = m_at;
        while (m_at < m_line.size() && !isSpace(m_line[m_at])
               && std::string_view("\"'=<>`").find(m_line[m_at]) == std::string_view::npos)
            ++m_at;
        return m_at > value || fail();
    }

    bool fail()
    {
        m_at = m_line.size();
        return false;
    }

    std::string_view m_line;
    std::size_t m_at;
};

} // namespace

unsigned htmlStart(std::string_view line, bool mayBeAnyTag) noexcept
{
    if (line.size() < 2 || line.front() != '<')
        return 0;
    if (line.starts_with("<!--"))
        return 2;
    if (line[1] == '?')
        return 3;
    if (line.starts_with("<![CDATA["))
        return 5;
    if (line[1] == '!' && line.size() > 2 && isLetter(line[2]))
        return 4;
    const bool isClosing = line[1] == '/';
    const std::size_t begin = isClosing ? 2 : 1;
    std::size_t end = begin;
    while (end < line.size() && isTagCharacter(line[end]))
        ++end;
    const std::string_view name = line.substr(begin, end - begin);
    const bool endsPlainly = end == line.size() || isSpace(line[end]) || line[end] == '>';
    const auto isName = [&](std::string_view tag) { return isSame(name, tag); };
    if (!isClosing && endsPlainly && std::ranges::any_of(rawTags, isName))
        return 1;
    if ((endsPlainly || line.substr(end).starts_with("/>")) && std::ranges::any_of(blockTags, isName))
        return 6;
    return mayBeAnyTag && TagReader(line).isWholeLine() ? 7 : 0;
}

bool endsHtml(std::string_view line, unsigned condition) noexcept
{
    switch (condition) {
    case 1:
        return contains(line, "</pre>") || contains(line, "</script>") || contains(line, "</style>")
            || contains(line, "</textarea>");
    case 2:
        return line.find("-->") != std::string_view::npos;
    case 3:
        return line.find("?>") != std::string_view::npos;
    case 4:
        return line.find('>') != std::string_view::npos;
    case 5:
        return line.find("]]>") != std::string_view::npos;
    default:
        return false;
    }
}

} // namespace cw::markdown
