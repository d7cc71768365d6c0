// SPDX-License-Identifier: GPL-3.0-or-later
// Tables without ruled cells: words that are aligned under each other.
#pragma once

#include "formats/pdfcolumns.h"
#include "formats/pdfgrids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cw::pdf {

struct PlacedWord
{
    std::uint32_t word = 0;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t line = 0; ///< grows downwards
};

struct TableDraft
{
    std::vector<PlacedWord> words; ///< by line, from left to right
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::vector<bool> isRuledUnder; ///< rows that have a level line between them and the next; may be empty
};

/// More columns than that are no table of text.
inline constexpr std::size_t mostAlignedColumns = 64;

/// `lines` from top to bottom. O(words * columns of pages side by side, at most four).
[[nodiscard]] std::vector<TableDraft> findAligned(const WordPage &page, const std::vector<PrintLine> &lines,
                                                  std::span<const Rule> level);

} // namespace cw::pdf
