// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflayout.h"

#include "formats/pdfcaptions.h"
#include "formats/pdflinetext.h"
#include "formats/pdflists.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

namespace cw::pdf {

namespace {

template<class Value>
Value middle(std::vector<Value> &values, Value otherwise)
{
    if (values.empty())
        return otherwise;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, at);
    return *at;
}

struct ColumnSpan
{
    float left = 0;
    float right = 0;
};

class PageLayout final
{
public:
    PageLayout(Layout &layout, std::vector<ColumnSpan> &tableSpans, std::span<const PageText> pages,
               std::uint32_t number, bool keepsRunningRows)
        : m_layout(layout), m_tableSpans(tableSpans), m_pages(pages), m_page(pages[number]), m_number(number),
          m_keepsRunningRows(keepsRunningRows)
    {
    }

    void add()
    {
        m_leadingRatio = leadingRatio();
        for (std::uint32_t row = 0; row < m_page.rows.size();) {
            m_block.clear();
            const std::uint32_t block = m_page.rows[row].block;
            for (; row < m_page.rows.size() && m_page.rows[row].block == block; ++row)
                if (isTaken(m_page.rows[row]))
                    m_block.push_back(row);
            if (!m_block.empty() && rowAt(0).table > 0)
                addTable();
            else
                addBlock();
        }
    }

private:
    bool isTaken(const Row &row) const { return (m_keepsRunningRows || !row.isRunning) && row.text.size() > 0; }

    const Row &rowAt(std::size_t i) const { return m_page.rows[m_block[i]]; }

    /// Distance of baselines by font size, as most neighbours of the page have it.
    float leadingRatio() const
    {
        std::vector<float> ratios;
        for (std::size_t i = 1; i < m_page.rows.size(); ++i) {
            const Row &above = m_page.rows[i - 1];
            const Row &row = m_page.rows[i];
            const float gap = row.baseline - above.baseline;
            if (above.block == row.block && above.isUpright && row.isUpright && gap > 0.5F * row.size)
                ratios.push_back(gap / row.size);
        }
        constexpr std::size_t enough = 6;
        const bool isTelling = ratios.size() >= enough;
        return isTelling ? middle(ratios, 1.2F) : std::min(middle(ratios, 1.2F), 1.5F);
    }

    /// Rows of the table that stand on the page.
    void addTable()
    {
        std::vector<ColumnSpan> spans = spansOfBlock();
        std::vector<std::uint32_t> columns(spans.size());
        std::size_t first = 0;
        std::uint32_t row = 0;
        if (goesOnWithTable(spans, columns)) {
            Paragraph &table = m_layout.paragraphs.back();
            const std::uint32_t rows = headerRowsAgain(table, columns);
            table.headerRows = std::max(table.headerRows, rows);
            while (first < m_block.size() && rowAt(first).tableRow < rows)
                ++first;
            row = m_layout.rows.back().tableRow + (goesOnInCell(first, columns) ? 0 : 1);
            if (rows > 0)
                m_layout.repeatedHeaders.push_back(m_number);
        } else {
            const auto next = static_cast<std::uint32_t>(m_layout.rows.size());
            Paragraph table{.firstRow = next, .endRow = next, .isTable = true};
            for (std::size_t i = 0; i < m_block.size(); ++i)
                if (rowAt(i).isTableHeader)
                    table.headerRows = rowAt(i).tableRow + 1;
            m_layout.paragraphs.push_back(table);
            std::iota(columns.begin(), columns.end(), 0U);
            m_tableSpans = std::move(spans);
        }
        for (std::size_t i = first; i < m_block.size(); ++i) {
            if (i > first && rowAt(i).tableRow != rowAt(i - 1).tableRow)
                ++row;
            m_layout.rows.push_back({m_number, m_block[i], RowEnd::Wrap, row, columns[rowAt(i).tableColumn]});
        }
        m_layout.paragraphs.back().endRow = static_cast<std::uint32_t>(m_layout.rows.size());
    }

    std::vector<ColumnSpan> spansOfBlock() const
    {
        std::vector<ColumnSpan> spans;
        for (std::size_t i = 0; i < m_block.size(); ++i) {
            const Row &row = rowAt(i);
            while (spans.size() <= row.tableColumn)
                spans.push_back({1e6F, -1e6F});
            spans[row.tableColumn].left = std::min(spans[row.tableColumn].left, row.left);
            spans[row.tableColumn].right = std::max(spans[row.tableColumn].right, row.right);
        }
        return spans;
    }

    /// Whether each column stands under one of the table that ended the page before; `columns` says which.
    bool goesOnWithTable(const std::vector<ColumnSpan> &spans, std::vector<std::uint32_t> &columns)
    {
        if (m_layout.paragraphs.empty() || !m_layout.paragraphs.back().isTable
            || m_layout.rows.back().page + 1 != m_number)
            return false;
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const auto isUnder = [&](const ColumnSpan &above) {
                const float common = std::min(above.right, spans[i].right) - std::max(above.left, spans[i].left);
                return common > 0.5F * std::min(above.right - above.left, spans[i].right - spans[i].left);
            };
            while (next < m_tableSpans.size() && !isUnder(m_tableSpans[next]))
                ++next;
            if (next == m_tableSpans.size())
                return false;
            columns[i] = next++;
        }
        if (columns.front() > 0)
            return false;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            m_tableSpans[columns[i]].left = std::min(m_tableSpans[columns[i]].left, spans[i].left);
            m_tableSpans[columns[i]].right = std::max(m_tableSpans[columns[i]].right, spans[i].right);
        }
        return true;
    }

    /// Whether the first row is the rest of the last one's last cell.
    bool goesOnInCell(std::size_t first, const std::vector<std::uint32_t> &columns) const
    {
        if (first >= m_block.size())
            return false;
        const PlacedRow &last = m_layout.rows.back();
        const bool isOneCell = std::ranges::all_of(m_block, [&](std::uint32_t number) {
            const Row &row = m_page.rows[number];
            return row.tableRow != rowAt(first).tableRow || row.tableColumn == rowAt(first).tableColumn;
        });
        const std::string_view before = m_pages[last.page].textOf(m_pages[last.page].rows[last.row]);
        return isOneCell && columns[rowAt(first).tableColumn] == last.tableColumn && last.tableColumn > 0
            && !endsSentence(before) && beginsSmall(m_page.textOf(rowAt(first)));
    }

    /// How many rows at the begin read as the table's first ones do: its header, or one row if it has none.
    std::uint32_t headerRowsAgain(const Paragraph &table, const std::vector<std::uint32_t> &columns) const
    {
        const std::uint32_t wanted = std::max(table.headerRows, 1U);
        std::size_t i = 0;
        for (std::uint32_t at = table.firstRow; at < table.endRow && m_layout.rows[at].tableRow < wanted; ++at, ++i) {
            const PageText &page = m_pages[m_layout.rows[at].page];
            if (i == m_block.size() || m_layout.rows[at].tableColumn != columns[rowAt(i).tableColumn]
                || page.textOf(page.rows[m_layout.rows[at].row]) != m_page.textOf(rowAt(i)))
                return 0;
        }
        return i < m_block.size() && rowAt(i).tableRow >= wanted ? wanted : 0;
    }

    void addBlock()
    {
        if (m_block.empty())
            return;
        m_left = rowAt(0).left;
        m_right = rowAt(0).right;
        std::vector<float> gaps;
        for (std::size_t i = 0; i < m_block.size(); ++i) {
            m_left = std::min(m_left, rowAt(i).left);
            m_right = std::max(m_right, rowAt(i).right);
            if (i > 0 && rowAt(i).baseline > rowAt(i - 1).baseline + 0.5F * rowAt(i).size)
                gaps.push_back(rowAt(i).baseline - rowAt(i - 1).baseline);
        }
        const std::size_t counted = gaps.size();
        const float usual = middle(gaps, 0.0F);
        m_leading = counted >= 3 ? usual : 0;
        std::size_t toLeft = 0;
        for (std::size_t i = 0; i < m_block.size(); ++i)
            toLeft += rowAt(i).isRightToLeft ? 1 : 0;
        m_isRightToLeft = toLeft * 2 > m_block.size() || (toLeft * 2 == m_block.size() && rowAt(0).isRightToLeft);
        m_item = m_block.size();
        m_hangs = hangs();

        for (std::size_t i = 0; i < m_block.size(); ++i) {
            if (i == 0 || startsParagraph(i) || startsNumbered(i)) {
                begin(rowAt(i));
                const std::string_view text = m_page.textOf(rowAt(i));
                const bool isItem = markBytes(text) > 0 || beginsWithNoteMark(text) || beginsWithLabel(text);
                m_itemStart = isItem ? secondStartOf(rowAt(i)) : nowhere;
                m_item = isItem ? i : m_block.size();
                m_isHung = false;
            } else {
                m_layout.paragraphs.back().isCode = m_layout.paragraphs.back().isCode && rowAt(i).isMonospaced;
                if (hangsOn(rowAt(i - 1), rowAt(i))) {
                    m_itemStart = startOf(rowAt(i));
                    m_isHung = true;
                }
                m_layout.rows.back().end = endOf(rowAt(i - 1), rowAt(i));
            }
            m_layout.rows.push_back({m_number, m_block[i], RowEnd::Wrap, 0, 0});
            m_layout.paragraphs.back().endRow = static_cast<std::uint32_t>(m_layout.rows.size());
        }
    }

    /// Whether all lines of paragraphs but the first are indented, not the first alone: told from which lines end what
    /// is before them and which go on with it.
    bool hangs() const
    {
        std::ptrdiff_t forIt = 0;
        std::size_t indented = 0;
        std::size_t rows = 0;
        for (std::size_t i = 0; i < m_block.size(); ++i) {
            const Row &row = rowAt(i);
            rows += row.isMonospaced ? 0 : 1;
            indented += !row.isMonospaced && isIndented(row) ? 1 : 0;
            if (i == 0 || row.isMonospaced || rowAt(i - 1).isMonospaced || isIndented(row) == isIndented(rowAt(i - 1)))
                continue;
            const bool begins = fitted(rowAt(i - 1), row);
            if (begins || !endsSentence(m_page.textOf(rowAt(i - 1))))
                forIt += begins == isIndented(row) ? -1 : 1;
        }
        return forIt != 0 ? forIt > 0 : indented * 2 > rows;
    }

    bool isIndented(const Row &row) const
    {
        return m_isRightToLeft ? m_right - row.right > 0.8F * row.size : row.left - m_left > 0.8F * row.size;
    }

    static float startOf(const Row &row) { return row.isRightToLeft ? -row.right : row.left; }
    static float secondStartOf(const Row &row) { return row.isRightToLeft ? -row.secondWord : row.secondWord; }

    bool startsParagraph(std::size_t i) const
    {
        const Row &above = rowAt(i - 1);
        const Row &row = rowAt(i);
        if (!row.isUpright || !above.isUpright)
            return row.isUpright != above.isUpright || std::abs(row.size - above.size) > 0.12F * row.size;
        const float gap = row.baseline - above.baseline;
        const float leading = m_leading > 0 ? m_leading : m_leadingRatio * row.size;
        const bool isInProse = goesOnInProse(i);
        const float unlike = (isInProse ? 0.25F : 0.12F) * std::max(row.size, above.size);
        if (std::abs(row.size - above.size) > unlike || row.isBold != above.isBold)
            return true;
        if (row.isMonospaced != above.isMonospaced && !isInProse)
            return true;
        if (gap < -0.5F * row.size)
            return true;
        if (gap > (row.isMonospaced && !isInProse ? 2.5F : 1.17F) * leading)
            return true;
        if (row.isMonospaced)
            return false;
        const bool isUnderItem = std::abs(startOf(row) - m_itemStart) < 0.5F * row.size;
        if (m_isHung && !isUnderItem)
            return true;
        if (isIndented(row) != isIndented(above) && isIndented(row) != m_hangs && !isUnderItem && !hangsOn(above, row)
            && !isCentred(above, row))
            return true;
        const std::string_view text = m_page.textOf(row);
        if (beginsWithRaised(text) || isTag(text) || isTag(m_page.textOf(above)))
            return true;
        if (beginsWithBullet(text))
            return !beginsWithDash(text) || isDashedItem(i);
        return fitted(above, row) && above.cells == 1 && row.cells == 1
            && (endsSentence(m_page.textOf(above)) || beginsWithNumber(text));
    }

    /// Whether words of fixed pitch are words of a paragraph that goes on in or behind them: it fills its lines, and
    /// what has that pitch begins or ends inside one of them.
    bool goesOnInProse(std::size_t i) const
    {
        const Row &above = rowAt(i - 1);
        const Row &row = rowAt(i);
        if (row.isMonospaced == above.isMonospaced || above.cells > 1 || row.cells > 1 || fitted(above, row)
            || endsSentence(m_page.textOf(above)))
            return false;
        const bool isIndentedMore = isIndented(row) && !isIndented(above) && (above.isMonospaced || !m_hangs)
            && std::abs(startOf(row) - m_itemStart) > 0.5F * row.size;
        if (isIndentedMore)
            return false;
        if (!row.isMonospaced)
            return !m_layout.paragraphs.back().isCode || row.beginsMonospaced || !above.endsMonospaced;
        const bool isAlone = i + 1 == m_block.size() || !rowAt(i + 1).isMonospaced;
        const bool isAtSamePlace = std::abs(startOf(row) - startOf(above)) < 0.1F * row.size
            || std::abs(startOf(row) - m_itemStart) < 0.1F * row.size;
        return (above.endsMonospaced && row.beginsMonospaced) || !row.endsMonospaced || !row.beginsMonospaced
            || (isAlone && isAtSamePlace);
    }

    /// Whether the row is the second one of a paragraph whose first one hangs out, though there is no mark.
    bool hangsOn(const Row &above, const Row &row) const
    {
        const Paragraph &paragraph = m_layout.paragraphs.back();
        if (paragraph.endRow - paragraph.firstRow != 1 || row.isMonospaced || m_itemStart != nowhere || !isIndented(row)
            || isIndented(above) || fitted(above, row))
            return false;
        const std::string_view text = m_page.textOf(above);
        return text.ends_with(',') || (beginsSmall(m_page.textOf(row)) && !endsSentence(text));
    }

    /// Whether both rows stand in the middle of something, and the first one was full.
    bool isCentred(const Row &above, const Row &row) const
    {
        const float middle = (above.left + above.right) / 2;
        return std::abs(middle - (row.left + row.right) / 2) < 0.1F * row.size && !fitted(above, row)
            && std::abs(above.left - row.left) > row.size;
    }

    /// Whether a dash begins an item: one stands over or under it, or the line above had room or ends a sentence.
    bool isDashedItem(std::size_t i) const
    {
        constexpr std::size_t furthest = 16; // rows
        const Row &row = rowAt(i);
        const Row &above = rowAt(i - 1);
        if (fitted(above, row) || endsSentence(m_page.textOf(above)) || isIndented(row) != isIndented(above))
            return true;
        const auto isAlike = [&](std::size_t other) {
            const std::string_view text = m_page.textOf(rowAt(other));
            return beginsWithDash(text) && markBytes(text) > 0
                && std::abs(startOf(rowAt(other)) - startOf(row)) < 0.5F * row.size;
        };
        if (m_item < i && isAlike(m_item))
            return true;
        for (std::size_t other = i + 1; other < std::min(m_block.size(), i + furthest); ++other)
            if (isAlike(other))
                return true;
        return false;
    }

    /// Whether the row begins the item behind the one at hand, or one that the next row goes on from: numbers that
    /// count up under each other make items of lines that are full as well.
    bool startsNumbered(std::size_t i) const
    {
        const bool isNextItem
            = m_item < i && countsUp(m_item, i) && (m_item + 1 == i || endsSentence(m_page.textOf(rowAt(i - 1))));
        return isNextItem || (i + 1 < m_block.size() && countsUp(i, i + 1));
    }

    bool countsUp(std::size_t item, std::size_t next) const
    {
        const Row &a = rowAt(item);
        const Row &b = rowAt(next);
        const auto isLine = [&](const Row &row) {
            return row.isUpright && !row.isMonospaced && row.cells == 1 && !hasLeader(m_page.textOf(row));
        };
        return isLine(a) && isLine(b) && a.isRightToLeft == b.isRightToLeft
            && std::abs(startOf(a) - startOf(b)) < 0.5F * b.size && isNextNumber(m_page.textOf(a), m_page.textOf(b));
    }

    /// Whether the row's first word would have fitted above.
    bool fitted(const Row &above, const Row &row) const
    {
        if (endsInsideWord(m_page.textOf(above)) && beginsSmall(m_page.textOf(row)))
            return false;
        const float free = m_isRightToLeft ? above.left - m_left : m_right - above.right;
        return free > row.firstWord + 0.4F * row.size;
    }

    RowEnd endOf(const Row &above, const Row &row) const
    {
        constexpr float narrowest = 6; // font sizes: numbers one below the other, not words that were wrapped
        if (endsInsideWord(m_page.textOf(above)) && beginsSmall(m_page.textOf(row)) && !row.isMonospaced)
            return RowEnd::Wrap;
        const bool isCode = row.isMonospaced && m_layout.paragraphs.back().isCode;
        const float leading = m_leading > 0 ? m_leading : m_leadingRatio * row.size;
        if (isCode && row.baseline - above.baseline > 1.6F * leading)
            return RowEnd::BlankLine;
        const bool isLine = m_right - m_left < narrowest * row.size || isCode || above.cells > 1 || row.cells > 1
            || fitted(above, row) || hasLeader(m_page.textOf(above));
        return isLine ? RowEnd::Line : RowEnd::Wrap;
    }

    void begin(const Row &row)
    {
        const auto next = static_cast<std::uint32_t>(m_layout.rows.size());
        if (continuesLast(row))
            return;
        if (goesOnInCode(row)) {
            const PlacedRow &placed = m_layout.rows.back();
            const float last = m_pages[placed.page].rows[placed.row].baseline;
            const bool isBlankBetween
                = placed.page == m_number && row.baseline - last > 1.6F * m_leadingRatio * row.size;
            m_layout.rows.back().end = isBlankBetween ? RowEnd::BlankLine : RowEnd::Line;
            return;
        }
        m_layout.paragraphs.push_back({.firstRow = next, .endRow = next, .isCode = row.isMonospaced});
    }

    /// Whether the row, which begins a block, stands under a listing with no more than a blank line between, or goes on
    /// with one that ends the page before, in its raster.
    bool goesOnInCode(const Row &row) const
    {
        if (m_layout.paragraphs.empty() || !m_layout.paragraphs.back().isCode || !row.isMonospaced)
            return false;
        const PlacedRow &placed = m_layout.rows.back();
        const Row &last = m_pages[placed.page].rows[placed.row];
        if (!last.isUpright || !row.isUpright || std::abs(last.size - row.size) > 0.03F * row.size)
            return false;
        if (placed.page != m_number) {
            const auto letters = static_cast<float>(std::ranges::count_if(
                m_page.textOf(row), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80; }));
            const float characters = (row.left - last.left) * letters / (row.right - row.left);
            return placed.page + 1 == m_number && std::abs(characters - std::round(characters)) < 0.15F;
        }
        const float gap = row.baseline - last.baseline;
        return gap > 0.8F * row.size && gap < 2.9F * row.size && row.left < last.right + 20 * row.size;
    }

    /// Whether the paragraph before, in another block, goes on with this row.
    bool continuesLast(const Row &row) const
    {
        if (m_layout.paragraphs.empty() || m_layout.paragraphs.back().isTable || row.isMonospaced || row.isBold
            || !row.isUpright || row.cells > 1)
            return false;
        const PlacedRow &placed = m_layout.rows.back();
        const PageText &page = placed.page == m_number ? m_page : *m_previous;
        if (placed.page != m_number && !m_previous)
            return false;
        const Row &last = page.rows[placed.row];
        const std::string_view before = page.textOf(last);
        return !last.isMonospaced && !last.isBold && last.isUpright && last.cells == 1
            && (placed.page != m_number || row.baseline < last.baseline || isNextLine(last, row))
            && std::abs(last.size - row.size) < 0.03F * row.size && !endsSentence(before) && !hasLeader(before)
            && !hasLeader(m_page.textOf(row)) && !beginsWithNumber(m_page.textOf(row))
            && (beginsSmall(m_page.textOf(row)) || (placed.page != m_number && wasFull(page, last, row)));
    }

    /// Whether the row, which begins a block, is the next line of the paragraph before all the same.
    bool isNextLine(const Row &last, const Row &row) const
    {
        const float gap = row.baseline - last.baseline;
        return gap > 0.8F * row.size && gap < 1.17F * m_leadingRatio * row.size
            && (std::abs(startOf(row) - startOf(last)) < 0.5F * row.size
                || std::abs(startOf(row) - m_itemStart) < 0.5F * row.size);
    }

    /// Whether the row, a page's first one, had no room in the last line of the page before, which others of its column
    /// say the width of, and begins nothing.
    bool wasFull(const PageText &page, const Row &last, const Row &row) const
    {
        const std::string_view text = m_page.textOf(row);
        const CharacterClass first = characterClass(decodeCharacter(text, 0).codePoint);
        const bool isText = first == CharacterClass::Upper || first == CharacterClass::CaselessLetter
            || std::string_view("(_\"'").find(text.front()) != std::string_view::npos;
        const bool beginsAny = markBytes(text) > 0 || beginsAsCaption(text) || isIndented(row);
        const std::size_t rows = m_layout.rows.size();
        const bool isByLines
            = rows - m_layout.paragraphs.back().firstRow > 1 && m_layout.rows[rows - 2].end == RowEnd::Line;
        if (!isText || beginsAny || isByLines || last.isRightToLeft || row.isRightToLeft)
            return false;
        float right = last.right;
        std::size_t alike = 0;
        for (const Row &other : page.rows)
            if (std::abs(other.left - last.left) < 1 && std::abs(other.size - last.size) < 0.03F * last.size
                && other.table == 0 && !other.isRunning) {
                right = std::max(right, other.right);
                ++alike;
            }
        constexpr std::size_t fewest = 4;
        return alike >= fewest && right - last.right < row.firstWord + 0.2F * row.size;
    }

public:
    void setPrevious(const PageText *previous) { m_previous = previous; }

private:
    static constexpr float nowhere = -1e9F;

    Layout &m_layout;
    std::vector<ColumnSpan> &m_tableSpans; ///< columns of the last table
    std::span<const PageText> m_pages;
    const PageText &m_page;
    const PageText *m_previous = nullptr; ///< the page of the last row there is
    std::uint32_t m_number;
    bool m_keepsRunningRows;
    std::vector<std::uint32_t> m_block; ///< rows of the block at hand
    float m_left = 0;
    float m_right = 0;
    float m_leading = 0; ///< 0: the block has too few rows to tell
    float m_leadingRatio = 1.2F;
    float m_itemStart = nowhere; ///< where the text begins behind the mark of the item at hand
    std::size_t m_item = 0; ///< the row that the item at hand begins with; the block's size: none
    bool m_isRightToLeft = false; ///< most rows of the block are
    bool m_hangs = false; ///< most lines are indented, as all but the first of a paragraph may be
    bool m_isHung = false; ///< all lines of the paragraph at hand but the first begin at m_itemStart
};

} // namespace

Layout layOut(std::span<const PageText> pages, bool keepsRunningRows)
{
    Layout layout;
    std::vector<ColumnSpan> tableSpans;
    for (std::uint32_t number = 0; number < pages.size(); ++number) {
        PageLayout page(layout, tableSpans, pages, number, keepsRunningRows);
        if (!layout.rows.empty())
            page.setPrevious(&pages[layout.rows.back().page]);
        page.add();
    }
    return layout;
}

} // namespace cw::pdf
