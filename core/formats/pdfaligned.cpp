// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfaligned.h"

#include "formats/pdfmarks.h"
#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float endless = std::numeric_limits<float>::infinity();

// Lengths in font sizes.
constexpr float leastGutter = 0.75F; ///< between columns of many lines
constexpr float leastGutterOfFew = 1.5F;
constexpr float firstGap = 0.9F; ///< in the line that a table may begin with
constexpr float mostLeading = 3;
constexpr float sameEdge = 0.4F;

struct Span
{
    float left = 0;
    float right = 0;

    [[nodiscard]] float width() const noexcept { return right - left; }
};

/// Upright strips that no word of some lines stands in.
class FreeSpace final
{
public:
    FreeSpace(const WordPage &page, const PrintLine &line)
        : m_page(page), m_left(page.words[line.words.front()].left), m_right(m_left)
    {
        m_free.push_back({-endless, endless});
        cut(line);
        widen(line);
    }

    /// Strips with words on both sides.
    [[nodiscard]] std::vector<Span> gutters() const
    {
        std::vector<Span> inside;
        for (const Span &span : m_free)
            if (span.left > m_left - 0.1F && span.right < m_right + 0.1F)
                inside.push_back(span);
        return inside;
    }

    /// Whether all gutters are still there with one more line.
    [[nodiscard]] bool keepsGutters(const PrintLine &line) const
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

    void add(const PrintLine &line)
    {
        cut(line);
        widen(line);
    }

private:
    void cut(const PrintLine &line)
    {
        const float least = leastGutter * line.size;
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

    void widen(const PrintLine &line)
    {
        m_left = std::min(m_left, m_page.words[line.words.front()].left);
        for (const std::uint32_t word : line.words)
            m_right = std::max(m_right, m_page.words[word].right);
    }

    const WordPage &m_page;
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
};

struct Letters
{
    std::size_t all = 0;
    std::size_t special = 0;
};

class Finder final
{
public:
    Finder(const WordPage &page, std::span<const Rule> level) : m_page(page), m_level(level) { }

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
            first = takeTable(lines, first);
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
        const std::vector<std::vector<Piece>> columns = piecesOf(lines, gutters);
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

    static std::size_t columnOf(const Word &word, const std::vector<Span> &gutters)
    {
        const float middle = (word.left + word.right) / 2;
        const auto behind = std::ranges::lower_bound(gutters, middle, {}, &Span::left);
        return static_cast<std::size_t>(behind - gutters.begin());
    }

    std::vector<std::vector<Piece>> piecesOf(std::span<const PrintLine> lines, const std::vector<Span> &gutters) const
    {
        std::vector<std::vector<Piece>> columns(gutters.size() + 1);
        for (std::uint32_t line = 0; line < lines.size(); ++line)
            for (const std::uint32_t number : lines[line].words) {
                const Word &word = wordAt(number);
                std::vector<Piece> &column = columns[columnOf(word, gutters)];
                if (column.empty() || column.back().line != line)
                    column.push_back({line, {word.left, word.right}, word.right - word.left, 0, lines[line].baseline});
                column.back().across.right = std::max(column.back().across.right, word.right);
                ++column.back().words;
            }
        return columns;
    }

    static float rightOf(const std::vector<Piece> &column)
    {
        float right = -endless;
        for (const Piece &piece : column)
            right = std::max(right, piece.across.right);
        return right;
    }

    /// Whether the next line's first word had no room behind this one.
    static bool isFull(const Piece &piece, const Piece &next, float right, float size)
    {
        return piece.across.right + 0.2F * size + next.firstWord > right;
    }

    /// Lines that are full of words, most of them.
    static bool isProse(const std::vector<Piece> &column, std::span<const PrintLine> lines)
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
            full += isFull(column[i], column[i + 1], right, size) ? 1U : 0U;
        }
        return pairs + 1 >= fewest && full * 2 > pairs && words >= 3 * (column.size() - 1);
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

    static float leftOf(const std::vector<Piece> &column)
    {
        float left = endless;
        for (const Piece &piece : column)
            left = std::min(left, piece.across.left);
        return left;
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

    std::optional<Found> evaluate(std::span<const PrintLine> run, const std::vector<Span> &gutters)
    {
        if (gutters.empty())
            return std::nullopt;
        std::vector<std::vector<Piece>> columns = piecesOf(run, gutters);
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
        if (!isTable(run, gutters, columns, rowOf, ruled.size() >= 2))
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
                 const std::vector<std::vector<Piece>> &columns, const std::vector<std::uint32_t> &rowOf,
                 bool isRuled) const
    {
        const std::size_t rows = rowOf.back() + 1U;
        const float size = run.front().size;
        if (rows < 2 || (columns.size() == 2 && rows < 3 && !isRuled))
            return false;
        const float needed = (rows >= 4 || isRuled ? leastGutter : leastGutterOfFew) * size;
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
        if (isListing(run, gutters) || isFormula(run))
            return false;
        if (isProse(columns.front(), run) || hasLeaders(run))
            return false;
        if (columns.size() == 2
            && (areMarks(run, columns.front()) || isSame(run, columns.front()) || areTags(run, columns.back())))
            return false;
        if (!isRuled && hasSentenceBetween(run, columns))
            return false;
        if (!isRuled && isContents(run, columns))
            return false;
        if (columns.size() == 2 && isProse(columns.back(), run) && !areKeys(run, columns, rowOf))
            return false;
        const auto isAlignedHere = [&](const std::vector<Piece> &column) { return isAligned(column, rowOf, size); };
        return std::ranges::all_of(columns, isAlignedHere);
    }

    /// All columns are of fixed pitch.
    bool isListing(std::span<const PrintLine> run, const std::vector<Span> &gutters) const
    {
        std::vector<Letters> letters(gutters.size() + 1);
        for (const PrintLine &line : run)
            for (const std::uint32_t number : line.words) {
                const Word &word = wordAt(number);
                Letters &column = letters[columnOf(word, gutters)];
                column.all += word.endCharacter - word.firstCharacter;
                column.special += word.isMonospaced ? word.endCharacter - word.firstCharacter : 0;
            }
        return std::ranges::all_of(letters,
                                   [](const Letters &column) { return column.special * 10 >= column.all * 9; });
    }

    bool isFormula(std::span<const PrintLine> run) const
    {
        Letters letters;
        for (const PrintLine &line : run)
            for (const std::uint32_t number : line.words) {
                const Word &word = wordAt(number);
                letters.all += word.endCharacter - word.firstCharacter;
                letters.special += word.isMathematical ? word.endCharacter - word.firstCharacter : 0;
            }
        return letters.special * 100 > letters.all * 15;
    }

    /// Dots in a row, in one word or in several.
    bool hasLeaders(std::span<const PrintLine> run) const
    {
        for (const PrintLine &line : run) {
            std::size_t dots = 0;
            for (const std::uint32_t number : line.words) {
                const Word &word = wordAt(number);
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

    std::u32string_view textOf(const Word &word) const
    {
        return std::u32string_view(m_page.characters.data(), m_page.characters.size())
            .substr(word.firstCharacter, word.endCharacter - word.firstCharacter);
    }

    const Word &firstWordOf(const PrintLine &line, const Piece &piece) const
    {
        return wordAt(*std::ranges::find_if(
            line.words, [&](std::uint32_t word) { return wordAt(word).left == piece.across.left; }));
    }

    /// "•", "1.", "(a)", "[12]", "3.1": what lists and sections begin with.
    bool areMarks(std::span<const PrintLine> run, const std::vector<Piece> &column) const
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

    /// One and the same word before each line, as in logs and comments.
    bool isSame(std::span<const PrintLine> run, const std::vector<Piece> &column) const
    {
        const std::u32string_view first = textOf(firstWordOf(run[column.front().line], column.front()));
        return std::ranges::all_of(column, [&](const Piece &piece) {
            return piece.words == 1 && textOf(firstWordOf(run[piece.line], piece)) == first;
        });
    }

    /// "[Function]" at the end of each line that defines something.
    bool areTags(std::span<const PrintLine> run, const std::vector<Piece> &column) const
    {
        return std::ranges::all_of(column, [&](const Piece &piece) {
            const char32_t first = textOf(firstWordOf(run[piece.line], piece)).front();
            return first == U'[' || first == U'(';
        });
    }

    /// A line that stands in the first column alone and has the words of a sentence.
    static bool hasSentenceBetween(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns)
    {
        constexpr std::size_t fewest = 5;
        return std::ranges::any_of(columns.front(), [&](const Piece &piece) {
            return piece.words >= fewest && run[piece.line].words.size() == piece.words;
        });
    }

    /// Titles with page numbers that grow.
    bool isContents(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns) const
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

    /// Whether what stands behind a key begins with it, mostly: not prose beside something else.
    static bool areKeys(std::span<const PrintLine> run, const std::vector<std::vector<Piece>> &columns,
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
    std::span<const Rule> m_level;
    std::vector<TableDraft> m_found;
};

} // namespace

std::vector<TableDraft> findAligned(const WordPage &page, const std::vector<PrintLine> &lines,
                                    std::span<const Rule> level)
{
    return Finder(page, level).find(lines);
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
