// SPDX-License-Identifier: GPL-3.0-or-later
// Signs in headings that only lead to the heading itself.
#include "formats/htmlentities.h"
#include "formats/htmltree.h"

#include <algorithm>
#include <array>
#include <string>

namespace cw::html {

namespace {

constexpr std::size_t longestSignLink = 256; // bytes from the link's start tag to its end tag

/// What stands before the end tag of a link, without tags and white space; nothing where there is a picture, or no end
/// tag near.
std::string textOfLink(std::string_view source)
{
    std::string text;
    for (std::size_t at = 0; at < source.size();) {
        if (source[at] == '<') {
            const std::size_t end = source.find('>', at);
            if (end == std::string_view::npos)
                return {};
            const std::string_view tag = source.substr(at + 1, end - at - 1);
            if (equalsIgnoringCase(tag.substr(0, 3), "img"))
                return {};
            const std::string_view name = tag.substr(0, tag.find_last_not_of(" \t\r\n\f") + 1);
            if (equalsIgnoringCase(name, "/a"))
                return text;
            at = end + 1;
            continue;
        }
        const Reference reference = source[at] == '&' ? readReference(source.substr(at)) : Reference();
        const std::string_view piece = reference.length > 0 ? reference.text() : source.substr(at, 1);
        if (piece != "\xC2\xA0" && piece.find_first_of(" \t\r\n\f") == std::string_view::npos)
            text += piece;
        at += std::max<std::size_t>(reference.length, 1);
    }
    return {};
}

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Whether a fragment, in which bytes may be written as %41, is that name.
bool isFragmentOf(std::string_view fragment, std::string_view name)
{
    std::size_t at = 0;
    for (const char c : name) {
        if (at >= fragment.size())
            return false;
        const int high = fragment[at] == '%' && at + 2 < fragment.size() ? hexValue(fragment[at + 1]) : -1;
        const int low = high >= 0 ? hexValue(fragment[at + 2]) : -1;
        const bool isCoded = low >= 0;
        if (c != (isCoded ? static_cast<char>(16 * high + low) : fragment[at]))
            return false;
        at += isCoded ? 3 : 1;
    }
    return at == fragment.size();
}

} // namespace

/// Nobody reads "#" or "¶" behind a title: they are there to be clicked.
bool TreeReader::isSignOfHeading(const Facts &facts) const
{
    constexpr std::array<std::string_view, 5> signs{"¶", "#", "§", "🔗", "🔗\xEF\xB8\x8F"};
    const std::string text = textOfLink(m_source.substr(m_tokens.position(), longestSignLink));
    return std::ranges::find(signs, text) != signs.end() && leadsHere(facts);
}

/// To the link, an element around it or one just before it.
bool TreeReader::leadsHere(const Facts &facts) const
{
    const std::string_view fragment = m_tokens.text(facts.fragment);
    const auto isIts = [&](CompactRange id) { return !id.isEmpty() && isFragmentOf(fragment, m_tokens.text(id)); };
    return isIts(facts.id) || std::ranges::any_of(m_lastIds, isIts)
        || std::any_of(m_open.rbegin(), m_open.rend(), [&](const Open &open) { return isIts(open.id); });
}

} // namespace cw::html
