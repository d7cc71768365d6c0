// SPDX-License-Identifier: GPL-3.0-or-later
// A block laid out: lines, carets, and the way between points and bytes.
#pragma once

#include "base/byterange.h"
#include "chunkview/spangeometry.h"

#include <QColor>
#include <QFont>
#include <QRectF>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

class QPainter;

namespace cw {

class EmojiGlyphs;

/// How blocks are laid out; a change of any of it makes all layouts void.
struct LayoutStyle
{
    QFont font;
    double columnWidth = 0; ///< pixels
    bool wordWrap = true;
    std::shared_ptr<EmojiGlyphs> emoji = nullptr; ///< of the font; may be empty
    double leastLineHeight = 0; ///< code keeps the pitch of the text around it
    std::vector<double> tabStops = {}; ///< pixels from the line's beginning; behind the last, tabs are of equal width
    double roomAbove = 0; ///< of every line, for marks that letters must not lie under
    double roomBelow = 0;

    bool operator==(const LayoutStyle &) const = default;
};

/// Text in another colour than the painter's.
struct ColoredRange
{
    ByteRange bytes;
    QColor color;
};

/// Points are relative to the block's top left corner; the text column is [0, columnWidth), and without word wrap text
/// goes past its far side. Bytes are those of the whole text.
class BlockLayout
{
public:
    explicit BlockLayout(const QFont &font) : m_font(font) { }
    BlockLayout(const BlockLayout &) = delete;
    BlockLayout &operator=(const BlockLayout &) = delete;
    virtual ~BlockLayout() = default;

    [[nodiscard]] virtual ByteRange bytes() const noexcept = 0;
    /// Where the text ends, without its line end.
    [[nodiscard]] virtual std::size_t textEnd() const noexcept = 0;
    [[nodiscard]] virtual double columnWidth() const noexcept = 0;
    /// From the leftmost to the rightmost text.
    [[nodiscard]] virtual Interval extent() const noexcept = 0;
    [[nodiscard]] const std::vector<VisualLine> &lines() const noexcept { return m_lines; }
    [[nodiscard]] double height() const noexcept { return m_lines.back().bottom(); }
    /// What the text is laid out in: headings and code have fonts of their own.
    [[nodiscard]] const QFont &font() const noexcept { return m_font; }

    /// The line on which the byte stands; a line end stands on the last line.
    [[nodiscard]] virtual std::size_t lineAt(std::size_t byte) const noexcept = 0;
    /// Bytes of the line; of the last one with the line end.
    [[nodiscard]] virtual ByteRange lineBytes(std::size_t line) const noexcept = 0;
    /// Bytes of the line that are laid out: all of them, unless the line is too long.
    [[nodiscard]] virtual ByteRange laidOutBytes(std::size_t line) const noexcept { return lineBytes(line); }
    /// About what of them stands between the sides of the view; all of them likewise.
    [[nodiscard]] virtual ByteRange bytesInView(std::size_t line) const { return lineBytes(line); }

    /// Where the text bytes [begin, end) stand on the line.
    [[nodiscard]] virtual std::vector<Interval> intervalsOf(std::size_t line, ByteRange range) const = 0;
    /// Rectangle of the character at the byte (of a caret, for a line end).
    [[nodiscard]] virtual QRectF rectOf(std::size_t byte) const = 0;
    /// Whether the point is between the begin and the end of a line's text, also where no character claims it: beside
    /// runs of the other direction glyphs do not touch.
    [[nodiscard]] bool isInsideLine(QPointF point) const noexcept
    {
        const auto line = std::ranges::find_if(
            m_lines, [&](const VisualLine &shape) { return point.y() >= shape.top && point.y() < shape.bottom(); });
        return line != m_lines.end() && point.x() >= line->textLeft && point.x() <= line->textRight;
    }
    /// The character under the point; nearest when beside the text.
    [[nodiscard]] virtual std::size_t byteUnder(QPointF point) const = 0;
    /// The gap between characters nearest to the point: for the ends of a selection.
    [[nodiscard]] virtual std::size_t caretNear(QPointF point) const = 0;
    /// Bytes of the character at the byte as a reader sees one: a grapheme cluster, or an emoji with all its parts.
    /// The line end is one as well. Precondition: within bytes().
    [[nodiscard]] virtual ByteRange characterAt(std::size_t byte) const = 0;
    /// The word at the byte.
    [[nodiscard]] virtual ByteRange wordAt(std::size_t byte) const = 0;

    virtual void draw(QPainter &painter, QPointF origin, std::span<const ColoredRange> colors, QRectF clip) const = 0;

    /// Lays out what stands between two sides of the view. Returns by how much the text would have to be scrolled to
    /// the right so that nothing moves on the screen: not 0 when guessed places gave way to measured ones.
    virtual double settle(Interval /*view*/) { return 0; }
    /// Makes sure that rectOf() is right for the byte, wherever the view is.
    virtual void aimAt(std::size_t /*byte*/) { }

protected:
    /// Units count in the lines' own strings and mean nothing outside.
    std::vector<VisualLine> m_lines;

private:
    QFont m_font;
};

/// Height and baseline of a line in the style's own font.
struct LineMetrics
{
    double height = 0; ///< with the room around it
    double baseline = 0;

    explicit LineMetrics(const LayoutStyle &style);
};

} // namespace cw
