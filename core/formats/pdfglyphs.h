// SPDX-License-Identifier: GPL-3.0-or-later
// Characters of a row of a PDF's page, and the clean text they become.
#pragma once

#include "formats/pdfpage.h"

#include <cstddef>
#include <vector>

namespace cw::pdf {

/// One character of a row and the source bytes it stands for.
struct Glyph
{
    char32_t character = 0;
    CompactRange source; ///< empty for what was put in
};

/// Glyphs from left to right into the order they are read in: stretches from right to left are turned round, and all of
/// them where most of the row is such text; says whether it is.
[[nodiscard]] bool putInReadingOrder(std::vector<Glyph> &row);

/// Appends glyphs to a page's text, with the stretches that say where they come from. Characters that stand for others
/// by their shape alone become those.
class GlyphWriter final
{
public:
    explicit GlyphWriter(PageText &page) : m_page(page) { }

    void write(const std::vector<Glyph> &glyphs);

private:
    void write(const Glyph &glyph, bool isLast);
    void note(ByteRange text, CompactRange source, bool isPlain);
    void appendDecomposed(char32_t character);

    PageText &m_page;
};

} // namespace cw::pdf
