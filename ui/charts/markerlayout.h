// SPDX-License-Identifier: GPL-3.0-or-later
// Where the labels of vertical marker lines go so that none covers another.
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

/// One place per label, in the order given. Labels stand to the right of their line where that stays inside
/// [left, right], else to its left, else pushed inside; two labels in a row keep `gap` between them.
[[nodiscard]] std::vector<PlacedLabel> placeMarkerLabels(const std::vector<MarkerLabel> &labels, double left,
                                                         double right, double gap);

} // namespace cw
