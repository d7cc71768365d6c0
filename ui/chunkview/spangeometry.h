// SPDX-License-Identifier: GPL-3.0-or-later
// From byte ranges to rectangles: which chunks cover which bytes, and where on the lines that is. No drawing, no
// layout.
#pragma once

#include "audit/audit.h"
#include "chunk/chunk.h"

#include <QLineF>
#include <QRectF>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cw {

/// A stretch of text covered by the same chunks. Chunks that cover one byte are neighbours, as begins and ends
/// increase.
struct ChunkSpan
{
    ByteRange bytes;
    std::uint32_t firstChunk = 0;
    std::uint32_t chunkCount = 0; ///< 0: in no chunk; 2 and more: overlap

    [[nodiscard]] std::uint32_t lastChunk() const noexcept { return firstChunk + chunkCount - 1; }
    [[nodiscard]] bool isCoveredBy(std::uint32_t chunk) const noexcept
    {
        return chunk >= firstChunk && chunk - firstChunk < chunkCount;
    }
    bool operator==(const ChunkSpan &) const = default;
};

/// Spans in order that together are `bytes`. O(log chunks + spans).
[[nodiscard]] std::vector<ChunkSpan> chunkSpans(std::span<const Chunk> chunks, ByteRange bytes);

/// Chunks whose source begins inside `bytes`, as positions [begin, end). O(log chunks).
struct ChunkRange
{
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
};
[[nodiscard]] ChunkRange chunksStartingIn(std::span<const Chunk> chunks, ByteRange bytes);
/// Chunks that share a byte with `bytes`. O(log chunks).
[[nodiscard]] ChunkRange chunksTouching(std::span<const Chunk> chunks, ByteRange bytes);
/// Findings of the chunks, which must be in the report's order. O(log findings).
[[nodiscard]] std::span<const Finding> findingsOf(std::span<const Finding> findings, std::uint32_t document,
                                                  ChunkRange chunks);

/// Horizontal stretch in pixels, left <= right.
struct Interval
{
    double left = 0;
    double right = 0;

    bool operator==(const Interval &) const = default;
};

/// One line of a laid-out block. Units are UTF-16 positions in the block's shown string.
struct VisualLine
{
    int unitBegin = 0;
    int unitEnd = 0;
    double top = 0;
    double height = 0;
    double baseline = 0; ///< from the block's top
    double textLeft = 0;
    double textRight = 0;
    bool isRightToLeft = false; ///< the paragraph's direction
    bool isBidirectional = false; ///< may mix directions

    [[nodiscard]] double bottom() const noexcept { return top + height; }
};

/// Where the carets of a line stand; the text layout's answers, or a test's.
class CaretLookup
{
public:
    CaretLookup() = default;
    CaretLookup(const CaretLookup &) = delete;
    CaretLookup &operator=(const CaretLookup &) = delete;
    virtual ~CaretLookup() = default;

    /// Where the caret before the unit stands; asked only where the line has one direction.
    [[nodiscard]] virtual double caretX(int unit) const = 0;
    /// The room that the unit's character takes, in whichever direction it runs.
    [[nodiscard]] virtual Interval cellOf(int unit) const = 0;
};

/// The stretches of a line that the units [begin, end) cover, in order and merged. When the text goes on past the line
/// (`goesOn`), the rest of the column belongs to it as well.
[[nodiscard]] std::vector<Interval> coveredIntervals(const VisualLine &line, const CaretLookup &carets, int begin,
                                                     int end, bool goesOn, double columnWidth);

/// The unit whose character stands at x, or the nearest one. Precondition: the line is not empty.
[[nodiscard]] int unitNear(const VisualLine &line, const CaretLookup &carets, double x);

/// Room around the text column that belongs to what reaches the column's sides.
[[nodiscard]] Interval withBleed(Interval interval, double columnWidth, double bleed) noexcept;

/// One line's part of a region.
struct RegionRow
{
    double top = 0;
    double bottom = 0;
    std::vector<Interval> intervals; ///< in order, not touching
};

/// The border of a region made of rows from top to bottom, as lines. An open end has no closing line: the region goes
/// on out of sight.
[[nodiscard]] std::vector<QLineF> outlineOf(std::span<const RegionRow> rows, bool openTop, bool openBottom);

/// What part of the text a line on the screen shows, its line end included.
struct TextRow
{
    ByteRange bytes;
    double top = 0;
    double bottom = 0;
};

/// The lines on which a chunk shares text with the one before it, or which belong to a parent.
struct OverlapBand
{
    std::uint32_t chunk = 0; ///< the later of the two; the parent's number
    double top = 0;
    double bottom = 0;
    bool startsInView = false;
    bool endsInView = false;
};

/// The band of a range of text that the rows show a part of; none when they do not. `number` is kept in it.
[[nodiscard]] std::optional<OverlapBand> bandOf(ByteRange bytes, std::uint32_t number, std::span<const TextRow> rows);
/// Bands of the overlaps that the rows show, in chunk order. Rows come from top to bottom.
[[nodiscard]] std::vector<OverlapBand> overlapBands(std::span<const Chunk> chunks, std::span<const TextRow> rows);

} // namespace cw
