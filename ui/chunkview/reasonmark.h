// SPDX-License-Identifier: GPL-3.0-or-later
// Small signs for why a boundary is where it is.
#pragma once

#include "segment/segmentation.h"

#include <QPainterPath>
#include <QString>

class QPainter;
class QRectF;

namespace cw {

struct ThemeColors;

/// Lines to stroke inside a square of `size`.
[[nodiscard]] QPainterPath reasonMark(BoundaryReason reason, double size);
/// Draws the sign; forced cuts in the warning's colour.
void drawReasonMark(QPainter &painter, const QRectF &square, BoundaryReason reason, const ThemeColors &colors);
/// "Paragraph", "Forced, inside a word", ...: for cards and accessibility.
[[nodiscard]] QString reasonTitle(BoundaryReason reason);

} // namespace cw
