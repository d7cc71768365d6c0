// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflookalikes.h"

#include "formats/pdfmarks.h"

#include <algorithm>

namespace cw::pdf {

namespace {

struct Letters
{
    std::size_t all = 0;
    std::size_t special = 0;
};

} // namespace

bool Lookalikes::isListing(std::span<const PrintLine> run, const std::vector<Span> &gutters) const
{
    std::vector<Letters> letters(gutters.size() + 1);
    for (const PrintLine &line : run)
        for (const std::uint32_t number : line.words) {
            const Word &word = m_page.words[number];
            Letters &column = letters[columnOf(word, gutters)];
            column.all += word.endCharacter - word.firstCharacter;
            column.special += word.isMonospaced ? word.endCharacter - word.firstCharacter : 0;
        }
    return std::ranges::all_of(letters, [](const Letters &column) { return column.special * 10 >= column.all * 9; });
}

bool Lookalikes::isFormula(std::span<const PrintLine> run) const
{
    Letters letters;
    for (const PrintLine &line : run)
        for (const std::uint32_t number : line.words) {
            const Word &word = m_page.words[number];
            letters.all += word.endCharacter - word.firstCharacter;
            letters.special += word.isMathematical ? word.endCharacter - word.firstCharacter : 0;
        }
    return letters.special * 100 > letters.all * 15;
}

bool Lookalikes::hasLeaders(std::span<const PrintLine> run) const
{
    for (const PrintLine &line : run) {
        std::size_t dots = 0;
        for (const std::uint32_t number : line.words) {
            const Word &word = m_page.words[number];
            for (std::size_t i = word.firstCharacter; i < word.endCharacter; ++i) {
                const char32_t c = m_page.characters[i];
                dots = c == U'.' || c == U'\u2026' || c == U'\u00B7' ? dots + 1 : 0;
                if (dots >= 4)
                    return true;
            }
        }
    }
    return false;
}

std::u32string_view Lookalikes::textOf(const Word &word) const
{
    return std::u32string_view(m_page.characters.data(), m_page.characters.size())
        .substr(word.firstCharacter, word.endCharacter - word.firstCharacter);
}

const Word &Lookalikes::firstWordOf(const PrintLine &line, const Piece &piece) const
{
    return m_page.words[*std::ranges::find_if(
        line.words, [&](std::uint32_t word) { return m_page.words[word].left == piece.across.left; })];
}

bool Lookalikes::areMarks(std::span<const PrintLine> run, const std::vector<Piece> &column) const
{
    return std::ranges::all_of(column, [&](const Piece &piece) {
        const std::u32string_view text = textOf(firstWordOf(run[piece.line], piece));
        constexpr std::size_t longest = 8;
        if (piece.words != 1 || text.size() > longest || text.empty())
            return false;
        const char32_t last = text.back();
        if (isBullet(text.front()) || text == U"-" || text == U"\u2013" || text == U"*")
            return true;
        const bool isSection = text.find(U'.') != std::u32string_view::npos
            && std::ranges::all_of(text, [](char32_t c) { return c == U'.' || (c >= U'0' && c <= U'9'); });
        return isSection || last == U'.' || last == U')' || last == U']';
    });
}

bool Lookalikes::isSame(std::span<const PrintLine> run, const std::vector<Piece> &column) const
{
    const std::u32string_view first = textOf(firstWordOf(run[column.front().line], column.front()));
    return std::ranges::all_of(column, [&](const Piece &piece) {
        return piece.words == 1 && textOf(firstWordOf(run[piece.line], piece)) == first;
    });
}

bool Lookalikes::areTags(std::span<const PrintLine> run, const std::vector<Piece> &column) const
{
    return std::ranges::all_of(column, [&](const Piece &piece) {
        const char32_t first = textOf(firstWordOf(run[piece.line], piece)).front();
        return first == U'[' || first == U'(';
    });
}

bool hasSentenceBetween(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns)
{
    constexpr std::size_t fewest = 5;
    return std::ranges::any_of(columns.front(), [&](const Piece &piece) {
        return piece.words >= fewest && run[piece.line].words.size() == piece.words;
    });
}

bool Lookalikes::isContents(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns) const
{
    if (columns.size() > 3 || (columns.size() == 3 && !areMarks(run, columns.front())))
        return false;
    long before = 0;
    for (const Piece &piece : columns.back()) {
        long number = 0;
        const std::u32string_view text = textOf(firstWordOf(run[piece.line], piece));
        if (piece.words != 1 || text.size() > 5)
            return false;
        for (const char32_t c : text) {
            if (c < U'0' || c > U'9')
                return false;
            number = number * 10 + static_cast<long>(c - U'0');
        }
        if (number < before)
            return false;
        before = number;
    }
    return true;
}

bool areKeys(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns,
             const std::vector<std::uint32_t> &rowOf)
{
    const std::vector<Piece> &prose = columns.back();
    const float right = rightOf(prose);
    std::size_t starts = 0;
    std::size_t inside = 0;
    for (std::size_t i = 1; i < prose.size(); ++i) {
        if (rowOf[prose[i].line] == rowOf[prose[i - 1].line])
            continue;
        ++starts;
        const float size = run[prose[i].line].size;
        const bool isNear = prose[i].baseline - prose[i - 1].baseline < 1.6F * size;
        inside += isNear && isFull(prose[i - 1], prose[i], right, size) ? 1U : 0U;
    }
    return inside * 3 <= starts;
}

} // namespace cw::pdf
