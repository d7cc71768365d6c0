// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/gutterpainter.h"

#include "chunkview/reasonmark.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cw {
namespace {

constexpr double columnGap = 3;
constexpr std::size_t roomyTextBytes = 16'000; ///< enough for chunks of 1,000 tokens and more
constexpr std::size_t fewBytesPerChunk = 40; ///< smaller chunks are rare
constexpr double barHeight = 3;

} // namespace

QFont gutterFont(const QFont &interfaceFont)
{
    QFont font = interfaceFont;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(6.0, font.pointSizeF() - 1.0));
    return font;
}

GutterColumns GutterColumns::forDocument(const ChunkFacts &facts, const QFont &font)
{
    const std::size_t textBytes = facts.textBytes();
    QFont bold = gutterFont(font);
    bold.setBold(true);
    const std::uint64_t most = std::max<std::uint64_t>(textBytes > roomyTextBytes ? 1000 : 100,
                                                       facts.snapshot->documentFigures[facts.document].largestTokens);
    const auto widthOf = [](const QFontMetricsF &metrics, std::uint64_t value) {
        // Widest digit everywhere, so that the gutter does not move with every figure.
        QString text = countText(value);
        for (QChar &character : text) {
            if (character.isDigit())
                character = QLatin1Char('8');
        }
        return metrics.horizontalAdvance(text);
    };
    GutterColumns columns;
    if (facts.returnsMore())
        columns.mark += returnedWidth;
    columns.number = columns.mark + markSize + columnGap;
    columns.numberWidth = widthOf(QFontMetricsF(bold),
                                  std::max({facts.chunks().size(), textBytes / fewBytesPerChunk, std::size_t{10}}));
    columns.tokensRight
        = columns.number + columns.numberWidth + 2 * columnGap + widthOf(QFontMetricsF(gutterFont(font)), most);
    columns.icon = columns.tokensRight + columnGap;
    columns.lanes = columns.icon + iconSize + columnGap;
    columns.width = std::max(72.0, columns.lanes + lanesWidth);
    return columns;
}

GutterPainter::GutterPainter(QPainter &painter, const ChunkFacts &facts, const ThemeColors &colors,
                             const GutterColumns &columns, double left, bool mirrored)
    : m_painter(painter), m_facts(facts), m_colors(colors), m_columns(columns), m_left(left), m_mirrored(mirrored),
      m_maxTokens(facts.maxTokens())
{
}

QRectF GutterPainter::placed(double x, double top, double width, double height) const
{
    return {m_left + (m_mirrored ? m_columns.width - x - width : x), top, width, height};
}

void GutterPainter::drawRow(const TextRow &row, std::optional<std::uint32_t> currentChunk)
{
    const ChunkRange starting = chunksStartingIn(m_facts.chunks(), row.bytes);
    if (starting.size() > 0)
        drawFigures(row, starting, currentChunk);
    drawFindings(row);
}

void GutterPainter::drawFigures(const TextRow &row, ChunkRange starting, std::optional<std::uint32_t> currentChunk)
{
    const std::vector<Chunk> &chunks = m_facts.chunks();
    const double height = row.bottom - row.top;
    const double figuresHeight = height - barHeight - 2;
    QFont font = gutterFont(m_painter.font());
    const bool isCurrent = currentChunk && *currentChunk >= starting.begin && *currentChunk < starting.end;
    m_painter.save();
    const Qt::Alignment leading = (m_mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    const Qt::Alignment trailing = (m_mirrored ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
    font.setBold(true);
    m_painter.setFont(font);
    m_painter.setPen(isCurrent ? m_colors.accent : m_colors.text);
    if (starting.size() == 1) {
        const Chunk &chunk = chunks[starting.begin];
        m_painter.drawText(placed(m_columns.number, row.top, m_columns.numberWidth + columnGap, figuresHeight), leading,
                           countText(starting.begin + 1));
        font.setBold(false);
        m_painter.setFont(font);
        m_painter.setPen(m_colors.dimText);
        m_painter.drawText(placed(m_columns.number, row.top, m_columns.tokensRight - m_columns.number, figuresHeight),
                           trailing, countText(chunk.embeddedTokens()));
        drawTokenBar(row, chunk, starting.begin);
    } else {
        const QString range = countText(starting.begin + 1) % QChar(0x2013) % countText(starting.end);
        const QRectF room = placed(m_columns.number, row.top, m_columns.tokensRight - m_columns.number, figuresHeight);
        const QFontMetricsF metrics(font);
        m_painter.drawText(room, leading, metrics.elidedText(range, Qt::ElideMiddle, room.width()));
    }
    m_painter.restore();
    const double markTop = row.top + (figuresHeight - GutterColumns::markSize) / 2;
    drawReasonMark(m_painter, placed(m_columns.mark, markTop, GutterColumns::markSize, GutterColumns::markSize),
                   chunks[starting.begin].startReason, m_colors);
}

void GutterPainter::drawTokenBar(const TextRow &row, const Chunk &chunk, std::size_t position)
{
    if (m_maxTokens == 0)
        return;
    const double full = m_columns.tokensRight - m_columns.number;
    const double share = static_cast<double>(chunk.embeddedTokens()) / static_cast<double>(m_maxTokens);
    const double top = row.bottom - barHeight - 1;
    m_painter.fillRect(placed(m_columns.number, top, full, barHeight), m_colors.separator);
    m_painter.fillRect(placed(m_columns.number, top, full * std::min(share, 1.0), barHeight),
                       share > 1 ? m_colors.severityColor(Severity::Error) : m_colors.chunkEdge[position % 4]);
}

void GutterPainter::drawFindings(const TextRow &row)
{
    std::optional<Severity> gravest;
    for (const Finding &finding : m_facts.findings(chunksTouching(m_facts.chunks(), row.bytes))) {
        if (row.bytes.contains(finding.where.begin))
            gravest = gravest ? std::max(*gravest, finding.severity) : finding.severity;
    }
    if (!gravest)
        return;
    const double size = std::min(GutterColumns::iconSize, row.bottom - row.top - 2);
    const QRectF square = placed(m_columns.icon, row.top + (row.bottom - row.top - size) / 2, size, size);
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.translate(square.topLeft());
    m_painter.fillPath(severityShape(*gravest, size), m_colors.severityColor(*gravest));
    m_painter.restore();
}

void GutterPainter::drawBand(const OverlapBand &band)
{
    // Neighbouring overlaps take turns, so that two that meet on one line stay apart.
    const double lane = m_columns.lanes + (band.chunk % 2 == 0 ? 0 : 4);
    constexpr double inset = 2;
    constexpr double tick = 5;
    const double top = band.startsInView ? band.top + inset : band.top;
    const double bottom = band.endsInView ? band.bottom - inset : band.bottom;
    const QColor &earlier = m_colors.chunkEdge[(band.chunk - 1) % 4];
    const QColor &later = m_colors.chunkEdge[band.chunk % 4];
    m_painter.fillRect(placed(lane, top, 2, bottom - top), earlier);
    m_painter.fillRect(placed(lane + 2, top, 2, bottom - top), later);
    if (band.startsInView)
        m_painter.fillRect(placed(lane, top, tick, 2), later);
    if (band.endsInView)
        m_painter.fillRect(placed(lane, bottom - 2, tick, 2), earlier);
}

void GutterPainter::drawReturned(const OverlapBand &band, bool isCurrent)
{
    const double lane = m_columns.returned + (band.chunk % 2 == 0 ? 0 : 3);
    constexpr double inset = 1;
    constexpr double tick = 5;
    const double line = isCurrent ? 3 : 1;
    const QColor &color = isCurrent ? m_colors.accent : m_colors.dimText;
    const double top = band.startsInView ? band.top + inset : band.top;
    const double bottom = band.endsInView ? band.bottom - inset : band.bottom;
    m_painter.fillRect(placed(lane, top, line, bottom - top), color);
    if (band.startsInView)
        m_painter.fillRect(placed(lane, top, tick, line), color);
    if (band.endsInView)
        m_painter.fillRect(placed(lane, bottom - line, tick, line), color);
}

} // namespace cw
