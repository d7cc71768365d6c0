// SPDX-License-Identifier: GPL-3.0-or-later
// Paragraphs of a PDF, told from where its rows stand.
#pragma once

#include "formats/pdfpage.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cw::pdf {

/// What stands between a row and the next one of its paragraph.
enum class RowEnd : std::uint8_t {
    Wrap, ///< the line was full: a blank, or nothing behind a hyphen
    Line, ///< the next word would have fitted, or the row is of a table or of code: a line end
    BlankLine ///< in code
};

struct PlacedRow
{
    std::uint32_t page = 0;
    std::uint32_t row = 0;
    RowEnd end = RowEnd::Wrap;
    std::uint32_t tableRow = 0; ///< of the paragraph's table, which may go on over pages
    std::uint32_t tableColumn = 0;
};

/// Rows [firstRow, endRow) of Layout::rows.
struct Paragraph
{
    std::uint32_t firstRow = 0;
    std::uint32_t endRow = 0;
    std::uint8_t headingLevel = 0; ///< 0: no heading
    bool isCode = false; ///< all of fixed pitch: lines and their indents are kept
    bool isTable = false;
    bool isCaption = false; ///< of a table or picture
    std::uint32_t headerRows = 0; ///< of the table
    std::uint8_t listDepth = 0; ///< of the item that it is in; 0: in none
    std::uint8_t markBytes = 0; ///< of the mark and blanks that begin an item; 0: it goes on with one
    bool beginsList = false;
};

struct Layout
{
    std::vector<PlacedRow> rows; ///< in reading order, without running headers and footers that are left out
    std::vector<Paragraph> paragraphs;
    std::vector<std::uint32_t> repeatedHeaders; ///< pages on which a table's first row is that of the page before
};

/// Paragraphs end at wider gaps, where the font changes, at first lines that are indented or hang out, at bullets,
/// notes and tags, and where a line ends early behind the end of a sentence; not where words of fixed pitch fill or end
/// a line of prose. One that goes on in the next column, block or page with a small letter is one paragraph, and so is
/// one whose line was full at the page's end. Listings keep blank lines and go on over page ends. A table at the end of
/// a page goes on with one that is first on the next and whose columns all stand under its own; header rows that come
/// again there are left out, and what comes again in the first row is a header. O(rows).
[[nodiscard]] Layout layOut(std::span<const PageText> pages, bool keepsRunningRows);

} // namespace cw::pdf
