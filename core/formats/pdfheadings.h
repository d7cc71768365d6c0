// SPDX-License-Identifier: GPL-3.0-or-later
// Headings of a PDF: where its outline leads to, or what is set larger or bolder than the text.
#pragma once

#include "formats/pdflayout.h"
#include "formats/pdfpage.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cw::pdf {

/// Numbers of entries, in order.
struct OutlineMatches
{
    std::vector<std::size_t> missed; ///< found no row of their own
    std::vector<std::size_t> byOrder; ///< say no more than their page
    bool isCut = false; ///< there was too much to compare: the last of those missed were not looked for
};

/// Sets Paragraph::headingLevel where outline entries lead to, their depth being the level; paragraphs are parted where
/// a heading begins inside one. The row is found by its place alone: the first one under the entry's, nearer ones and
/// ones that begin at its left edge first. A row that is set like the text is taken only when it reads as the entry
/// does. Entries that lead to the top of a page and no further have no place: when it is not the page's first heading
/// that reads as they do, they take, in their order, the next row set as a heading that does. Lines that are set alike
/// and follow one another at a heading's own spacing are one heading unless entries or titles part them. O(rows log
/// rows + entries) for files as they are written, and bounded for all.
[[nodiscard]] OutlineMatches markOutline(Layout &layout, std::span<const PageText> pages,
                                         std::span<const OutlineEntry> entries, float textSize);

/// For files without an outline: short paragraphs that are larger than the text, or bold. Each size is a level. Those
/// that follow one another, set alike, at their own line spacing are one.
void markByFont(Layout &layout, std::span<const PageText> pages, float textSize);

} // namespace cw::pdf
