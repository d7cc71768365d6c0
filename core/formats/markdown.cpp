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

std::string_view takeLine(std::string_view &text) noexcept
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

bool isBlank(std::string_view line) noexcept
{
    return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// A title underlined with tildes, which would open a fence here, is of plain text or reStructuredText.
bool isUnderlinedTitle(std::string_view title, std::string_view tildes) noexcept
{
    return tildes.size() >= 3 && tildes.find_first_not_of('~') == std::string_view::npos && !isBlank(title)
        && tildes.size() + 1 >= title.size() && tildes.size() <= title.size() + 1;
}

/// Whether such a title stands anywhere outside of fences. Lines are gone through only as far as there are lines of
/// tildes, which are looked for first.
bool hasUnderlinedTitle(std::string_view text) noexcept
{
    std::string_view rest = text;
    std::string_view last;
    bool isFenceOpen = false;
    for (std::size_t tilde = text.find("~~~"); tilde != std::string_view::npos;) {
        const std::size_t lineEnd = std::min(text.find('\n', tilde), text.size());
        if (tilde == 0 || text[tilde - 1] == '\n') {
            while (rest.data() <= text.data() + tilde && !rest.empty()) {
                const std::string_view line = takeLine(rest);
                if (!isFenceOpen && isUnderlinedTitle(last, line))
                    return true;
                isFenceOpen = isFenceOpen != markdown::openingFence(line).has_value();
                last = line;
            }
        }
        tilde = text.find("~~~", lineEnd);
    }
    return false;
}

/// Marks that other texts hardly have by chance. A line of `#` and words is one in a script, too, but there it has no
/// blank line behind it and a lower-case letter often enough; so it needs company, and more of it than there are lines
/// that are comments for certain: with # alone or before a letter, or right below another such line.
unsigned sniff(std::string_view beginning) noexcept
{
    unsigned headings = 0;
    unsigned comments = 0;
    unsigned others = 0;
    bool isFenceOpen = false;
    bool wasBlank = true;
    bool wasHeading = false;
    bool wasSharp = false;
    while (!beginning.empty()) {
        const std::string_view line = takeLine(beginning);
        const bool isBlankLine = isBlank(line);
        if (markdown::openingFence(line)) {
            isFenceOpen = !isFenceOpen;
            ++others;
        } else if (!isFenceOpen) {
            headings += wasHeading && isBlankLine ? 1 : 0;
            const bool isTitle = markdown::atxLevel(line) > 0 && line.find(' ') != std::string_view::npos;
            wasHeading = wasBlank && isTitle;
            comments += line.starts_with('#') && (wasSharp || !isTitle) ? 1 : 0;
            const bool isDelimiterRow = line.starts_with("|-") || line.starts_with("| -") || line.starts_with("|:");
            others += isDelimiterRow && markdown::delimiterColumns(line) > 0 ? 1 : 0;
            others += line.find("](http") != std::string_view::npos ? 1 : 0;
            others += !wasBlank && line.size() >= 4 && markdown::setextLevel(line) == 1 ? 1 : 0;
        }
        wasBlank = isBlankLine;
        wasSharp = line.starts_with('#');
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
        .isRefuted = hasUnderlinedTitle,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
