// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdftext.h"

#include "text/ascii.h"
#include "text/blocktree.h"
#include "text/sourcemap.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cw::pdf {

namespace {

constexpr char32_t softHyphen = 0xAD;

constexpr bool isHyphen(char32_t character) noexcept
{
    return character == U'-' || character == softHyphen || character == 0x2010;
}

bool isLetter(char32_t character) noexcept
{
    const CharacterClass kind = characterClass(character);
    return kind == CharacterClass::Upper || kind == CharacterClass::Lower || kind == CharacterClass::CaselessLetter
        || kind == CharacterClass::Mark;
}

/// Of scripts that put no blanks between words, so that none is lost where a line ends.
constexpr bool isWrittenWithoutBlanks(char32_t character) noexcept
{
    const auto isIn = [&](char32_t first, char32_t last) { return character >= first && character <= last; };
    return isIn(0x0E00, 0x0EFF) || isIn(0x1000, 0x109F) || isIn(0x1780, 0x17FF) || isIn(0x2E80, 0x312F)
        || isIn(0x3190, 0x9FFF) || isIn(0xF900, 0xFAFF) || isIn(0xFF00, 0xFFEF) || isIn(0x20000, 0x3FFFF);
}

enum class Joint : std::uint8_t {
    Blank,
    Nothing,
    NothingForHyphen ///< the hyphen goes
};

/// How a line that was full goes on in the next one.
Joint jointOf(std::string_view line, std::string_view next, bool joinsHyphenated) noexcept
{
    if (line.empty() || next.empty())
        return Joint::Blank;
    const std::size_t lastAt = previousCharacterStart(line, line.size());
    const char32_t last = decodeCharacter(line, lastAt).codePoint;
    const char32_t first = decodeCharacter(next, 0).codePoint;
    const bool isInPath = last == U'_' || (last == U'/' && lastAt > 0 && line[lastAt - 1] != ' ');
    if (isInPath && (isLetter(first) || characterClass(first) == CharacterClass::Number))
        return Joint::Nothing;
    if (!isHyphen(last))
        return isWrittenWithoutBlanks(last) && isWrittenWithoutBlanks(first) ? Joint::Nothing : Joint::Blank;
    const std::string_view before = line.substr(0, lastAt);
    if (!joinsHyphenated || before.empty())
        return Joint::Blank;
    const char32_t beforeHyphen = decodeCharacter(before, previousCharacterStart(before, before.size())).codePoint;
    const CharacterClass firstClass = characterClass(first);
    if (!isLetter(beforeHyphen))
        return characterClass(beforeHyphen) == CharacterClass::Number && isLetter(first) ? Joint::Nothing
                                                                                         : Joint::Blank;
    if (last == softHyphen)
        return Joint::NothingForHyphen;
    const std::size_t blank = before.find_last_of(" \t");
    const std::string_view word = blank == std::string_view::npos ? before : before.substr(blank + 1);
    if (firstClass == CharacterClass::Lower)
        return word.find('-') == std::string_view::npos ? Joint::NothingForHyphen : Joint::Nothing;
    return isLetter(first) || firstClass == CharacterClass::Number ? Joint::Nothing : Joint::Blank;
}

/// Words with hyphens inside, as rows have them: where a line ends at such a hyphen, it stays. And words without one
/// that a line may have parted before a capital: "FcConfigParse".
class Compounds final
{
public:
    Compounds(const Layout &layout, std::span<const PageText> pages)
    {
        std::string_view before;
        for (const PlacedRow &row : layout.rows) {
            const std::string_view text = pages[row.page].textOf(pages[row.page].rows[row.row]);
            ask(before, text);
            before = row.end == RowEnd::Wrap ? text : std::string_view();
        }
        for (const PageText &page : pages)
            for (const Row &row : page.rows) {
                add(page.textOf(row));
                if (!m_asked.empty())
                    look(page.textOf(row));
            }
    }

    [[nodiscard]] bool contains(std::string_view line, std::string_view next) const
    {
        const std::size_t begin = wordBegin(line, line.size());
        std::string word(line.substr(begin));
        word += next.substr(0, wordEnd(next, 0));
        return m_words.contains(word);
    }

    /// Whether the word is elsewhere without the hyphen that the line ends with.
    [[nodiscard]] bool isWholeElsewhere(std::string_view line, std::string_view next) const
    {
        const auto found = m_asked.find(joined(line, next));
        return found != m_asked.end() && found->second;
    }

private:
    static std::string joined(std::string_view line, std::string_view next)
    {
        std::string word(line.substr(wordBegin(line, line.size())));
        word.pop_back();
        const std::size_t end = wordEnd(next, 0);
        word += next.substr(0, std::min(end, next.find('-')));
        return word;
    }

    void ask(std::string_view line, std::string_view next)
    {
        const bool isParted = line.size() > 1 && line.back() == '-'
            && isAsciiLetter(static_cast<unsigned char>(line[line.size() - 2])) && !next.empty() && next.front() >= 'A'
            && next.front() <= 'Z';
        if (!isParted)
            return;
        std::string word = joined(line, next);
        if (word.size() > longest || word.find('-') != std::string::npos)
            return;
        m_isAskedOf[static_cast<unsigned char>(word.front())] |= std::uint64_t{1} << word.size();
        m_asked.emplace(std::move(word), false);
    }

    void look(std::string_view text)
    {
        for (std::size_t at = 0; at < text.size();) {
            if (!isPart(text[at])) {
                ++at;
                continue;
            }
            const std::size_t end = wordEnd(text, at);
            const bool isAsked
                = end - at <= longest && (m_isAskedOf[static_cast<unsigned char>(text[at])] >> (end - at) & 1U) != 0;
            if (isAsked) {
                const auto found = m_asked.find(std::string(text.substr(at, end - at)));
                if (found != m_asked.end())
                    found->second = true;
            }
            at = end;
        }
    }

    static bool isPart(char c) noexcept
    {
        return c == '-' || isAsciiLetter(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
    }
    static std::size_t wordBegin(std::string_view text, std::size_t at) noexcept
    {
        while (at > 0 && isPart(text[at - 1]))
            --at;
        return at;
    }
    static std::size_t wordEnd(std::string_view text, std::size_t at) noexcept
    {
        while (at < text.size() && isPart(text[at]))
            ++at;
        return at;
    }

    void add(std::string_view text)
    {
        for (std::size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at)) {
            const std::size_t end = wordEnd(text, at);
            const std::size_t begin = wordBegin(text, at);
            if (begin < at && end > at + 1 && end - begin <= longest)
                m_words.emplace(text.substr(begin, end - begin));
            at = end;
        }
    }

    static constexpr std::size_t longest = 60;
    std::unordered_set<std::string> m_words;
    std::unordered_map<std::string, bool> m_asked; ///< words, and whether they were found
    std::array<std::uint64_t, 256> m_isAskedOf{}; ///< by first byte, a bit for each length
};

class TextMaker final
{
public:
    TextMaker(const Layout &layout, std::span<const PageText> pages, std::span<const std::string> labels,
              TextOptions options)
        : m_layout(layout), m_pages(pages), m_labels(labels), m_options(options), m_compounds(layout, pages)
    {
    }

    DocumentParts make()
    {
        for (const Paragraph &paragraph : m_layout.paragraphs)
            add(paragraph);
        beginPagesUpTo(m_pages.size());
        DocumentParts parts;
        parts.format = "pdf";
        parts.blocks = std::make_shared<const BlockTree>(std::move(m_blocks), m_headings,
                                                         std::vector<StructureProblem>(), m_map.bytes());
        parts.sourceMap = m_map.build();
        parts.text = m_map.takeText();
        return parts;
    }

private:
    struct Place
    {
        const PageText &page;
        const Row &row;
    };

    Place placeOf(std::uint32_t row) const
    {
        const PlacedRow &placed = m_layout.rows[row];
        const PageText &page = m_pages[placed.page];
        return {page, page.rows[placed.row]};
    }

    void beginPagesUpTo(std::size_t end)
    {
        for (; m_nextPage < end; ++m_nextPage)
            m_map.beginPage(m_labels[m_nextPage]);
    }

    void add(const Paragraph &paragraph)
    {
        if (paragraph.isTable)
            return addTable(paragraph);
        const std::uint32_t parent = openList(paragraph);
        float left = placeOf(paragraph.firstRow).row.left;
        for (std::uint32_t row = paragraph.firstRow; row < paragraph.endRow; ++row)
            left = std::min(left, placeOf(row).row.left);
        Block block;
        block.parent = parent;
        block.kind = paragraph.headingLevel > 0 ? BlockKind::Heading
            : paragraph.isCode                  ? BlockKind::Code
            : paragraph.isCaption               ? BlockKind::Caption
                                                : BlockKind::Paragraph;
        block.level = paragraph.headingLevel;
        std::size_t begin = m_map.bytes();
        for (std::uint32_t row = paragraph.firstRow; row < paragraph.endRow; ++row) {
            beginPagesUpTo(m_layout.rows[row].page + 1);
            if (paragraph.isCode)
                indent(placeOf(row), left);
            if (row == paragraph.firstRow)
                begin = m_map.bytes();
            const bool isLast = row + 1 == paragraph.endRow;
            const bool isWrapped = !isLast && (m_layout.rows[row].end == RowEnd::Wrap || paragraph.headingLevel > 0);
            addRow(row, isWrapped);
            if (isLast || isWrapped)
                continue;
            m_map.insert(m_layout.rows[row].end == RowEnd::BlankLine ? "\n\n" : "\n");
            block.isByLines = true;
        }
        const ByteRange range{begin + paragraph.markBytes, m_map.bytes()};
        if (parent != Block::none)
            growLists(begin, range.end);
        block.bytes = range;
        if (paragraph.headingLevel > 0)
            m_headings.push_back({static_cast<std::uint32_t>(m_blocks.size()), range, paragraph.headingLevel, 0});
        m_blocks.push_back(block);
    }

    struct OpenList
    {
        std::uint32_t list = Block::none;
        std::uint32_t item = Block::none;
    };

    /// Opens and closes lists and items for the paragraph, and parts it from what stands before; the item it is in.
    std::uint32_t openList(const Paragraph &paragraph)
    {
        const std::size_t depth = paragraph.listDepth;
        const bool beginsItem = paragraph.markBytes > 0;
        const bool goesOn = depth > 0 && !m_open.empty() && (depth > 1 || !paragraph.beginsList);
        if (!m_blocks.empty())
            m_map.insert(goesOn ? "\n" : "\n\n");
        m_open.resize(std::min(m_open.size(), paragraph.beginsList ? depth - 1 : depth));
        if (depth == 0)
            return Block::none;
        m_map.insert(std::string(2 * (depth - 1), ' '));
        if (beginsItem && m_open.size() < depth)
            m_open.push_back({addBlock(BlockKind::List, m_open.empty() ? Block::none : m_open.back().item), 0});
        if (beginsItem)
            m_open.back().item = addBlock(BlockKind::ListItem, m_open.back().list);
        return m_open.empty() ? Block::none : m_open.back().item;
    }

    /// A container; growLists() sets its range.
    std::uint32_t addBlock(BlockKind kind, std::uint32_t parent)
    {
        Block block;
        block.kind = kind;
        block.parent = parent;
        m_blocks.push_back(block);
        return static_cast<std::uint32_t>(m_blocks.size() - 1);
    }

    void growLists(std::size_t begin, std::size_t end)
    {
        const auto grow = [&](Block &block) {
            const bool isNew = block.bytes.end == 0;
            block.bytes = ByteRange{isNew ? begin : block.bytes.begin, end};
        };
        for (const OpenList &open : m_open) {
            grow(m_blocks[open.list]);
            grow(m_blocks[open.item]);
        }
    }

    /// A line for each row, tabs between cells; those of empty cells at its end are left out.
    void addTable(const Paragraph &table)
    {
        m_open.clear();
        if (!m_blocks.empty())
            m_map.insert("\n\n");
        const std::uint32_t container = addBlock(BlockKind::Table, Block::none);
        std::uint32_t column = 0;
        for (std::uint32_t row = table.firstRow; row < table.endRow; ++row) {
            const std::uint32_t tableRow = m_layout.rows[row].tableRow;
            const bool isFirst = row == table.firstRow;
            const bool isNewRow = isFirst || tableRow != m_layout.rows[row - 1].tableRow;
            if (isNewRow && !isFirst)
                m_map.insert("\n");
            beginPagesUpTo(m_layout.rows[row].page + 1);
            column = isNewRow ? 0 : column;
            const std::uint32_t cell = m_layout.rows[row].tableColumn;
            m_map.insert(std::string(cell - column, '\t'));
            column = cell;
            const std::size_t begin = m_map.bytes();
            const bool hasMore = row + 1 < table.endRow && m_layout.rows[row + 1].tableRow == tableRow
                && m_layout.rows[row + 1].tableColumn == cell;
            addRow(row, hasMore);
            const bool isInHeader = tableRow < table.headerRows;
            if (isFirst || (isNewRow && !(isInHeader && tableRow > 0))) {
                const std::uint32_t block
                    = addBlock(isInHeader ? BlockKind::TableHeader : BlockKind::TableRow, container);
                m_blocks[block].bytes = ByteRange{begin, begin};
            }
            m_blocks.back().bytes.end = static_cast<std::uint32_t>(m_map.bytes());
        }
        m_blocks[container].bytes = ByteRange{m_blocks[container + 1].bytes.begin, m_map.bytes()};
    }

    void indent(const Place &place, float left)
    {
        const auto letters = static_cast<float>(std::ranges::count_if(place.page.textOf(place.row), [](char byte) {
            return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80;
        }));
        const float pitch = letters > 0 ? (place.row.right - place.row.left) / letters : 0;
        if (pitch <= 0)
            return;
        const int blanks = std::clamp(static_cast<int>(std::lround((place.row.left - left) / pitch)), 0, 100);
        m_map.insert(std::string(static_cast<std::size_t>(blanks), ' '));
    }

    void addRow(std::uint32_t row, bool isWrapped)
    {
        const Place place = placeOf(row);
        const std::string_view text = place.page.textOf(place.row);
        std::size_t size = text.size();
        Joint joint = Joint::Nothing;
        if (isWrapped) {
            const Place next = placeOf(row + 1);
            const std::string_view nextText = next.page.textOf(next.row);
            joint = jointOf(text, nextText, m_options.joinsHyphenated);
            // What is typed is parted behind hyphens of its own.
            if (place.row.endsMonospaced && next.row.beginsMonospaced && text.ends_with('-') && joint != Joint::Nothing
                && !text.ends_with(" -"))
                joint = Joint::Nothing;
            if (joint == Joint::NothingForHyphen && text.back() == '-' && m_compounds.contains(text, nextText))
                joint = Joint::Nothing;
            else if (joint == Joint::Nothing && m_options.joinsHyphenated && text.ends_with('-')
                     && m_compounds.isWholeElsewhere(text, nextText))
                joint = Joint::NothingForHyphen;
        }
        const bool endsWithSoft = text.ends_with("\u00AD");
        if (joint == Joint::NothingForHyphen || endsWithSoft)
            size = previousCharacterStart(text, size);
        addMapped(place.page, ByteRange{place.row.text.begin, place.row.text.begin + size}, m_layout.rows[row].page);
        if (endsWithSoft && joint != Joint::NothingForHyphen)
            m_map.insert("-");
        if (joint == Joint::Blank)
            m_map.insert(" ");
    }

    void addMapped(const PageText &page, ByteRange range, std::uint32_t number)
    {
        const std::string_view text = page.text;
        const std::uint32_t part = partOf(number);
        auto stretch = std::ranges::upper_bound(page.stretches, range.begin, {},
                                                [](const Stretch &each) { return each.text.end; });
        std::size_t at = range.begin;
        for (; at < range.end && stretch != page.stretches.end() && stretch->text.begin < range.end; ++stretch) {
            if (stretch->text.begin > at)
                m_map.insert(text.substr(at, stretch->text.begin - at));
            const std::size_t begin = std::max<std::size_t>(at, stretch->text.begin);
            const std::size_t end = std::min<std::size_t>(range.end, stretch->text.end);
            if (stretch->isCopy)
                m_map.copy(text.substr(begin, end - begin), part,
                           stretch->source.begin + (begin - stretch->text.begin));
            else
                m_map.replace(text.substr(begin, end - begin), part, stretch->source.begin, stretch->source.end);
            at = end;
        }
        if (at < range.end)
            m_map.insert(text.substr(at, range.end - at));
    }

    std::uint32_t partOf(std::uint32_t page)
    {
        if (m_partPage != page) {
            m_partPage = page;
            m_part = m_map.part("page " + std::to_string(page + 1));
        }
        return m_part;
    }

    const Layout &m_layout;
    std::span<const PageText> m_pages;
    std::span<const std::string> m_labels;
    TextOptions m_options;
    Compounds m_compounds;
    SourceMapBuilder m_map;
    std::vector<Block> m_blocks;
    std::vector<BlockTree::TitledHeading> m_headings;
    std::vector<OpenList> m_open; ///< the outermost first
    std::size_t m_nextPage = 0; ///< the first one not begun
    std::uint32_t m_partPage = static_cast<std::uint32_t>(-1);
    std::uint32_t m_part = 0;
};

} // namespace

DocumentParts makeText(const Layout &layout, std::span<const PageText> pages, std::span<const std::string> labels,
                       TextOptions options)
{
    return TextMaker(layout, pages, labels, options).make();
}

} // namespace cw::pdf
