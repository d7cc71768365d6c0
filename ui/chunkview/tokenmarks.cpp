// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/tokenmarks.h"

#include <algorithm>

namespace cw {

ByteRange wholeCharacters(const BlockLayout &layout, ByteRange token, ByteRange region)
{
    const std::size_t first = std::max(token.begin, region.begin);
    if (first >= region.end)
        return {region.end, region.end};
    const ByteRange start = layout.characterAt(first);
    const std::size_t last = std::min(std::max(token.end, first + 1), region.end) - 1;
    const ByteRange end = start.contains(last) ? start : layout.characterAt(last);
    return intersection({start.begin, end.end}, region);
}

std::vector<TokenGroup> groupTokens(const BlockLayout &layout, std::span<const PlacedToken> tokens, ByteRange region)
{
    std::vector<TokenGroup> groups;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const ByteRange bytes = wholeCharacters(layout, tokens[i].shown, region);
        if (bytes.isEmpty())
            continue;
        if (groups.empty() || bytes.begin >= groups.back().bytes.end) {
            const bool isCut = tokens[i].shown.begin < region.begin;
            groups.push_back({i, 1, bytes, isCut, tokens[i].shown.end > region.end, {}});
            continue;
        }
        TokenGroup &group = groups.back();
        group.count = i + 1 - group.first;
        group.isCutAfter = tokens[i].shown.end > region.end;
        group.bytes.end = std::max(group.bytes.end, bytes.end);
        const ByteRange character = intersection(layout.characterAt(bytes.begin), region);
        if (!group.shared.empty() && group.shared.back().bytes == character)
            ++group.shared.back().tokens;
        else
            group.shared.push_back({character, 2});
    }
    return groups;
}

Interval lineEndCell(const BlockLayout &layout, double width)
{
    if (layout.textEnd() >= layout.bytes().end)
        return {};
    const VisualLine &line = layout.lines().back();
    double edge = layout.rectOf(layout.textEnd()).left();
    if (line.isBidirectional) // where the last run ends says nothing of where the line does
        edge = line.isRightToLeft ? line.textLeft : line.textRight;
    return line.isRightToLeft ? Interval{edge - width, edge} : Interval{edge, edge + width};
}

std::vector<LinePart> partsOf(const BlockLayout &layout, ByteRange bytes, std::size_t firstLine, std::size_t endLine,
                              double lineEndWidth)
{
    std::vector<LinePart> parts;
    for (std::size_t line = std::max(firstLine, layout.lineAt(bytes.begin)); line < endLine; ++line) {
        const ByteRange onLine = intersection(bytes, layout.lineBytes(line));
        if (onLine.begin >= bytes.end)
            break;
        const VisualLine &shape = layout.lines()[line];
        const std::size_t textEnd = std::min(onLine.end, layout.textEnd());
        const std::size_t before = parts.size();
        if (onLine.begin < textEnd) {
            // To the end of a line's text, but not to the end of its column.
            for (const Interval &interval : layout.intervalsOf(line, {onLine.begin, textEnd}))
                parts.push_back({line, interval, true, true});
        }
        if (onLine.end > layout.textEnd() && layout.textEnd() < layout.bytes().end) {
            const Interval cell = lineEndCell(layout, lineEndWidth);
            const bool isBeside = parts.size() > before
                && (shape.isRightToLeft ? parts[before].interval.left <= cell.right + 1
                                        : parts.back().interval.right >= cell.left - 1);
            if (isBeside && shape.isRightToLeft)
                parts[before].interval.left = cell.left;
            else if (isBeside)
                parts.back().interval.right = cell.right;
            else
                parts.push_back({line, cell, true, true});
        }
        if (shape.isBidirectional || parts.size() == before)
            continue;
        LinePart &first = shape.isRightToLeft ? parts.back() : parts[before];
        LinePart &last = shape.isRightToLeft ? parts[before] : parts.back();
        (shape.isRightToLeft ? first.hasRightEnd : first.hasLeftEnd) = onLine.begin == bytes.begin;
        (shape.isRightToLeft ? last.hasLeftEnd : last.hasRightEnd) = onLine.end == bytes.end;
    }
    return parts;
}

} // namespace cw
