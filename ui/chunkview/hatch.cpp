// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/hatch.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr int tilePixels = 12; ///< one stripe of each colour
constexpr double stripeWidth = 2.6; ///< measured along the line, not across

/// How much of the unit step that starts at `position` a stripe from `begin` covers, with repeats of `period`.
double coverage(double position, double step, double begin, double width, double period)
{
    double covered = 0;
    for (const double shift : {-period, 0.0, period})
        covered += std::max(0.0, std::min(position + step, begin + width + shift) - std::max(position, begin + shift));
    return std::min(1.0, covered / step);
}

QColor mixed(const QColor &under, const QColor &over, double share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

QPixmap tile(const QColor &ground, const QColor &first, const QColor &second, double ratio)
{
    const int size = static_cast<int>(std::lround(tilePixels * ratio));
    QImage image(size, size, QImage::Format_RGB32);
    const double step = static_cast<double>(tilePixels) / size;
    for (int diagonal = 0; diagonal < size; ++diagonal) {
        const double position = diagonal * step;
        QColor color = mixed(ground, first, coverage(position, step, 0, stripeWidth, tilePixels));
        color = mixed(color, second, coverage(position, step, tilePixels / 2.0, stripeWidth, tilePixels));
        for (int y = 0; y < size; ++y)
            image.setPixelColor((diagonal - y + size) % size, y, color);
    }
    QPixmap pixmap = QPixmap::fromImage(image);
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

} // namespace

void HatchPainter::fill(QPainter &painter, const QRectF &rect, const QColor &ground, const QColor &first,
                        const QColor &second, double phase)
{
    const double ratio = painter.device()->devicePixelRatioF();
    QPixmap &pixmap = m_tiles[{ground.rgb(), first.rgb(), second.rgb(), ratio}];
    if (pixmap.isNull())
        pixmap = tile(ground, first, second, ratio);
    painter.drawTiledPixmap(rect, pixmap, {rect.left(), rect.top() + phase});
}

} // namespace cw
