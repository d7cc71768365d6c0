// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of a PDF, told from marks and indents.
#pragma once

#include "formats/pdflayout.h"
#include "formats/pdfpage.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cw::pdf {

/// Bytes of a mark that an item may begin with and of the blanks behind it: a bullet, a dash, "1.", "12)", "(a)",
/// "iv.". 0: none.
[[nodiscard]] std::size_t markBytes(std::string_view text) noexcept;

/// Whether `next` begins with the number or letter behind the one that `item` begins with: "2." behind "1.".
[[nodiscard]] bool isNextNumber(std::string_view item, std::string_view next) noexcept;

/// Sets Paragraph::listDepth and what goes with it: bullets make items; dashes and numbers do where several follow one
/// another with equal indents, numbers counting up. Paragraphs that begin where an item's text does belong to it.
/// Call after headings were marked. O(paragraphs * depth).
void markLists(Layout &layout, std::span<const PageText> pages);

} // namespace cw::pdf
