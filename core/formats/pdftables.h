// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a PDF's page, told from where its words stand and from ruled lines.
#pragma once

#include "formats/pdfrows.h"

#include <cstdint>
#include <vector>

namespace cw::pdf {

/// One line of print in one cell.
struct CellLine
{
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t firstWord = 0; ///< [firstWord, endWord) of FoundTable::words
    std::uint32_t endWord = 0;
};

struct FoundTable
{
    std::vector<std::uint32_t> words; ///< numbers in WordPage::words
    std::vector<CellLine> lines; ///< by row, column and height
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::uint32_t headerRows = 0;
};

struct PageTables
{
    std::vector<FoundTable> tables; ///< no word is in two of them
    bool isCut = false; ///< the page has more ruled lines than are looked at for tables
};

/// What is certain enough to be read row by row: cells inside ruled lines; and words that leave the same upright strips
/// free on several lines one under the other, whose beginnings, ends or middles are aligned in each column. Columns of
/// prose, contents pages, lists with their marks, formulas and listings are none. The first row is a header when it
/// alone is bold, when a line is ruled under it and not under others, or when it has words above columns of numbers.
/// O(words log words) beside what findGrids() takes.
[[nodiscard]] PageTables findTables(const WordPage &page);

} // namespace cw::pdf
