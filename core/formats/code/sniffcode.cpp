// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/language.h"
#include "text/lines.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace cw::code {

namespace {

/// The program that a line `#!/usr/bin/env python3 -u` names, without its version: "python".
std::string_view interpreterOf(std::string_view line)
{
    if (!line.starts_with("#!"))
        return {};
    line.remove_prefix(2);
    std::string_view program;
    do {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        program = line.substr(0, end);
        line.remove_prefix(end);
        program.remove_prefix(program.find_last_of('/') + 1);
    } while (!line.empty() && (program == "env" || program.starts_with('-') || program.find('=') != program.npos));
    return program.substr(0, program.find_last_not_of("0123456789.") + 1);
}

bool isOfWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

/// Whether the line begins with the mark, and no word of the mark goes on behind it.
bool beginsWith(std::string_view line, std::string_view mark)
{
    return line.starts_with(mark)
        && (line.size() == mark.size() || !isOfWord(mark.back()) || !isOfWord(line[mark.size()]));
}

/// Whether the line has what lines of prose hardly have: braces, signs of equality, a bracket right behind a word as
/// in a call, a semicolon at its end, marks of comments of C, a directive, or the name of a module in quotes.
bool hasSignsOfCode(std::string_view line)
{
    if (line.find_first_of("{}=") != line.npos || line.ends_with(';') || line.ends_with("*/"))
        return true;
    if (line.starts_with("/*") || line.starts_with("//"))
        return true;
    if (line.size() > 1 && line[0] == '#' && line[1] >= 'a' && line[1] <= 'z')
        return true;
    if (line.find(" from '") != line.npos || line.find(" from \"") != line.npos)
        return true;
    for (std::size_t bracket = line.find_first_of("(["); bracket != line.npos;
         bracket = line.find_first_of("([", bracket + 1)) {
        if (bracket > 0 && isOfWord(line[bracket - 1]))
            return true;
    }
    return false;
}

} // namespace

unsigned sniffCode(const Language &language, std::string_view beginning) noexcept
{
    const LineReader lines(beginning);
    Line line;
    constexpr std::size_t deepestIndent = 63;
    std::array<std::size_t, deepestIndent + 1> othersAt{}; // by indent
    std::size_t leastIndent = deepestIndent; // of marks
    std::size_t marks = 0;
    std::size_t closing = 0; // of these
    std::size_t others = 0;
    std::size_t withSigns = 0; // of all
    bool isOwn = false;
    for (std::size_t begin = 0; lines.read(begin, line); begin = line.next) {
        std::string_view text = beginning.substr(line.begin, line.end - line.begin);
        if (begin == 0 && text.starts_with("#!")) {
            const std::string_view program = interpreterOf(text);
            return std::ranges::find(language.interpreters, program) != language.interpreters.end() ? 95 : 0;
        }
        const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
        text.remove_prefix(indent);
        if (text.empty())
            continue;
        withSigns += hasSignsOfCode(text) ? 1 : 0;
        const auto begins = [&](std::string_view mark) { return beginsWith(text, mark); };
        const bool hasOwn = std::ranges::any_of(language.ownLineBegins, begins);
        const bool isClosing = std::ranges::any_of(language.closingLines, begins);
        isOwn = isOwn || hasOwn;
        closing += isClosing ? 1 : 0;
        if (hasOwn || isClosing || std::ranges::any_of(language.lineBegins, begins)) {
            ++marks;
            leastIndent = std::min(leastIndent, indent);
        } else {
            ++others;
            ++othersAt[std::min(indent, deepestIndent)];
        }
    }
    // one line in twelve at least, and not a single one: a sentence may begin with "import " by chance
    if (marks < 2 || marks == closing || others > 12 * marks)
        return 0;
    // lines of prose, and of verse and lists even more, may begin with "class of", "from" or "package" by chance
    if (8 * withSigns < marks + others)
        return 0;
    // a text that quotes code sets it in: then more lines stand further left than all of the code
    if (std::accumulate(othersAt.begin(), othersAt.begin() + leastIndent, std::size_t{0}) > marks)
        return 0;
    return static_cast<unsigned>(std::min<std::size_t>(55 + marks, 80)) + (isOwn ? 9 : 0);
}

} // namespace cw::code
