// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw::rulelist {

namespace {

bool isBlank(std::string_view line)
{
    for (std::size_t byte = 0; byte < line.size();) {
        const DecodedCharacter character = decodeCharacter(line, byte);
        if (!isPythonSpace(character.codePoint))
            return false;
        byte += character.byteLength;
    }
    return true;
}

/// "## Title": at most three spaces, one to six number signs, then white space or the line's end.
bool isNumberSignHeading(std::string_view line)
{
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || indent > 3)
        return false;
    const std::size_t end = std::min(line.find_first_not_of('#', indent), line.size());
    const std::size_t level = end - indent;
    return level >= 1 && level <= 6 && (end == line.size() || line[end] == ' ' || line[end] == '\t');
}

/// "====" or "----" under a title.
bool isUnderline(std::string_view line)
{
    const std::size_t end = line.find_last_not_of(" \t\r");
    if (end == std::string_view::npos || end < 1 || (line[0] != '=' && line[0] != '-'))
        return false;
    return line.substr(0, end + 1).find_first_not_of(line[0]) == std::string_view::npos;
}

/// The first line's end; the longest heading's length when the line is longer than any heading.
std::size_t endOfLine(std::string_view text)
{
    constexpr std::size_t longestHeadingBytes = 400;
    const std::string_view head = text.substr(0, longestHeadingBytes);
    const std::size_t lineFeed = std::min(head.find('\n'), head.size());
    return std::min(head.substr(0, lineFeed).find('\r'), lineFeed);
}

/// Headings of a text that holds nothing else; 0 when it holds more, or nothing.
std::int64_t headingsOnly(std::string_view text)
{
    std::int64_t headings = 0;
    bool isUnderlineDue = false;
    while (!text.empty()) {
        const std::size_t lineEnd = endOfLine(text);
        const std::string_view line = text.substr(0, lineEnd);
        text.remove_prefix(lineEnd);
        if (!text.empty() && text.front() != '\n' && text.front() != '\r')
            return 0;
        text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(text.size(), 1));
        if (isUnderlineDue) {
            if (!isUnderline(line))
                return 0;
            isUnderlineDue = false;
        } else if (isBlank(line)) {
            continue;
        } else {
            ++headings;
            isUnderlineDue = !isNumberSignHeading(line);
        }
    }
    return isUnderlineDue ? 0 : headings;
}

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk([&](const ChunkPlace &at) {
        const ByteRange source = at.facts().source;
        const std::int64_t headings = headingsOnly(at.documentText().substr(source.begin, source.size()));
        if (headings > 0)
            add(at, source, headings, 0);
    });
}

} // namespace

const RuleDescriptor &headingonly()
{
    static const RuleDescriptor rule{
        .id = "heading-only",
        .title = "Only headings",
        .whyItMatters = "A heading without its text matches questions about its subject and answers none.",
        .whatToDo = "Raise max so that a heading stays with the text under it.",
        .message = "Holds headings (%1) and no text under them.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
