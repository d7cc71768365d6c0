// SPDX-License-Identifier: GPL-3.0-or-later
// Headings of a PDF: where its outline leads to, or what is set larger or bolder than the text.
#pragma once

#include "formats/pdflayout.h"
#include "formats/pdfpage.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cw::pdf {

/// Sets Paragraph::headingLevel where outline entries lead to, their depth being the level; paragraphs are parted where
/// a heading begins inside one. The row is found by its place alone: the first one under the entry's, nearer ones and
/// ones that begin at its left edge first. A row that is set like the text is taken only when it reads as the entry
/// does. Numbers of entries that found no row of their own are returned. O(entries * rows of a page).
[[nodiscard]] std::vector<std::size_t> markOutline(Layout &layout, std::span<const PageText> pages,
                                                   std::span<const OutlineEntry> entries, float textSize);

/// For files without an outline: short paragraphs that are larger than the text, or bold. Each size is a level.
void markByFont(Layout &layout, std::span<const PageText> pages, float textSize);

} // namespace cw::pdf
