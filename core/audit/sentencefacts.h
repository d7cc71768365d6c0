// SPDX-License-Identifier: GPL-3.0-or-later
// What a text says about a boundary: whether a sentence is cut there. Shared by the audit rules.
#pragma once

#include "base/byterange.h"
#include "segment/segmentation.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// The white space around one position of a text.
struct Gap
{
    std::size_t previousEnd = 0; ///< end of the visible text before; 0 when there is none
    std::size_t nextBegin = 0; ///< start of the visible text after; the text's size when there is none
    unsigned lineBreaks = 0; ///< LF, CRLF, CR, VT, NEL and U+2028 count one; FF, U+2029 and a huge gap count two
};

/// Looks at most `largestGapBytes` either way, so that a boundary inside endless white space stays cheap.
[[nodiscard]] Gap gapAt(std::string_view text, std::size_t byte) noexcept;
inline constexpr std::size_t largestGapBytes = 4096;

/// True when a careful reader would say that the boundary at `byte` cuts through a sentence.
///
/// Judged by the text on both sides, not by the case of one letter and not by how the boundary came about:
/// * never at the document's ends, at a blank line, or where the boundary follows the document's structure (heading,
///   paragraph, list item, table row, code node);
/// * at a single line break only before a lower-case word, when the line before does not end a sentence or a statement;
///   list markers, headings, quotes and identifiers begin something new;
/// * within a line wherever the text before does not end a sentence (terminators of all common scripts, then closing
///   quotes, brackets, markup and footnote marks), and also after one that belongs to an abbreviation ("Dr.", "e.g.")
///   or is followed by a lower-case word, unless the text begins its sentences in lower case throughout. Words such as
///   "iPhone", "pH", "foo_bar" are not lower-case words;
/// * Thai, Lao and the like write no sentence ends: a space between two such words is taken for one.
[[nodiscard]] bool isSentenceCutAt(std::string_view text, std::size_t byte, BoundaryReason reason) noexcept;

/// The reasons of boundaries that follow the document's structure, and so cut no sentence.
[[nodiscard]] bool followsStructure(BoundaryReason reason) noexcept;

/// The visible word that starts at or after `byte`, at most `limit` (exclusive) and 64 bytes long.
[[nodiscard]] ByteRange wordAfter(std::string_view text, std::size_t byte, std::size_t limit) noexcept;
/// The visible word that ends at or before `byte`, not before `limit` and at most 64 bytes long.
[[nodiscard]] ByteRange wordBefore(std::string_view text, std::size_t byte, std::size_t limit) noexcept;

} // namespace cw
