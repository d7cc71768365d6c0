// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/occurrences.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace cw::rulelist {

namespace {

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "percent",
     .title = "Share of pages",
     .help = "A line at the top or foot of at least this share of a document's pages, and of two, is boilerplate.",
     .kind = ParameterKind::Integer,
     .minimum = 1,
     .maximum = 100,
     .defaultInteger = 20,
     .unit = "percent"},
}};

/// The first (or, backwards, the last) line of a page that is not blank, without white space around it.
ByteRange edgeLine(std::string_view text, ByteRange page, bool isForwards)
{
    while (!page.isEmpty()) {
        const std::string_view rest = text.substr(page.begin, page.size());
        const std::size_t lineBreak = isForwards ? rest.find_first_of("\n\r") : rest.find_last_of("\n\r");
        ByteRange line = page;
        if (lineBreak != std::string_view::npos && isForwards)
            line.end = page.begin + lineBreak;
        else if (lineBreak != std::string_view::npos)
            line.begin = page.begin + lineBreak + 1;
        const ByteRange whole = line;
        while (!line.isEmpty() && isPythonSpace(decodeCharacter(text, line.begin).codePoint))
            line.begin += decodeCharacter(text, line.begin).byteLength;
        while (!line.isEmpty()
               && isPythonSpace(decodeCharacter(text, previousCharacterStart(text, line.end)).codePoint))
            line.end = previousCharacterStart(text, line.end);
        if (!line.isEmpty() || lineBreak == std::string_view::npos)
            return line;
        if (isForwards)
            page.begin = whole.end + 1;
        else
            page.end = whole.begin - 1;
    }
    return page;
}

/// Each number becomes one 0, so that "Page 9 of 12" and "Page 10 of 12" are one line.
std::string withoutNumbers(std::string_view line)
{
    std::string pattern;
    for (const char c : line) {
        const bool isDigit = c >= '0' && c <= '9';
        if (!isDigit)
            pattern += c;
        else if (pattern.empty() || pattern.back() != '0')
            pattern += '0';
    }
    return pattern;
}

/// Lines at the top or foot of pages, in order, with the pages that have such a line.
struct PageEdges
{
    struct Line
    {
        ByteRange place;
        std::int64_t pages = 0;
    };
    std::vector<Line> lines;
    std::int64_t pages = 0;
};

PageEdges pageEdges(std::string_view text)
{
    PageEdges edges;
    if (text.find('\f') == std::string_view::npos)
        return edges;
    std::vector<std::pair<ByteRange, std::string>> lines;
    std::unordered_map<std::string, std::int64_t> pagesByPattern;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\f', begin), text.size());
        const ByteRange first = edgeLine(text, {begin, end}, true);
        const ByteRange last = edgeLine(text, {begin, end}, false);
        begin = end + 1;
        if (first.isEmpty())
            continue;
        ++edges.pages;
        lines.emplace_back(first, withoutNumbers(text.substr(first.begin, first.size())));
        ++pagesByPattern[lines.back().second];
        if (last == first)
            continue;
        std::string pattern = withoutNumbers(text.substr(last.begin, last.size()));
        if (pattern != lines.back().second)
            ++pagesByPattern[pattern];
        lines.emplace_back(last, std::move(pattern));
    }
    edges.lines.reserve(lines.size());
    for (const auto &[place, pattern] : lines)
        edges.lines.push_back({place, pagesByPattern[pattern]});
    return edges;
}

Occurrences boilerplate(const PageEdges &edges, std::int64_t percent)
{
    Occurrences found;
    for (const PageEdges::Line &line : edges.lines) {
        if (line.pages >= 2 && line.pages * 100 >= percent * edges.pages)
            found.push_back(line.place);
    }
    return found;
}

void check(const RuleContext &context, const FindingSink &add)
{
    const std::int64_t percent = context.thresholds.integer(thresholds[0]);
    for (std::size_t document = 0; document < context.input.chunkSets.size(); ++document) {
        if (context.stop.stop_requested())
            return;
        addOncePerChunk(context, document, boilerplate(context.facts(document).of(pageEdges), percent), add);
    }
}

} // namespace

const RuleDescriptor &repeatedboilerplate()
{
    static const RuleDescriptor rule{
        .id = "repeated-boilerplate",
        .title = "Page headers and footers",
        .whyItMatters = "Lines repeated on page after page make chunks alike that are not, and page numbers glue "
                        "themselves to the text.",
        .whatToDo = "Remove running headers, footers and page numbers when extracting the text.",
        .message = "Contains %1 lines that are repeated at the top or foot of pages.",
        .defaultSeverity = Severity::Info,
        .thresholds = thresholds,
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
