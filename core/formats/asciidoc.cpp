// SPDX-License-Identifier: GPL-3.0-or-later
// AsciiDoc: the language of technical books and manuals.
#include "formats/asciidocblocks.h"
#include "formats/asciidoclines.h"
#include "formats/format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 3> suffixes{"adoc", "asciidoc", "asciidoctor"};

/// Headings of equals signs are a wiki's, too, but there the signs close them.
unsigned sniff(std::string_view beginning) noexcept
{
    unsigned headings = 0;
    unsigned others = 0;
    bool wasBlank = true;
    bool isTitleFirst = false;
    bool isFirst = true;
    while (!beginning.empty()) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        std::string_view line = beginning.substr(0, end);
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
        while (!line.empty() && (asciidoc::isBlankCharacter(line.back()) || line.back() == '\r'))
            line.remove_suffix(1);
        if (line.starts_with('=') && wasBlank && !line.ends_with('=') && asciidoc::headingLevel(line) > 0) {
            ++headings;
            isTitleFirst = isTitleFirst || isFirst;
        }
        if (line.starts_with("[source") || line.starts_with("[[") || line == "|===")
            others += line.starts_with('|') || asciidoc::isBlockAttributes(line) ? 1 : 0;
        others += isTitleFirst && asciidoc::isAttributeEntry(line) ? 1 : 0;
        wasBlank = line.empty();
        isFirst = isFirst && (line.empty() || asciidoc::isComment(line) || asciidoc::isAttributeEntry(line));
    }
    if (headings >= 1 && others >= 1)
        return 92;
    return headings >= 3 || (isTitleFirst && headings >= 2) ? 70 : 0;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    return DocumentParts{std::move(request.input), "asciidoc", &asciidoc::readBlocks};
}

} // namespace

const FormatDescriptor &asciidoc()
{
    static constexpr FormatDescriptor descriptor{
        .id = "asciidoc",
        .title = "AsciiDoc",
        .help = "Headings, paragraphs, lists, tables, delimited blocks, attributes and comments are known with their "
                "exact places. Nothing is included, and of conditions all sides are there.",
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
