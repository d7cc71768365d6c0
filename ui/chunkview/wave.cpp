// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/wave.h"

#include <algorithm>

namespace cw {

QPainterPath wavePath(QPointF from, double width, double waveLength, double waveHeight)
{
    QPainterPath path(from);
    bool isUp = true;
    for (double x = 0; x < width; x += waveLength / 2, isUp = !isUp) {
        const double to = std::min(width, x + waveLength / 2);
        path.quadTo(from + QPointF((x + to) / 2, isUp ? -waveHeight : waveHeight), from + QPointF(to, 0));
    }
    return path;
}

} // namespace cw
