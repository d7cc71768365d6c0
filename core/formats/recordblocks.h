// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of files that hold records: JSON, JSON lines, comma-separated values. The text is the file itself.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"
#include "text/document.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw::records {

struct RecordBlocks
{
    std::shared_ptr<const BlockTree> blocks;
    std::vector<FormatProblem> problems; ///< with their lines and bytes, and what was made of them
};

/// A record for each line that is not blank; one that is no whole JSON object or array is a problem. O(bytes).
[[nodiscard]] Outcome<RecordBlocks> readJsonLines(std::string_view text, const std::stop_token &stop);

/// Records are the elements of the outermost array that begins with an object or array (the first of several equally
/// deep ones, with nothing but objects around it); without one the members of the outermost object; else the whole
/// value. What stands around them is a paragraph of lines. The first place that is no JSON is a problem; from brackets
/// that do not match on, the rest is taken for text. Nesting of any depth. O(bytes), 1 bit of memory a level.
[[nodiscard]] Outcome<RecordBlocks> readJson(std::string_view text, const std::stop_token &stop);

struct TableLayout
{
    char delimiter = ',';
    bool hasHeader = true;
};

/// One table: the header when there is one, and a row for each record, which may go on over lines inside quotes (`""`
/// stands for one). A quote that is never closed is a problem: its row is the one line. O(bytes).
[[nodiscard]] Outcome<RecordBlocks> readTable(std::string_view text, TableLayout layout, const std::stop_token &stop);

/// "line 3 (byte 57)"; lines count from 1. O(byte).
[[nodiscard]] std::string placeName(std::string_view text, std::size_t byte);

/// A document of the text, whose blocks are known with it. Cancelled as they were.
[[nodiscard]] Outcome<DocumentParts> partsOf(std::string text, std::string_view format, Outcome<RecordBlocks> read);

/// The delimiter among comma, semicolon, tab and bar that cuts the first records of `beginning` into the same number of
/// fields, at least two; the one with most fields when several do, none when no one does.
[[nodiscard]] std::optional<char> delimiterOf(std::string_view beginning);

} // namespace cw::records
