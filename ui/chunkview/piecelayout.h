// SPDX-License-Identifier: GPL-3.0-or-later
// A line, or one piece of a long line, laid out by Qt.
#pragma once

#include "chunkview/blocklayout.h"
#include "chunkview/displaytext.h"
#include "chunkview/rowbreaks.h"

#include <QList>
#include <QTextLayout>

#include <memory>
#include <string_view>

namespace cw {

/// What a piece is of its line.
enum class PieceKind {
    Line, ///< the line, or its last piece
    Above, ///< goes on in the next row: its last row is made as full as the others
    Beside, ///< goes on in the same row, without word wrap: begins at 0 and is as wide as advance()
};

class PieceLayout final : public BlockLayout
{
public:
    PieceLayout(std::string_view text, ByteRange bytes, bool isRightToLeft, PieceKind kind, const LayoutStyle &style);

    [[nodiscard]] ByteRange bytes() const noexcept override { return m_bytes; }
    [[nodiscard]] std::size_t textEnd() const noexcept override { return m_bytes.begin + m_shown.shownBytes(); }
    [[nodiscard]] double columnWidth() const noexcept override { return m_columnWidth; }
    [[nodiscard]] Interval extent() const noexcept override { return m_extent; }
    /// Width of the last line, spaces at its end included.
    [[nodiscard]] double advance() const noexcept { return m_advance; }

    [[nodiscard]] std::size_t lineAt(std::size_t byte) const noexcept override;
    [[nodiscard]] ByteRange lineBytes(std::size_t line) const noexcept override;
    [[nodiscard]] std::vector<Interval> intervalsOf(std::size_t line, ByteRange range) const override;
    [[nodiscard]] QRectF rectOf(std::size_t byte) const override;
    [[nodiscard]] std::size_t byteUnder(QPointF point) const override;
    [[nodiscard]] std::size_t caretNear(QPointF point) const override;
    [[nodiscard]] ByteRange characterAt(std::size_t byte) const override;
    [[nodiscard]] ByteRange wordAt(std::size_t byte) const override;
    void draw(QPainter &painter, QPointF origin, std::span<const ColoredRange> colors, QRectF clip) const override;

private:
    [[nodiscard]] int unitAt(std::size_t byte) const noexcept;
    [[nodiscard]] std::size_t byteAt(int unit) const noexcept { return m_bytes.begin + m_shown.byteAt(unit); }
    [[nodiscard]] std::size_t lineAtHeight(double y) const noexcept;
    void breakEvenly(double columnWidth);
    [[nodiscard]] std::vector<Word> words();
    void placeLines(bool isRightToLeft, PieceKind kind, const LayoutStyle &style);

    [[nodiscard]] const std::vector<Interval> &cellsOf(std::size_t line) const;

    [[nodiscard]] QList<QTextLayout::FormatRange> emojiFormats() const;
    void drawEmoji(QPainter &painter, QPointF origin, QRectF clip) const;

    ByteRange m_bytes;
    std::shared_ptr<EmojiGlyphs> m_emoji; ///< set when there is some
    DisplayText m_shown;
    std::unique_ptr<QTextLayout> m_layout;
    double m_columnWidth = 0;
    Interval m_extent;
    double m_advance = 0;
    /// Of lines that may mix directions, when asked for: Qt takes long to find each.
    mutable std::vector<std::vector<Interval>> m_cells;
};

} // namespace cw
