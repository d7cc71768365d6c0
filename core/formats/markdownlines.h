// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of Markdown is by itself. All functions take the line from its first visible character on, without its
// line end, and cost O(line) at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cw::markdown {

[[nodiscard]] constexpr bool isBlankCharacter(char c) noexcept
{
    return c == ' ' || c == '\t';
}

/// Number signs of an ATX heading, 1 to 6; 0 when it is none.
[[nodiscard]] unsigned atxLevel(std::string_view line) noexcept;
/// Title of an ATX heading within the line: [begin, end), without closing number signs. Precondition: atxLevel() > 0.
struct LinePart
{
    std::size_t begin = 0;
    std::size_t end = 0;
};
[[nodiscard]] LinePart atxTitle(std::string_view line, unsigned level) noexcept;

/// 1 for a line of `=`, 2 for one of `-`, else 0.
[[nodiscard]] unsigned setextLevel(std::string_view line) noexcept;
[[nodiscard]] bool isThematicBreak(std::string_view line) noexcept;

struct FenceMark
{
    char character = '`';
    std::size_t length = 0;
};
[[nodiscard]] std::optional<FenceMark> openingFence(std::string_view line) noexcept;
[[nodiscard]] bool closesFence(std::string_view line, FenceMark opening) noexcept;

/// The start conditions of the CommonMark specification, 1 to 7; 0 when no HTML block starts. 7 only where
/// `mayBeAnyTag`.
[[nodiscard]] unsigned htmlStart(std::string_view line, bool mayBeAnyTag) noexcept;
/// Whether an HTML block of start condition 1 to 5 ends with this line.
[[nodiscard]] bool endsHtml(std::string_view line, unsigned condition) noexcept;

struct ListMark
{
    char character = '-'; ///< the bullet, or what follows the number
    std::size_t length = 0;
    std::uint32_t number = 0; ///< of an ordered list
    bool isOrdered = false;
};
[[nodiscard]] std::optional<ListMark> listMark(std::string_view line) noexcept;

/// Length of `[^label]:` with the white space behind it; 0 when the line does not start so.
[[nodiscard]] std::size_t footnoteMark(std::string_view line) noexcept;

/// Columns of a delimiter row such as `|---|:-:|`; 0 when it is none.
[[nodiscard]] std::size_t delimiterColumns(std::string_view line) noexcept;
/// Cells of a table row: what stands between `|` that no backslash precedes.
[[nodiscard]] std::size_t rowCells(std::string_view line) noexcept;

/// Bytes of the link reference definitions that a paragraph starts with. `paragraph` is its lines without their
/// indents, joined with line feeds; the result is 0 or just behind a line feed or the paragraph's end. What their
/// labels are is added to `labels`.
[[nodiscard]] std::size_t definitionsEnd(std::string_view paragraph, std::vector<std::string_view> &labels);

} // namespace cw::markdown
