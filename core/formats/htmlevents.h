// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of HTML hears of a document, in the order in which it is read.
#pragma once

#include "base/byterange.h"

#include <cstdint>

namespace cw::html {

/// What an element means for the text.
enum class Part : std::uint8_t {
    None,
    Section,
    Heading,
    List,
    Item,
    Term, ///< of a list of definitions
    Details, ///< what is said of a term
    Quote,
    Footnote,
    Preformatted,
    Table,
    Caption,
    Row,
    Cell,
    Permalink ///< in a heading: a link to a place by its name
};

/// What stands before the items of a list.
enum class Marks : std::uint8_t {
    None,
    Definitions, ///< none, and the list is one of terms
    Bullets, ///< by how deep lists nest
    Disc,
    Circle,
    Square,
    Decimal,
    LowerLetter,
    UpperLetter,
    LowerRoman,
    UpperRoman
};

/// Two numbers in the room of a range.
[[nodiscard]] constexpr CompactRange twoNumbers(std::uint32_t first, std::uint32_t second) noexcept
{
    CompactRange numbers;
    numbers.begin = first;
    numbers.end = second;
    return numbers;
}

struct Event
{
    enum class Kind : std::uint8_t {
        Text, ///< with references
        PlainText,
        LineBreak, ///< an element that is one
        Line, ///< what follows begins a line
        Blank, ///< what follows stands behind a blank line
        Open,
        Close,
        Anchor, ///< a name for the place of what follows
        PageBreak ///< a page of the printed book begins with what follows; the source is its label, if it has one
    };

    Kind kind = Kind::Text;
    Part part = Part::None;
    /// Of a heading its rank; of a row 1 when it is one of headers; of a table 1 when it only lays out the page; of a
    /// section 1 when headings in it keep their ranks; of a list its Marks.
    std::uint8_t level = 0;
    /// A place in the source; but twoNumbers() of a list (that of its first item, and 1 where they fall), of an item
    /// (its own, and 1 where it has one), of a row (1 when it is in the table's head) and of a cell (its column).
    CompactRange source;
};

} // namespace cw::html
