// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartlegend.h"

#include "controls/cachedcolors.h"
#include "controls/plainlabel.h"

#include <QPainter>

#include <array>
#include <vector>

namespace cw {

namespace {
constexpr int swatch = 12;
constexpr int swatchGap = 4;
constexpr int entryGap = 16;
} // namespace

ChartLegend::ChartLegend(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ChartLegend::setShowsOverflow(bool shows)
{
    m_showsOverflow = shows;
    updateGeometry();
    update();
}

void ChartLegend::setShowsOverlap(bool shows)
{
    m_showsOverlap = shows;
    updateGeometry();
    update();
}

std::vector<ChartLegend::Entry> ChartLegend::entries() const
{
    std::vector<Entry> list{{tr("Chunks by tokens"), false, 0}};
    if (m_showsOverflow)
        list.push_back({tr("Over max"), false, 1});
    if (m_showsOverlap)
        list.push_back({tr("Chunks by overlap tokens"), true, 2});
    return list;
}

QSize ChartLegend::sizeHint() const
{
    int width = 0;
    for (const Entry &entry : entries())
        width += swatch + swatchGap + fontMetrics().horizontalAdvance(entry.text) + entryGap;
    return {width, fontMetrics().height()};
}

void ChartLegend::paintEvent(QPaintEvent *)
{
    const ThemeColors colors = cachedThemeColors(palette());
    const QColor window = palette().color(QPalette::Window);
    const std::array<QColor, 3> fills{colors.chunkEdge[0], colors.severityColor(Severity::Error),
                                      readableOn(colors.chunkEdge[2], window, 3.0)};
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    int x = 0;
    const auto visual = [&](const QRect &rect) {
        return isMirrored ? QRect(width() - rect.right() - 1, rect.top(), rect.width(), rect.height()) : rect;
    };
    for (const Entry &entry : entries()) {
        const int textWidth = fontMetrics().horizontalAdvance(entry.text);
        const QColor &color = fills[static_cast<std::size_t>(entry.color)];
        if (entry.isLine)
            painter.fillRect(visual({x, height() / 2 - 1, swatch, 2}), color);
        else
            painter.fillRect(visual({x, (height() - swatch + 2) / 2, swatch, swatch - 2}), color);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(visual({x + swatch + swatchGap, 0, textWidth + 1, height()}), Qt::AlignVCenter, entry.text);
        x += swatch + swatchGap + textWidth + entryGap;
    }
}

} // namespace cw
