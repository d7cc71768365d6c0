// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in columns and is no table: listings, formulas, lists, contents and prose.
#pragma once

#include "formats/pdfcolumns.h"

#include <span>
#include <string_view>
#include <vector>

namespace cw::pdf {

/// Looks at lines in a row, and at their pieces in columns: O(their characters) each.
class Lookalikes final
{
public:
    explicit Lookalikes(const WordPage &page) : m_page(page) { }

    /// All columns are of fixed pitch.
    [[nodiscard]] bool isListing(std::span<const PrintLine> run, const std::vector<Span> &gutters) const;
    [[nodiscard]] bool isFormula(std::span<const PrintLine> run) const;
    /// Dots in a row, in one word or in several.
    [[nodiscard]] bool hasLeaders(std::span<const PrintLine> run) const;
    /// "•", "1.", "(a)", "[12]", "3.1": what lists and sections begin with.
    [[nodiscard]] bool areMarks(std::span<const PrintLine> run, const std::vector<Piece> &column) const;
    /// One and the same word before each line, as in logs and comments.
    [[nodiscard]] bool isSame(std::span<const PrintLine> run, const std::vector<Piece> &column) const;
    /// "[Function]" at the end of each line that defines something.
    [[nodiscard]] bool areTags(std::span<const PrintLine> run, const std::vector<Piece> &column) const;
    /// Titles with page numbers that grow.
    [[nodiscard]] bool isContents(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns) const;

private:
    [[nodiscard]] std::u32string_view textOf(const Word &word) const;
    [[nodiscard]] const Word &firstWordOf(const PrintLine &line, const Piece &piece) const;

    const WordPage &m_page;
};

/// A line that stands in the first column alone and has the words of a sentence.
[[nodiscard]] bool hasSentenceBetween(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns);

/// Whether what stands behind a key begins with it, mostly: not prose beside something else. `rowOf` is by line.
[[nodiscard]] bool areKeys(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns,
                           const std::vector<std::uint32_t> &rowOf);

} // namespace cw::pdf
