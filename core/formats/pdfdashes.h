// SPDX-License-Identifier: GPL-3.0-or-later
// Short level lines of a PDF's page: the underscores of programs whose fonts have none.
#pragma once

#include "formats/pdfgrids.h"

#include <span>
#include <vector>

namespace cw::pdf {

struct Word;

/// Whether a line is as short and thin as an underscore.
[[nodiscard]] bool isDash(const Rule &rule);

/// Dashes in the order in which hasUnderscore() looks for them. Those that overlap at one height, a quarter of a point,
/// are one line, as they look on the page; if that is longer than an underscore, none. So only as many stand at one
/// height in a gap as have room there. O(dashes log dashes).
[[nodiscard]] std::vector<Rule> joinedDashes(std::vector<Rule> dashes);

/// Whether one of joinedDashes() is drawn on the baseline between two words of a row, and fills the gap.
/// O(log dashes + gap in points), at the most 17 heights.
[[nodiscard]] bool hasUnderscore(std::span<const Rule> dashes, const Word &before, const Word &behind);

} // namespace cw::pdf
