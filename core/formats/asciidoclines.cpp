// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/asciidoclines.h"

#include "text/ascii.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>

namespace cw::asciidoc {

namespace {

bool isUniform(std::string_view line) noexcept
{
    return line.find_first_not_of(line.front()) == std::string_view::npos;
}

/// A letter, digit or underscore; bytes of longer characters count as letters.
bool isWordCharacter(char c) noexcept
{
    return isAsciiAlphanumeric(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t skipBlanks(std::string_view line, std::size_t at) noexcept
{
    while (at < line.size() && isBlankCharacter(line[at]))
        ++at;
    return at;
}

std::size_t characters(std::string_view line) noexcept
{
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

std::optional<Delimited> delimiterOf(std::string_view line) noexcept
{
    constexpr std::size_t shortest = 4;
    if (line == "--")
        return Delimited::Open;
    if (line.starts_with("```") && line.find('`', 3) == std::string_view::npos)
        return Delimited::Fenced;
    if (line.size() < shortest)
        return std::nullopt;
    const char first = line.front();
    if (first == '|' || first == ',' || first == ':' || first == '!')
        return line[1] == '=' && isUniform(line.substr(1)) ? std::optional(Delimited::Table) : std::nullopt;
    constexpr std::string_view marks = "-.=*_+/";
    constexpr std::array kinds{Delimited::Listing, Delimited::Literal, Delimited::Example, Delimited::Sidebar,
                               Delimited::Quote,   Delimited::Pass,    Delimited::Comment};
    const std::size_t kind = marks.find(first);
    return kind != std::string_view::npos && isUniform(line) ? std::optional(kinds[kind]) : std::nullopt;
}

namespace {

/// A mark of the characters [begin, end) that a blank and text follow.
std::optional<ListMark> markBeforeText(std::string_view line, ListMark mark, std::size_t end) noexcept
{
    mark.textBegin = skipBlanks(line, end);
    return mark.textBegin > end && mark.textBegin < line.size() ? std::optional(mark) : std::nullopt;
}

std::optional<ListMark> numberMark(std::string_view line, std::size_t begin) noexcept
{
    ListMark mark{ListKind::Numbers, '1', 1, begin, 0};
    std::size_t end = begin;
    while (end < line.size() && isAsciiDigit(static_cast<unsigned char>(line[end])))
        ++end;
    if (end > begin)
        return end < line.size() && line[end] == '.' ? markBeforeText(line, mark, end + 1) : std::nullopt;
    if (begin + 1 < line.size() && line[begin + 1] == '.' && isAsciiLetter(static_cast<unsigned char>(line[begin]))) {
        mark.character = line[begin] >= 'a' ? 'a' : 'A';
        return markBeforeText(line, mark, begin + 2);
    }
    for (const std::string_view numerals : {"ivx", "IVX"}) {
        end = begin;
        while (end < line.size() && numerals.find(line[end]) != std::string_view::npos)
            ++end;
        mark.character = numerals.front();
        if (end > begin && end < line.size() && line[end] == ')')
            return markBeforeText(line, mark, end + 1);
    }
    return std::nullopt;
}

/// A term with two to four colons or two semicolons behind it, which a blank or the line's end follows.
std::optional<ListMark> termMark(std::string_view line, std::size_t begin) noexcept
{
    constexpr std::size_t mostColons = 4;
    for (std::size_t at = line.find_first_of(":;", begin + 1); at != std::string_view::npos;
         at = line.find_first_of(":;", at)) {
        std::size_t end = at;
        while (end < line.size() && line[end] == line[at])
            ++end;
        const std::size_t length = end - at;
        const bool isFollowed = end == line.size() || isBlankCharacter(line[end]);
        const std::size_t taken = std::min(length, line[at] == ':' ? mostColons : std::size_t{2});
        if (length >= 2 && isFollowed && (taken == length || at + length - taken > begin))
            return ListMark{ListKind::Terms, line[at], taken, begin, skipBlanks(line, end)};
        at = end;
    }
    return std::nullopt;
}

} // namespace

std::optional<ListMark> listMark(std::string_view line) noexcept
{
    const std::size_t begin = skipBlanks(line, 0);
    if (begin == line.size())
        return std::nullopt;
    const char first = line[begin];
    if (first == '*' || first == '.' || first == '-') {
        std::size_t end = begin;
        while (end < line.size() && line[end] == first)
            ++end;
        const std::size_t length = end - begin;
        const ListMark mark{first == '.' ? ListKind::Numbers : ListKind::Bullets, first, length, begin, 0};
        if (first != '-' || length == 1) {
            if (const auto found = markBeforeText(line, mark, end))
                return found;
        }
    } else if (constexpr std::string_view bullet = "\u2022"; line.substr(begin).starts_with(bullet)) {
        const ListMark mark{ListKind::Bullets, bullet.back(), 1, begin, 0};
        if (const auto found = markBeforeText(line, mark, begin + bullet.size()))
            return found;
    } else if (first == '<' && begin == 0) {
        const std::size_t end = line.find('>');
        const bool isNumber = end != std::string_view::npos && end > 1
            && (line.substr(1, end - 1) == "." || std::ranges::all_of(line.substr(1, end - 1), [](char c) {
                                  return isAsciiDigit(static_cast<unsigned char>(c));
                              }));
        if (isNumber)
            return markBeforeText(line, {ListKind::Callouts, '<', 1, 0, 0}, end + 1);
    } else if (const auto number = numberMark(line, begin)) {
        return number;
    }
    if (isComment(line.substr(begin)))
        return std::nullopt;
    return termMark(line, begin);
}

unsigned headingLevel(std::string_view line) noexcept
{
    constexpr unsigned deepest = 6;
    if (line.empty() || (line.front() != '=' && line.front() != '#'))
        return 0;
    unsigned level = 1;
    while (level < line.size() && line[level] == line.front())
        ++level;
    return level <= deepest && level < line.size() && isBlankCharacter(line[level]) ? level : 0;
}

LinePart headingTitle(std::string_view line, unsigned level) noexcept
{
    const std::size_t begin = skipBlanks(line, level);
    std::size_t end = line.size();
    const bool isClosed
        = end > begin + level + 1 && line.ends_with(line.substr(0, level)) && isBlankCharacter(line[end - level - 1]);
    if (isClosed) {
        end -= level;
        while (end > begin && isBlankCharacter(line[end - 1]))
            --end;
    }
    return {begin, end};
}

unsigned underlineLevel(std::string_view line, std::string_view below) noexcept
{
    constexpr std::string_view marks = "=-~^+";
    if (below.empty() || line.empty() || line.front() == '.')
        return 0;
    const std::size_t mark = marks.find(below.front());
    if (mark == std::string_view::npos || !isUniform(below) || std::ranges::none_of(line, isWordCharacter))
        return 0;
    const std::size_t length = characters(line);
    const bool isAsLong = length < below.size() + 2 && below.size() < length + 2;
    return isAsLong ? static_cast<unsigned>(mark) + 1 : 0;
}

bool isBlockAttributes(std::string_view line) noexcept
{
    if (line.size() < 2 || line.front() != '[' || line.back() != ']')
        return false;
    const char first = line[1];
    if (first == ']')
        return line.size() == 2;
    if (first == '[') {
        if (!line.ends_with("]]"))
            return false;
        const char name = line[2];
        return line.size() == 4
            || ((isWordCharacter(name) || name == ':') && !isAsciiDigit(static_cast<unsigned char>(name)));
    }
    return isWordCharacter(first) || std::string_view(".#%{,\"'").find(first) != std::string_view::npos;
}

std::string_view styleOf(std::string_view attributes) noexcept
{
    if (attributes.starts_with("[["))
        return {};
    std::string_view style = attributes.substr(1, attributes.size() - 2);
    style = style.substr(0, style.find_first_of(",.#%"));
    while (!style.empty() && isBlankCharacter(style.back()))
        style.remove_suffix(1);
    return style.find('=') == std::string_view::npos ? style : std::string_view{};
}

bool isBlockTitle(std::string_view line) noexcept
{
    if (line.size() < 2 || line.front() != '.')
        return false;
    const std::size_t at = line[1] == '.' ? 2 : 1;
    return at < line.size() && !isBlankCharacter(line[at]) && line[at] != '.';
}

bool isAttributeEntry(std::string_view line) noexcept
{
    if (line.size() < 3 || line.front() != ':')
        return false;
    const std::size_t begin = line[1] == '!' ? 2 : 1;
    const std::size_t end = line.find(':', begin);
    return isWordCharacter(line[begin]) && end != std::string_view::npos && end > begin
        && (end + 1 == line.size() || isBlankCharacter(line[end + 1]));
}

bool isComment(std::string_view line) noexcept
{
    return line.starts_with("//") && !line.starts_with("///");
}

bool isConditional(std::string_view line) noexcept
{
    if (!line.ends_with(']'))
        return false;
    return line.starts_with("ifdef::") || line.starts_with("ifndef::") || line.starts_with("ifeval::")
        || line.starts_with("endif::");
}

bool isBlockMacro(std::string_view line) noexcept
{
    if (!line.ends_with(']') || line.empty() || !isWordCharacter(line.front()))
        return false;
    std::size_t at = 1;
    while (at < line.size() && (isWordCharacter(line[at]) || line[at] == '-'))
        ++at;
    if (!line.substr(at).starts_with("::"))
        return false;
    const std::size_t bracket = line.find('[', at);
    return bracket != std::string_view::npos && !isBlankCharacter(line[at + 2]);
}

bool isBreak(std::string_view line) noexcept
{
    constexpr std::size_t shortest = 3;
    if (line.size() < shortest)
        return false;
    if (line.front() == '\'' || line.front() == '<')
        return isUniform(line);
    return line == "---" || line == "***" || line == "___" || line == "- - -" || line == "* * *" || line == "_ _ _";
}

namespace {

/// The value of `name=` in a list of attributes; empty when it is not there.
std::string_view valueOf(std::string_view attributes, std::string_view name) noexcept
{
    for (std::size_t at = attributes.find(name); at != std::string_view::npos; at = attributes.find(name, at + 1)) {
        const std::size_t equals = at + name.size();
        const bool isName
            = at > 0 && (attributes[at - 1] == '[' || attributes[at - 1] == ',' || attributes[at - 1] == ' ');
        if (!isName || equals >= attributes.size() || attributes[equals] != '=')
            continue;
        std::string_view value = attributes.substr(equals + 1);
        if (value.starts_with('"')) {
            value.remove_prefix(1);
            return value.substr(0, value.find('"'));
        }
        return value.substr(0, value.find_first_of(",]"));
    }
    return {};
}

std::size_t numberAt(std::string_view text, std::size_t begin, std::size_t end) noexcept
{
    constexpr std::size_t most = 1000;
    std::size_t number = 0;
    for (std::size_t at = begin; at < end && isAsciiDigit(static_cast<unsigned char>(text[at])); ++at)
        number = std::min(most, number * 10 + static_cast<std::size_t>(text[at] - '0'));
    return number;
}

} // namespace

std::size_t columnsOf(std::string_view attributes) noexcept
{
    const std::string_view value = valueOf(attributes, "cols");
    if (value.empty())
        return 0;
    const char separator = value.find(';') != std::string_view::npos ? ';' : ',';
    std::size_t columns = 0;
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find(separator, begin), value.size());
        const std::size_t star = value.substr(begin, end - begin).find('*');
        const std::size_t digits = skipBlanks(value, begin);
        columns += star != std::string_view::npos ? std::max<std::size_t>(1, numberAt(value, digits, end)) : 1;
        begin = end + 1;
    }
    return columns;
}

std::optional<bool> headerOf(std::string_view attributes) noexcept
{
    const std::string_view options = valueOf(attributes, "options");
    const std::string_view opts = valueOf(attributes, "opts");
    if (attributes.find("%noheader") != std::string_view::npos || options.find("noheader") != std::string_view::npos)
        return false;
    if (attributes.find("%header") != std::string_view::npos || options.find("header") != std::string_view::npos
        || opts.find("header") != std::string_view::npos)
        return true;
    return std::nullopt;
}

std::size_t cellsIn(std::string_view line, char separator) noexcept
{
    std::size_t cells = 0;
    for (std::size_t at = line.find(separator); at != std::string_view::npos; at = line.find(separator, at + 1)) {
        if (at > 0 && line[at - 1] == '\\')
            continue;
        // before the mark: how often, how it is set, and its style, with white space before all that
        std::size_t begin = at;
        constexpr std::size_t longest = 16;
        while (begin > 0 && at - begin < longest && !isBlankCharacter(line[begin - 1]) && line[begin - 1] != separator)
            --begin;
        const std::string_view spec = line.substr(begin, at - begin);
        const std::size_t factor = spec.find_first_of("+*");
        const bool isFactor = factor != std::string_view::npos
            && spec.substr(0, factor).find_first_not_of("0123456789.") == std::string_view::npos;
        cells += isFactor ? std::max<std::size_t>(1, numberAt(spec, 0, factor)) : 1;
    }
    return cells;
}

} // namespace cw::asciidoc
