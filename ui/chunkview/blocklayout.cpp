// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/blocklayout.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr int tabSpaces = 4;
constexpr double lineSpacing = 1.12; ///< of the font's own: text on tints wants a little more air

class LayoutCarets final : public CaretLookup
{
public:
    explicit LayoutCarets(QTextLine line) : m_line(line) { }

    double caretX(int unit) const override { return m_line.cursorToX(unit); }
    Interval cellOf(int unit) const override
    {
        const double from = m_line.cursorToX(unit, QTextLine::Leading);
        const double to = m_line.cursorToX(unit, QTextLine::Trailing);
        if (from != to)
            return {std::min(from, to), std::max(from, to)};
        // Before a run of the other direction Qt puts both edges at the end of the neighbouring run.
        const QList<QGlyphRun> glyphs = m_line.glyphRuns(unit, 1);
        if (glyphs.isEmpty())
            return {from, to};
        const QRectF rect = glyphs.first().boundingRect();
        return {rect.left(), rect.right()};
    }

private:
    QTextLine m_line;
};

} // namespace

BlockLayout::BlockLayout(std::string_view text, ByteRange bytes, bool isRightToLeft, const LayoutStyle &style)
    : m_bytes(bytes), m_shown(text.substr(bytes.begin, bytes.size())),
      m_layout(std::make_unique<QTextLayout>(m_shown.string(), style.font)), m_columnWidth(style.columnWidth)
{
    const QFontMetricsF metrics(style.font);
    QTextOption option(isRightToLeft ? Qt::AlignRight | Qt::AlignAbsolute : Qt::AlignLeft | Qt::AlignAbsolute);
    option.setWrapMode(style.wordWrap ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    option.setTextDirection(isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
    option.setTabStopDistance(tabSpaces * metrics.horizontalAdvance(QLatin1Char(' ')));
    m_layout->setTextOption(option);
    m_layout->setCacheEnabled(true);

    const double lineHeight = std::ceil(metrics.lineSpacing() * lineSpacing);
    m_layout->beginLayout();
    for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine()) {
        line.setLeadingIncluded(true);
        line.setLineWidth(style.columnWidth);
        if (!style.wordWrap && line.naturalTextWidth() > style.columnWidth)
            line.setLineWidth(std::ceil(line.naturalTextWidth()));
        VisualLine shape;
        shape.unitBegin = line.textStart();
        shape.unitEnd = line.textStart() + line.textLength();
        shape.top = m_height;
        shape.height = std::max(lineHeight, std::ceil(line.height()));
        const double textTop = m_height + std::floor((shape.height - line.height()) / 2);
        line.setPosition({0, textTop});
        shape.baseline = textTop + line.ascent();
        shape.isRightToLeft = isRightToLeft;
        shape.isBidirectional = m_shown.mayBeBidirectional();
        const QRectF textRect = line.naturalTextRect();
        m_naturalWidth = std::max(m_naturalWidth, textRect.width());
        // The ends must be the very figures that carets have, or slivers appear between rectangles.
        const double begin = line.cursorToX(shape.unitBegin);
        const double end = line.cursorToX(shape.unitEnd);
        shape.textLeft = shape.isBidirectional ? textRect.left() : std::min(begin, end);
        shape.textRight = shape.isBidirectional ? textRect.right() : std::max(begin, end);
        m_height += shape.height;
        m_lines.push_back(shape);
    }
    m_layout->endLayout();
    if (!style.wordWrap)
        m_columnWidth = std::max(m_columnWidth, m_naturalWidth);
}

int BlockLayout::unitAt(std::size_t byte) const noexcept
{
    return byte <= m_bytes.begin ? 0 : m_shown.unitAt(byte - m_bytes.begin);
}

std::size_t BlockLayout::lineAt(std::size_t byte) const noexcept
{
    const int unit = unitAt(byte);
    const auto after = std::partition_point(m_lines.begin() + 1, m_lines.end(),
                                            [unit](const VisualLine &line) { return line.unitBegin <= unit; });
    return static_cast<std::size_t>(after - m_lines.begin()) - 1;
}

ByteRange BlockLayout::lineBytes(std::size_t line) const noexcept
{
    const std::size_t begin = byteAt(m_lines[line].unitBegin);
    return {begin, line + 1 == m_lines.size() ? m_bytes.end : byteAt(m_lines[line].unitEnd)};
}

std::vector<Interval> BlockLayout::intervalsOf(std::size_t line, ByteRange range) const
{
    const ByteRange bytes = lineBytes(line);
    const ByteRange common = intersection(range, bytes);
    if (common.isEmpty())
        return {};
    const bool goesOn
        = range.end > bytes.end || (range.end == bytes.end && bytes.end > m_bytes.begin + m_shown.shownBytes());
    return coveredIntervals(m_lines[line], LayoutCarets(m_layout->lineAt(static_cast<int>(line))), unitAt(common.begin),
                            unitAt(common.end), goesOn, m_columnWidth);
}

QRectF BlockLayout::rectOf(std::size_t byte) const
{
    const std::size_t line = lineAt(byte);
    const VisualLine &shape = m_lines[line];
    const LayoutCarets carets(m_layout->lineAt(static_cast<int>(line)));
    const int unit = std::min(unitAt(byte), shape.unitEnd);
    if (unit >= shape.unitEnd)
        return {carets.caretX(unit), shape.top, 1, shape.height};
    const Interval cell = carets.cellOf(unit);
    return {cell.left, shape.top, cell.right - cell.left, shape.height};
}

std::size_t BlockLayout::lineAtHeight(double y) const noexcept
{
    const auto after = std::partition_point(m_lines.begin() + 1, m_lines.end(),
                                            [y](const VisualLine &line) { return line.top <= y; });
    return static_cast<std::size_t>(after - m_lines.begin()) - 1;
}

std::size_t BlockLayout::byteUnder(QPointF point) const
{
    const std::size_t line = lineAtHeight(point.y());
    const VisualLine &shape = m_lines[line];
    const QTextLine layoutLine = m_layout->lineAt(static_cast<int>(line));
    // Next to a run of the other direction Qt misses the character under the point.
    const int unit = shape.isBidirectional ? unitNear(shape, LayoutCarets(layoutLine), point.x())
                                           : layoutLine.xToCursor(point.x(), QTextLine::CursorOnCharacter);
    // Beside the text the nearest character is meant, not the next line's first one.
    const int last = std::max(shape.unitBegin, shape.unitEnd - 1);
    const bool isPastEnd = shape.isRightToLeft ? point.x() < shape.textLeft : point.x() > shape.textRight;
    const bool isLastLine = line + 1 == m_lines.size();
    if (isPastEnd && isLastLine)
        return byteAt(shape.unitEnd);
    return byteAt(std::clamp(unit, shape.unitBegin, last));
}

std::size_t BlockLayout::caretNear(QPointF point) const
{
    const std::size_t line = lineAtHeight(point.y());
    const QTextLine layoutLine = m_layout->lineAt(static_cast<int>(line));
    return byteAt(layoutLine.xToCursor(point.x(), QTextLine::CursorBetweenCharacters));
}

void BlockLayout::draw(QPainter &painter, QPointF origin, const QList<QTextLayout::FormatRange> &formats,
                       QRectF clip) const
{
    m_layout->draw(&painter, origin, formats, clip);
}

} // namespace cw
