// SPDX-License-Identifier: GPL-3.0-or-later
// reStructuredText: the language of Python's and many other projects' documentation.
#include "formats/format.h"
#include "formats/restblocks.h"
#include "formats/restlines.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 3> suffixes{"rst", "rest", "rtxt"};

std::string_view trimmed(std::string_view line) noexcept
{
    while (!line.empty() && (rest::isBlankCharacter(line.back()) || line.back() == '\r'))
        line.remove_suffix(1);
    return line;
}

/// Directives and targets are hardly found in other texts. Underlined titles are, so they only count beside them, or
/// several of them with marks that Markdown does not know.
unsigned sniff(std::string_view beginning) noexcept
{
    constexpr std::size_t shortest = 4;
    unsigned marks = 0;
    unsigned titles = 0;
    unsigned ownTitles = 0;
    std::string_view before;
    while (!beginning.empty()) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        const std::string_view line = trimmed(beginning.substr(0, end));
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
        if (line.starts_with(".. ")) {
            marks += rest::explicitMark(line).kind != rest::Explicit::Comment ? 1 : 0;
        } else if (line.size() >= shortest && rest::isAdornment(line) && !before.empty() && before.front() != ' '
                   && !rest::isAdornment(before) && rest::displayColumns(before) <= line.size()) {
            ++titles;
            ownTitles += line.front() != '=' && line.front() != '-' ? 1 : 0;
        }
        before = line;
    }
    if (marks >= 1 && titles >= 1)
        return 95;
    return marks >= 2 ? 80 : ownTitles >= 2 ? 55 : 0;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    return DocumentParts{std::move(request.input), "rst", &rest::readBlocks};
}

} // namespace

const FormatDescriptor &restructuredtext()
{
    static constexpr FormatDescriptor descriptor{
        .id = "rst",
        .title = "reStructuredText",
        .help = "Headings by their adornment, paragraphs, lists, tables, literal blocks, directives, footnotes and "
                "comments are known with their exact places.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .headings = HeadingSigns::Blocks,
        .hasFences = true,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
