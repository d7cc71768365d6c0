// SPDX-License-Identifier: GPL-3.0-or-later
// What HistogramView draws over the chart's own bars.
#include "charts/histogramview.h"

#include "charts/markerlayout.h"
#include "models/texts.h"

#include <QChart>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>

namespace cw {

namespace {

constexpr double labelPadding = 4;
constexpr double outlineWidth = 2;
constexpr double narrowestOutline = 10; ///< of sixty bins in a small window each has five pixels

} // namespace

void HistogramView::drawForeground(QPainter *painter, const QRectF &)
{
    if (binCount() == 0)
        return;
    painter->save();
    painter->setFont(m_tokensAxis->labelsFont());
    painter->setLayoutDirection(Qt::LayoutDirectionAuto);
    drawMarkers(*painter);
    drawOutlines(*painter);
    drawCounts(*painter);
    drawHighlight(*painter);
    painter->restore();
}

void HistogramView::drawCounts(QPainter &painter) const
{
    const QFontMetricsF metrics(painter.font());
    const double column = columnRect(0).width();
    for (const std::uint64_t count : m_histogram.tokenBins) {
        if (metrics.horizontalAdvance(formatCount(count)) + 2 > column)
            return;
    }
    painter.setPen(palette().color(QPalette::WindowText));
    for (std::size_t i = 0; i < binCount(); ++i) {
        const std::uint64_t count = m_histogram.tokenBins[i];
        if (count == 0)
            continue;
        const QRectF rect = columnRect(i);
        const QString text = formatCount(count);
        const QRectF room(rect.left(), yOf(static_cast<double>(count)) - metrics.height(), rect.width(),
                          metrics.height());
        clearBehind(painter, room.center(), metrics.horizontalAdvance(text), metrics.height());
        painter.drawText(room, Qt::AlignCenter, text);
    }
}

/// Where a marker's line runs through a figure, the line gives way.
void HistogramView::clearBehind(QPainter &painter, QPointF centre, double width, double height) const
{
    constexpr double aside = 2;
    const QRectF ground(centre.x() - width / 2 - aside, centre.y() - height / 2, width + 2 * aside, height);
    const auto isUnder = [&](double tokens) {
        const double x = xOf(tokens);
        return ground.left() <= x && x <= ground.right();
    };
    if (std::ranges::any_of(m_markers, isUnder, &Marker::tokens)
        || std::ranges::any_of(m_smallerMaxima, isUnder, [](std::size_t max) { return static_cast<double>(max); }))
        painter.fillRect(ground, palette().color(QPalette::Window));
}

void HistogramView::drawMarkers(QPainter &painter) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF plot = chart()->plotArea();
    std::vector<MarkerLabel> labels;
    for (const Marker &marker : m_markers)
        labels.push_back(
            {std::clamp(xOf(marker.tokens), plot.left(), plot.right()), metrics.horizontalAdvance(marker.text)});
    for (const std::size_t max : m_smallerMaxima) {
        const double x = xOf(static_cast<double>(max));
        painter.setPen(QPen(m_markers.back().color, 1, Qt::DotLine));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
    const std::vector<PlacedLabel> places = placeMarkerLabels(labels, plot.left(), plot.right(), 8);
    for (std::size_t i = 0; i < m_markers.size(); ++i) {
        const double top = plot.top() - (places[i].row + 1) * metrics.height();
        painter.setPen(QPen(m_markers[i].color, 1, m_markers[i].style));
        painter.drawLine(QPointF(labels[i].x, top + 4), QPointF(labels[i].x, plot.bottom()));
        painter.setPen(m_markers[i].color);
        painter.drawText(QPointF(places[i].left, top + metrics.ascent()), m_markers[i].text);
    }
}

/// Of the chosen chunk's bin, and dashed of the one the keyboard is at. Bars may have any colour, so a line in that of
/// the ground goes along on both sides: the outline is seen by its contrast with that.
void HistogramView::drawOutlines(QPainter &painter) const
{
    const auto outline = [&](std::size_t bin, Qt::PenStyle style) {
        QRectF column = columnRect(bin);
        const double lacking = std::max(0.0, narrowestOutline - column.width());
        column = QRectF(column.adjusted(-lacking / 2, 1, lacking / 2, -1).toRect());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            QPen(palette().color(QPalette::Window), 3 * outlineWidth, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(column);
        painter.setPen(QPen(palette().color(QPalette::WindowText), outlineWidth, style, Qt::FlatCap, Qt::MiterJoin));
        painter.drawRect(column);
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_selected)
        outline(*m_selected, Qt::SolidLine);
    if (m_highlighted && hasFocus() && m_highlighted != m_selected)
        outline(*m_highlighted, Qt::DashLine);
    painter.setRenderHint(QPainter::Antialiasing);
}

void HistogramView::drawHighlight(QPainter &painter) const
{
    if (!m_highlighted)
        return;
    const QRectF column = columnRect(*m_highlighted);
    QColor wash = m_colors.accent;
    wash.setAlphaF(0.18F);
    painter.fillRect(column, wash);

    const QFontMetricsF metrics(painter.font());
    const QString text = binText(*m_highlighted);
    QRectF callout(0, 0, metrics.horizontalAdvance(text) + 2 * labelPadding + 4, metrics.height() + 2 * labelPadding);
    const QRectF plot = chart()->plotArea();
    callout.moveLeft(std::clamp(column.center().x() - callout.width() / 2, plot.left(),
                                std::max(plot.left(), plot.right() - callout.width())));
    callout.moveTop(plot.top() + 2);
    painter.setPen(QPen(m_colors.separator, 1));
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(callout, 4, 4);
    painter.setPen(palette().color(QPalette::ToolTipText));
    painter.drawText(callout, Qt::AlignCenter, text);
}

} // namespace cw
