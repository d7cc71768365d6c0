// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown: CommonMark with GitHub's tables and footnotes, and front matter.
#include "formats/format.h"
#include "formats/markdownblocks.h"
#include "formats/markdownlines.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 9> suffixes{"md",   "markdown", "mdown", "mkd", "mkdn",
                                                   "mdwn", "mdx",      "rmd",   "qmd"};

/// Marks that other texts hardly have by chance. A line of `#` and words is one in a script, too, but there it has no
/// blank line behind it and a lower-case letter often enough; so it needs company, and more of it than there are lines
/// that are comments for certain: with # alone or before a letter, or right below another such line. A title underlined
/// with tildes, which would open a fence here, is of plain text or reStructuredText.
unsigned sniff(std::string_view beginning) noexcept
{
    unsigned headings = 0;
    unsigned comments = 0;
    unsigned others = 0;
    bool isFenceOpen = false;
    bool wasBlank = true;
    bool wasHeading = false;
    bool wasSharp = false;
    std::size_t lastSize = 0;
    while (!beginning.empty()) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        std::string_view line = beginning.substr(0, end);
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const bool isBlank = line.find_first_not_of(" \t") == std::string_view::npos;
        const bool isTildes = line.size() >= 3 && line.find_first_not_of('~') == std::string_view::npos;
        if (isTildes && !isFenceOpen && !wasBlank && line.size() + 1 >= lastSize && line.size() <= lastSize + 1)
            return 0;
        if (markdown::openingFence(line)) {
            isFenceOpen = !isFenceOpen;
            ++others;
        } else if (!isFenceOpen) {
            headings += wasHeading && isBlank ? 1 : 0;
            const bool isTitle = markdown::atxLevel(line) > 0 && line.find(' ') != std::string_view::npos;
            wasHeading = wasBlank && isTitle;
            comments += line.starts_with('#') && (wasSharp || !isTitle) ? 1 : 0;
            const bool isDelimiterRow = line.starts_with("|-") || line.starts_with("| -") || line.starts_with("|:");
            others += isDelimiterRow && markdown::delimiterColumns(line) > 0 ? 1 : 0;
            others += line.find("](http") != std::string_view::npos ? 1 : 0;
            others += !wasBlank && line.size() >= 4 && markdown::setextLevel(line) == 1 ? 1 : 0;
        }
        wasBlank = isBlank;
        wasSharp = line.starts_with('#');
        lastSize = line.size();
    }
    if (comments >= headings)
        headings = 0;
    if (headings >= 2 || (headings == 1 && others >= 1))
        return 90;
    return others >= 2 ? 60 : headings * 30 + others * 20;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    return DocumentParts{std::move(request.input), "markdown", &markdown::readBlocks};
}

} // namespace

const FormatDescriptor &markdown()
{
    static constexpr FormatDescriptor descriptor{
        .id = "markdown",
        .title = "Markdown",
        .help = "CommonMark with GitHub's tables and footnotes: headings, paragraphs, lists, tables, code, quotations, "
                "HTML and front matter are known with their exact places.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .headings = HeadingSigns::Marks,
        .hasFences = true,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
