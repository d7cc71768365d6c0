// SPDX-License-Identifier: GPL-3.0-or-later
// Where the labels of vertical marker lines go so that none covers another, nor a line.
#pragma once

#include <vector>

namespace cw {

struct MarkerLabel
{
    double x = 0; ///< of the line
    double width = 0; ///< of the text
};

struct PlacedLabel
{
    double left = 0;
    int row = 0; ///< 0 is nearest to the plot
};

/// One place per label, in the order given. A line goes up to the row of its label; it runs through no label below.
/// Labels stand to the right of their line or to its left inside [left, right], pushed inside where neither has room;
/// two labels in a row keep `gap` between them. Of very many labels, or very wide ones, some may stand on a line.
[[nodiscard]] std::vector<PlacedLabel> placeMarkerLabels(const std::vector<MarkerLabel> &labels, double left,
                                                         double right, double gap);

} // namespace cw
