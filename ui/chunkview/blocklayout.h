// SPDX-License-Identifier: GPL-3.0-or-later
// One block laid out: lines, carets, and the way between points and bytes.
#pragma once

#include "base/byterange.h"
#include "chunkview/displaytext.h"
#include "chunkview/spangeometry.h"

#include <QFont>
#include <QList>
#include <QTextLayout>

#include <memory>
#include <string_view>
#include <vector>

class QPainter;

namespace cw {

/// How blocks are laid out; a change of any of it makes all layouts void.
struct LayoutStyle
{
    QFont font;
    double columnWidth = 0; ///< pixels
    bool wordWrap = true;

    bool operator==(const LayoutStyle &) const = default;
};

/// Points are relative to the block's top left corner. Bytes are those of the whole text.
class BlockLayout final
{
public:
    BlockLayout(std::string_view text, ByteRange bytes, bool isRightToLeft, const LayoutStyle &style);

    [[nodiscard]] ByteRange bytes() const noexcept { return m_bytes; }
    [[nodiscard]] double height() const noexcept { return m_height; }
    [[nodiscard]] double columnWidth() const noexcept { return m_columnWidth; }
    [[nodiscard]] double naturalWidth() const noexcept { return m_naturalWidth; }
    [[nodiscard]] const std::vector<VisualLine> &lines() const noexcept { return m_lines; }
    [[nodiscard]] const DisplayText &shown() const noexcept { return m_shown; }

    [[nodiscard]] int unitAt(std::size_t byte) const noexcept;
    [[nodiscard]] std::size_t byteAt(int unit) const noexcept { return m_bytes.begin + m_shown.byteAt(unit); }
    /// The line on which the byte stands; a line end stands on the last line.
    [[nodiscard]] std::size_t lineAt(std::size_t byte) const noexcept;
    /// Bytes of the line; of the last one with the line end.
    [[nodiscard]] ByteRange lineBytes(std::size_t line) const noexcept;

    /// Where the text bytes [begin, end) stand on the line.
    [[nodiscard]] std::vector<Interval> intervalsOf(std::size_t line, ByteRange range) const;
    /// Rectangle of the character at the byte (of a caret, for a line end).
    [[nodiscard]] QRectF rectOf(std::size_t byte) const;
    /// The character under the point; nearest when beside the text.
    [[nodiscard]] std::size_t byteUnder(QPointF point) const;
    /// The gap between characters nearest to the point: for the ends of a selection.
    [[nodiscard]] std::size_t caretNear(QPointF point) const;

    void draw(QPainter &painter, QPointF origin, const QList<QTextLayout::FormatRange> &formats, QRectF clip) const;

private:
    [[nodiscard]] std::size_t lineAtHeight(double y) const noexcept;

    ByteRange m_bytes;
    DisplayText m_shown;
    std::unique_ptr<QTextLayout> m_layout;
    std::vector<VisualLine> m_lines;
    double m_columnWidth = 0;
    double m_height = 0;
    double m_naturalWidth = 0;
};

} // namespace cw
