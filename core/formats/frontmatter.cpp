// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/frontmatter.h"

#include "text/lines.h"

namespace cw {

namespace {

std::string_view trimmed(std::string_view text, const Line &line) noexcept
{
    std::size_t end = line.end;
    while (end > line.begin && (text[end - 1] == ' ' || text[end - 1] == '\t'))
        --end;
    return text.substr(line.begin, end - line.begin);
}

} // namespace

std::size_t frontMatterEnd(std::string_view text, std::size_t begin) noexcept
{
    if (!text.substr(begin).starts_with("---") && !text.substr(begin).starts_with("+++"))
        return begin;
    const LineReader lines(text);
    Line line;
    static_cast<void>(lines.read(begin, line));
    const std::string_view mark = trimmed(text, line);
    if (mark.size() != 3 || !lines.read(line.next, line) || trimmed(text, line).empty())
        return begin;
    do {
        const std::string_view closing = trimmed(text, line);
        if (closing == mark || (closing == "..." && mark == "---"))
            return line.begin + closing.size();
    } while (lines.read(line.next, line));
    return begin;
}

} // namespace cw
