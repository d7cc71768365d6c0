// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of files that hold records: JSON, JSON lines, comma-separated values. The text is the file itself.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace cw::records {

/// A record for each line that is not blank; a line that is no whole JSON value is a problem. O(bytes).
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readJsonLines(std::string_view text, std::stop_token stop);

/// Records are the elements of the outermost array that begins with an object or array (the first of several equally
/// deep ones, with nothing but objects around it); without one the members of the outermost object; else the whole
/// value. What stands around them is a paragraph of lines. Brackets that do not match are a problem: the rest is taken
/// for text. Nesting of any depth. O(bytes), 1 bit of memory a level.
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readJson(std::string_view text, std::stop_token stop);

struct TableLayout
{
    char delimiter = ',';
    bool hasHeader = true;
};

/// One table: the header when there is one, and a row for each record, which may go on over lines inside quotes (`""`
/// stands for one). A quote that is never closed is a problem: its row is the one line. O(bytes).
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readTable(std::string_view text, TableLayout layout,
                                                                  std::stop_token stop);

/// The delimiter among comma, semicolon, tab and bar that cuts the first records of `beginning` into the same number of
/// fields, at least two; the one with most fields when several do, none when no one does.
[[nodiscard]] std::optional<char> delimiterOf(std::string_view beginning);

} // namespace cw::records
