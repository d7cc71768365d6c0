// SPDX-License-Identifier: GPL-3.0-or-later
// Tables whose cells were read one by one.
#pragma once

#include "formats/blockwriter.h"

#include <vector>

namespace cw {

struct TableCell
{
    BlockWriter blocks;
    int columns = 1; ///< that it spans
    bool isCovered = false; ///< by one above or before it: its own text is not shown
};

struct TableRow
{
    std::vector<TableCell> cells;
    bool isHeader = false;
};

inline constexpr int mostColumns = 63; ///< that a cell may span, as in Word

/// Writes a table: a line for each row with tabs between cells, rows of headers at its beginning as one block. A table
/// of one column, or one with headings in it, only lays out the page: its blocks stand by themselves.
void writeTable(BlockWriter &blocks, std::vector<TableRow> rows);

} // namespace cw
