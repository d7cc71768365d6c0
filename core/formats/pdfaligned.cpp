// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfaligned.h"

#include "formats/pdflookalikes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace cw::pdf {

namespace {

// Lengths in font sizes.
constexpr float leastGutterOfFew = 1.5F;
constexpr float tightGutter = 0.36F; ///< a little more than a blank, see takeTight()
constexpr float firstGap = 0.9F; ///< in the line that a table may begin with
constexpr float mostLeading = 3;
constexpr float sameEdge = 0.4F;

class Finder final
{
public:
    Finder(const WordPage &page, std::span<const Rule> level) : m_page(page), m_lookalikes(page), m_level(level) { }

    std::vector<TableDraft> find(const std::vector<PrintLine> &lines)
    {
        search(lines, 0);
        return std::move(m_found);
    }

private:
    static constexpr unsigned mostColumnsOfPages = 3; ///< one inside the other

    const Word &wordAt(std::uint32_t word) const { return m_page.words[word]; }

    void search(const std::vector<PrintLine> &lines, unsigned depth)
    {
        std::size_t lookedTightly = 0;
        std::size_t looked = 0; // up to here it is known that lines do not stand in columns of prose
        for (std::size_t first = 0; first < lines.size();) {
            if (!mayBegin(lines[first])) {
                ++first;
                continue;
            }
            if (depth < mostColumnsOfPages && first >= looked) {
                looked = growLoosely(lines, first);
                if (searchColumns(std::span(lines).subspan(first, looked - first), depth)) {
                    first = looked;
                    continue;
                }
            }
            if (const std::size_t end = takeTable(lines, first); m_isTaken || first < lookedTightly)
                first = end;
            else
                first = takeTight(lines, first, lookedTightly) ? lookedTightly : end;
        }
    }

    std::size_t gapsOf(const PrintLine &line) const
    {
        std::size_t gaps = 0;
        for (std::size_t i = 1; i < line.words.size(); ++i)
            gaps += wordAt(line.words[i]).left - wordAt(line.words[i - 1]).right >= firstGap * line.size ? 1U : 0U;
        return gaps;
    }

    bool mayBegin(const PrintLine &line) const
    {
        const std::size_t gaps = gapsOf(line);
        return gaps > 0 && gaps < mostAlignedColumns;
    }

    static bool isFarBelow(const PrintLine &above, const PrintLine &line)
    {
        return line.baseline - above.baseline > mostLeading * std::max(above.size, line.size);
    }

    /// As long as any gutter is left.
    std::size_t growLoosely(const std::vector<PrintLine> &lines, std::size_t first) const
    {
        FreeSpace space(m_page, lines[first]);
        std::size_t end = first + 1;
        for (; end < lines.size(); ++end) {
            space.add(lines[end]);
            if (space.gutters().empty())
                break;
        }
        return end;
    }

    /// Columns of prose side by side: each is searched by itself.
    bool searchColumns(std::span<const PrintLine> lines, unsigned depth)
    {
        constexpr std::size_t fewest = 6;
        if (lines.size() < fewest)
            return false;
        FreeSpace space(m_page, lines.front());
        for (const PrintLine &line : lines.subspan(1))
            space.add(line);
        const std::vector<Span> gutters = space.gutters();
        if (gutters.empty())
            return false;
        const std::vector<std::vector<Piece>> columns = piecesOf(m_page, lines, gutters);
        std::size_t prose = 0;
        for (const std::vector<Piece> &column : columns)
            prose += isProse(column, lines) ? 1U : 0U;
        if (prose < 2 && !isProse(columns.front(), lines) && !areOfEqualWidth(lines, columns))
            return false;
        std::vector<std::vector<PrintLine>> parts(columns.size());
        for (const PrintLine &line : lines) {
            for (const std::uint32_t word : line.words) {
                std::vector<PrintLine> &part = parts[columnOf(wordAt(word), gutters)];
                if (part.empty() || part.back().baseline != line.baseline)
                    part.push_back({{}, line.baseline, line.size});
                part.back().words.push_back(word);
            }
        }
        for (const std::vector<PrintLine> &part : parts)
            search(part, depth + 1);
        return true;
    }

    /// An index or a list in columns: they begin at equal distances, and there are many lines of words.
    bool areOfEqualWidth(std::span<const PrintLine> lines, const std::vector<std::vector<Piece>> &columns) const
    {
        constexpr std::size_t fewest = 12;
        float width = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].size() < fewest)
                return false;
            std::size_t numbers = 0;
            for (const Piece &piece : columns[i])
                numbers += piece.words == 1 && isNumericAt(lines[piece.line], piece) ? 1U : 0U;
            if (numbers * 2 > columns[i].size())
                return false;
            if (i == 0)
                continue;
            const float distance = leftOf(columns[i]) - leftOf(columns[i - 1]);
            if (i > 1 && std::abs(distance - width) > 2 * lines.front().size)
                return false;
            width = distance;
        }
        const float all = rightOf(columns.back()) - leftOf(columns.front());
        return std::abs(all - width * static_cast<float>(columns.size())) < 0.6F * width;
    }

    bool isNumericAt(const PrintLine &line, const Piece &piece) const
    {
        return std::ranges::any_of(line.words, [&](std::uint32_t word) {
            return wordAt(word).left == piece.across.left && isNumeric(m_page, wordAt(word));
        });
    }

    /// Tries tables at the line and, where lines above one were taken along, a few further on; says where to go on.
    std::size_t takeTable(const std::vector<PrintLine> &lines, std::size_t first)
    {
        constexpr unsigned mostTries = 6;
        m_isTaken = false;
        std::size_t last = first;
        for (unsigned tries = 0; tries < mostTries; ++tries) {
            std::vector<Span> gutters;
            std::size_t end = grow(lines, first, gutters);
            std::vector<Span> without;
            if (end - first > 2 && mayBegin(lines[first + 1]) && grow(lines, first + 1, without) == end
                && without.size() > gutters.size()) { // the first line has words over several columns
                ++first;
                gutters = without;
            }
            const auto run = std::span(lines).subspan(first, end - first);
            if (auto table = evaluate(run, gutters)) {
                m_found.push_back(std::move(table->draft));
                m_isTaken = true;
                return first + table->lines;
            }
            last = std::max(last, end);
            const std::size_t gaps = gapsOf(lines[first]);
            while (++first < last && (gapsOf(lines[first]) <= gaps || !mayBegin(lines[first]))) { }
            if (first >= last)
                break;
        }
        return last;
    }

    struct Found
    {
        TableDraft draft;
        std::size_t lines = 0;
    };

    std::size_t grow(const std::vector<PrintLine> &lines, std::size_t first, std::vector<Span> &gutters) const
    {
        FreeSpace space(m_page, lines[first]);
        std::size_t end = first + 1;
        while (end < lines.size() && !isFarBelow(lines[end - 1], lines[end]) && space.keepsGutters(lines[end]))
            space.add(lines[end++]);
        gutters = space.gutters();
        return end;
    }

    /// A table whose cells are hardly further apart than words, below a header that has room: every line has something
    /// in each column, columns begin or end at one place exactly, and each blank between them is wider than any in
    /// them. No prose has all that. `end` is where the lines end that were looked at.
    bool takeTight(const std::vector<PrintLine> &lines, std::size_t first, std::size_t &end)
    {
        FreeSpace space(m_page, lines[first], tightGutter);
        const std::size_t columns = space.gutters().size() + 1;
        end = first + 1;
        while (end < lines.size() && !isFarBelow(lines[end - 1], lines[end]) && space.keepsGutters(lines[end])
               && hasAllColumns(lines[end], space.gutters()))
            space.add(lines[end++]);
        const auto run = std::span(lines).subspan(first, end - first);
        const std::vector<Span> gutters = space.gutters();
        const std::size_t fewest = columns > 2 ? 4 : 5;
        if (columns < 2 || columns > mostAlignedColumns || gutters.size() + 1 != columns || run.size() < fewest
            || !isTight(run, gutters))
            return false;
        auto table = evaluate(run, gutters, true);
        if (!table || table->lines != run.size() || table->draft.rows != run.size())
            return false;
        m_found.push_back(std::move(table->draft));
        return true;
    }

    bool hasAllColumns(const PrintLine &line, const std::vector<Span> &gutters) const
    {
        std::size_t next = 0;
        for (const std::uint32_t word : line.words)
            next += columnOf(wordAt(word), gutters) == next ? 1U : 0U;
        return next == gutters.size() + 1;
    }

    bool isTight(std::span<const PrintLine> run, const std::vector<Span> &gutters) const
    {
        constexpr float wider = 1.2F;
        float inside = 0;
        float between = std::numeric_limits<float>::infinity();
        for (const PrintLine &line : run)
            for (std::size_t i = 1; i < line.words.size(); ++i) {
                const Word &before = wordAt(line.words[i - 1]);
                const Word &word = wordAt(line.words[i]);
                const float gap = word.left - before.right;
                if (columnOf(before, gutters) == columnOf(word, gutters))
                    inside = std::max(inside, gap);
                else
                    between = std::min(between, gap);
                if (before.isMonospaced || word.isMonospaced // stands in a raster anyway
                    || (&line == &run.front() && columnOf(before, gutters) != columnOf(word, gutters)
                        && gap < firstGap * line.size))
                    return false;
            }
        if (between < wider * inside)
            return false;
        const float near = 0.05F * run.front().size;
        return std::ranges::all_of(piecesOf(m_page, run, gutters), [&](const std::vector<Piece> &column) {
            const Span &first = column[1].across;
            const auto rows = std::span(column).subspan(2);
            return std::ranges::all_of(rows,
                                       [&](const Piece &row) { return std::abs(row.across.left - first.left) < near; })
                || std::ranges::all_of(
                       rows, [&](const Piece &row) { return std::abs(row.across.right - first.right) < near; });
        });
    }

    std::optional<Found> evaluate(std::span<const PrintLine> run, const std::vector<Span> &gutters,
                                  bool isTight = false)
    {
        if (gutters.empty())
            return std::nullopt;
        std::vector<std::vector<Piece>> columns = piecesOf(m_page, run, gutters);
        std::size_t end = trimmedEnd(run, columns);
        for (std::vector<Piece> &column : columns)
            while (!column.empty() && column.back().line >= end)
                column.pop_back();
        run = run.first(end);
        // Few rows may have something in one of the columns.
        const auto full = std::ranges::count_if(columns, [](const auto &column) { return column.size() > 1; });
        const bool isAnyEmpty = std::ranges::any_of(columns, [](const auto &column) { return column.empty(); });
        if (run.size() < 2 || isAnyEmpty || full < 2
            || (run.size() < 3 && full < static_cast<std::ptrdiff_t>(columns.size())))
            return std::nullopt;
        const std::vector<Rule> ruled = rulesAt(run, columns);
        const std::vector<std::uint32_t> rowOf = rowsOf(run, columns, ruled);
        const std::uint32_t rows = rowOf.back() + 1;
        if (!isTable(run, gutters, columns, rowOf, ruled.size() >= 2, isTight))
            return std::nullopt;
        Found found;
        found.lines = end;
        found.draft.rows = rows;
        found.draft.columns = static_cast<std::uint32_t>(columns.size());
        for (std::uint32_t line = 0; line < run.size(); ++line)
            for (const std::uint32_t word : run[line].words)
                found.draft.words.push_back(
                    {word, rowOf[line], static_cast<std::uint32_t>(columnOf(wordAt(word), gutters)), line});
        found.draft.isRuledUnder.assign(rows, false);
        for (std::size_t line = 0; line + 1 < run.size(); ++line)
            if (rowOf[line] != rowOf[line + 1] && isRuledBetween(ruled, run[line].baseline, run[line + 1].baseline))
                found.draft.isRuledUnder[rowOf[line]] = true;
        return found;
    }

    /// Without lines at the end that stand in one column and go on with none.
    static std::size_t trimmedEnd(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns)
    {
        std::vector<std::uint32_t> pieces(run.size(), 0);
        std::vector<bool> isInFirst(run.size(), false);
        for (std::size_t column = 0; column < columns.size(); ++column)
            for (const Piece &piece : columns[column]) {
                ++pieces[piece.line];
                isInFirst[piece.line] = column == 0 || isInFirst[piece.line];
            }
        std::size_t end = run.size();
        while (end > 1 && pieces[end - 1] == 1
               && (isInFirst[end - 1] || run[end - 1].baseline - run[end - 2].baseline > 1.6F * run[end - 2].size))
            --end;
        return end;
    }

    /// Level lines about as wide as the table, from just above it to just below.
    std::vector<Rule> rulesAt(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns) const
    {
        const float left = leftOf(columns.front());
        const float right = rightOf(columns.back());
        const float top = run.front().baseline - 2.5F * run.front().size;
        const float bottom = run.back().baseline + 1.5F * run.back().size;
        std::vector<Rule> rules;
        for (auto rule = std::ranges::lower_bound(m_level, top, {}, &Rule::top);
             rule != m_level.end() && rule->top <= bottom; ++rule) {
            const float width = rule->right - rule->left;
            const float common = std::min(rule->right, right) - std::max(rule->left, left);
            if (common > 0.8F * (right - left) && width < 1.5F * (right - left))
                rules.push_back(*rule);
        }
        return rules;
    }

    static bool isRuledBetween(const std::vector<Rule> &rules, float above, float below)
    {
        const auto rule = std::ranges::upper_bound(rules, above, {}, &Rule::top);
        return rule != rules.end() && rule->top < below;
    }

    /// The row of each line: cells may be of several lines.
    static std::vector<std::uint32_t> rowsOf(std::span<const PrintLine> run,
                                             const std::vector<std::vector<Piece>> &columns,
                                             const std::vector<Rule> &ruled)
    {
        const auto lines = run.size();
        std::size_t between = 0;
        for (std::size_t line = 1; line < lines; ++line)
            between += isRuledBetween(ruled, run[line - 1].baseline, run[line].baseline) ? 1U : 0U;
        std::vector<const Piece *> at(lines * columns.size(), nullptr);
        std::vector<std::size_t> pieces(lines, 0);
        for (std::size_t column = 0; column < columns.size(); ++column)
            for (const Piece &piece : columns[column]) {
                at[piece.line * columns.size() + column] = &piece;
                ++pieces[piece.line];
            }
        const bool isLastProse = isProse(columns.back(), run);
        std::vector<float> rights;
        for (const std::vector<Piece> &column : columns)
            rights.push_back(rightOf(column));
        std::vector<std::uint32_t> rowOf(lines, 0);
        for (std::size_t line = 1; line < lines; ++line) {
            bool goesOn = false;
            if (between >= 3) {
                goesOn = !isRuledBetween(ruled, run[line - 1].baseline, run[line].baseline);
            } else if (run[line].baseline - run[line - 1].baseline < 1.6F * run[line].size) {
                std::size_t wrapped = 0;
                for (std::size_t column = 0; column < columns.size(); ++column) {
                    const Piece *const piece = at[line * columns.size() + column];
                    const Piece *const above = at[(line - 1) * columns.size() + column];
                    wrapped += piece && above && isFull(*above, *piece, rights[column], run[line].size) ? 1U : 0U;
                }
                const bool isFirstEmpty = !at[line * columns.size()];
                goesOn = wrapped == pieces[line] && (isFirstEmpty || pieces[line] == 1);
            }
            const Piece *const lastAbove = at[line * columns.size() - 1];
            if (isLastProse && pieces[line] == 1 && at[(line + 1) * columns.size() - 1] && lastAbove
                && lastAbove->words > 2)
                goesOn = true;
            rowOf[line] = rowOf[line - 1] + (goesOn ? 0U : 1U);
        }
        return rowOf;
    }

    bool isTable(std::span<const PrintLine> run, const std::vector<Span> &gutters,
                 const std::vector<std::vector<Piece>> &columns, const std::vector<std::uint32_t> &rowOf, bool isRuled,
                 bool isTight) const
    {
        const std::size_t rows = rowOf.back() + 1U;
        const float size = run.front().size;
        if (rows < 2 || (columns.size() == 2 && rows < 3 && !isRuled))
            return false;
        const float needed = isTight ? 0 : (rows >= 4 || isRuled ? leastGutter : leastGutterOfFew) * size;
        if (std::ranges::any_of(gutters, [&](const Span &gutter) { return gutter.width() < needed; }))
            return false;
        std::vector<std::uint32_t> cells(rows, 0);
        std::size_t all = 0;
        for (const std::vector<Piece> &column : columns) {
            std::uint32_t before = static_cast<std::uint32_t>(-1);
            for (const Piece &piece : column)
                if (std::exchange(before, rowOf[piece.line]) != rowOf[piece.line]) {
                    ++cells[rowOf[piece.line]];
                    ++all;
                }
        }
        const auto full = static_cast<std::size_t>(std::ranges::count_if(cells, [](auto count) { return count > 1; }));
        if (full < 2 || full * 5 < rows * 3 || all * 2 < rows * columns.size())
            return false;
        if (m_lookalikes.isListing(run, gutters) || m_lookalikes.isFormula(run))
            return false;
        if (isProse(columns.front(), run) || m_lookalikes.hasLeaders(run))
            return false;
        if (columns.size() == 2
            && (m_lookalikes.areMarks(run, columns.front()) || m_lookalikes.isSame(run, columns.front())
                || m_lookalikes.areTags(run, columns.back())))
            return false;
        if (!isRuled && hasSentenceBetween(run, columns))
            return false;
        if (!isRuled && m_lookalikes.isContents(run, columns))
            return false;
        if (columns.size() == 2 && isProse(columns.back(), run) && !areKeys(run, columns, rowOf))
            return false;
        const auto isAlignedHere = [&](const std::vector<Piece> &column) { return isAligned(column, rowOf, size); };
        return std::ranges::all_of(columns, isAlignedHere);
    }

    /// By their left edges, their right ones or their middles. Of cells of several lines the first counts.
    static bool isAligned(const std::vector<Piece> &column, const std::vector<std::uint32_t> &rowOf, float size)
    {
        std::vector<float> lefts;
        std::vector<float> rights;
        std::vector<float> middles;
        std::uint32_t before = static_cast<std::uint32_t>(-1);
        for (const Piece &piece : column) {
            if (std::exchange(before, rowOf[piece.line]) == rowOf[piece.line])
                continue;
            lefts.push_back(piece.across.left);
            rights.push_back(piece.across.right);
            middles.push_back((piece.across.left + piece.across.right) / 2);
        }
        const auto share = [&](std::vector<float> &places) {
            const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
            std::ranges::nth_element(places, middle);
            const float most = *middle;
            return std::ranges::count_if(places,
                                         [&](float place) { return std::abs(place - most) <= sameEdge * size; });
        };
        const auto needed = static_cast<std::ptrdiff_t>((lefts.size() * 3 + 3) / 4);
        return share(lefts) >= needed || share(rights) >= needed || share(middles) >= needed;
    }

    const WordPage &m_page;
    Lookalikes m_lookalikes;
    std::span<const Rule> m_level;
    std::vector<TableDraft> m_found;
    bool m_isTaken = false; ///< by takeTable(), at its last call
};

} // namespace

std::vector<TableDraft> findAligned(const WordPage &page, const std::vector<PrintLine> &lines,
                                    std::span<const Rule> level)
{
    return Finder(page, level).find(lines);
}

} // namespace cw::pdf
