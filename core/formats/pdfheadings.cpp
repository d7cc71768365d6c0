// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfheadings.h"

#include "formats/pdflists.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cw::pdf {

namespace {

constexpr unsigned deepestLevel = 6;
constexpr float largerBy = 1.1F;
constexpr std::size_t longestHeading = 200;
constexpr std::size_t mostHeadingRows = 3;
constexpr std::uint32_t mostJoinedRows = 5;

/// Letters and numbers alone, small where they are of ASCII: what two writings of one title share.
std::string essence(std::string_view text)
{
    std::string letters;
    for (std::size_t i = 0; i < text.size();) {
        const DecodedCharacter character = decodeCharacter(text, i);
        const CharacterClass kind = characterClass(character.codePoint);
        if (kind != CharacterClass::Other && kind != CharacterClass::Newline && kind != CharacterClass::WhiteSpace) {
            const bool isCapital = character.codePoint >= U'A' && character.codePoint <= U'Z';
            appendUtf8(letters, isCapital ? character.codePoint + (U'a' - U'A') : character.codePoint);
        }
        i += character.byteLength;
    }
    return letters;
}

bool readsAlike(std::string_view a, std::string_view b)
{
    const std::string first = essence(a);
    const std::string second = essence(b);
    if (first.empty() || second.empty())
        return false;
    return first == second || (second.size() >= 3 && first.ends_with(second))
        || (first.size() >= 3 && second.ends_with(first));
}

/// "3.1 Name", "IV. Name", "A.2 Name", "Chapter 3", "2) Name".
bool beginsWithSectionNumber(std::string_view text)
{
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    bool hasDigit = false;
    for (const char c : word)
        hasDigit = hasDigit || (c >= '0' && c <= '9');
    const bool isNumber = hasDigit && word.find_first_not_of("0123456789.()ABCDEFGH") == std::string_view::npos;
    const bool isRoman = word.size() > 1 && (word.back() == '.' || word.back() == ')')
        && word.substr(0, word.size() - 1).find_first_not_of("IVXLABCDEFGH") == std::string_view::npos;
    return word.size() < text.size() && (isNumber || isRoman);
}

/// Whether a heading's line goes on in the next row: set alike, one line further down, in the same column.
bool isNextLine(const Row &above, const Row &row, std::string_view text, std::string_view nextText)
{
    constexpr float mostLeading = 1.45F; // of font size
    const float gap = row.baseline - above.baseline;
    const float common = std::min(above.right, row.right) - std::max(above.left, row.left);
    const bool isAlike = above.isUpright && row.isUpright && above.table == 0 && row.table == 0 && !above.isRunning
        && !row.isRunning && above.isBold == row.isBold && above.isMonospaced == row.isMonospaced
        && std::abs(above.size - row.size) < 0.03F * row.size;
    return isAlike && above.cells == 1 && row.cells == 1 && gap > 0.8F * row.size && gap < mostLeading * row.size
        && common > 0.5F * std::min(above.right - above.left, row.right - row.left)
        && std::string_view(".:;").find(text.back()) == std::string_view::npos && !beginsWithSectionNumber(nextText)
        && markBytes(nextText) == 0;
}

class OutlineMatcher final
{
public:
    OutlineMatcher(Layout &layout, std::span<const PageText> pages, float textSize)
        : m_layout(layout), m_pages(pages), m_textSize(textSize)
    {
        m_firstOfPage.assign(pages.size() + 1, static_cast<std::uint32_t>(layout.rows.size()));
        for (std::size_t i = layout.rows.size(); i-- > 0;)
            m_firstOfPage[layout.rows[i].page] = static_cast<std::uint32_t>(i);
        for (std::size_t page = pages.size(); page-- > 0;)
            m_firstOfPage[page] = std::min(m_firstOfPage[page], m_firstOfPage[page + 1]);
        m_levels.assign(layout.rows.size(), 0);
        m_ends.assign(layout.rows.size(), 0);
        m_titles.assign(layout.rows.size(), {});
        m_paragraphOf.assign(layout.rows.size(), 0);
        m_indices.resize(pages.size());
        for (std::uint32_t i = 0; i < layout.paragraphs.size(); ++i)
            std::fill(m_paragraphOf.begin() + layout.paragraphs[i].firstRow,
                      m_paragraphOf.begin() + layout.paragraphs[i].endRow, i);
    }

    OutlineMatches match(std::span<const OutlineEntry> entries)
    {
        OutlineMatches matches;
        std::vector<std::size_t> coming;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const OutlineEntry &entry = entries[i];
            if (entry.page >= m_pages.size())
                matches.missed.push_back(i);
            else if (leadsToTop(entry) ? !matchByPlace(entry, true) : !matchByPlace(entry, false))
                coming.push_back(i);
        }
        for (const std::size_t i : coming) {
            const OutlineEntry &entry = entries[i];
            if (leadsToTop(entry) && matchByOrder(entry))
                matches.byOrder.push_back(i);
            else if (!leadsToTop(entry) || indexOf(entry.page).hasHeading || !matchByPlace(entry, false))
                matches.missed.push_back(i);
        }
        std::ranges::sort(matches.missed);
        matches.isCut = m_work > mostWork;
        return matches;
    }

    /// Parts paragraphs where headings begin and end, and joins lines of one heading that stand in several.
    void finish()
    {
        for (std::uint32_t row = 0; row < m_levels.size(); ++row)
            if (m_levels[row] > 0)
                m_ends[row] = endWithNextLines(row);
        std::vector<Paragraph> paragraphs;
        paragraphs.reserve(m_layout.paragraphs.size());
        std::uint32_t next = 0;
        for (const Paragraph &paragraph : m_layout.paragraphs)
            for (std::uint32_t row = std::max(paragraph.firstRow, next); row < paragraph.endRow;) {
                Paragraph part = paragraph;
                part.firstRow = row;
                part.endRow = row + 1;
                part.headingLevel = m_levels[row];
                if (part.headingLevel > 0) {
                    part.isCode = false;
                    part.isCaption = false;
                    part.endRow = m_ends[row];
                } else {
                    while (part.endRow < paragraph.endRow && m_levels[part.endRow] == 0)
                        ++part.endRow;
                }
                row = part.endRow;
                next = row;
                paragraphs.push_back(part);
            }
        m_layout.paragraphs = std::move(paragraphs);
    }

private:
    bool take(const OutlineEntry &entry, std::uint32_t row, bool mustReadAlike)
    {
        const Paragraph &paragraph = m_layout.paragraphs[m_paragraphOf[row]];
        std::uint32_t end = row + 1;
        std::string text(textOf(row));
        bool isAlike = readsAlike(text, entry.title);
        const bool isSet = isSetAsHeading(row);
        const std::string title = essence(entry.title);
        const auto isWhole = [&] { return !title.empty() && essence(text).ends_with(title); };
        while (end < paragraph.endRow && end - row < mostHeadingRows && m_levels[end] == 0
               && (isSet ? isSetAsHeading(end) && !isWhole() : !isAlike)) {
            text += textOf(end);
            isAlike = isAlike || readsAlike(text, entry.title);
            ++end;
        }
        if ((!isSet || mustReadAlike) && !isAlike)
            return false;
        m_levels[row] = static_cast<std::uint8_t>(std::min<unsigned>(entry.level, deepestLevel));
        m_ends[row] = end;
        m_titles[row] = entry.title;
        indexOf(entry.page).hasHeading = true;
        return true;
    }

    /// The heading's end with lines behind it that are set alike and belong to no other entry, unless the entry's title
    /// says that it ends before.
    std::uint32_t endWithNextLines(std::uint32_t first) const
    {
        std::uint32_t end = first + 1;
        std::string text = essence(textOf(first));
        while (end < m_ends[first] && m_levels[end] == 0)
            text += essence(textOf(end++));
        if (!isSetAsHeading(first))
            return end;
        const std::string title = essence(m_titles[first]);
        const std::uint32_t number = m_layout.rows[first].page;
        while (end < m_levels.size() && end - first < mostJoinedRows && m_levels[end] == 0
               && m_layout.rows[end].page == number && (title.empty() || !text.ends_with(title))
               && isNextLine(rowAt(end - 1), rowAt(end), textOf(end - 1), textOf(end)))
            text += essence(textOf(end++));
        return end;
    }

    /// Whether the row is a later one of a heading that was taken.
    bool isInHeading(std::uint32_t row) const
    {
        for (std::uint32_t i = row; i-- > 0 && row - i < mostHeadingRows;)
            if (m_levels[i] > 0)
                return m_ends[i] > row;
        return false;
    }

    const Row &rowAt(std::uint32_t row) const
    {
        const PlacedRow &placed = m_layout.rows[row];
        return m_pages[placed.page].rows[placed.row];
    }

    std::string_view textOf(std::uint32_t row) const { return m_pages[m_layout.rows[row].page].textOf(rowAt(row)); }

    bool isSetAsHeading(std::uint32_t row) const
    {
        const Row &at = rowAt(row);
        return at.isBold || at.size > largerBy * m_textSize;
    }

    struct PageIndex
    {
        std::vector<std::uint32_t> byBaseline; ///< upright rows
        std::vector<std::uint32_t> setAsHeading; ///< in reading order
        std::size_t next = 0; ///< of those, behind the last one found by order
        float top = 0;
        float mostHeight = 0; ///< above a baseline
        bool hasHeading = false;
        bool isMade = false;
    };

    PageIndex &indexOf(std::uint32_t page)
    {
        PageIndex &index = m_indices[page];
        if (std::exchange(index.isMade, true))
            return index;
        for (std::uint32_t row = m_firstOfPage[page]; row < m_firstOfPage[page + 1]; ++row) {
            const Row &at = rowAt(row);
            if (!at.isUpright || at.table > 0)
                continue;
            index.top = index.byBaseline.empty() ? at.top : std::min(index.top, at.top);
            index.mostHeight = std::max(index.mostHeight, at.baseline - at.top);
            index.byBaseline.push_back(row);
            if (isSetAsHeading(row))
                index.setAsHeading.push_back(row);
        }
        std::ranges::stable_sort(index.byBaseline, {}, [&](std::uint32_t row) { return rowAt(row).baseline; });
        return index;
    }

    /// Whether the entry says no more than its page.
    bool leadsToTop(const OutlineEntry &entry)
    {
        return !entry.hasPlace || entry.top <= indexOf(entry.page).top + 1.5F;
    }

    bool matchByPlace(const OutlineEntry &entry, bool mustReadAlike)
    {
        const std::optional<std::uint32_t> found = rowUnder(entry);
        return found && m_levels[*found] == 0 && take(entry, *found, mustReadAlike);
    }

    /// The next row of the page that is set as a heading, belongs to no other entry and reads as this one.
    bool matchByOrder(const OutlineEntry &entry)
    {
        PageIndex &index = indexOf(entry.page);
        for (std::size_t i = index.next; i < index.setAsHeading.size(); ++i) {
            const std::uint32_t row = index.setAsHeading[i];
            if (!mayWork(1 + textOf(row).size() + entry.title.size()))
                return false;
            if (m_levels[row] == 0 && !isInHeading(row) && readsAlike(textOf(row), entry.title)
                && take(entry, row, true)) {
                index.next = i + 1;
                return true;
            }
        }
        return false;
    }

    std::optional<std::uint32_t> rowUnder(const OutlineEntry &entry)
    {
        const PageIndex &index = indexOf(entry.page);
        const float top = entry.hasPlace ? entry.top : 0;
        auto each = index.byBaseline.begin();
        if (entry.hasPlace)
            each = std::ranges::lower_bound(index.byBaseline, top - 1.5F, {},
                                            [&](std::uint32_t row) { return rowAt(row).baseline; });
        std::optional<std::uint32_t> best;
        float least = 0;
        for (; each != index.byBaseline.end() && mayWork(1); ++each) {
            const Row &at = rowAt(*each);
            if (best && at.baseline - index.mostHeight - top > least)
                break;
            float distance = std::max(0.0F, at.top - top);
            // Text set like a heading, or beginning where the entry leads to, before what stands a few lines higher.
            if (!isSetAsHeading(*each))
                distance += 2.5F * m_textSize;
            const bool isEndThere
                = std::min(std::abs(at.left - entry.left), std::abs(at.right - entry.left)) < m_textSize;
            if (entry.hasPlace && !isEndThere)
                distance += 2 * m_textSize;
            if (m_levels[*each] > 0)
                distance += m_textSize;
            if (!best || distance < least || (distance == least && *each < *best)) {
                best = *each;
                least = distance;
            }
        }
        return best;
    }

    /// Outlines and pages may be made so that each entry has to be held against very many rows.
    bool mayWork(std::size_t steps) { return (m_work += steps) <= mostWork; }

    static constexpr std::size_t mostWork = 50'000'000;

    Layout &m_layout;
    std::span<const PageText> m_pages;
    float m_textSize;
    std::vector<std::uint32_t> m_firstOfPage; ///< in Layout::rows
    std::vector<std::uint8_t> m_levels; ///< of rows that begin a heading
    std::vector<std::uint32_t> m_ends; ///< of those, where the heading ends
    std::vector<std::string_view> m_titles; ///< of those, that of the entry
    std::vector<std::uint32_t> m_paragraphOf;
    std::vector<PageIndex> m_indices;
    std::size_t m_work = 0;
};

class FontClasses final
{
public:
    FontClasses(Layout &layout, std::span<const PageText> pages, float textSize)
        : m_layout(layout), m_pages(pages), m_textSize(textSize)
    {
    }

    void mark()
    {
        m_isBoldCommon = isBoldCommon();
        std::map<int, std::size_t, std::greater<>> classes; // how often, the largest first
        for (const Paragraph &paragraph : m_layout.paragraphs)
            if (const auto key = classOf(paragraph))
                ++classes[*key];
        std::map<int, unsigned> levels;
        unsigned level = 0;
        for (const auto &[key, count] : classes)
            levels[key] = std::min(++level, deepestLevel);
        for (Paragraph &paragraph : m_layout.paragraphs)
            if (const auto key = classOf(paragraph))
                paragraph.headingLevel = static_cast<std::uint8_t>(levels[*key]);
        joinLines();
    }

private:
    const Row &rowAt(std::uint32_t row) const
    {
        const PlacedRow &placed = m_layout.rows[row];
        return m_pages[placed.page].rows[placed.row];
    }

    /// Headings that are the lines of one.
    void joinLines()
    {
        std::vector<Paragraph> joined;
        joined.reserve(m_layout.paragraphs.size());
        std::size_t bytes = 0; // of the last heading
        for (const Paragraph &paragraph : partsByNumber()) {
            const std::size_t more = paragraph.headingLevel > 0 ? textOf(paragraph).size() : 0;
            if (more > 0 && !joined.empty() && bytes + more <= longestHeading
                && isOneHeading(joined.back(), paragraph)) {
                joined.back().endRow = paragraph.endRow;
                bytes += more;
                continue;
            }
            joined.push_back(paragraph);
            bytes = more;
        }
        m_layout.paragraphs = std::move(joined);
    }

    /// Headings with numbers, set alike and close to each other, are several.
    std::vector<Paragraph> partsByNumber() const
    {
        std::vector<Paragraph> parts;
        parts.reserve(m_layout.paragraphs.size());
        for (const Paragraph &paragraph : m_layout.paragraphs) {
            parts.push_back(paragraph);
            if (paragraph.headingLevel == 0 || !beginsWithSectionNumber(textOf(paragraph.firstRow)))
                continue;
            for (std::uint32_t row = paragraph.firstRow + 1; row < paragraph.endRow; ++row)
                if (beginsWithSectionNumber(textOf(row))) {
                    parts.back().endRow = row;
                    parts.push_back(paragraph);
                    parts.back().firstRow = row;
                }
        }
        return parts;
    }

    bool isOneHeading(const Paragraph &first, const Paragraph &next) const
    {
        const std::uint32_t above = first.endRow - 1;
        const std::uint32_t row = next.firstRow;
        return first.headingLevel == next.headingLevel && next.endRow - first.firstRow <= mostJoinedRows
            && m_layout.rows[above].page == m_layout.rows[row].page
            && isNextLine(rowAt(above), rowAt(row), textOf(above), textOf(row));
    }

    std::string_view textOf(std::uint32_t row) const { return m_pages[m_layout.rows[row].page].textOf(rowAt(row)); }

    std::string textOf(const Paragraph &paragraph) const
    {
        std::string text;
        for (std::uint32_t row = paragraph.firstRow; row < paragraph.endRow; ++row)
            text += textOf(row);
        return text;
    }

    bool isBoldCommon() const
    {
        std::size_t bold = 0;
        std::size_t all = 0;
        for (std::uint32_t row = 0; row < m_layout.rows.size(); ++row) {
            bold += rowAt(row).isBold ? rowAt(row).text.size() : 0;
            all += rowAt(row).text.size();
        }
        return bold * 3 > all;
    }

    /// Sizes in half points, bold ones just above others.
    std::optional<int> classOf(const Paragraph &paragraph) const
    {
        const Row &row = rowAt(paragraph.firstRow);
        const std::uint32_t rows = paragraph.endRow - paragraph.firstRow;
        const bool isLarger = row.size > largerBy * m_textSize;
        const bool isBolder = row.isBold && !m_isBoldCommon && row.size > 0.95F * m_textSize;
        if (paragraph.isCode || paragraph.isTable || paragraph.isCaption || rows > mostHeadingRows
            || (!isLarger && !isBolder) || row.isRunning || !row.isUpright)
            return std::nullopt;
        for (std::uint32_t i = paragraph.firstRow; i < paragraph.endRow; ++i)
            if (rowAt(i).cells > 1)
                return std::nullopt;
        const std::string text = textOf(paragraph);
        if (text.size() > longestHeading || !hasLetter(text)
            || std::string_view(".,;").find(text.back()) != std::string_view::npos)
            return std::nullopt;
        if (!isLarger && (rows > 1 || text.back() == ':'))
            return std::nullopt;
        return static_cast<int>(std::lround(row.size * 2)) * 2 + (row.isBold ? 1 : 0);
    }

    static bool hasLetter(std::string_view text)
    {
        for (std::size_t i = 0; i < text.size();) {
            const DecodedCharacter character = decodeCharacter(text, i);
            const CharacterClass kind = characterClass(character.codePoint);
            if (kind == CharacterClass::Upper || kind == CharacterClass::Lower
                || kind == CharacterClass::CaselessLetter)
                return true;
            i += character.byteLength;
        }
        return false;
    }

    Layout &m_layout;
    std::span<const PageText> m_pages;
    float m_textSize;
    bool m_isBoldCommon = false;
};

} // namespace

OutlineMatches markOutline(Layout &layout, std::span<const PageText> pages, std::span<const OutlineEntry> entries,
                           float textSize)
{
    OutlineMatcher matcher(layout, pages, textSize);
    OutlineMatches matches = matcher.match(entries);
    matcher.finish();
    return matches;
}

void markByFont(Layout &layout, std::span<const PageText> pages, float textSize)
{
    FontClasses(layout, pages, textSize).mark();
}

} // namespace cw::pdf
