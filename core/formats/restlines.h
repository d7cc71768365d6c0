// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of reStructuredText is by itself. All functions take the line from its first visible character to its
// last one and cost O(line) at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cw::rest {

[[nodiscard]] constexpr bool isBlankCharacter(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/// A visible ASCII character that is neither a letter nor a digit.
[[nodiscard]] bool isMark(char c) noexcept;

/// One such character again and again: what titles are underlined with.
[[nodiscard]] bool isAdornment(std::string_view line) noexcept;

/// Columns that a line takes on paper where wide characters take two.
[[nodiscard]] std::size_t displayColumns(std::string_view line) noexcept;

/// Bytes of a bullet that white space or the line's end follows; 0 when there is none.
[[nodiscard]] std::size_t bulletLength(std::string_view line) noexcept;

enum class Sequence : std::uint8_t { Automatic, Arabic, LowerLetter, UpperLetter, LowerRoman, UpperRoman };

struct Enumerator
{
    std::size_t length = 0; ///< with its punctuation
    char before = 0; ///< '(' or 0
    char behind = '.'; ///< '.' or ')'
    Sequence sequence = Sequence::Arabic;
    std::uint32_t ordinal = 1;
};

/// `expected` is that of the list that may go on here: "i." is a letter behind "h.". Numbers past nine digits are none.
[[nodiscard]] std::optional<Enumerator> enumeratorOf(std::string_view line, std::optional<Sequence> expected) noexcept;
/// The enumerator with what makes it one, and a blank, as a line that goes on with the next item begins.
[[nodiscard]] std::string nextEnumerator(const Enumerator &enumerator);

/// Bytes of `:name:` with both colons; 0 when the line does not start so.
[[nodiscard]] std::size_t fieldLength(std::string_view line) noexcept;
/// Bytes of command-line options such as `-o FILE, --output=FILE` when two blanks or the line's end follow; else 0.
[[nodiscard]] std::size_t optionsLength(std::string_view line) noexcept;

/// Whether the line starts with `mark` and a blank, or is `mark`.
[[nodiscard]] bool startsWithWord(std::string_view line, std::string_view mark) noexcept;

[[nodiscard]] bool isGridTop(std::string_view line) noexcept; ///< `+----+---+`
[[nodiscard]] bool isGridHeaderEnd(std::string_view line) noexcept; ///< `+====+===+`
[[nodiscard]] bool isSimpleTableTop(std::string_view line) noexcept; ///< `====  ===`
[[nodiscard]] bool isSimpleTableBorder(std::string_view line) noexcept; ///< the same, of one column too

/// Explicit markup: what stands behind `..`.
enum class Explicit : std::uint8_t { Comment, Footnote, Target, Substitution, Directive };

struct ExplicitMark
{
    Explicit kind = Explicit::Comment;
    std::size_t length = 0; ///< of the mark, `..` included and without white space behind it
    std::string_view name; ///< of a directive
};

/// Precondition: startsWithWord(line, "..").
[[nodiscard]] ExplicitMark explicitMark(std::string_view line) noexcept;

/// How the content of a directive is read.
enum class DirectiveBody : std::uint8_t { Blocks, Literal, Html, Lines };

[[nodiscard]] DirectiveBody directiveBody(std::string_view name) noexcept;

/// Whether a paragraph with this last line says that literal text follows.
[[nodiscard]] bool announcesLiteral(std::string_view lastLine) noexcept;

} // namespace cw::rest
