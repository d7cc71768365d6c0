// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a page, as a PDF library finds them, to rows of clean text.
#pragma once

#include "formats/pdfgrids.h"
#include "formats/pdfpage.h"

#include <cstdint>
#include <vector>

namespace cw::pdf {

struct Word
{
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;
    float baseline = 0;
    float size = 0;
    std::uint32_t firstCharacter = 0;
    std::uint32_t endCharacter = 0;
    CompactRange source; ///< bytes of the page's shown strings
    bool isSpaceBehind = false;
    bool isBold = false;
    bool isMonospaced = false;
    bool isMathematical = false; ///< of a font that has nothing but formulas
    bool isUpright = true;
};

struct Line
{
    std::uint32_t firstWord = 0;
    std::uint32_t endWord = 0;
    std::uint32_t block = 0;
};

/// Lines in reading order; the characters of a word as they stand from left to right.
struct WordPage
{
    std::vector<char32_t> characters;
    std::vector<Word> words;
    std::vector<Line> lines;
    std::vector<Rule> rules;
    std::vector<Rule> dashes; ///< short level lines, see joinedDashes()
};

/// Rows of text: tables are read cell by cell, see findTables(), where their first words stand; lines that follow one
/// another on one baseline are one row, as cells of a table are, and so are those of a listing, see
/// withListingsByLine(); what is raised or lowered is kept apart, see findScripts(); short lines drawn between words on
/// their baseline are underscores; characters that stand for others by their shape alone (ligatures, radicals, letters
/// of Arabic in their forms) become those; soft hyphens inside a row are hyphens, for everything on a page is seen;
/// words from right to left are put in order. O(characters + words log words).
[[nodiscard]] PageText makeRows(const WordPage &page);

} // namespace cw::pdf
