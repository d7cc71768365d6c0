// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/tablewriter.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cw {

namespace {

constexpr std::string_view cellSeparator = "\t";

bool isLayout(const std::vector<TableRow> &rows)
{
    const auto hasHeading = [](const TableCell &cell) { return cell.blocks.holds(BlockKind::Heading); };
    return std::ranges::all_of(rows, [](const TableRow &row) { return row.cells.size() <= 1; })
        || std::ranges::any_of(rows, [&](const TableRow &row) { return std::ranges::any_of(row.cells, hasHeading); });
}

SourcedText lineOf(const TableRow &row)
{
    SourcedText line;
    bool isFirst = true;
    for (const TableCell &cell : row.cells) {
        if (!std::exchange(isFirst, false))
            line.insert(cellSeparator);
        if (!cell.isCovered)
            line.append(cell.blocks.onOneLine());
        for (int column = 1; column < cell.columns; ++column)
            line.insert(cellSeparator);
    }
    return line;
}

} // namespace

void writeTable(BlockWriter &blocks, std::vector<TableRow> rows)
{
    if (isLayout(rows)) {
        for (const TableRow &row : rows) {
            for (const TableCell &cell : row.cells)
                blocks.append(cell.blocks);
        }
        return;
    }
    blocks.open(BlockKind::Table);
    SourcedText header;
    bool isInHeader = true;
    for (TableRow &row : rows) {
        SourcedText line = lineOf(row);
        row.cells.clear();
        const bool hasText = line.text().find_first_not_of(cellSeparator) != std::string::npos;
        if (isInHeader && row.isHeader && hasText) {
            if (header.bytes() > 0)
                header.insert("\n");
            header.append(line);
            continue;
        }
        if (std::exchange(isInHeader, false) && header.bytes() > 0)
            blocks.write(BlockKind::TableHeader, std::move(header));
        blocks.write(BlockKind::TableRow, std::move(line));
    }
    if (isInHeader && header.bytes() > 0)
        blocks.write(BlockKind::TableRow, std::move(header));
    blocks.close();
}

} // namespace cw
