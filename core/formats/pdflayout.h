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
    Line ///< the next word would have fitted, or the row is of a table or of code: a line end
};

struct PlacedRow
{
    std::uint32_t page = 0;
    std::uint32_t row = 0;
    RowEnd end = RowEnd::Wrap;
};

/// Rows [firstRow, endRow) of Layout::rows.
struct Paragraph
{
    std::uint32_t firstRow = 0;
    std::uint32_t endRow = 0;
    std::uint8_t headingLevel = 0; ///< 0: no heading
    bool isCode = false; ///< all of fixed pitch: lines and their indents are kept
};

struct Layout
{
    std::vector<PlacedRow> rows; ///< in reading order, without running headers and footers that are left out
    std::vector<Paragraph> paragraphs;
};

/// Paragraphs end at wider gaps, where the font changes, at first lines that are indented or hang out, at bullets, and
/// where a line ends early behind the end of a sentence. One that goes on in the next column or on the next page with a
/// small letter is one paragraph. O(rows).
[[nodiscard]] Layout layOut(std::span<const PageText> pages, bool keepsRunningRows);

} // namespace cw::pdf
