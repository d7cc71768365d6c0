// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of words under each other: the free strips that part them, and what of each line stands in them.
#pragma once

#include "formats/pdfrows.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cw::pdf {

/// Everything on one baseline of the page, from left to right.
struct PrintLine
{
    std::vector<std::uint32_t> words;
    float baseline = 0;
    float size = 0;
};

struct Span
{
    float left = 0;
    float right = 0;

    [[nodiscard]] float width() const noexcept { return right - left; }
};

/// Of the strips between columns of many lines, in font sizes.
inline constexpr float leastGutter = 0.75F;

/// Upright strips that no word of some lines stands in. Lines have words; each costs O(its words + strips).
class FreeSpace final
{
public:
    /// Strips are at least `least` font sizes wide.
    FreeSpace(const WordPage &page, const PrintLine &line, float least = leastGutter);

    /// Strips with words on both sides, from left to right.
    [[nodiscard]] std::vector<Span> gutters() const;
    /// Whether all gutters are still there with one more line.
    [[nodiscard]] bool keepsGutters(const PrintLine &line) const;
    void add(const PrintLine &line);

private:
    void cut(const PrintLine &line);
    void widen(const PrintLine &line);

    const WordPage &m_page;
    float m_least;
    std::vector<Span> m_free;
    float m_left;
    float m_right;
};

/// What of a line stands in one column.
struct Piece
{
    std::uint32_t line = 0;
    Span across;
    float firstWord = 0;
    std::uint32_t words = 0;
    float baseline = 0;
    bool hasGap = false; ///< wider than blanks of prose
};

/// The column that the word's middle is in; one more than there are gutters.
[[nodiscard]] std::size_t columnOf(const Word &word, const std::vector<Span> &gutters);

/// The pieces of each column, by line.
[[nodiscard]] std::vector<std::vector<Piece>> piecesOf(const WordPage &page, std::span<const PrintLine> lines,
                                                       const std::vector<Span> &gutters);

[[nodiscard]] float leftOf(const std::vector<Piece> &column);
[[nodiscard]] float rightOf(const std::vector<Piece> &column);

/// Whether the next line's first word had no room behind this one.
[[nodiscard]] bool isFull(const Piece &piece, const Piece &next, float right, float size);

/// Lines that are full of words, most of them.
[[nodiscard]] bool isProse(const std::vector<Piece> &column, std::span<const PrintLine> lines);

/// Whether the word has a digit and no more letters than digits.
[[nodiscard]] bool isNumeric(const WordPage &page, const Word &word) noexcept;

} // namespace cw::pdf
