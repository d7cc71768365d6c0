// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of about the same width from words: where a greedy break would leave the last row short.
#pragma once

#include <span>
#include <vector>

namespace cw {

/// What may not be broken, with the spaces that follow it.
struct Word
{
    double width = 0; ///< without the spaces
    double advance = 0; ///< with them
};

/// Widths of rows no wider than `column` that hold all words in order, such that the sum of squares of what the rows
/// lack is least. Spaces at the end of a row do not count. Empty when a word is wider than the column. O(words * words
/// per row).
[[nodiscard]] std::vector<double> evenRows(std::span<const Word> words, double column);

} // namespace cw
