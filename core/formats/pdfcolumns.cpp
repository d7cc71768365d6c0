// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfcolumns.h"

#include "text/unicode.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float widestBlank = 2; ///< in font sizes: of a line of prose, which may be stretched
constexpr float endless = std::numeric_limits<float>::infinity();

} // namespace

FreeSpace::FreeSpace(const WordPage &page, const PrintLine &line, float least)
    : m_page(page), m_least(least), m_left(page.words[line.words.front()].left), m_right(m_left)
{
    m_free.push_back({-endless, endless});
    cut(line);
    widen(line);
}

std::vector<Span> FreeSpace::gutters() const
{
    std::vector<Span> inside;
    for (const Span &span : m_free)
        if (span.left > m_left - 0.1F && span.right < m_right + 0.1F)
            inside.push_back(span);
    return inside;
}

bool FreeSpace::keepsGutters(const PrintLine &line) const
{
    FreeSpace next = *this;
    next.add(line);
    auto each = next.m_free.begin();
    for (const Span &gutter : gutters()) {
        while (each != next.m_free.end() && each->right <= gutter.left)
            ++each;
        if (each == next.m_free.end() || each->left >= gutter.right)
            return false;
    }
    return true;
}

void FreeSpace::add(const PrintLine &line)
{
    cut(line);
    widen(line);
}

void FreeSpace::cut(const PrintLine &line)
{
    const float least = m_least * line.size;
    std::vector<Span> left;
    auto word = line.words.begin();
    for (const Span &span : m_free) {
        float begin = span.left;
        while (word != line.words.end() && m_page.words[*word].right <= begin)
            ++word;
        for (; word != line.words.end() && m_page.words[*word].left < span.right; ++word) {
            const Word &at = m_page.words[*word];
            if (at.left - begin >= least)
                left.push_back({begin, at.left});
            begin = std::max(begin, at.right);
            if (at.right > span.right)
                break; // it may reach into the next strip
        }
        if (span.right - begin >= least)
            left.push_back({begin, span.right});
    }
    m_free = std::move(left);
}

void FreeSpace::widen(const PrintLine &line)
{
    m_left = std::min(m_left, m_page.words[line.words.front()].left);
    for (const std::uint32_t word : line.words)
        m_right = std::max(m_right, m_page.words[word].right);
}

std::size_t columnOf(const Word &word, const std::vector<Span> &gutters)
{
    const float middle = (word.left + word.right) / 2;
    const auto behind = std::ranges::lower_bound(gutters, middle, {}, &Span::left);
    return static_cast<std::size_t>(behind - gutters.begin());
}

std::vector<std::vector<Piece>> piecesOf(const WordPage &page, std::span<const PrintLine> lines,
                                         const std::vector<Span> &gutters)
{
    std::vector<std::vector<Piece>> columns(gutters.size() + 1);
    for (std::uint32_t line = 0; line < lines.size(); ++line)
        for (const std::uint32_t number : lines[line].words) {
            const Word &word = page.words[number];
            std::vector<Piece> &column = columns[columnOf(word, gutters)];
            if (column.empty() || column.back().line != line)
                column.push_back(
                    {line, {word.left, word.right}, word.right - word.left, 0, lines[line].baseline, false});
            column.back().hasGap
                = column.back().hasGap || word.left - column.back().across.right > widestBlank * word.size;
            column.back().across.right = std::max(column.back().across.right, word.right);
            ++column.back().words;
        }
    return columns;
}

float leftOf(const std::vector<Piece> &column)
{
    float left = endless;
    for (const Piece &piece : column)
        left = std::min(left, piece.across.left);
    return left;
}

float rightOf(const std::vector<Piece> &column)
{
    float right = -endless;
    for (const Piece &piece : column)
        right = std::max(right, piece.across.right);
    return right;
}

bool isFull(const Piece &piece, const Piece &next, float right, float size)
{
    return piece.across.right + 0.2F * size + next.firstWord > right;
}

bool isProse(const std::vector<Piece> &column, std::span<const PrintLine> lines)
{
    constexpr std::size_t fewest = 5;
    if (column.size() < fewest)
        return false;
    const float right = rightOf(column);
    std::size_t pairs = 0;
    std::size_t full = 0;
    std::size_t words = 0;
    for (std::size_t i = 0; i + 1 < column.size(); ++i) {
        const float size = lines[column[i].line].size;
        words += column[i].words;
        if (column[i + 1].baseline - column[i].baseline > 1.8F * size)
            continue;
        ++pairs;
        full += !column[i].hasGap && isFull(column[i], column[i + 1], right, size) ? 1U : 0U;
    }
    return pairs + 1 >= fewest && full * 2 > pairs && words >= 3 * (column.size() - 1);
}

bool isNumeric(const WordPage &page, const Word &word) noexcept
{
    std::size_t digits = 0;
    std::size_t letters = 0;
    for (std::size_t i = word.firstCharacter; i < word.endCharacter; ++i) {
        const CharacterClass kind = characterClass(page.characters[i]);
        digits += kind == CharacterClass::Number ? 1U : 0U;
        letters
            += kind == CharacterClass::Upper || kind == CharacterClass::Lower || kind == CharacterClass::CaselessLetter
            ? 1U
            : 0U;
    }
    return digits > 0 && letters <= digits;
}

} // namespace cw::pdf
