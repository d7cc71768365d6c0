// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/piecelayout.h"

#include "chunkview/emojiglyphs.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPainter>
#include <QRawFont>
#include <QTextBoundaryFinder>
#include <QTextOption>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cw {
namespace {

constexpr int tabSpaces = 4;
constexpr double lineSpacing = 1.12; ///< of the font's own: text on tints wants a little more air
constexpr double endlessWidth = 30'000'000; ///< near the most that a text line takes

constexpr double fullRow = 0.85; ///< of the others: looks like any other
constexpr double rounding = 2; ///< less than a word and its space take

Interval cellIn(const QTextLine &line, int unit)
{
    const double from = line.cursorToX(unit, QTextLine::Leading);
    const double to = line.cursorToX(unit, QTextLine::Trailing);
    if (from != to)
        return {std::min(from, to), std::max(from, to)};
    // Before a run of the other direction Qt puts both edges at the end of the neighbouring run.
    const QList<QGlyphRun> glyphs = line.glyphRuns(unit, 1);
    if (glyphs.isEmpty())
        return {from, to};
    // Not the rectangle of what is drawn: a space draws nothing.
    Interval cell{from, from};
    for (const QGlyphRun &run : glyphs) {
        const QList<QPointF> places = run.positions();
        const QList<QPointF> advances = run.rawFont().advancesForGlyphIndexes(run.glyphIndexes());
        for (qsizetype i = 0; i < std::min(places.size(), advances.size()); ++i) {
            const double end = places[i].x() + advances[i].x();
            const bool isFirst = &run == &glyphs.first() && i == 0;
            cell = isFirst ? Interval{places[i].x(), end}
                           : Interval{std::min(cell.left, places[i].x()), std::max(cell.right, end)};
        }
    }
    return cell;
}

/// `cells`: of the line's units, or none to ask the line.
class LayoutCarets final : public CaretLookup
{
public:
    LayoutCarets(const QTextLine &line, const std::vector<Interval> &cells) : m_line(line), m_cells(cells) { }

    double caretX(int unit) const override { return m_line.cursorToX(unit); }
    Interval cellOf(int unit) const override
    {
        return m_cells.empty() ? cellIn(m_line, unit) : m_cells[static_cast<std::size_t>(unit - m_line.textStart())];
    }

private:
    QTextLine m_line;
    const std::vector<Interval> &m_cells;
};

QTextOption textOption(bool isRightToLeft, PieceKind kind, const LayoutStyle &style)
{
    const bool fromTheRight = isRightToLeft && kind != PieceKind::Beside;
    QTextOption option((fromTheRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute);
    option.setWrapMode(style.wordWrap ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
    option.setTextDirection(isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
    option.setTabStopDistance(tabSpaces * QFontMetricsF(style.font).horizontalAdvance(QLatin1Char(' ')));
    QList<QTextOption::Tab> tabs;
    const QTextOption::TabType beginsThere = isRightToLeft ? QTextOption::RightTab : QTextOption::LeftTab;
    for (const double stop : style.tabStops)
        tabs.append(QTextOption::Tab(stop, beginsThere));
    if (!tabs.isEmpty())
        option.setTabs(tabs);
    if (kind == PieceKind::Beside)
        option.setFlags(QTextOption::IncludeTrailingSpaces);
    return option;
}

/// `widthOf(row)` is asked before the row is broken, `use(line)` told afterwards.
template<typename WidthOf, typename Use>
void breakRows(QTextLayout &layout, const WidthOf &widthOf, const Use &use)
{
    layout.beginLayout();
    int row = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLeadingIncluded(true);
        line.setLineWidth(widthOf(row++));
        use(line);
    }
    layout.endLayout();
}

} // namespace

LineMetrics::LineMetrics(const LayoutStyle &style)
{
    const QFontMetricsF metrics(style.font);
    const double textHeight = std::max(style.leastLineHeight, std::ceil(metrics.lineSpacing() * lineSpacing));
    height = style.roomAbove + textHeight + style.roomBelow;
    baseline = style.roomAbove + std::floor((textHeight - metrics.lineSpacing()) / 2) + metrics.ascent();
}

PieceLayout::PieceLayout(std::string_view text, ByteRange bytes, bool isRightToLeft, PieceKind kind,
                         const LayoutStyle &style)
    : BlockLayout(style.font), m_bytes(bytes), m_emoji(isRightToLeft ? nullptr : style.emoji),
      m_shown(text.substr(bytes.begin, bytes.size()), m_emoji.get()),
      m_layout(std::make_unique<QTextLayout>(m_shown.string(), style.font)), m_columnWidth(style.columnWidth)
{
    m_layout->setTextOption(textOption(isRightToLeft, kind, style));
    m_layout->setCacheEnabled(true);
    if (!m_shown.emoji().empty())
        m_layout->setFormats(emojiFormats());
    const double width = style.wordWrap ? style.columnWidth : endlessWidth;
    if (kind == PieceKind::Above && style.wordWrap)
        breakEvenly(width);
    else
        breakRows(
            *m_layout, [width](int) { return width; }, [](const QTextLine &) {});
    placeLines(isRightToLeft, kind, style);
}

QList<QTextLayout::FormatRange> PieceLayout::emojiFormats() const
{
    QList<QTextLayout::FormatRange> formats;
    for (const DisplayText::Emoji &emoji : m_shown.emoji()) {
        if (!formats.isEmpty() && formats.last().start + formats.last().length == emoji.unit)
            ++formats.last().length;
        else
            formats.append({emoji.unit, 1, m_emoji->format()});
    }
    return formats;
}

/// Breaks rows of about the same width, so that the piece's last row does not end early: what it lacks is shared out
/// among all rows, where it cannot be told from the ragged ends that words leave.
void PieceLayout::breakEvenly(double columnWidth)
{
    const std::vector<double> widths = evenRows(words(), columnWidth - rounding);
    if (!widths.empty()) {
        const auto widthOf = [&](int row) {
            const auto at = static_cast<std::size_t>(row);
            return at < widths.size() ? widths[at] + rounding : columnWidth;
        };
        breakRows(*m_layout, widthOf, [](const QTextLine &) {});
        if (m_layout->lineCount() == static_cast<int>(widths.size()))
            return;
    }
    double total = 0;
    double last = 0;
    const auto breakFully = [&] {
        breakRows(
            *m_layout, [columnWidth](int) { return columnWidth; },
            [&](const QTextLine &line) {
                last = line.naturalTextWidth();
                total += last;
            });
    };
    breakFully();
    const int rows = m_layout->lineCount();
    if (rows < 2 || last >= fullRow * total / rows)
        return;
    // A word wider than the column breaks anywhere: rows of one width come out even.
    const double ragged = columnWidth - (total - last) / (rows - 1);
    double rest = total;
    const auto widthOf
        = [&](int row) { return rows - row <= 1 ? columnWidth : std::min(columnWidth, rest / (rows - row) + ragged); };
    breakRows(*m_layout, widthOf, [&rest](const QTextLine &line) { rest -= line.naturalTextWidth(); });
    if (m_layout->lineCount() > rows)
        breakFully();
}

std::vector<Word> PieceLayout::words()
{
    QTextOption option = m_layout->textOption();
    const QTextOption::WrapMode usual = option.wrapMode();
    option.setWrapMode(QTextOption::WordWrap);
    m_layout->setTextOption(option);
    const double space = QFontMetricsF(m_layout->font()).horizontalAdvance(QLatin1Char(' '));
    const QString &text = m_shown.string();
    std::vector<Word> words;
    breakRows(
        *m_layout, [](int) { return 1.0; },
        [&](const QTextLine &line) {
            int end = line.textStart() + line.textLength();
            double spaces = 0;
            while (end > line.textStart() && text[end - 1].isSpace())
                spaces += text[--end] == QLatin1Char('\t') ? tabSpaces * space : space;
            words.push_back({line.naturalTextWidth(), line.naturalTextWidth() + spaces});
        });
    option.setWrapMode(usual);
    m_layout->setTextOption(option);
    return words;
}

void PieceLayout::placeLines(bool isRightToLeft, PieceKind kind, const LayoutStyle &style)
{
    const LineMetrics own(style);
    const bool isWrapped = style.wordWrap && kind != PieceKind::Beside;
    double height = 0;
    for (int i = 0; i < m_layout->lineCount(); ++i) {
        QTextLine line = m_layout->lineAt(i);
        if (!isWrapped)
            line.setLineWidth(
                std::max(kind == PieceKind::Beside ? 0.0 : style.columnWidth, std::ceil(line.horizontalAdvance())));
        VisualLine shape;
        shape.unitBegin = line.textStart();
        shape.unitEnd = line.textStart() + line.textLength();
        shape.top = height;
        const double room = style.roomAbove + style.roomBelow;
        shape.height = std::max(own.height, std::ceil(line.height()) + room);
        double textTop = height + style.roomAbove + std::floor((shape.height - room - line.height()) / 2);
        if (kind == PieceKind::Beside) { // pieces side by side share their baseline, whatever their fonts
            shape.height = own.height;
            textTop = own.baseline - line.ascent();
        }
        const bool fromTheRight = isRightToLeft && kind != PieceKind::Beside;
        line.setPosition({fromTheRight ? style.columnWidth - line.width() : 0, textTop}); // rows may be narrower
        shape.baseline = textTop + line.ascent();
        shape.isRightToLeft = isRightToLeft;
        shape.isBidirectional = m_shown.mayBeBidirectional();
        const QRectF textRect = line.naturalTextRect();
        // The ends must be the very figures that carets have, or slivers appear between rectangles.
        const double begin = line.cursorToX(shape.unitBegin);
        const double end = line.cursorToX(shape.unitEnd);
        shape.textLeft = shape.isBidirectional ? textRect.left() : std::min(begin, end);
        shape.textRight = shape.isBidirectional ? textRect.right() : std::max(begin, end);
        m_extent = {std::min(m_extent.left, textRect.left()), std::max(m_extent.right, textRect.right())};
        m_advance = line.horizontalAdvance();
        height += shape.height;
        m_lines.push_back(shape);
    }
    if (kind == PieceKind::Beside)
        m_columnWidth = m_advance;
    else if (!isWrapped && !isRightToLeft)
        m_columnWidth = std::max(m_columnWidth, m_extent.right);
}

const std::vector<Interval> &PieceLayout::cellsOf(std::size_t line) const
{
    m_cells.resize(m_lines.size());
    std::vector<Interval> &cells = m_cells[line];
    const VisualLine &shape = m_lines[line];
    if (cells.empty() && shape.isBidirectional) {
        const QTextLine layoutLine = m_layout->lineAt(static_cast<int>(line));
        for (int unit = shape.unitBegin; unit < shape.unitEnd; ++unit)
            cells.push_back(cellIn(layoutLine, unit));
    }
    return cells;
}

int PieceLayout::unitAt(std::size_t byte) const noexcept
{
    return byte <= m_bytes.begin ? 0 : m_shown.unitAt(byte - m_bytes.begin);
}

std::size_t PieceLayout::lineAt(std::size_t byte) const noexcept
{
    const int unit = unitAt(byte);
    const auto after = std::partition_point(m_lines.begin() + 1, m_lines.end(),
                                            [unit](const VisualLine &line) { return line.unitBegin <= unit; });
    return static_cast<std::size_t>(after - m_lines.begin()) - 1;
}

ByteRange PieceLayout::lineBytes(std::size_t line) const noexcept
{
    const std::size_t begin = byteAt(m_lines[line].unitBegin);
    return {begin, line + 1 == m_lines.size() ? m_bytes.end : byteAt(m_lines[line].unitEnd)};
}

std::vector<Interval> PieceLayout::intervalsOf(std::size_t line, ByteRange range) const
{
    const ByteRange bytes = lineBytes(line);
    const ByteRange common = intersection(range, bytes);
    if (common.isEmpty())
        return {};
    const bool goesOn = range.end > bytes.end || (range.end == bytes.end && bytes.end > textEnd());
    const bool isWhole = common.begin <= bytes.begin && common.end >= std::min(bytes.end, textEnd());
    static const std::vector<Interval> noCells;
    const LayoutCarets carets(m_layout->lineAt(static_cast<int>(line)), isWhole ? noCells : cellsOf(line));
    return coveredIntervals(m_lines[line], carets, unitAt(common.begin), unitAt(common.end), goesOn, m_columnWidth);
}

QRectF PieceLayout::rectOf(std::size_t byte) const
{
    const std::size_t line = lineAt(byte);
    const VisualLine &shape = m_lines[line];
    const LayoutCarets carets(m_layout->lineAt(static_cast<int>(line)), cellsOf(line));
    const int unit = std::min(unitAt(byte), shape.unitEnd);
    if (unit >= shape.unitEnd)
        return {carets.caretX(unit), shape.top, 1, shape.height};
    const Interval cell = carets.cellOf(unit);
    return {cell.left, shape.top, cell.right - cell.left, shape.height};
}

std::size_t PieceLayout::lineAtHeight(double y) const noexcept
{
    const auto after = std::partition_point(m_lines.begin() + 1, m_lines.end(),
                                            [y](const VisualLine &line) { return line.top <= y; });
    return static_cast<std::size_t>(after - m_lines.begin()) - 1;
}

std::size_t PieceLayout::byteUnder(QPointF point) const
{
    const std::size_t line = lineAtHeight(point.y());
    const VisualLine &shape = m_lines[line];
    const QTextLine layoutLine = m_layout->lineAt(static_cast<int>(line));
    // Next to a run of the other direction Qt misses the character under the point.
    const int unit = shape.isBidirectional ? unitNear(shape, LayoutCarets(layoutLine, cellsOf(line)), point.x())
                                           : layoutLine.xToCursor(point.x(), QTextLine::CursorOnCharacter);
    // Beside the text the nearest character is meant, not the next line's first one.
    const int last = std::max(shape.unitBegin, shape.unitEnd - 1);
    const bool isPastEnd = shape.isRightToLeft ? point.x() < shape.textLeft : point.x() > shape.textRight;
    const bool isLastLine = line + 1 == m_lines.size();
    if (isPastEnd && isLastLine)
        return byteAt(shape.unitEnd);
    return byteAt(std::clamp(unit, shape.unitBegin, last));
}

std::size_t PieceLayout::caretNear(QPointF point) const
{
    const std::size_t line = lineAtHeight(point.y());
    const QTextLine layoutLine = m_layout->lineAt(static_cast<int>(line));
    return byteAt(layoutLine.xToCursor(point.x(), QTextLine::CursorBetweenCharacters));
}

ByteRange PieceLayout::characterAt(std::size_t byte) const
{
    if (byte >= textEnd())
        return {textEnd(), m_bytes.end};
    int begin = unitAt(byte);
    while (begin > 0 && !m_layout->isValidCursorPosition(begin))
        --begin;
    const int size = static_cast<int>(m_shown.string().size());
    int end = begin + 1;
    while (end < size && !m_layout->isValidCursorPosition(end))
        ++end;
    return {byteAt(begin), byteAt(end)};
}

ByteRange PieceLayout::wordAt(std::size_t byte) const
{
    const int unit = unitAt(byte);
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, m_shown.string());
    finder.setPosition(unit);
    const int begin = static_cast<int>(finder.isAtBoundary() ? unit : finder.toPreviousBoundary());
    finder.setPosition(unit);
    const int end = static_cast<int>(finder.toNextBoundary());
    return {byteAt(std::max(begin, 0)), end < 0 ? textEnd() : byteAt(end)};
}

void PieceLayout::draw(QPainter &painter, QPointF origin, std::span<const ColoredRange> colors, QRectF clip) const
{
    QList<QTextLayout::FormatRange> formats;
    for (const ColoredRange &colored : colors) {
        const ByteRange common = intersection(colored.bytes, m_bytes);
        if (common.isEmpty())
            continue;
        QTextLayout::FormatRange format;
        format.format.setForeground(colored.color);
        const auto add = [&](int begin, int end) {
            format.start = begin;
            format.length = end - begin;
            if (format.length > 0)
                formats << format;
        };
        int begin = unitAt(common.begin);
        const int end = unitAt(common.end);
        for (const DisplayText::Emoji &emoji : m_shown.emoji()) { // placeholders must stay invisible
            if (emoji.unit >= begin && emoji.unit < end) {
                add(begin, emoji.unit);
                begin = emoji.unit + 1;
            }
        }
        add(begin, end);
    }
    m_layout->draw(&painter, origin, formats, clip);
    if (!m_shown.emoji().empty())
        drawEmoji(painter, origin, clip);
}

void PieceLayout::drawEmoji(QPainter &painter, QPointF origin, QRectF clip) const
{
    const std::vector<DisplayText::Emoji> &all = m_shown.emoji();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const VisualLine &shape = m_lines[i];
        if (origin.y() + shape.bottom() <= clip.top() || origin.y() + shape.top >= clip.bottom())
            continue;
        const QTextLine line = m_layout->lineAt(static_cast<int>(i));
        auto emoji = std::partition_point(all.begin(), all.end(),
                                          [&](const DisplayText::Emoji &each) { return each.unit < shape.unitBegin; });
        for (; emoji != all.end() && emoji->unit < shape.unitEnd; ++emoji) {
            const double left = origin.x() + line.cursorToX(emoji->unit);
            if (left < clip.right() && left + shape.height * 2 > clip.left())
                m_emoji->draw(painter, {left, origin.y() + shape.baseline}, emoji->text);
        }
    }
}

} // namespace cw
