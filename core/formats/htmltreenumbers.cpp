// SPDX-License-Identifier: GPL-3.0-or-later
// What stands before items of lists, and how many columns and rows cells span.
#include "formats/htmltree.h"

#include "text/ascii.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace cw::html {

namespace {

constexpr std::uint32_t mostColumns = 1000; // as the HTML standard
constexpr std::uint32_t mostRows = 65534;

/// By the standard's rules for integers, held to 32 bits.
std::optional<std::int32_t> integerIn(std::string_view value)
{
    std::size_t at = std::min(value.find_first_not_of(" \t\n\f\r"), value.size());
    const bool isNegative = at < value.size() && value[at] == '-';
    at += at < value.size() && (value[at] == '-' || value[at] == '+') ? 1 : 0;
    if (at == value.size() || !isAsciiDigit(static_cast<unsigned char>(value[at])))
        return std::nullopt;
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    std::int64_t number = 0;
    for (; at < value.size() && isAsciiDigit(static_cast<unsigned char>(value[at])); ++at)
        number = std::min(number * 10 + (value[at] - '0'), most);
    return static_cast<std::int32_t>(isNegative ? -number : number);
}

/// As a `type` attribute says it; None where it says nothing.
Marks marksOfType(std::string_view type)
{
    if (type.size() == 1) {
        switch (type.front()) {
        case '1':
            return Marks::Decimal;
        case 'a':
            return Marks::LowerLetter;
        case 'A':
            return Marks::UpperLetter;
        case 'i':
            return Marks::LowerRoman;
        case 'I':
            return Marks::UpperRoman;
        default:
            break;
        }
    }
    return equalsIgnoringCase(type, "disc")  ? Marks::Disc
        : equalsIgnoringCase(type, "circle") ? Marks::Circle
        : equalsIgnoringCase(type, "square") ? Marks::Square
                                             : Marks::None;
}

/// As a style says it, if it does. O(bytes).
std::optional<Marks> marksOfStyle(std::string_view style)
{
    static constexpr std::array<std::pair<std::string_view, Marks>, 11> known{{
        {"none", Marks::None},
        {"disc", Marks::Disc},
        {"circle", Marks::Circle},
        {"square", Marks::Square},
        {"decimal", Marks::Decimal},
        {"lower-alpha", Marks::LowerLetter},
        {"lower-latin", Marks::LowerLetter},
        {"upper-alpha", Marks::UpperLetter},
        {"upper-latin", Marks::UpperLetter},
        {"lower-roman", Marks::LowerRoman},
        {"upper-roman", Marks::UpperRoman},
    }};
    std::string lower(style);
    for (char &c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    std::optional<Marks> marks;
    const std::string_view all = lower;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find(';', begin), all.size());
        const std::string_view declaration = all.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t colon = declaration.find(':');
        const std::size_t name = declaration.find_first_not_of(" \t\r\n\f");
        if (colon == std::string_view::npos || !declaration.substr(name).starts_with("list-style"))
            continue;
        for (std::size_t word = colon + 1; word < declaration.size();) {
            const std::size_t wordEnd = std::min(declaration.find_first_of(" \t\r\n\f!", word), declaration.size());
            const auto found = std::ranges::find(known, declaration.substr(word, wordEnd - word),
                                                 &std::pair<std::string_view, Marks>::first);
            if (found != known.end())
                marks = found->second;
            word = wordEnd + 1;
        }
    }
    return marks;
}

} // namespace

void TreeReader::takeNumbers(Tag tag, Facts &facts)
{
    const bool isList = tag == Tag::Ol || tag == Tag::Ul || tag == Tag::Menu || tag == Tag::Dir || tag == Tag::Dl;
    const bool isCell = tag == Tag::Td || tag == Tag::Th;
    if (!isList && !isCell && tag != Tag::Li)
        return;
    std::optional<std::int32_t> number;
    std::optional<Marks> style;
    Marks type = Marks::None;
    bool isFalling = false;
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    // Of attributes of one name the first counts, so it is read last.
    const std::vector<Attribute> &attributes = m_tokens.attributes();
    for (auto attribute = attributes.rbegin(); attribute != attributes.rend(); ++attribute) {
        const std::string_view name = m_tokens.text(attribute->name);
        const std::string_view value = m_tokens.text(attribute->value);
        const auto isNamed = [&](std::string_view wanted) { return equalsIgnoringCase(name, wanted); };
        if (isCell && isNamed("colspan")) {
            const std::int32_t span = integerIn(value).value_or(1);
            columns = span < 1 ? 1 : std::min(static_cast<std::uint32_t>(span), mostColumns);
        } else if (isCell && isNamed("rowspan")) {
            // 0: to the end of the rows that belong together
            const std::int32_t span = integerIn(value).value_or(1);
            rows = span < 0 ? 1 : span == 0 ? mostRows : std::min(static_cast<std::uint32_t>(span), mostRows);
        } else if ((tag == Tag::Ol && isNamed("start")) || (tag == Tag::Li && isNamed("value"))) {
            number = integerIn(value);
        } else if (tag == Tag::Ol && isNamed("reversed")) {
            isFalling = true;
        } else if (isList && isNamed("type")) {
            type = marksOfType(value);
        } else if (isList && isNamed("style")) {
            style = marksOfStyle(value);
        }
    }
    if (isCell) {
        facts.numbers = twoNumbers(columns, rows);
    } else if (tag == Tag::Li) {
        facts.numbers = twoNumbers(static_cast<std::uint32_t>(number.value_or(0)), number ? 1U : 0U);
    } else {
        if (tag == Tag::Ol)
            facts.marks = type == Marks::None ? Marks::Decimal : type;
        else
            facts.marks = tag == Tag::Dl ? Marks::Definitions : type == Marks::None ? Marks::Bullets : type;
        if (style && tag != Tag::Dl)
            facts.marks = *style;
        if (isFalling && !number) {
            const auto items = countItems();
            number = static_cast<std::int32_t>(items.value_or(0));
            facts.marks = items ? facts.marks : Marks::Bullets;
        }
        facts.numbers = twoNumbers(static_cast<std::uint32_t>(number.value_or(1)), isFalling ? 1U : 0U);
    }
}

std::optional<std::size_t> TreeReader::countItems()
{
    std::size_t items = 0;
    std::size_t depth = 0;
    std::size_t at = m_tokens.position();
    const std::size_t end = at + std::min(m_itemSearchLeft, m_source.size() - at);
    for (at = m_source.find('<', at); at < end; at = m_source.find('<', at + 1)) {
        if (m_source.substr(at).starts_with("<!--")) {
            at = std::min(m_source.find("-->", at), end - 1);
            continue;
        }
        const bool isClosing = m_source.substr(at + 1).starts_with('/');
        const std::size_t name = at + (isClosing ? 2 : 1);
        constexpr std::size_t longestName = 4;
        const std::string_view begun = m_source.substr(std::min(name, m_source.size()), longestName + 1);
        const std::string_view tag = begun.substr(0, begun.find_first_of(" \t\r\n\f/>"));
        const auto isTag = [&](std::string_view wanted) { return equalsIgnoringCase(tag, wanted); };
        if (isTag("ol") || isTag("ul") || isTag("menu") || isTag("dir")) {
            if (isClosing && depth == 0)
                break;
            depth += isClosing ? static_cast<std::size_t>(-1) : 1;
        } else if (depth == 0 && !isClosing && isTag("li")) {
            ++items;
        }
    }
    const bool isCut = at >= end && end < m_source.size();
    m_itemSearchLeft -= std::min(std::min(at, end) - m_tokens.position(), m_itemSearchLeft);
    return isCut ? std::nullopt : std::optional(items);
}

bool TreeReader::isInHeading() const
{
    return countOf(Tag::H1) + countOf(Tag::H2) + countOf(Tag::H3) + countOf(Tag::H4) + countOf(Tag::H5)
        + countOf(Tag::H6)
        > 0;
}

} // namespace cw::html
