// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflinejoins.h"

#include "formats/pdflineends.h"
#include "formats/pdfmarks.h"
#include "formats/pdfrowends.h"
#include "formats/pdfscripts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float widestGapOfMark = 4; ///< in font sizes, between a mark and what it marks
constexpr std::size_t longestMark = 6; ///< of a list item or note: "•", "1.", "(iv)"

bool isNumber(const WordPage &page, const Word &word)
{
    constexpr std::size_t longest = 12;
    bool hasDigit = false;
    for (std::size_t i = word.firstCharacter; i < word.endCharacter; ++i) {
        const char32_t c = page.characters[i];
        const bool isDigit = c >= U'0' && c <= U'9';
        hasDigit = hasDigit || isDigit;
        if (!isDigit && std::u32string_view(U".,-+%$()\u20AC\u00A3\u2212").find(c) == std::u32string_view::npos)
            return false;
    }
    return hasDigit && word.endCharacter - word.firstCharacter <= longest;
}

bool isMark(const WordPage &page, const Word &word)
{
    const std::size_t size = word.endCharacter - word.firstCharacter;
    if (!word.isUpright || size == 0 || size > longestMark)
        return false;
    const char32_t first = page.characters[word.firstCharacter];
    const char32_t last = page.characters[word.endCharacter - 1];
    return size == 1 ? isBullet(first) || first == U'\u2013' : last == U')' || (last == U'.' && isNumber(page, word));
}

bool isNoteMark(const WordPage &page, const Word &word)
{
    const std::size_t size = word.endCharacter - word.firstCharacter;
    const char32_t first = page.characters[word.firstCharacter];
    const bool isSign = size == 1 && (first == U'*' || first == 0x2020 || first == 0x2021);
    return word.isUpright
        && (isSign || (size <= longestMark && first >= U'0' && first <= U'9' && isNumber(page, word)));
}

/// "[Knu98]".
bool isLabel(const WordPage &page, const Word &word)
{
    return word.endCharacter - word.firstCharacter > 2 && page.characters[word.firstCharacter] == U'['
        && page.characters[word.endCharacter - 1] == U']';
}

class LineJoiner final
{
public:
    LineJoiner(const WordPage &page, std::span<const LinePart> lines) : m_in(page), m_lines(lines) { }

    std::vector<std::vector<std::uint32_t>> join()
    {
        joinLines();
        joinRaised();
        joinTags();
        joinColumnsOfNumbers();
        return std::move(m_rows);
    }

private:
    struct Beside
    {
        float baseline = 0;
        std::uint32_t row = 0;
    };

    const Word &lastWord(const Line &line) const { return m_in.words[line.endWord - 1]; }

    bool isSameRow(const LinePart &a, const LinePart &b) const
    {
        if (a.table != LinePart::noTable || b.table != LinePart::noTable)
            return false;
        const Word &before = lastWord(a);
        const Word &behind = m_in.words[b.firstWord];
        if (!before.isUpright || !behind.isUpright)
            return false;
        const float size = std::max(before.size, behind.size);
        return std::abs(before.baseline - behind.baseline) < 0.25F * size && behind.left >= before.right - 0.3F * size;
    }

    /// Lines that follow one another on one baseline.
    void joinLines()
    {
        for (std::uint32_t line = 0; line < m_lines.size(); ++line) {
            if (line > 0 && isSameRow(m_lines[line - 1], m_lines[line]))
                m_rows.back().push_back(line);
            else
                m_rows.push_back({line});
        }
    }

    /// Single small signs that are raised before a line or behind one, such as the marks of notes and what refers to
    /// them, go to its row.
    void joinRaised()
    {
        if (std::ranges::none_of(m_lines, [&](const LinePart &line) { return mayBeRaised(line); }))
            return;
        LineEnds ends;
        std::vector<std::uint32_t> rowOf(m_lines.size(), none);
        for (std::uint32_t row = 0; row < m_rows.size(); ++row)
            for (const std::uint32_t line : m_rows[row]) {
                rowOf[line] = row;
                if (m_lines[line].table == LinePart::noTable && m_in.words[m_lines[line].firstWord].isUpright)
                    ends.add(line, m_in.words[m_lines[line].firstWord], lastWord(m_lines[line]));
            }
        ends.sort();
        for (std::vector<std::uint32_t> &row : m_rows) {
            const LinePart &line = m_lines[row.front()];
            if (row.size() > 1 || !mayBeRaised(line))
                continue;
            const std::uint32_t raised = row.front();
            const auto beside = ends.nearest(m_in.words[line.firstWord]);
            if (!beside || m_rows[rowOf[beside->line]].empty())
                continue;
            row.clear();
            std::vector<std::uint32_t> &to = m_rows[rowOf[beside->line]];
            to.insert(std::ranges::find(to, beside->line) + (beside->isBehind ? 1 : 0), raised);
            rowOf[raised] = rowOf[beside->line];
        }
        std::erase_if(m_rows, [](const std::vector<std::uint32_t> &row) { return row.empty(); });
    }

    bool mayBeRaised(const LinePart &line) const
    {
        constexpr std::size_t longest = 5;
        if (line.table != LinePart::noTable || line.endWord - line.firstWord != 1)
            return false;
        const Word &mark = m_in.words[line.firstWord];
        return mark.isUpright && mark.endCharacter - mark.firstCharacter <= longest;
    }

    /// Upright rows of text from top to bottom.
    std::vector<Beside> rowsByHeight() const
    {
        std::vector<Beside> byHeight;
        for (std::uint32_t row = 0; row < m_rows.size(); ++row) {
            const LinePart &part = m_lines[m_rows[row].front()];
            if (part.table != LinePart::noTable)
                continue;
            const Word &word = m_in.words[part.firstWord];
            if (word.isUpright)
                byHeight.push_back({word.baseline, row});
        }
        std::ranges::stable_sort(byHeight, {}, &Beside::baseline);
        return byHeight;
    }

    /// A column of numbers beside other text (page numbers of a table of contents, figures of a table) goes to the rows
    /// it stands beside.
    void joinColumnsOfNumbers()
    {
        constexpr std::size_t fewest = 3;
        const std::vector<Beside> byHeight = rowsByHeight();
        for (std::size_t first = 0; first < m_rows.size();) {
            const std::uint32_t block = blockOf(first);
            std::size_t end = first;
            while (end < m_rows.size() && blockOf(end) == block)
                ++end;
            if (end - first >= fewest && areNumbers(first, end))
                joinColumn(first, end, byHeight, false);
            else if (areMarks(first, end))
                joinColumn(first, end, byHeight, true);
            first = end;
        }
    }

    std::uint32_t blockOf(std::size_t row) const
    {
        return m_rows[row].empty() ? none : m_lines[m_rows[row].front()].block;
    }

    /// One number a row; the first row may be the column's title.
    bool areNumbers(std::size_t first, std::size_t end) const
    {
        for (std::size_t row = first; row < end; ++row) {
            const LinePart &line = m_lines[m_rows[row].front()];
            if (line.table != LinePart::noTable)
                return false;
            const Word &word = m_in.words[line.firstWord];
            const bool isOne = m_rows[row].size() == 1 && word.isUpright;
            if (!isOne || (row > first && (line.endWord - line.firstWord > 1 || !isNumber(m_in, word))))
                return false;
        }
        return true;
    }

    /// "[Function]" and the like, at the right edge of what they say the kind of, go to its row.
    void joinTags()
    {
        const std::vector<Tag> tags = tagsWithRows();
        std::vector<std::uint32_t> placeOf(tags.empty() ? 0 : m_rows.size()); // where the row is now
        std::iota(placeOf.begin(), placeOf.end(), 0U);
        std::vector<std::uint32_t> rowOf = placeOf; // where the tag has gone
        for (const Tag &tag : tags) {
            const std::uint32_t row = rowOf[tag.before];
            if (row == tag.row)
                continue;
            std::uint32_t &place = placeOf[row];
            m_rows[place].push_back(m_rows[tag.row].front());
            m_rows[tag.row].clear();
            rowOf[tag.row] = row;
            if (tag.row < place) { // what the tag's block says under it comes behind both
                std::swap(m_rows[tag.row], m_rows[place]);
                place = tag.row;
            }
        }
        std::erase_if(m_rows, [](const std::vector<std::uint32_t> &row) { return row.empty(); });
    }

    struct Tag
    {
        std::uint32_t row = 0;
        std::uint32_t before = 0; ///< the row it stands behind, which may be a tag itself
    };

    /// Rows that are tags and stand behind others, from left to right.
    std::vector<Tag> tagsWithRows() const
    {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < m_rows.size(); ++row) {
            if (m_rows[row].size() == 1 && isTag(m_lines[m_rows[row].front()]))
                rows.push_back(row);
        }
        if (rows.empty())
            return {};
        const auto leftOf = [&](std::uint32_t row) { return m_in.words[m_lines[m_rows[row].front()].firstWord].left; };
        std::ranges::stable_sort(rows, {}, leftOf);
        std::vector<PlaceBehind> places;
        for (const std::uint32_t row : rows) {
            const Word &tag = m_in.words[m_lines[m_rows[row].front()].firstWord];
            places.push_back({tag.baseline, 0.25F * tag.size, tag.left});
        }
        std::vector<RowEnd> ends;
        for (const Beside &beside : rowsByHeight())
            ends.push_back({beside.baseline, lastWord(m_lines[m_rows[beside.row].back()]).right, beside.row});
        const std::vector<std::uint32_t> before = rowsBefore(places, std::move(ends));
        std::vector<Tag> tags;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (before[i] != noRow)
                tags.push_back({rows[i], before[i]});
        }
        return tags;
    }

    bool isTag(const LinePart &line) const
    {
        if (line.table != LinePart::noTable || !m_in.words[line.firstWord].isUpright)
            return false;
        const Word &begin = m_in.words[line.firstWord];
        const Word &last = lastWord(line);
        return begin.endCharacter > begin.firstCharacter && last.endCharacter > last.firstCharacter
            && m_in.characters[begin.firstCharacter] == U'[' && m_in.characters[last.endCharacter - 1] == U']';
    }

    /// Bullets and numbers of list items, one a row, that stand apart from what they mark; or one number of a section
    /// or note.
    bool areMarks(std::size_t first, std::size_t end) const
    {
        for (std::size_t row = first; row < end; ++row) {
            if (m_rows[row].empty())
                return false;
            const LinePart &line = m_lines[m_rows[row].front()];
            if (line.table != LinePart::noTable || m_rows[row].size() != 1 || line.endWord - line.firstWord != 1)
                return false;
            const Word &word = m_in.words[line.firstWord];
            if (!isMark(m_in, word) && !isLabel(m_in, word) && !(end - first == 1 && isNoteMark(m_in, word)))
                return false;
        }
        return true;
    }

    void joinColumn(std::size_t first, std::size_t end, const std::vector<Beside> &byHeight, bool areMarks)
    {
        std::vector<std::uint32_t> partners;
        for (std::size_t row = first; row < end; ++row) {
            const Word &number = m_in.words[m_lines[m_rows[row].front()].firstWord];
            const float near = 0.25F * number.size;
            std::uint32_t best = none;
            float least = 0;
            for (auto each = std::ranges::lower_bound(byHeight, number.baseline - near, {}, &Beside::baseline);
                 each != byHeight.end() && each->baseline <= number.baseline + near; ++each) {
                if ((each->row >= first && each->row < end) || m_rows[each->row].empty())
                    continue;
                const Line &line = m_lines[m_rows[each->row].front()];
                const float left = m_in.words[line.firstWord].left;
                const float right = lastWord(m_lines[m_rows[each->row].back()]).right;
                const float gap = number.left >= right ? number.left - right : left - number.right;
                const bool isMarked = number.left < left && gap < widestGapOfMark * number.size;
                if (gap > -0.3F * number.size && (isMarked || !areMarks) && (best == none || gap < least)) {
                    best = each->row;
                    least = gap;
                }
            }
            if (best == none)
                return;
            partners.push_back(best);
        }
        for (std::size_t row = first; row < end; ++row) {
            std::vector<std::uint32_t> &partner = m_rows[partners[row - first]];
            const float left = m_in.words[m_lines[m_rows[row].front()].firstWord].left;
            const bool isBefore = left < m_in.words[m_lines[partner.front()].firstWord].left;
            partner.insert(isBefore ? partner.begin() : partner.end(), m_rows[row].front());
            m_rows[row].clear();
        }
    }

    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    const WordPage &m_in;
    std::span<const LinePart> m_lines;
    std::vector<std::vector<std::uint32_t>> m_rows;
};

} // namespace

std::vector<std::vector<std::uint32_t>> joinLines(const WordPage &page, std::span<const LinePart> lines)
{
    return LineJoiner(page, lines).join();
}

bool isMarkBefore(const WordPage &page, const LinePart &line, const LinePart &next)
{
    const Word &mark = page.words[line.firstWord];
    return line.endWord - line.firstWord == 1
        && (isMark(page, mark) || isNoteMark(page, mark) || isLabel(page, mark)
            || scriptBeside(mark, page.words[next.firstWord]) == Script::Raised);
}

} // namespace cw::pdf
