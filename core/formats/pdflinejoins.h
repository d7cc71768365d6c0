// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a PDF's page stand on one row, though the library has them apart.
#pragma once

#include "formats/pdfrows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cw::pdf {

/// A stretch of a line without what stands in tables, or the place of a table.
struct LinePart : Line
{
    static constexpr std::uint32_t noTable = static_cast<std::uint32_t>(-1);

    std::uint32_t table = noTable;
};

/// Rows of numbers of `lines`, from left to right; rows whose lines went to others are empty. Lines that follow one
/// another on one baseline are one row; numbers, marks of items and notes, tags such as "[Function]", and what is
/// raised beside a line, go to the rows they stand beside. O(lines log lines) where few lines stand at the height of
/// one in a column of numbers or marks; tags may have any number beside them.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> joinLines(const WordPage &page, std::span<const LinePart> lines);

/// Whether the line is one mark of an item or of a note, or one sign that is raised, before the next one: it does not
/// take what it marks out of its block.
[[nodiscard]] bool isMarkBefore(const WordPage &page, const LinePart &line, const LinePart &next);

} // namespace cw::pdf
