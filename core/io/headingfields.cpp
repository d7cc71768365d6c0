// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/headingfields.h"

#include "io/chunkfields.h"
#include "io/jsonvalue.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cw {

void appendHeadings(std::string &out, const Document &document, std::size_t byte)
{
    const std::string_view text = document.text();
    const BlockTree &tree = document.blocks();
    const std::vector<std::uint32_t> numbers = tree.headingPathAt(byte);
    const std::size_t mostBytes = mostTitleBytes(numbers.size());
    std::string titles;
    std::string levels;
    std::string path;
    std::string cut;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Heading &heading = tree.outline()[numbers[i]];
        const bool isCut = tree.titleBytes(numbers[i]) > mostBytes;
        if (isCut) {
            cut += cut.empty() ? "{" : ",{";
            appendNumber(cut, "heading", i);
            appendPair(cut, "byte", heading.title.begin, heading.title.end);
            cut += '}';
        }
        const std::string title = tree.title(text, numbers[i], mostBytes);
        const std::string_view separator = i == 0 ? "" : ",";
        titles += separator;
        appendJsonString(titles, title);
        levels += separator;
        levels += std::to_string(heading.level);
        path += i == 0 ? "" : " > ";
        path += title;
        path += isCut ? "…" : "";
    }
    appendKey(out, "headings");
    out += '[' + titles + ']';
    appendKey(out, "heading_levels");
    out += '[' + levels + ']';
    if (!cut.empty()) {
        appendKey(out, "headings_cut");
        out += '[' + cut + ']';
    }
    appendString(out, "heading_path", path);
}

void appendLongHeadings(std::string &out, const Document &document)
{
    const BlockTree &tree = document.blocks();
    const std::span<const Heading> outline = tree.outline();
    // Of each heading, then of the longest path through it: a title is cut shorter under deeper headings.
    std::vector<std::uint32_t> depths(outline.size(), 1);
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (outline[i].parent != Heading::none)
            depths[i] = depths[outline[i].parent] + 1;
    }
    for (std::size_t i = outline.size(); i-- > 0;) {
        if (outline[i].parent != Heading::none)
            depths[outline[i].parent] = std::max(depths[outline[i].parent], depths[i]);
    }
    bool isFirst = true;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (tree.titleBytes(i) <= mostTitleBytes(depths[i]))
            continue;
        if (isFirst)
            appendKey(out, "long_headings");
        out += isFirst ? "[{" : ",{";
        isFirst = false;
        appendPair(out, "byte", outline[i].title.begin, outline[i].title.end);
        appendString(out, "title", tree.title(document.text(), i));
        out += '}';
    }
    if (!isFirst)
        out += ']';
}

} // namespace cw
