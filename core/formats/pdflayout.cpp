// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflayout.h"

#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace cw::pdf {

namespace {

std::string_view trimmedEnd(std::string_view text) noexcept
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

char32_t lastCharacter(std::string_view text) noexcept
{
    return text.empty() ? 0 : decodeCharacter(text, previousCharacterStart(text, text.size())).codePoint;
}

bool beginsSmall(std::string_view text) noexcept
{
    return !text.empty() && characterClass(decodeCharacter(text, 0).codePoint) == CharacterClass::Lower;
}

bool endsSentence(std::string_view text) noexcept
{
    static constexpr std::u32string_view closers = U"\"')]}\u2019\u201D\u00BB\u300D\u300F\uFF09";
    static constexpr std::u32string_view marks = U".!?:;\u2026\u3002\uFF01\uFF1F\uFF1A\uFF1B\u061F\u0964";
    text = trimmedEnd(text);
    while (!text.empty() && closers.find(lastCharacter(text)) != std::u32string_view::npos)
        text = text.substr(0, previousCharacterStart(text, text.size()));
    return !text.empty() && marks.find(lastCharacter(text)) != std::u32string_view::npos;
}

/// With a letter and a hyphen.
bool endsInsideWord(std::string_view text) noexcept
{
    text = trimmedEnd(text);
    const char32_t last = lastCharacter(text);
    if (last != U'-' && last != 0xAD && last != 0x2010)
        return false;
    const char32_t before = lastCharacter(text.substr(0, previousCharacterStart(text, text.size())));
    const CharacterClass kind = characterClass(before);
    return kind == CharacterClass::Lower || kind == CharacterClass::Upper || kind == CharacterClass::CaselessLetter;
}

bool beginsWithBullet(std::string_view text) noexcept
{
    static constexpr std::u32string_view bullets = U"\u2022\u2023\u25E6\u25AA\u25AB\u25CF\u25CB\u25A0\u25A1\u2043\u2219"
                                                   U"\u27A2\u2756\u2713\uF0B7\uF0A7\uF0D8";
    if (text.empty())
        return false;
    const DecodedCharacter first = decodeCharacter(text, 0);
    const bool isDash = first.codePoint == U'-' || first.codePoint == U'\u2013' || first.codePoint == U'*';
    if (!isDash && bullets.find(first.codePoint) == std::u32string_view::npos)
        return false;
    return text.size() > first.byteLength && (text[first.byteLength] == ' ' || text[first.byteLength] == '\t');
}

/// "1.", "12)", "(a)", "iv." and a blank.
bool beginsWithNumber(std::string_view text) noexcept
{
    std::size_t i = !text.empty() && text.front() == '(' ? 1 : 0;
    const std::size_t first = i;
    while (i < text.size() && i < first + 4 && text[i] >= '0' && text[i] <= '9')
        ++i;
    if (i == first && i + 1 < text.size() && text[i] >= 'a' && text[i] <= 'z')
        ++i;
    return i > first && i + 1 < text.size() && (text[i] == '.' || text[i] == ')')
        && (text[i + 1] == ' ' || text[i + 1] == '\t');
}

/// Dots that lead to a page number.
bool hasLeader(std::string_view text) noexcept
{
    return text.find("....") != std::string_view::npos || text.find(". . . .") != std::string_view::npos;
}

template<class Value>
Value middle(std::vector<Value> &values, Value otherwise)
{
    if (values.empty())
        return otherwise;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, at);
    return *at;
}

class PageLayout final
{
public:
    PageLayout(Layout &layout, const PageText &page, std::uint32_t number, bool keepsRunningRows)
        : m_layout(layout), m_page(page), m_number(number), m_keepsRunningRows(keepsRunningRows)
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
        std::size_t indented = 0;
        for (std::size_t i = 0; i < m_block.size(); ++i)
            indented += isIndented(rowAt(i)) ? 1 : 0;
        m_hangs = indented * 2 > m_block.size();

        for (std::size_t i = 0; i < m_block.size(); ++i) {
            if (i == 0 || startsParagraph(rowAt(i - 1), rowAt(i)))
                begin(rowAt(i));
            else
                m_layout.rows.back().end = endOf(rowAt(i - 1), rowAt(i));
            m_layout.rows.push_back({m_number, m_block[i], RowEnd::Wrap});
            m_layout.paragraphs.back().endRow = static_cast<std::uint32_t>(m_layout.rows.size());
        }
    }

    bool isIndented(const Row &row) const
    {
        return row.isRightToLeft ? m_right - row.right > 0.8F * row.size : row.left - m_left > 0.8F * row.size;
    }

    bool startsParagraph(const Row &above, const Row &row) const
    {
        if (!row.isUpright || !above.isUpright)
            return row.isUpright != above.isUpright || std::abs(row.size - above.size) > 0.12F * row.size;
        const float gap = row.baseline - above.baseline;
        const float leading = m_leading > 0 ? m_leading : m_leadingRatio * row.size;
        if (std::abs(row.size - above.size) > 0.12F * std::max(row.size, above.size) || row.isBold != above.isBold)
            return true;
        if (row.isMonospaced != above.isMonospaced)
            return true;
        if (gap < -0.5F * row.size)
            return true;
        if (gap > (row.isMonospaced ? 2.5F : 1.17F) * leading)
            return true;
        if (row.isMonospaced)
            return false;
        if (isIndented(row) != isIndented(above) && isIndented(row) != m_hangs)
            return true;
        const std::string_view text = m_page.textOf(row);
        if (beginsWithBullet(text))
            return true;
        return fitted(above, row) && above.cells == 1 && row.cells == 1
            && (endsSentence(m_page.textOf(above)) || beginsWithNumber(text));
    }

    /// Whether the row's first word would have fitted above.
    bool fitted(const Row &above, const Row &row) const
    {
        if (endsInsideWord(m_page.textOf(above)) && beginsSmall(m_page.textOf(row)))
            return false;
        const float free = row.isRightToLeft ? above.left - m_left : m_right - above.right;
        return free > row.firstWord + 0.4F * row.size;
    }

    RowEnd endOf(const Row &above, const Row &row) const
    {
        constexpr float narrowest = 6; // font sizes: numbers one below the other, not words that were wrapped
        const bool isLine = m_right - m_left < narrowest * row.size || row.isMonospaced || above.cells > 1
            || row.cells > 1 || fitted(above, row) || hasLeader(m_page.textOf(above));
        return isLine ? RowEnd::Line : RowEnd::Wrap;
    }

    void begin(const Row &row)
    {
        const auto next = static_cast<std::uint32_t>(m_layout.rows.size());
        if (continuesLast(row))
            return;
        m_layout.paragraphs.push_back({next, next, 0, row.isMonospaced});
    }

    /// Whether the paragraph before, in another block, goes on with this row.
    bool continuesLast(const Row &row) const
    {
        if (m_layout.paragraphs.empty() || row.isMonospaced || row.isBold || !row.isUpright || row.cells > 1)
            return false;
        const PlacedRow &placed = m_layout.rows.back();
        const PageText &page = placed.page == m_number ? m_page : *m_previous;
        if (placed.page != m_number && !m_previous)
            return false;
        const Row &last = page.rows[placed.row];
        const std::string_view before = page.textOf(last);
        return !last.isMonospaced && !last.isBold && last.isUpright && last.cells == 1
            && (placed.page != m_number || row.baseline < last.baseline)
            && std::abs(last.size - row.size) < 0.03F * row.size && beginsSmall(m_page.textOf(row))
            && !endsSentence(before) && !beginsWithNumber(m_page.textOf(row));
    }

public:
    void setPrevious(const PageText *previous) { m_previous = previous; }

private:
    Layout &m_layout;
    const PageText &m_page;
    const PageText *m_previous = nullptr; ///< the page of the last row there is
    std::uint32_t m_number;
    bool m_keepsRunningRows;
    std::vector<std::uint32_t> m_block; ///< rows of the block at hand
    float m_left = 0;
    float m_right = 0;
    float m_leading = 0; ///< 0: the block has too few rows to tell
    float m_leadingRatio = 1.2F;
    bool m_hangs = false; ///< all lines but the first are indented
};

} // namespace

Layout layOut(std::span<const PageText> pages, bool keepsRunningRows)
{
    Layout layout;
    for (std::uint32_t number = 0; number < pages.size(); ++number) {
        PageLayout page(layout, pages[number], number, keepsRunningRows);
        if (!layout.rows.empty())
            page.setPrevious(&pages[layout.rows.back().page]);
        page.add();
    }
    return layout;
}

} // namespace cw::pdf
