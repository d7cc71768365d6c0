// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace cw {
namespace {

QPolygonF octagon(double size)
{
    const double centre = size / 2;
    const double radius = size / 2 / std::cos(std::numbers::pi / 8);
    QPolygonF corners;
    for (int i = 0; i < 8; ++i) {
        const double angle = std::numbers::pi / 8 + i * std::numbers::pi / 4;
        corners << QPointF(centre + radius * std::cos(angle), centre + radius * std::sin(angle));
    }
    return corners;
}

QPainterPath bar(double size, double top, double bottom)
{
    QPainterPath path;
    const double width = size * 0.13;
    path.addRoundedRect(QRectF((size - width) / 2, size * top, width, size * (bottom - top)), width / 2, width / 2);
    return path;
}

} // namespace

QPainterPath severityShape(Severity severity, double size)
{
    QPainterPath outline;
    QPainterPath sign;
    switch (severity) {
    case Severity::Info:
        outline.addEllipse(QRectF(0, 0, size, size));
        sign = bar(size, 0.20, 0.33).united(bar(size, 0.43, 0.80));
        break;
    case Severity::Warning:
        outline.addPolygon(
            QPolygonF({QPointF(size / 2, size * 0.03), QPointF(size, size * 0.95), QPointF(0, size * 0.95)}));
        outline.closeSubpath();
        sign = bar(size, 0.36, 0.66).united(bar(size, 0.73, 0.86));
        break;
    case Severity::Error:
        outline.addPolygon(octagon(size));
        outline.closeSubpath();
        sign = bar(size, 0.20, 0.58).united(bar(size, 0.67, 0.80));
        break;
    }
    return outline.subtracted(sign);
}

QIcon severityIcon(Severity severity, const ThemeColors &colors)
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        const double inner = size * 0.875;
        painter.translate((size - inner) / 2, (size - inner) / 2);
        painter.fillPath(severityShape(severity, inner), colors.severityColor(severity));
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace cw
