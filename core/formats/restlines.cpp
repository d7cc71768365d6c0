// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/restlines.h"

#include "text/ascii.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>

namespace cw::rest {

namespace {

bool isBlankOrEnd(std::string_view line, std::size_t at) noexcept
{
    return at >= line.size() || isBlankCharacter(line[at]);
}

std::size_t skipBlanks(std::string_view line, std::size_t at) noexcept
{
    while (at < line.size() && isBlankCharacter(line[at]))
        ++at;
    return at;
}

bool consistsOf(std::string_view line, std::string_view characters) noexcept
{
    return line.find_first_not_of(characters) == std::string_view::npos;
}

/// A letter or digit as names have them; bytes of longer characters count as letters.
bool isNameCharacter(char c) noexcept
{
    return isAsciiAlphanumeric(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
}

/// Bytes of a simple name: words of letters, digits and underscores with single marks between them.
std::size_t simpleNameLength(std::string_view line, std::string_view joints = "-._+:") noexcept
{
    std::size_t at = 0;
    std::size_t end = 0;
    while (at < line.size()) {
        if (isNameCharacter(line[at])) {
            end = ++at;
        } else if (end == at && end > 0 && joints.find(line[at]) != std::string_view::npos) {
            ++at;
        } else {
            break;
        }
    }
    return end;
}

// Roman numerals: each letter's value counts down when a larger one follows. Only the one way to write a number is one.

constexpr std::array<std::pair<std::string_view, std::uint32_t>, 13> romanParts{{{"m", 1000},
                                                                                 {"cm", 900},
                                                                                 {"d", 500},
                                                                                 {"cd", 400},
                                                                                 {"c", 100},
                                                                                 {"xc", 90},
                                                                                 {"l", 50},
                                                                                 {"xl", 40},
                                                                                 {"x", 10},
                                                                                 {"ix", 9},
                                                                                 {"v", 5},
                                                                                 {"iv", 4},
                                                                                 {"i", 1}}};

std::string romanOf(std::uint32_t number)
{
    std::string roman;
    for (const auto &[letters, value] : romanParts) {
        for (; number >= value; number -= value)
            roman += letters;
    }
    return roman;
}

char lowered(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

std::string lowered(std::string_view text)
{
    std::string all(text);
    std::ranges::transform(all, all.begin(), [](char c) { return lowered(c); });
    return all;
}

std::optional<std::uint32_t> romanValue(std::string_view letters)
{
    constexpr std::size_t longest = 15; // 3888
    if (letters.size() > longest)
        return std::nullopt;
    const std::string lower = lowered(letters);
    std::string_view left = lower;
    std::uint32_t number = 0;
    for (const auto &[part, value] : romanParts) {
        while (left.starts_with(part)) {
            number += value;
            left.remove_prefix(part.size());
        }
    }
    return left.empty() && number < 5000 && romanOf(number) == lower ? std::optional(number) : std::nullopt;
}

/// What `text` counts in `sequence`; none when it is not of it.
std::optional<std::uint32_t> ordinalIn(std::string_view text, Sequence sequence)
{
    constexpr std::size_t mostDigits = 9;
    const bool isLower = std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
    const bool isUpper = std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
    switch (sequence) {
    case Sequence::Automatic:
        return text == "#" ? std::optional(1U) : std::nullopt;
    case Sequence::Arabic: {
        if (text.size() > mostDigits || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
            return std::nullopt;
        std::uint32_t number = 0;
        for (const char c : text)
            number = number * 10 + static_cast<std::uint32_t>(c - '0');
        return number;
    }
    case Sequence::LowerLetter:
    case Sequence::UpperLetter:
        if (text.size() != 1 || !(sequence == Sequence::LowerLetter ? isLower : isUpper))
            return std::nullopt;
        return static_cast<std::uint32_t>(lowered(text.front()) - 'a') + 1;
    case Sequence::LowerRoman:
        return isLower ? romanValue(text) : std::nullopt;
    case Sequence::UpperRoman:
        return isUpper ? romanValue(text) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

bool isMark(char c) noexcept
{
    return c > ' ' && c < 0x7F && !isAsciiAlphanumeric(static_cast<unsigned char>(c));
}

bool isAdornment(std::string_view line) noexcept
{
    return !line.empty() && isMark(line.front()) && line.find_first_not_of(line.front()) == std::string_view::npos;
}

std::size_t displayColumns(std::string_view line) noexcept
{
    std::size_t columns = 0;
    for (std::size_t at = 0; at < line.size();) {
        const DecodedCharacter character = decodeCharacter(line, at);
        const char32_t c = character.codePoint;
        const bool isWide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3)
            || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60)
            || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
        columns += isWide ? 2 : 1;
        at += character.byteLength;
    }
    return columns;
}

std::size_t bulletLength(std::string_view line) noexcept
{
    if (line.empty())
        return 0;
    std::size_t length = line.front() == '-' || line.front() == '+' || line.front() == '*' ? 1 : 0;
    for (const std::string_view bullet : {"\u2022", "\u2023", "\u2043"})
        length = line.starts_with(bullet) ? bullet.size() : length;
    return length > 0 && isBlankOrEnd(line, length) ? length : 0;
}

std::optional<Enumerator> enumeratorOf(std::string_view line, std::optional<Sequence> expected) noexcept
{
    constexpr std::size_t longest = 16;
    Enumerator found;
    std::size_t begin = 0;
    if (line.starts_with('(')) {
        found.before = '(';
        begin = 1;
    }
    std::size_t end = begin;
    while (end < line.size() && end - begin < longest
           && (isAsciiAlphanumeric(static_cast<unsigned char>(line[end])) || line[end] == '#'))
        ++end;
    if (end == begin || end >= line.size() || (line[end] != ')' && (line[end] != '.' || begin > 0))
        || !isBlankOrEnd(line, end + 1))
        return std::nullopt;
    found.behind = line[end];
    found.length = end + 1;
    const std::string_view text = line.substr(begin, end - begin);
    if (expected) {
        if (const auto ordinal = ordinalIn(text, *expected)) {
            found.sequence = *expected;
            found.ordinal = *ordinal;
            return found;
        }
    } else if (text == "i" || text == "I") {
        found.sequence = text == "i" ? Sequence::LowerRoman : Sequence::UpperRoman;
        return found;
    }
    for (const Sequence sequence : {Sequence::Automatic, Sequence::Arabic, Sequence::LowerLetter, Sequence::UpperLetter,
                                    Sequence::LowerRoman, Sequence::UpperRoman}) {
        if (const auto ordinal = ordinalIn(text, sequence)) {
            found.sequence = sequence;
            found.ordinal = *ordinal;
            return found;
        }
    }
    return std::nullopt;
}

std::string nextEnumerator(const Enumerator &enumerator)
{
    constexpr std::uint32_t letters = 26;
    const std::uint32_t ordinal = enumerator.ordinal + 1;
    std::string text;
    switch (enumerator.sequence) {
    case Sequence::Automatic:
        text = "#";
        break;
    case Sequence::Arabic:
        text = std::to_string(ordinal);
        break;
    case Sequence::LowerLetter:
    case Sequence::UpperLetter:
        if (ordinal > letters)
            return {};
        text = static_cast<char>((enumerator.sequence == Sequence::LowerLetter ? 'a' : 'A') + ordinal - 1);
        break;
    case Sequence::LowerRoman:
        text = romanOf(ordinal);
        break;
    case Sequence::UpperRoman:
        text = romanOf(ordinal);
        std::ranges::transform(text, text.begin(), [](char c) { return static_cast<char>(c - ('a' - 'A')); });
        break;
    }
    if (enumerator.before)
        text.insert(text.begin(), enumerator.before);
    text += enumerator.behind;
    text += ' ';
    return text;
}

std::size_t fieldLength(std::string_view line) noexcept
{
    if (line.size() < 3 || line.front() != ':' || line[1] == ':' || line[1] == ' ')
        return 0;
    for (std::size_t at = 1; at < line.size(); ++at) {
        if (line[at] == '\\') {
            ++at;
        } else if (line[at] == ':' && isBlankOrEnd(line, at + 1)) {
            return line[at - 1] == ' ' ? 0 : at + 1;
        } else if (line[at] == ':' && line[at + 1] == '`') {
            return 0; // a role before interpreted text
        }
    }
    return 0;
}

namespace {

/// Bytes of one option with its argument; 0 when there is none.
std::size_t optionLength(std::string_view line) noexcept
{
    std::size_t at = 0;
    if (line.starts_with("--") || line.starts_with('/')) {
        const std::size_t begin = line.front() == '/' ? 1 : 2;
        at = begin;
        while (at < line.size()
               && (isAsciiAlphanumeric(static_cast<unsigned char>(line[at]))
                   || ((line[at] == '-' || line[at] == '_') && at > begin)))
            ++at;
        if (at == begin)
            return 0;
    } else if (line.starts_with('-') || line.starts_with('+')) {
        if (line.size() < 2 || !isAsciiAlphanumeric(static_cast<unsigned char>(line[1])))
            return 0;
        at = 2;
    } else {
        return 0;
    }
    const auto argumentEnd = [&](std::size_t begin) {
        if (begin < line.size() && line[begin] == '<') {
            const std::size_t closing = line.find('>', begin);
            return closing == std::string_view::npos ? begin : closing + 1;
        }
        std::size_t end = begin;
        if (end < line.size() && isAsciiLetter(static_cast<unsigned char>(line[end]))) {
            while (
                end < line.size()
                && (isAsciiAlphanumeric(static_cast<unsigned char>(line[end])) || line[end] == '_' || line[end] == '-'))
                ++end;
        }
        return end;
    };
    if (at < line.size() && (line[at] == '=' || line[at] == ' ')) {
        const std::size_t end = argumentEnd(at + 1);
        return end > at + 1 ? end : at;
    }
    return line.starts_with("--") || line.starts_with('/') ? at : std::max(at, argumentEnd(at));
}

} // namespace

std::size_t optionsLength(std::string_view line) noexcept
{
    for (std::size_t at = 0;;) {
        const std::size_t length = optionLength(line.substr(at));
        if (length == 0)
            return 0;
        at += length;
        if (at == line.size() || (line[at] == ' ' && at + 1 < line.size() && line[at + 1] == ' '))
            return at;
        if (!line.substr(at).starts_with(", "))
            return 0;
        at += 2;
    }
}

bool startsWithWord(std::string_view line, std::string_view mark) noexcept
{
    return line.starts_with(mark) && isBlankOrEnd(line, mark.size());
}

bool isGridTop(std::string_view line) noexcept
{
    return line.size() >= 4 && line.starts_with("+-") && line.ends_with("-+") && consistsOf(line, "+-");
}

bool isGridHeaderEnd(std::string_view line) noexcept
{
    return line.size() >= 4 && line.starts_with("+=") && line.ends_with("=+") && consistsOf(line, "+=");
}

bool isSimpleTableBorder(std::string_view line) noexcept
{
    return line.starts_with('=') && consistsOf(line, "= ");
}

bool isSimpleTableTop(std::string_view line) noexcept
{
    return isSimpleTableBorder(line) && line.find(' ') != std::string_view::npos;
}

ExplicitMark explicitMark(std::string_view line) noexcept
{
    const std::size_t begin = skipBlanks(line, 2);
    const std::string_view rest = line.substr(begin);
    const ExplicitMark comment{Explicit::Comment, 2, {}};
    if (rest.empty())
        return comment;
    if (rest.front() == '[') {
        const std::size_t end = rest.find(']');
        if (end == std::string_view::npos || !isBlankOrEnd(rest, end + 1))
            return comment;
        std::string_view label = rest.substr(1, end - 1);
        if (label == "*" || label == "#")
            return {Explicit::Footnote, begin + end + 1, {}};
        if (label.starts_with('#'))
            label.remove_prefix(1);
        const bool isLabel = !label.empty() && simpleNameLength(label, "-._+:") == label.size();
        return isLabel ? ExplicitMark{Explicit::Footnote, begin + end + 1, {}} : comment;
    }
    if (rest.front() == '_' && !isBlankOrEnd(rest, 1))
        return {Explicit::Target, 2, {}};
    if (rest.front() == '|' && !isBlankOrEnd(rest, 1))
        return {Explicit::Substitution, 2, {}};
    const std::size_t name = simpleNameLength(rest);
    const std::size_t colons = name + (name < rest.size() && rest[name] == ' ' ? 1 : 0);
    if (name > 0 && rest.substr(colons).starts_with("::") && isBlankOrEnd(rest, colons + 2))
        return {Explicit::Directive, begin + colons + 2, rest.substr(0, name)};
    return comment;
}

DirectiveBody directiveBody(std::string_view name) noexcept
{
    static constexpr std::array<std::string_view, 33> literal{
        "code",      "code-block",      "sourcecode",     "parsed-literal", "math",      "literalinclude",
        "highlight", "doctest",         "testcode",       "testoutput",     "testsetup", "testcleanup",
        "prompt",    "productionlist",  "graphviz",       "digraph",        "graph",     "uml",
        "mermaid",   "csv-table",       "ipython",        "plot",           "aafig",     "blockdiag",
        "seqdiag",   "jupyter-execute", "command-output", "program-output", "terminal",  "tikz",
        "ipython3",  "code-cell",       "autosummary"};
    static constexpr std::array<std::string_view, 4> lines{"toctree", "contents", "index", "hlist"};
    if (name == "raw")
        return DirectiveBody::Html;
    if (std::ranges::find(literal, name) != literal.end())
        return DirectiveBody::Literal;
    return std::ranges::find(lines, name) != lines.end() ? DirectiveBody::Lines : DirectiveBody::Blocks;
}

bool announcesLiteral(std::string_view lastLine) noexcept
{
    if (!lastLine.ends_with("::"))
        return false;
    std::size_t backslashes = 0;
    while (backslashes + 2 < lastLine.size() && lastLine[lastLine.size() - 3 - backslashes] == '\\')
        ++backslashes;
    return backslashes % 2 == 0;
}

} // namespace cw::rest
