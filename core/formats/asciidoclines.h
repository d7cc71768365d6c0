// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of AsciiDoc is by itself. All functions take the line without its line end and without white space at its
// end, and cost O(line) at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cw::asciidoc {

[[nodiscard]] constexpr bool isBlankCharacter(char c) noexcept
{
    return c == ' ' || c == '\t';
}

enum class Delimited : std::uint8_t { Open, Listing, Literal, Example, Sidebar, Quote, Pass, Comment, Fenced, Table };

/// The line that opens a delimited block of this kind, and closes it again. A fenced block's may name a language.
[[nodiscard]] std::optional<Delimited> delimiterOf(std::string_view line) noexcept;

enum class ListKind : std::uint8_t { Bullets, Numbers, Terms, Callouts };

struct ListMark
{
    ListKind kind = ListKind::Bullets;
    char character = '*'; ///< the bullet or colon, '.', or the kind of number: '1', 'a', 'A', 'i', 'I'
    std::size_t length = 0; ///< how many of them: the depth
    std::size_t begin = 0; ///< of the mark, or of the term before it
    std::size_t textBegin = 0; ///< behind the mark and white space

    /// Whether items with these marks stand in one list.
    [[nodiscard]] bool isLike(const ListMark &other) const noexcept
    {
        return kind == other.kind && character == other.character && length == other.length;
    }
};

[[nodiscard]] std::optional<ListMark> listMark(std::string_view line) noexcept;

/// Equals or number signs of a heading that a title follows, 1 to 6; else 0.
[[nodiscard]] unsigned headingLevel(std::string_view line) noexcept;
struct LinePart
{
    std::size_t begin = 0;
    std::size_t end = 0;
};
/// Without the marks on either side. Precondition: headingLevel() > 0.
[[nodiscard]] LinePart headingTitle(std::string_view line, unsigned level) noexcept;
/// The level that `below` makes of the title `line` when it underlines it: 1 for `=`, then `-`, `~`, `^`, `+`; else 0.
[[nodiscard]] unsigned underlineLevel(std::string_view line, std::string_view below) noexcept;

/// `[source,ruby]`, `[[anchor]]`, `[#id.role]`.
[[nodiscard]] bool isBlockAttributes(std::string_view line) noexcept;
/// What the first attribute says the block is: "source", "quote", "NOTE"; may be empty.
[[nodiscard]] std::string_view styleOf(std::string_view attributes) noexcept;
/// `.Title`
[[nodiscard]] bool isBlockTitle(std::string_view line) noexcept;
/// `:name: value`
[[nodiscard]] bool isAttributeEntry(std::string_view line) noexcept;
/// A comment of one line.
[[nodiscard]] bool isComment(std::string_view line) noexcept;
/// `ifdef::x[]` and the like, which are for the preprocessor and part no blocks.
[[nodiscard]] bool isConditional(std::string_view line) noexcept;
/// `image::x.png[]` and the like.
[[nodiscard]] bool isBlockMacro(std::string_view line) noexcept;
/// `'''` and its relatives, and page breaks.
[[nodiscard]] bool isBreak(std::string_view line) noexcept;

/// Columns that the attributes of a table give it; 0 when they do not say.
[[nodiscard]] std::size_t columnsOf(std::string_view attributes) noexcept;
/// What attributes say about a header row: none when nothing.
[[nodiscard]] std::optional<bool> headerOf(std::string_view attributes) noexcept;
/// Cells that begin in a line of a table with `separator`, repeated and spanning ones for as many as they stand for.
[[nodiscard]] std::size_t cellsIn(std::string_view line, char separator) noexcept;

} // namespace cw::asciidoc
