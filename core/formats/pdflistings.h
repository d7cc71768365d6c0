// SPDX-License-Identifier: GPL-3.0-or-later
// Listings of a PDF that the library takes for columns.
#pragma once

#include "formats/pdfrows.h"

#include <vector>

namespace cw::pdf {

/// The page's lines with listings line by line. Blocks of fixed pitch that follow one another are one listing when a
/// later one stands beside earlier ones: all its lines, or all that the others have at its height, stand on common
/// baselines, the nearest a few characters apart, and all in one raster of characters. Lines that all begin at one
/// place, or that lines of prose above or below reach over, may be further apart: columns of a page are neither. Then
/// what stands on one baseline follows from left to right, all in the first one's block. O(lines log lines + words), at
/// worst O(blocks * lines).
[[nodiscard]] std::vector<Line> withListingsByLine(const WordPage &page);

} // namespace cw::pdf
