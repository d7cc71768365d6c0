// SPDX-License-Identifier: GPL-3.0-or-later
// Running headers and footers of a PDF: what pages repeat at their edges.
#pragma once

#include "formats/pdfpage.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cw::pdf {

/// A header or footer that was found.
struct RunningLine
{
    std::string text; ///< of the first page that has it
    std::uint32_t firstPage = 0; ///< from 0
    std::uint32_t pages = 0; ///< how many have it
    bool isAtTop = true;
};

/// Sets Row::isRunning for rows at the upper or lower edge of pages (nothing but others of their kind above or below
/// them) that stand on one height with the same text on three pages at least (both, where there are two), where one
/// number may count with the pages. On heights where most pages have such a row the others are taken for headers or
/// footers as well when they are no larger than the text. O(rows log rows). Where no text
/// would be left nothing is marked. The list is in the order of their first
/// pages, those at the top first.
[[nodiscard]] std::vector<RunningLine> markRunningRows(std::vector<PageText> &pages, float textSize);

/// The size that most characters of all pages have.
[[nodiscard]] float commonSize(const std::vector<PageText> &pages);

} // namespace cw::pdf
