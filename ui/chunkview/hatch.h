// SPDX-License-Identifier: GPL-3.0-or-later
// Diagonal stripes for text that two chunks share.
#pragma once

#include <QColor>
#include <QPixmap>
#include <QRectF>

#include <map>
#include <tuple>

class QPainter;

namespace cw {

/// Fills rectangles with 45-degree stripes of two colours over a ground. Stripes of neighbouring rectangles meet.
class HatchPainter final
{
public:
    /// `phase`: shift in pixels that keeps the stripes fixed to scrolled text.
    void fill(QPainter &painter, const QRectF &rect, const QColor &ground, const QColor &first, const QColor &second,
              double phase);
    void clear() { m_tiles.clear(); }

private:
    using Key = std::tuple<QRgb, QRgb, QRgb, double>;
    std::map<Key, QPixmap> m_tiles;
};

} // namespace cw
