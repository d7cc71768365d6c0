// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflists.h"

#include "formats/pdfmarks.h"
#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace cw::pdf {

namespace {

constexpr std::uint8_t deepestList = 8;
constexpr std::size_t longestMark = 255; ///< with blanks

enum class MarkKind : std::uint8_t { Bullet, Dash, Number, Letter, Roman };

struct Mark
{
    MarkKind kind = MarkKind::Bullet;
    char32_t sign = 0; ///< of bullets and dashes; what ends a number
    long value = 0;
    std::size_t bytes = 0; ///< with the blanks behind it
};

bool isBlank(char c) noexcept
{
    return c == ' ' || c == '\t';
}

std::optional<long> smallRoman(std::string_view text) noexcept
{
    long sum = 0;
    long before = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        const long value = text[i] == 'i' ? 1 : text[i] == 'v' ? 5 : text[i] == 'x' ? 10 : 0;
        if (value == 0)
            return std::nullopt;
        sum += value < before ? -value : value;
        before = std::max(before, value);
    }
    return sum;
}

std::optional<Mark> numberAt(std::string_view text) noexcept
{
    constexpr std::size_t longest = 4;
    const std::size_t first = text.starts_with('(') ? 1 : 0;
    std::size_t end = first;
    const auto isDigit = [&](std::size_t i) { return text[i] >= '0' && text[i] <= '9'; };
    const auto isSmall = [&](std::size_t i) { return text[i] >= 'a' && text[i] <= 'z'; };
    while (end < text.size() && end < first + longest && isDigit(end))
        ++end;
    Mark mark{MarkKind::Number, 0, 0, 0};
    for (std::size_t i = first; i < end; ++i)
        mark.value = mark.value * 10 + (text[i] - '0');
    if (end == first) {
        while (end < text.size() && end < first + longest && isSmall(end))
            ++end;
        const std::string_view letters = text.substr(first, end - first);
        if (letters.empty())
            return std::nullopt;
        const std::optional<long> roman = smallRoman(letters);
        if (letters.size() > 1 && !roman)
            return std::nullopt;
        mark.kind = roman ? MarkKind::Roman : MarkKind::Letter;
        mark.value = roman ? *roman : letters.front() - 'a' + 1;
    }
    if (end + 1 >= text.size() || (text[end] != '.' && text[end] != ')') || !isBlank(text[end + 1]))
        return std::nullopt;
    mark.sign = static_cast<char32_t>(static_cast<unsigned char>(text[end]));
    mark.bytes = end + 1;
    return mark;
}

std::optional<Mark> markAt(std::string_view text) noexcept
{
    if (text.empty())
        return std::nullopt;
    std::optional<Mark> mark;
    const DecodedCharacter first = decodeCharacter(text, 0);
    const char32_t sign = first.codePoint;
    if (isBullet(sign))
        mark = Mark{MarkKind::Bullet, sign, 0, first.byteLength};
    else if (sign == U'-' || sign == U'\u2013' || sign == U'*')
        mark = Mark{MarkKind::Dash, sign, 0, first.byteLength};
    else
        return [&] {
            std::optional<Mark> number = numberAt(text);
            while (number && number->bytes < text.size() && isBlank(text[number->bytes]))
                ++number->bytes;
            return number && number->bytes < text.size() ? number : std::nullopt;
        }();
    if (mark->bytes >= text.size() || !isBlank(text[mark->bytes]))
        return std::nullopt;
    while (mark->bytes < text.size() && isBlank(text[mark->bytes]))
        ++mark->bytes;
    return mark->bytes < text.size() ? mark : std::nullopt;
}

/// Whether the mark may stand before the item behind.
bool goesOn(const Mark &last, const Mark &mark) noexcept
{
    if (last.sign != mark.sign)
        return false;
    if (last.kind <= MarkKind::Dash)
        return last.kind == mark.kind;
    const bool isLetterAsRoman = last.kind == MarkKind::Letter && mark.kind == MarkKind::Roman && last.value == 8;
    return isLetterAsRoman || (last.kind == mark.kind && mark.value == last.value + 1);
}

class ListMarker final
{
public:
    ListMarker(Layout &layout, std::span<const PageText> pages) : m_layout(layout), m_pages(pages) { }

    void mark()
    {
        m_places.resize(m_layout.paragraphs.size());
        for (std::uint32_t i = 0; i < m_layout.paragraphs.size(); ++i)
            place(i);
        for (std::uint32_t i = 0; i < m_layout.paragraphs.size(); ++i)
            write(i);
    }

private:
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    struct List
    {
        Mark last;
        float start = 0; ///< where marks begin
        float body = 0; ///< where the text behind them does
        std::uint32_t outer = none;
        int nesting = 1;
        std::uint32_t items = 0;
        bool isHanging = false; ///< a later line of an item begins under its text
        std::uint8_t depth = 0; ///< counted when all is known; 0: not yet
        bool isBegun = false; ///< an item was written
    };

    struct Place ///< of a paragraph
    {
        std::uint32_t list = none;
        std::size_t markBytes = 0; ///< 0: goes on with the item before
    };

    const Row &rowAt(std::uint32_t row) const
    {
        const PlacedRow &placed = m_layout.rows[row];
        return m_pages[placed.page].rows[placed.row];
    }

    static float startOf(const Row &row) { return row.isRightToLeft ? -row.right : row.left; }

    void place(std::uint32_t number)
    {
        const Paragraph &paragraph = m_layout.paragraphs[number];
        const Row &row = rowAt(paragraph.firstRow);
        if (paragraph.headingLevel > 0 || paragraph.isCode || paragraph.isTable || !row.isUpright) {
            m_open = none;
            return;
        }
        const std::string_view text = m_pages[m_layout.rows[paragraph.firstRow].page].textOf(row);
        const std::optional<Mark> mark = markAt(text);
        const float near = 0.5F * row.size;
        const float start = startOf(row);
        if (!mark || (mark->kind > MarkKind::Dash && row.cells > 1)) {
            while (m_open != none && start < m_lists[m_open].body - near)
                m_open = m_lists[m_open].outer;
            if (m_open != none && start > m_lists[m_open].body + near)
                m_open = none;
            m_places[number].list = m_open;
            return;
        }
        while (m_open != none && start < m_lists[m_open].start - near)
            m_open = m_lists[m_open].outer;
        const bool isSameIndent = m_open != none && start <= m_lists[m_open].start + near;
        if (isSameIndent && !goesOn(m_lists[m_open].last, *mark))
            m_open = m_lists[m_open].outer;
        if (!isSameIndent || m_open == none || start > m_lists[m_open].start + near) {
            const bool isTooDeep = m_open != none && m_lists[m_open].nesting >= deepestList;
            const std::uint32_t outer = isTooDeep ? m_lists[m_open].outer : m_open;
            const int nesting = outer == none ? 1 : m_lists[outer].nesting + 1;
            m_lists.push_back({.last = *mark, .start = start, .outer = outer, .nesting = nesting});
            m_open = static_cast<std::uint32_t>(m_lists.size() - 1);
        }
        List &list = m_lists[m_open];
        const Mark before = list.last;
        list.last = *mark;
        if (list.items > 0 && before.kind == MarkKind::Letter && mark->kind == MarkKind::Roman)
            list.last = {MarkKind::Letter, mark->sign, before.value + 1, mark->bytes};
        list.body = row.isRightToLeft ? -row.secondWord : row.secondWord;
        ++list.items;
        if (paragraph.endRow - paragraph.firstRow > 1)
            list.isHanging = list.isHanging || std::abs(startOf(rowAt(paragraph.firstRow + 1)) - list.body) < near;
        m_places[number] = {m_open, mark->bytes};
    }

    bool isList(const List &list) const
    {
        return list.items > 1 || list.last.kind == MarkKind::Bullet
            || (list.last.kind == MarkKind::Dash && list.isHanging);
    }

    /// The list, or the one around it where it is none.
    std::uint32_t listOf(std::uint32_t list) const
    {
        while (list != none && !isList(m_lists[list]))
            list = m_lists[list].outer;
        return list;
    }

    std::uint8_t depthOf(std::uint32_t list)
    {
        if (list == none)
            return 0;
        if (m_lists[list].depth == 0)
            m_lists[list].depth
                = static_cast<std::uint8_t>(std::min<int>(depthOf(listOf(m_lists[list].outer)) + 1, deepestList));
        return m_lists[list].depth;
    }

    void write(std::uint32_t number)
    {
        const Place &place = m_places[number];
        const std::uint32_t list = listOf(place.list);
        if (list == none)
            return;
        Paragraph &paragraph = m_layout.paragraphs[number];
        paragraph.listDepth = depthOf(list);
        if (list != place.list || place.markBytes == 0)
            return;
        paragraph.markBytes = static_cast<std::uint8_t>(std::min(place.markBytes, longestMark));
        paragraph.beginsList = !std::exchange(m_lists[list].isBegun, true);
    }

    Layout &m_layout;
    std::span<const PageText> m_pages;
    std::vector<List> m_lists;
    std::vector<Place> m_places;
    std::uint32_t m_open = none;
};

} // namespace

std::size_t markBytes(std::string_view text) noexcept
{
    const std::optional<Mark> mark = markAt(text);
    return mark ? mark->bytes : 0;
}

bool isNextNumber(std::string_view item, std::string_view next) noexcept
{
    const std::optional<Mark> last = markAt(item);
    const std::optional<Mark> mark = markAt(next);
    return last && mark && mark->kind > MarkKind::Dash && goesOn(*last, *mark);
}

void markLists(Layout &layout, std::span<const PageText> pages)
{
    ListMarker(layout, pages).mark();
}

} // namespace cw::pdf
