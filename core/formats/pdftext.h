// SPDX-License-Identifier: GPL-3.0-or-later
// The clean text of a PDF with its blocks and the map back to its pages.
#pragma once

#include "formats/pdflayout.h"
#include "formats/pdfpage.h"
#include "text/document.h"

#include <functional>
#include <span>
#include <string>

namespace cw::pdf {

struct TextOptions
{
    bool joinsHyphenated = true; ///< words that were parted at the end of a line
};

/// Lines that were wrapped are joined with a blank (with nothing in scripts that write none), other lines keep their
/// ends, paragraphs are parted by a blank line. Each page is a part of the map, "page 3" for the third; positions in it
/// count the bytes of the strings that the page's content shows. O(bytes).
[[nodiscard]] DocumentParts makeText(const Layout &layout, std::span<const PageText> pages,
                                     std::span<const std::string> labels, TextOptions options);

} // namespace cw::pdf
