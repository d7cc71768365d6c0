// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of tables whose cells stand behind tabs, as documents that are no text files give them.
#pragma once

#include <QFont>

#include <string_view>
#include <vector>

namespace cw {

/// Where the columns but the first begin, in pixels from the line's beginning, so that the cells of the table stand
/// below each other; empty when no line has a tab. Measured are the first 200 lines, and cells that are wider than half
/// of `columnWidth` are not waited for. O(bytes of those lines, of which each counts up to 1 KB).
[[nodiscard]] std::vector<double> tableTabStops(std::string_view table, const QFont &font, double columnWidth);

} // namespace cw
