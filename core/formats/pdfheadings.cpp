// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfheadings.h"

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
        m_paragraphOf.assign(layout.rows.size(), 0);
        for (std::uint32_t i = 0; i < layout.paragraphs.size(); ++i)
            std::fill(m_paragraphOf.begin() + layout.paragraphs[i].firstRow,
                      m_paragraphOf.begin() + layout.paragraphs[i].endRow, i);
    }

    bool match(const OutlineEntry &entry)
    {
        if (entry.page >= m_pages.size())
            return false;
        const std::optional<std::uint32_t> found = rowUnder(entry);
        return found && m_levels[*found] == 0 && take(entry, *found);
    }

    /// For entries that lead to the top of a page and no further, as some programs write them: the first row there that
    /// is set as a heading, belongs to no other entry and reads as this one.
    bool matchLoosely(const OutlineEntry &entry)
    {
        if (entry.page >= m_pages.size())
            return false;
        for (std::uint32_t row = m_firstOfPage[entry.page]; row < m_firstOfPage[entry.page + 1]; ++row) {
            const Row &at = rowAt(row);
            const bool isUnder = at.isUpright && (!entry.hasPlace || at.baseline + 1.5F >= entry.top);
            if (isUnder && isSetAsHeading(row) && m_levels[row] == 0 && !isInHeading(row)
                && readsAlike(textOf(row), entry.title) && take(entry, row))
                return true;
        }
        return false;
    }
    /// Parts paragraphs where headings begin and end.
    void finish()
    {
        std::vector<Paragraph> paragraphs;
        paragraphs.reserve(m_layout.paragraphs.size());
        for (const Paragraph &paragraph : m_layout.paragraphs)
            for (std::uint32_t row = paragraph.firstRow; row < paragraph.endRow;) {
                Paragraph part{row, row + 1, m_levels[row], paragraph.isCode};
                if (part.headingLevel > 0) {
                    part.isCode = false;
                    while (part.endRow < std::min(m_ends[row], paragraph.endRow) && m_levels[part.endRow] == 0)
                        ++part.endRow;
                } else {
                    while (part.endRow < paragraph.endRow && m_levels[part.endRow] == 0)
                        ++part.endRow;
                }
                row = part.endRow;
                paragraphs.push_back(part);
            }
        m_layout.paragraphs = std::move(paragraphs);
    }

private:
    bool take(const OutlineEntry &entry, std::uint32_t row)
    {
        const Paragraph &paragraph = m_layout.paragraphs[m_paragraphOf[row]];
        std::uint32_t end = row + 1;
        std::string text(textOf(row));
        bool isAlike = readsAlike(text, entry.title);
        const bool isSet = isSetAsHeading(row);
        while (end < paragraph.endRow && end - row < mostHeadingRows && m_levels[end] == 0
               && (isSet ? isSetAsHeading(end) : !isAlike)) {
            text += textOf(end);
            isAlike = isAlike || readsAlike(text, entry.title);
            ++end;
        }
        if (!isSet && !isAlike)
            return false;
        m_levels[row] = static_cast<std::uint8_t>(std::min<unsigned>(entry.level, deepestLevel));
        m_ends[row] = end;
        return true;
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

    std::optional<std::uint32_t> rowUnder(const OutlineEntry &entry) const
    {
        std::optional<std::uint32_t> best;
        float least = 0;
        for (std::uint32_t row = m_firstOfPage[entry.page]; row < m_firstOfPage[entry.page + 1]; ++row) {
            const Row &at = rowAt(row);
            if (!at.isUpright || (entry.hasPlace && at.baseline + 1.5F < entry.top))
                continue;
            float distance = entry.hasPlace ? std::max(0.0F, at.top - entry.top) : std::max(0.0F, at.top);
            // Text set like a heading, or beginning where the entry leads to, before what stands a few lines higher.
            if (!isSetAsHeading(row))
                distance += 2.5F * m_textSize;
            const bool isEndThere
                = std::min(std::abs(at.left - entry.left), std::abs(at.right - entry.left)) < m_textSize;
            if (entry.hasPlace && !isEndThere)
                distance += 2 * m_textSize;
            if (m_levels[row] > 0)
                distance += m_textSize;
            if (!best || distance < least) {
                best = row;
                least = distance;
            }
        }
        return best;
    }

    Layout &m_layout;
    std::span<const PageText> m_pages;
    float m_textSize;
    std::vector<std::uint32_t> m_firstOfPage; ///< in Layout::rows
    std::vector<std::uint8_t> m_levels; ///< of rows that begin a heading
    std::vector<std::uint32_t> m_ends; ///< of those, where the heading ends
    std::vector<std::uint32_t> m_paragraphOf;
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
    }

private:
    const Row &rowAt(std::uint32_t row) const
    {
        const PlacedRow &placed = m_layout.rows[row];
        return m_pages[placed.page].rows[placed.row];
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
        if (paragraph.isCode || rows > mostHeadingRows || (!isLarger && !isBolder) || row.isRunning || !row.isUpright)
            return std::nullopt;
        std::string text;
        for (std::uint32_t i = paragraph.firstRow; i < paragraph.endRow; ++i) {
            if (rowAt(i).cells > 1)
                return std::nullopt;
            text += m_pages[m_layout.rows[i].page].textOf(rowAt(i));
        }
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

std::vector<std::size_t> markOutline(Layout &layout, std::span<const PageText> pages,
                                     std::span<const OutlineEntry> entries, float textSize)
{
    OutlineMatcher matcher(layout, pages, textSize);
    std::vector<std::size_t> missed;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (!matcher.match(entries[i]))
            missed.push_back(i);
    std::erase_if(missed, [&](std::size_t i) { return matcher.matchLoosely(entries[i]); });
    matcher.finish();
    return missed;
}

void markByFont(Layout &layout, std::span<const PageText> pages, float textSize)
{
    FontClasses(layout, pages, textSize).mark();
}

} // namespace cw::pdf
