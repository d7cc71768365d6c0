// SPDX-License-Identifier: GPL-3.0-or-later
// Captions of a PDF's tables and pictures, and the scattered words of pictures.
#pragma once

#include "formats/pdflayout.h"
#include "formats/pdfpage.h"

#include <span>
#include <string_view>

namespace cw::pdf {

/// Sets Paragraph::isCaption where a short paragraph begins as captions do, "Table 3:", "Figure 2.1.", in one of the
/// languages that are known; one that stands directly above or below a table needs nothing behind the number. Call
/// before headings are told from fonts: captions may be bold. O(paragraphs).
void markCaptions(Layout &layout, std::span<const PageText> pages);

/// Whether a text begins with a caption's word and number.
[[nodiscard]] bool beginsAsCaption(std::string_view text) noexcept;

/// Makes one paragraph of many short ones that follow one another and are none of anything else: labels of charts and
/// pieces of formulas, line by line. Call after headings, captions and lists were marked. O(rows).
void joinScattered(Layout &layout, std::span<const PageText> pages);

} // namespace cw::pdf
