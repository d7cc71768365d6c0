// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of a PDF shows: rows of text with their places, in reading order.
#pragma once

#include "base/byterange.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw::pdf {

/// One line of print: everything on one baseline of one column. Lengths are points (1/72 inch), from the page's top
/// left corner as people see the page.
struct Row
{
    CompactRange text; ///< in PageText::text
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;
    float baseline = 0;
    float size = 0; ///< of the font that most characters have
    float firstWord = 0; ///< width of the first word
    float secondWord = 0; ///< where it begins: its left edge, or the right one in rows from right to left
    std::uint32_t block = 0; ///< rows of one block have the same number
    std::uint32_t table = 0; ///< number of a table on the page, from 1; 0: none. Then it is a line of one cell
    std::uint32_t tableRow = 0;
    std::uint32_t tableColumn = 0;
    std::uint16_t cells = 1; ///< stretches of words with wide gaps between them
    bool isBold = false;
    bool isMonospaced = false; ///< nearly all of it
    bool beginsMonospaced = false;
    bool endsMonospaced = false;
    bool isUpright = true; ///< reads from left to right or right to left as people see the page
    bool isRightToLeft = false;
    bool isTableHeader = false;
    bool isRunning = false; ///< a header or footer, see markRunningRows()
};

/// A stretch of PageText::text and the bytes of the page's shown strings it stands for.
struct Stretch
{
    CompactRange text;
    CompactRange source;
    bool isCopy = false; ///< byte by byte, else as a whole
};

/// Rows in reading order. Text between stretches was put in: blanks between words.
struct PageText
{
    std::string text; ///< valid UTF-8 without controls but for tabs, which part cells; rows one behind the other
    std::vector<Row> rows;
    std::vector<Stretch> stretches; ///< in order of `text`
    std::uint32_t unknownCharacters = 0; ///< glyphs that the file gives no character for: left out
    std::uint32_t slantedCharacters = 0; ///< of text that is neither level nor upright, such as watermarks: left out
    bool isCut = false; ///< the page had more than is read of one page
    bool isUnread = false; ///< its content unpacks to more than is read, or the file holds no such page: no rows
    bool isRuledTooMuch = false; ///< too many ruled lines to look for tables in them
    bool isInFileOrder = false; ///< too many words to be put in reading order

    [[nodiscard]] std::string_view textOf(const Row &row) const noexcept
    {
        return std::string_view(text).substr(row.text.begin, row.text.size());
    }
};

/// An entry of the file's outline ("bookmarks").
struct OutlineEntry
{
    std::string title; ///< one line of UTF-8
    std::uint32_t page = 0; ///< from 0; `nowhere` when the entry leads to no page of this file
    float left = 0;
    float top = 0; ///< from the page's top, as in Row; 0 when only the page is known
    bool hasPlace = false; ///< more than the page is known
    std::uint8_t level = 1; ///< depth, from 1

    static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);
};

struct FileOutline
{
    std::vector<OutlineEntry> entries; ///< in reading order, parents before their children
    bool isCut = false; ///< there were more entries, or deeper ones, than are read
};

} // namespace cw::pdf
