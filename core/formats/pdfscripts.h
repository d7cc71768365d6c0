// SPDX-License-Identifier: GPL-3.0-or-later
// What is raised or lowered beside a word of a PDF's page: exponents, marks of notes, indices.
#pragma once

#include "formats/pdfrows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cw::pdf {

enum class Script : std::uint8_t { None, Raised, Lowered };

/// How a word stands beside one that is larger, told from size and baseline alone.
[[nodiscard]] Script scriptBeside(const Word &word, const Word &base) noexcept;

/// What becomes of a word of a row.
struct ScriptMark
{
    Script script = Script::None;
    bool isInForms = false; ///< its characters become those of scriptForm()
    bool isPrime = false; ///< is one, whatever code it has
    bool isTouching = false; ///< begins what stands close behind what it is raised or lowered beside
    bool isBefore = false; ///< begins the row or stands close before what it is raised beside: a blank follows
    char32_t sign = 0; ///< stands before it, so that it does not read as one word with what is before
};

/// A character's superscript or subscript; 0: there is none.
[[nodiscard]] char32_t scriptForm(char32_t character, Script script) noexcept;

/// Marks for a row's words from left to right, in the numbers of `words`. Raised figures, with their signs, become
/// superscripts: "2.08" and a raised 3 are no 2.083, and what they stand for is there to be read. So do lowered figures
/// behind a figure; behind a letter they stay as they are, as people write CO2. Other raised things take a "^", lowered
/// ones a "_" between letters, unless they are ends of ordinals or signs of trade marks. Rows without anything raised
/// or lowered have no marks. O(words + characters).
void findScripts(const WordPage &page, std::span<const std::uint32_t> words, std::vector<ScriptMark> &marks);

} // namespace cw::pdf
