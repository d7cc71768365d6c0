// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdftables.h"

#include "formats/pdfaligned.h"
#include "formats/pdfgrids.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float sameBaseline = 0.35F; ///< in font sizes

class TableFinder final
{
public:
    explicit TableFinder(const WordPage &page) : m_page(page), m_isTaken(page.words.size(), false) { }

    PageTables find()
    {
        const PageRules rules = findGrids(m_page.rules);
        m_found.isCut = rules.isCut;
        makeLines();
        for (const Grid &grid : rules.grids)
            if (auto draft = draftOf(grid); isFilled(draft)) {
                partRows(draft);
                take(std::move(draft));
            }
        for (PrintLine &line : m_lines)
            std::erase_if(line.words, [&](std::uint32_t word) { return m_isTaken[word]; });
        std::erase_if(m_lines, [](const PrintLine &line) { return line.words.empty(); });
        for (TableDraft &draft : findAligned(m_page, m_lines, rules.level))
            take(std::move(draft));
        return std::move(m_found);
    }

private:
    struct Placed
    {
        float baseline = 0; ///< of most of the line, whatever is raised in it
        std::uint32_t word = 0;
    };

    std::vector<Placed> uprightWords() const
    {
        std::vector<Placed> words;
        for (const Line &line : m_page.lines) {
            float baseline = 0;
            std::uint32_t most = 0;
            for (std::uint32_t i = line.firstWord; i < line.endWord; ++i) {
                const Word &word = m_page.words[i];
                const std::uint32_t size = word.endCharacter - word.firstCharacter;
                if (size > most) {
                    most = size;
                    baseline = word.baseline;
                }
            }
            for (std::uint32_t i = line.firstWord; i < line.endWord; ++i) {
                const Word &word = m_page.words[i];
                if (word.isUpright && word.endCharacter > word.firstCharacter && std::isfinite(baseline)
                    && std::isfinite(word.left) && std::isfinite(word.right))
                    words.push_back({baseline, i});
            }
        }
        std::ranges::stable_sort(words, {}, &Placed::baseline);
        return words;
    }

    /// What is raised beside a word belongs to its line.
    void makeLines()
    {
        for (const Placed &placed : uprightWords()) {
            const Word &word = m_page.words[placed.word];
            if (m_lines.empty()
                || placed.baseline - m_lines.back().baseline
                    > sameBaseline * std::min(m_lines.back().size, word.size)) {
                joinRaised();
                m_lines.push_back({{}, placed.baseline, word.size});
            }
            m_lines.back().words.push_back(placed.word);
            m_lines.back().size = std::max(m_lines.back().size, word.size);
        }
        joinRaised();
        for (PrintLine &line : m_lines)
            std::ranges::stable_sort(line.words, {}, [&](std::uint32_t word) { return m_page.words[word].left; });
    }

    /// The last line but one, if all of it stands behind words of the last one, smaller and a little higher.
    void joinRaised()
    {
        if (m_lines.size() < 2)
            return;
        const PrintLine &above = m_lines[m_lines.size() - 2];
        PrintLine &line = m_lines.back();
        if (above.size > 0.85F * line.size || line.baseline - above.baseline > 0.6F * line.size)
            return;
        const auto rightOf = [&](std::uint32_t word) { return m_page.words[word].right; };
        std::ranges::stable_sort(line.words, {}, rightOf);
        for (const std::uint32_t raised : above.words) {
            const float left = m_page.words[raised].left;
            const auto behind = std::ranges::upper_bound(line.words, left + 0.2F * line.size, {}, rightOf);
            if (behind == line.words.begin() || left - rightOf(*(behind - 1)) > 0.4F * line.size)
                return;
        }
        line.words.insert(line.words.end(), above.words.begin(), above.words.end());
        m_lines.erase(m_lines.end() - 2);
    }

    static std::size_t placeIn(const std::vector<float> &edges, float at)
    {
        const auto behind = std::ranges::upper_bound(edges, at);
        return static_cast<std::size_t>(behind - edges.begin()) - 1;
    }

    static bool isInside(const std::vector<float> &edges, float at) { return at > edges.front() && at < edges.back(); }

    TableDraft draftOf(const Grid &grid) const
    {
        TableDraft draft;
        draft.columns = static_cast<std::uint32_t>(grid.columnEdges.size() - 1);
        draft.rows = static_cast<std::uint32_t>(grid.rowEdges.size() - 1);
        const auto first
            = std::ranges::lower_bound(m_lines, grid.rowEdges.front(), {}, &PrintLine::baseline) - m_lines.begin();
        for (auto at = static_cast<std::size_t>(first); at < m_lines.size(); ++at) {
            const PrintLine &line = m_lines[at];
            const float y = line.baseline - 0.3F * line.size;
            if (y >= grid.rowEdges.back())
                break;
            if (!isInside(grid.rowEdges, y))
                continue;
            const auto row = static_cast<std::uint32_t>(placeIn(grid.rowEdges, y));
            const Word *before = nullptr;
            for (const std::uint32_t number : line.words) {
                const Word &word = m_page.words[number];
                const float x = (word.left + word.right) / 2;
                if (m_isTaken[number] || !isInside(grid.columnEdges, x))
                    continue;
                auto column = static_cast<std::uint32_t>(placeIn(grid.columnEdges, x));
                if (before && column > draft.words.back().column
                    && goesOn(grid, *before, word, draft.words.back().column, column, y))
                    column = draft.words.back().column;
                draft.words.push_back({number, row, column, static_cast<std::uint32_t>(at)});
                before = &word;
            }
        }
        return draft;
    }

    /// Tables with a line under their header and none between the other rows: there each line of print is a row.
    void partRows(TableDraft &draft) const
    {
        std::vector<PlacedWord> words;
        std::vector<bool> isRuledUnder;
        std::uint32_t row = 0;
        bool isAnyParted = false;
        for (std::size_t first = 0; first < draft.words.size();) {
            std::size_t end = first;
            while (end < draft.words.size() && draft.words[end].row == draft.words[first].row)
                ++end;
            const bool isParted = haveLinesOfCells(std::span(draft.words).subspan(first, end - first), draft.columns);
            for (std::size_t i = first; i < end; ++i) {
                row += i > first && isParted && draft.words[i].line != draft.words[i - 1].line ? 1U : 0U;
                isRuledUnder.resize(row + 1U, false);
                words.push_back(draft.words[i]);
                words.back().row = row;
            }
            isAnyParted = isAnyParted || isParted;
            isRuledUnder.back() = true;
            ++row;
            first = end;
        }
        draft.words = std::move(words);
        draft.rows = row;
        if (isAnyParted)
            draft.isRuledUnder = std::move(isRuledUnder);
    }

    /// Several lines, each with text in most columns, and hardly any that goes on in the next.
    bool haveLinesOfCells(std::span<const PlacedWord> words, std::uint32_t columns) const
    {
        struct Piece
        {
            float left = 0;
            float right = 0;
            float firstWord = 0;
            std::uint32_t line = 0;
        };
        std::vector<std::vector<Piece>> pieces(columns);
        std::size_t all = 0;
        std::size_t lines = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const Word &word = m_page.words[words[i].word];
            std::vector<Piece> &column = pieces[words[i].column];
            if (column.empty() || column.back().line != words[i].line) {
                column.push_back({word.left, word.right, word.right - word.left, words[i].line});
                ++all;
            }
            column.back().right = std::max(column.back().right, word.right);
            lines += i == 0 || words[i].line != words[i - 1].line ? 1U : 0U;
        }
        std::size_t full = 0;
        for (const std::vector<Piece> &column : pieces) {
            float right = 0;
            for (const Piece &piece : column)
                right = std::max(right, piece.right);
            for (std::size_t i = 1; i < column.size(); ++i)
                full += column[i - 1].right + column[i].firstWord > right + 1
                        && column[i].firstWord < 0.6F * (right - column[i - 1].left)
                    ? 1U
                    : 0U;
        }
        return lines > 1 && all * 4 >= lines * columns * 3 && full * 4 <= all - columns;
    }

    /// Whether the words stand in one cell that reaches over the edges between them.
    static bool goesOn(const Grid &grid, const Word &before, const Word &word, std::size_t from, std::size_t to,
                       float y)
    {
        if (word.left - before.right > word.size)
            return false;
        for (std::size_t edge = from + 1; edge <= to; ++edge)
            for (const Grid::Stretch &ruled : grid.ruledAt[edge])
                if (ruled.top <= y && y <= ruled.bottom)
                    return false;
        return true;
    }

    /// Not pictures made of lines: most rows have text in several cells, which half of the others have as well.
    bool isFilled(const TableDraft &draft) const
    {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> cells;
        for (const PlacedWord &word : draft.words)
            cells.emplace_back(word.row, word.column);
        std::ranges::sort(cells);
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
        std::size_t rows = 0;
        std::size_t full = 0;
        for (std::size_t first = 0; first < cells.size();) {
            std::size_t end = first;
            while (end < cells.size() && cells[end].first == cells[first].first)
                ++end;
            ++rows;
            full += end - first > 1 ? 1U : 0U;
            first = end;
        }
        return full >= 2 && full * 2 >= rows && cells.size() * 5 >= rows * draft.columns * 2 && rows * 2 >= draft.rows;
    }

    void take(TableDraft draft)
    {
        std::ranges::stable_sort(draft.words, [&](const PlacedWord &a, const PlacedWord &b) {
            if (a.row != b.row)
                return a.row < b.row;
            if (a.column != b.column)
                return a.column < b.column;
            return a.line != b.line ? a.line < b.line : m_page.words[a.word].left < m_page.words[b.word].left;
        });
        leaveOutEmpty(draft);
        FoundTable table;
        table.rows = draft.rows;
        table.columns = draft.columns;
        std::uint32_t lineBefore = 0;
        for (const PlacedWord &word : draft.words) {
            m_isTaken[word.word] = true;
            const auto at = static_cast<std::uint32_t>(table.words.size());
            const bool isSame = !table.lines.empty() && table.lines.back().row == word.row
                && table.lines.back().column == word.column && lineBefore == word.line;
            lineBefore = word.line;
            if (!isSame)
                table.lines.push_back({word.row, word.column, at, at});
            table.words.push_back(word.word);
            table.lines.back().endWord = at + 1;
        }
        table.headerRows = hasHeader(draft) ? 1 : 0;
        m_found.tables.push_back(std::move(table));
    }

    /// Rows and columns without a word.
    static void leaveOutEmpty(TableDraft &draft)
    {
        std::vector<std::uint32_t> columns(draft.columns, 0);
        for (const PlacedWord &word : draft.words)
            columns[word.column] = 1;
        draft.columns = 0;
        for (std::uint32_t &column : columns)
            draft.columns += std::exchange(column, draft.columns);
        std::uint32_t rows = 0;
        std::uint32_t before = static_cast<std::uint32_t>(-1);
        std::vector<bool> isRuled;
        for (PlacedWord &word : draft.words) {
            if (std::exchange(before, word.row) != word.row) {
                if (!draft.isRuledUnder.empty())
                    isRuled.push_back(draft.isRuledUnder[word.row]);
                ++rows;
            }
            word.row = rows - 1;
            word.column = columns[word.column];
        }
        draft.rows = rows;
        draft.isRuledUnder = std::move(isRuled);
    }

    bool hasHeader(const TableDraft &draft) const
    {
        if (draft.rows < 2)
            return false;
        struct Column
        {
            std::size_t words = 0;
            std::size_t numbers = 0;
        };
        std::vector<Column> columns(draft.columns);
        bool isFirstBold = true;
        bool isOtherBold = true;
        bool hasDigits = false;
        std::size_t cellsOfFirst = 0;
        std::uint32_t before = static_cast<std::uint32_t>(-1);
        for (const PlacedWord &placed : draft.words) {
            const Word &word = m_page.words[placed.word];
            if (placed.row == 0) {
                isFirstBold = isFirstBold && word.isBold;
                hasDigits = hasDigits || isNumeric(m_page, word);
                cellsOfFirst += std::exchange(before, placed.column) != placed.column ? 1U : 0U;
            } else {
                isOtherBold = isOtherBold && word.isBold;
                ++columns[placed.column].words;
                columns[placed.column].numbers += isNumeric(m_page, word) ? 1U : 0U;
            }
        }
        if (cellsOfFirst < 2)
            return false;
        if (isFirstBold && !isOtherBold)
            return true;
        const std::vector<bool> &ruled = draft.isRuledUnder;
        if (!ruled.empty() && ruled.front() && draft.rows > 2
            && std::find(ruled.begin() + 1, ruled.end() - 1, true) == ruled.end() - 1)
            return true;
        const bool hasNumbers = std::ranges::any_of(
            columns, [](const Column &column) { return column.words >= 2 && column.numbers * 5 >= column.words * 4; });
        return hasNumbers && !hasDigits && cellsOfFirst * 2 > draft.columns;
    }

    const WordPage &m_page;
    std::vector<PrintLine> m_lines; ///< from top to bottom
    std::vector<bool> m_isTaken;
    PageTables m_found;
};

} // namespace

PageTables findTables(const WordPage &page)
{
    return TableFinder(page).find();
}

} // namespace cw::pdf
