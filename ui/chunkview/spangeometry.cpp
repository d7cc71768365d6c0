// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/spangeometry.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace cw {
namespace {

constexpr double touchingPixels = 0.5;

std::size_t firstEndingAfter(std::span<const Chunk> chunks, std::size_t byte)
{
    const auto found = std::partition_point(chunks.begin(), chunks.end(),
                                            [byte](const Chunk &chunk) { return chunk.source.end <= byte; });
    return static_cast<std::size_t>(found - chunks.begin());
}

std::size_t firstBeginningAt(std::span<const Chunk> chunks, std::size_t byte)
{
    const auto found = std::partition_point(chunks.begin(), chunks.end(),
                                            [byte](const Chunk &chunk) { return chunk.source.begin < byte; });
    return static_cast<std::size_t>(found - chunks.begin());
}

std::vector<Interval> merged(std::vector<Interval> intervals)
{
    std::sort(intervals.begin(), intervals.end(), [](const Interval &a, const Interval &b) { return a.left < b.left; });
    std::vector<Interval> result;
    for (const Interval &interval : intervals) {
        if (!result.empty() && interval.left <= result.back().right + touchingPixels)
            result.back().right = std::max(result.back().right, interval.right);
        else
            result.push_back(interval);
    }
    return result;
}

/// Stretches that lie in exactly one of the two rows.
std::vector<Interval> differenceOf(std::span<const Interval> above, std::span<const Interval> below)
{
    std::vector<double> edges;
    for (const auto &side : {above, below}) {
        for (const Interval &interval : side) {
            edges.push_back(interval.left);
            edges.push_back(interval.right);
        }
    }
    std::sort(edges.begin(), edges.end());
    const auto covers = [](std::span<const Interval> side, double x) {
        return std::any_of(side.begin(), side.end(),
                           [x](const Interval &interval) { return interval.left < x && x < interval.right; });
    };
    std::vector<Interval> result;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const double middle = (edges[i] + edges[i + 1]) / 2;
        if (edges[i] < edges[i + 1] && covers(above, middle) != covers(below, middle))
            result.push_back({edges[i], edges[i + 1]});
    }
    return result;
}

} // namespace

std::vector<ChunkSpan> chunkSpans(std::span<const Chunk> chunks, ByteRange bytes)
{
    std::vector<ChunkSpan> spans;
    std::size_t first = firstEndingAfter(chunks, bytes.begin);
    std::size_t next = firstBeginningAt(chunks, bytes.begin + 1);
    std::size_t byte = bytes.begin;
    while (byte < bytes.end) {
        std::size_t end = bytes.end;
        if (next < chunks.size())
            end = std::min(end, chunks[next].source.begin);
        if (first < next)
            end = std::min(end, chunks[first].source.end);
        spans.push_back({{byte, end}, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(next - first)});
        byte = end;
        while (next < chunks.size() && chunks[next].source.begin <= byte)
            ++next;
        while (first < next && chunks[first].source.end <= byte)
            ++first;
    }
    return spans;
}

ChunkRange chunksStartingIn(std::span<const Chunk> chunks, ByteRange bytes)
{
    return {firstBeginningAt(chunks, bytes.begin), firstBeginningAt(chunks, bytes.end)};
}

ChunkRange chunksTouching(std::span<const Chunk> chunks, ByteRange bytes)
{
    const std::size_t begin = firstEndingAfter(chunks, bytes.begin);
    return {begin, std::max(begin, firstBeginningAt(chunks, bytes.end))};
}

std::span<const Finding> findingsOf(std::span<const Finding> findings, std::uint32_t document, ChunkRange chunks)
{
    const auto firstAt = [&](std::size_t chunk) {
        return std::partition_point(findings.begin(), findings.end(), [&](const Finding &finding) {
            return std::tuple(finding.document, std::size_t{finding.chunk}) < std::tuple(document, chunk);
        });
    };
    return {firstAt(chunks.begin), firstAt(chunks.end)};
}

std::vector<Interval> coveredIntervals(const VisualLine &line, const CaretLookup &carets, int begin, int end,
                                       bool goesOn, double columnWidth)
{
    begin = std::max(begin, line.unitBegin);
    end = std::min(end, line.unitEnd);
    std::vector<Interval> intervals;
    if (begin < end && !line.isBidirectional) {
        const auto [left, right] = std::minmax({carets.caretX(begin), carets.caretX(end)});
        intervals.push_back({left, right});
    } else if (begin < end && begin == line.unitBegin && end == line.unitEnd) {
        intervals.push_back({line.textLeft, line.textRight});
    } else {
        for (int unit = begin; unit < end; ++unit)
            intervals.push_back(carets.cellOf(unit));
    }
    // The text's own extent is rounded otherwise than its cells: overlapping a little leaves no sliver.
    const double seam = line.isBidirectional ? 1 : 0;
    if (goesOn && line.isRightToLeft)
        intervals.push_back({std::min(0.0, line.textLeft), line.textLeft + seam});
    else if (goesOn)
        intervals.push_back({line.textRight - seam, std::max(columnWidth, line.textRight)});
    return merged(std::move(intervals));
}

int unitNear(const VisualLine &line, const CaretLookup &carets, double x)
{
    int nearest = line.unitBegin;
    double least = std::numeric_limits<double>::max();
    for (int unit = line.unitBegin; unit < line.unitEnd && least > 0; ++unit) {
        const Interval cell = carets.cellOf(unit);
        const double distance = std::max({0.0, cell.left - x, x - cell.right});
        if (cell.left < cell.right && distance < least) {
            least = distance;
            nearest = unit;
        }
    }
    return nearest;
}

Interval withBleed(Interval interval, double columnWidth, double bleed) noexcept
{
    if (interval.left <= touchingPixels)
        interval.left -= bleed;
    if (interval.right >= columnWidth - touchingPixels)
        interval.right += bleed;
    return interval;
}

std::vector<QLineF> outlineOf(std::span<const RegionRow> rows, bool openTop, bool openBottom)
{
    std::vector<QLineF> lines;
    const auto addHorizontal = [&lines](std::span<const Interval> intervals, double y) {
        for (const Interval &interval : intervals)
            lines.emplace_back(interval.left, y, interval.right, y);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const RegionRow &row = rows[i];
        for (const Interval &interval : row.intervals) {
            lines.emplace_back(interval.left, row.top, interval.left, row.bottom);
            lines.emplace_back(interval.right, row.top, interval.right, row.bottom);
        }
        if (i == 0 && !openTop)
            addHorizontal(row.intervals, row.top);
        if (i + 1 == rows.size()) {
            if (!openBottom)
                addHorizontal(row.intervals, row.bottom);
        } else {
            addHorizontal(differenceOf(row.intervals, rows[i + 1].intervals), row.bottom);
        }
    }
    return lines;
}

std::optional<OverlapBand> bandOf(ByteRange bytes, std::uint32_t number, std::span<const TextRow> rows)
{
    if (rows.empty())
        return std::nullopt;
    const ByteRange shown{rows.front().bytes.begin, rows.back().bytes.end};
    if (bytes.isEmpty() || !bytes.intersects(shown))
        return std::nullopt;
    const auto firstRow = std::partition_point(rows.begin(), rows.end(),
                                               [&](const TextRow &row) { return row.bytes.end <= bytes.begin; });
    const auto pastLastRow
        = std::partition_point(firstRow, rows.end(), [&](const TextRow &row) { return row.bytes.begin < bytes.end; });
    return OverlapBand{number, firstRow->top, std::prev(pastLastRow)->bottom, bytes.begin >= shown.begin,
                       bytes.end <= shown.end};
}

std::vector<OverlapBand> overlapBands(std::span<const Chunk> chunks, std::span<const TextRow> rows)
{
    std::vector<OverlapBand> bands;
    if (rows.empty())
        return bands;
    const ByteRange shown{rows.front().bytes.begin, rows.back().bytes.end};
    const ChunkRange inView = chunksTouching(chunks, shown);
    for (std::size_t i = std::max<std::size_t>(inView.begin, 1); i < inView.end; ++i) {
        const ByteRange shared = intersection(chunks[i - 1].source, chunks[i].source);
        if (const auto band = bandOf(shared, static_cast<std::uint32_t>(i), rows))
            bands.push_back(*band);
    }
    return bands;
}

} // namespace cw
