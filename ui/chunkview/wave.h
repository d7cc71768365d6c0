// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>

namespace cw {

/// A wavy line from a point to the right.
[[nodiscard]] QPainterPath wavePath(QPointF from, double width, double waveLength, double waveHeight);

} // namespace cw
