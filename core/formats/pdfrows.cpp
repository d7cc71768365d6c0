// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfrows.h"

#include "formats/pdflistings.h"
#include "formats/pdfmarks.h"
#include "formats/pdftables.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace cw::pdf {

namespace {

constexpr char32_t softHyphen = 0xAD;
constexpr float wideGap = 1.6F; ///< in font sizes: no justified line has such gaps between its words
constexpr float widestGapOfMark = 4; ///< in font sizes, between a mark and what it marks
constexpr std::size_t longestMark = 6; ///< of a list item or heading: "•", "1.", "(iv)", "7.1.1."

/// One character of a row and the source bytes it stands for.
struct Glyph
{
    char32_t character = 0;
    CompactRange source; ///< empty for blanks that were put in
};

bool isRightToLeft(char32_t character) noexcept
{
    if (character < 0x590)
        return false;
    const UCharDirection direction = u_charDirection(static_cast<UChar32>(character));
    return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

bool isLeftToRight(char32_t character) noexcept
{
    if (character < 0x80)
        return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z')
            || (character >= 'a' && character <= 'z');
    const UCharDirection direction = u_charDirection(static_cast<UChar32>(character));
    return direction == U_LEFT_TO_RIGHT || direction == U_ARABIC_NUMBER || direction == U_EUROPEAN_NUMBER;
}

/// Glyphs from left to right into the order they are read in: stretches from right to left are turned round, and all of
/// them where most of the row is such text; says whether it is.
bool putInReadingOrder(std::vector<Glyph> &row)
{
    std::size_t toLeft = 0;
    std::size_t toRight = 0;
    for (const Glyph &glyph : row) {
        toLeft += isRightToLeft(glyph.character) ? 1 : 0;
        toRight += isLeftToRight(glyph.character) ? 1 : 0;
    }
    if (toLeft == 0)
        return false;
    const bool isMostlyToLeft = toLeft > toRight;
    if (isMostlyToLeft)
        std::ranges::reverse(row);
    const auto isOther = [&](const Glyph &glyph) {
        return isMostlyToLeft ? isLeftToRight(glyph.character) : isRightToLeft(glyph.character);
    };
    const auto endsOther = [&](const Glyph &glyph) {
        return isMostlyToLeft ? isRightToLeft(glyph.character) : isLeftToRight(glyph.character);
    };
    for (auto begin = std::ranges::find_if(row, isOther); begin != row.end();) {
        auto end = std::find_if(begin, row.end(), endsOther);
        while (end != begin && !isOther(*(end - 1)))
            --end;
        std::reverse(begin, end);
        begin = std::find_if(end, row.end(), isOther);
    }
    return isMostlyToLeft;
}

class RowWriter final
{
public:
    explicit RowWriter(PageText &page) : m_page(page) { }

    void write(const std::vector<Glyph> &glyphs)
    {
        for (std::size_t i = 0; i < glyphs.size(); ++i) {
            const bool isLast = i + 1 == glyphs.size();
            write(glyphs[i], isLast);
        }
    }

private:
    void write(const Glyph &glyph, bool isLast)
    {
        const std::size_t begin = m_page.text.size();
        const char32_t character = glyph.character;
        if (character == softHyphen && !isLast)
            m_page.text += '-';
        else if (isPresentationForm(character))
            appendDecomposed(character);
        else
            appendUtf8(m_page.text, character);
        if (glyph.source.size() > 0)
            note({begin, m_page.text.size()}, glyph.source, character < 0x80);
    }

    /// Long runs of one-byte characters are one stretch, and so are glyphs that share their source bytes.
    void note(ByteRange text, CompactRange source, bool isPlain)
    {
        const bool isCopy = isPlain && source.size() == text.size();
        if (!m_page.stretches.empty()) {
            Stretch &last = m_page.stretches.back();
            const bool touches = last.text.end == text.begin;
            if (touches && isCopy && last.isCopy && last.source.end == source.begin) {
                last.text.end = static_cast<std::uint32_t>(text.end);
                last.source.end = source.end;
                return;
            }
            if (touches && !isCopy && !last.isCopy && last.source == source) {
                last.text.end = static_cast<std::uint32_t>(text.end);
                return;
            }
        }
        m_page.stretches.push_back({text, source, isCopy});
    }

    void appendDecomposed(char32_t character)
    {
        UErrorCode status = U_ZERO_ERROR;
        const UNormalizer2 *normalizer = unorm2_getNFKCInstance(&status);
        std::array<UChar, 2> from{};
        std::array<UChar, 32> to{};
        std::int32_t fromLength = 0;
        if (character < 0x10000) {
            from[fromLength++] = static_cast<UChar>(character);
        } else {
            from[fromLength++] = static_cast<UChar>(0xD7C0 + (character >> 10U));
            from[fromLength++] = static_cast<UChar>(0xDC00 + (character & 0x3FFU));
        }
        const std::int32_t length = U_FAILURE(status) ? 0
                                                      : unorm2_normalize(normalizer, from.data(), fromLength, to.data(),
                                                                         static_cast<std::int32_t>(to.size()), &status);
        if (U_FAILURE(status) || length <= 0)
            return appendUtf8(m_page.text, character);
        for (std::int32_t i = 0; i < length; ++i) {
            const char32_t unit = to[static_cast<std::size_t>(i)];
            const bool isPair = unit >= 0xD800 && unit < 0xDC00 && i + 1 < length;
            const char32_t low = isPair ? to[static_cast<std::size_t>(++i)] : 0;
            appendUtf8(m_page.text, isPair ? ((unit - 0xD7C0) << 10U) + (low - 0xDC00) : unit);
        }
    }

    PageText &m_page;
};

class RowMaker final
{
public:
    explicit RowMaker(const WordPage &page) : m_in(page), m_writer(m_out) { }

    PageText make()
    {
        m_out.text.reserve(m_in.characters.size() + m_in.words.size());
        m_out.rows.reserve(m_in.lines.size());
        findTablesFirst();
        joinLines();
        joinColumnsOfNumbers();
        for (const std::vector<std::uint32_t> &row : m_rows)
            if (!row.empty())
                addRows(row);
        return std::move(m_out);
    }

private:
    /// A stretch of a line without what stands in tables, or the place of a table.
    struct Part : Line
    {
        std::uint32_t table = none;
    };

    void findTablesFirst()
    {
        PageTables found = findTables(m_in);
        m_tables = std::move(found.tables);
        m_out.isRuledTooMuch = found.isCut;
        std::vector<std::uint32_t> tableOf(m_tables.empty() ? 0 : m_in.words.size(), none);
        for (std::uint32_t table = 0; table < m_tables.size(); ++table)
            for (const std::uint32_t word : m_tables[table].words)
                tableOf[word] = table;
        std::vector<bool> isPlaced(m_tables.size(), false);
        for (const Line &line : withListingsByLine(m_in)) {
            if (tableOf.empty()) {
                m_lines.push_back({line, none});
                continue;
            }
            for (std::uint32_t word = line.firstWord; word < line.endWord;) {
                const std::uint32_t table = tableOf[word];
                const std::uint32_t first = word;
                while (word < line.endWord && tableOf[word] == table)
                    ++word;
                if (table == none)
                    m_lines.push_back({{first, word, line.block}, none});
                else if (!isPlaced[table])
                    m_lines.push_back({{first, first, firstTableBlock + table}, table});
                if (table != none)
                    isPlaced[table] = true;
            }
        }
    }

    const Word &lastWord(const Line &line) const { return m_in.words[line.endWord - 1]; }

    bool isSameRow(const Part &a, const Part &b) const
    {
        if (a.table != none || b.table != none)
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

    /// A column of numbers beside other text (page numbers of a table of contents, figures of a table) goes to the rows
    /// it stands beside.
    void joinColumnsOfNumbers()
    {
        constexpr std::size_t fewest = 3;
        std::vector<Beside> byHeight;
        for (std::uint32_t row = 0; row < m_rows.size(); ++row) {
            const Part &part = m_lines[m_rows[row].front()];
            if (part.table != none)
                continue;
            const Word &word = m_in.words[part.firstWord];
            if (word.isUpright)
                byHeight.push_back({word.baseline, row});
        }
        std::ranges::stable_sort(byHeight, {}, &Beside::baseline);
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

    struct Beside
    {
        float baseline = 0;
        std::uint32_t row = 0;
    };

    std::uint32_t blockOf(std::size_t row) const
    {
        return m_rows[row].empty() ? none : m_lines[m_rows[row].front()].block;
    }

    /// One number a row; the first row may be the column's title.
    bool areNumbers(std::size_t first, std::size_t end) const
    {
        for (std::size_t row = first; row < end; ++row) {
            const Part &line = m_lines[m_rows[row].front()];
            if (line.table != none)
                return false;
            const Word &word = m_in.words[line.firstWord];
            const bool isOne = m_rows[row].size() == 1 && word.isUpright;
            if (!isOne || (row > first && (line.endWord - line.firstWord > 1 || !isNumber(word))))
                return false;
        }
        return true;
    }

    /// Bullets and numbers of list items, one a row, that stand apart from what they mark; or one number of a section
    /// or note.
    bool areMarks(std::size_t first, std::size_t end) const
    {
        for (std::size_t row = first; row < end; ++row) {
            if (m_rows[row].empty())
                return false;
            const Part &line = m_lines[m_rows[row].front()];
            if (line.table != none || m_rows[row].size() != 1 || line.endWord - line.firstWord != 1)
                return false;
            const Word &word = m_in.words[line.firstWord];
            if (!isMark(word) && !(end - first == 1 && isNoteMark(word)))
                return false;
        }
        return true;
    }

    bool isMark(const Word &word) const
    {
        const std::size_t size = word.endCharacter - word.firstCharacter;
        if (!word.isUpright || size == 0 || size > longestMark)
            return false;
        const char32_t first = m_in.characters[word.firstCharacter];
        const char32_t last = m_in.characters[word.endCharacter - 1];
        return size == 1 ? isBullet(first) || first == U'\u2013' : last == U')' || (last == U'.' && isNumber(word));
    }

    bool isNoteMark(const Word &word) const
    {
        const std::size_t size = word.endCharacter - word.firstCharacter;
        const char32_t first = m_in.characters[word.firstCharacter];
        const bool isSign = size == 1 && (first == U'*' || first == 0x2020 || first == 0x2021);
        return word.isUpright && (isSign || (size <= longestMark && first >= U'0' && first <= U'9' && isNumber(word)));
    }

    bool isNumber(const Word &word) const
    {
        constexpr std::size_t longest = 12;
        bool hasDigit = false;
        for (std::size_t i = word.firstCharacter; i < word.endCharacter; ++i) {
            const char32_t c = m_in.characters[i];
            const bool isDigit = c >= U'0' && c <= U'9';
            hasDigit = hasDigit || isDigit;
            if (!isDigit && std::u32string_view(U".,-+%$()\u20AC\u00A3\u2212").find(c) == std::u32string_view::npos)
                return false;
        }
        return hasDigit && word.endCharacter - word.firstCharacter <= longest;
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

    void addRows(const std::vector<std::uint32_t> &lines)
    {
        const std::uint32_t table = m_lines[lines.front()].table;
        if (table != none)
            return addTable(m_tables[table], table);
        m_wordsOfRow.clear();
        for (const std::uint32_t line : lines)
            for (std::uint32_t i = m_lines[line].firstWord; i < m_lines[line].endWord; ++i)
                m_wordsOfRow.push_back({i, i == m_lines[line].firstWord});
        Row row;
        row.block = m_lines[lines.front()].block;
        // A mark that was put before a line does not take it out of its block.
        const Part &first = m_lines[lines.front()];
        if (lines.size() > 1 && first.endWord - first.firstWord == 1 && isMark(m_in.words[first.firstWord]))
            row.block = m_lines[lines[1]].block;
        addRow(row);
    }

    void addTable(const FoundTable &table, std::uint32_t number)
    {
        for (const CellLine &line : table.lines) {
            m_wordsOfRow.clear();
            for (std::uint32_t i = line.firstWord; i < line.endWord; ++i) {
                const std::uint32_t word = table.words[i];
                const bool goesOn = i > line.firstWord && table.words[i - 1] + 1 == word;
                m_wordsOfRow.push_back({word, !goesOn});
            }
            Row row;
            row.block = firstTableBlock + number;
            row.table = number + 1;
            row.tableRow = line.row;
            row.tableColumn = line.column;
            row.isTableHeader = line.row < table.headerRows;
            addRow(row);
        }
    }

    /// What m_wordsOfRow says.
    void addRow(Row row)
    {
        m_glyphs.clear();
        const Word *before = nullptr;
        const Word *second = nullptr;
        const Word *last = nullptr; ///< the one before the last
        float mostInSize = 0;
        std::size_t bold = 0;
        std::size_t monospaced = 0;
        std::size_t characters = 0;
        for (const auto &[number, beginsLine] : m_wordsOfRow) {
            const Word &word = m_in.words[number];
            const std::size_t size = word.endCharacter - word.firstCharacter;
            if (size == 0)
                continue;
            if (before)
                addGap(row, *before, word, before->isSpaceBehind || beginsLine);
            else
                begin(row, word);
            second = before && !second ? &word : second;
            grow(row, word);
            if (static_cast<float>(size) > mostInSize) {
                mostInSize = static_cast<float>(size);
                row.size = word.size;
                row.baseline = word.baseline;
            }
            bold += word.isBold ? size : 0;
            monospaced += word.isMonospaced ? size : 0;
            characters += size;
            addWord(word);
            last = std::exchange(before, &word);
        }
        if (!before)
            return;
        row.isBold = bold * 10 >= characters * 9;
        row.isMonospaced = monospaced * 10 >= characters * 9;
        row.isRightToLeft = putInReadingOrder(m_glyphs);
        row.secondWord = second ? second->left : row.right;
        if (row.isRightToLeft) {
            row.firstWord = before->right - before->left;
            row.secondWord = last ? last->right : row.left;
        }
        row.text.begin = static_cast<std::uint32_t>(m_out.text.size());
        m_writer.write(m_glyphs);
        row.text.end = static_cast<std::uint32_t>(m_out.text.size());
        strip(row.text);
        if (row.text.size() > 0)
            m_out.rows.push_back(row);
    }

    /// White space that the file shows at the ends of a row.
    void strip(CompactRange &range) const
    {
        while (range.begin < range.end) {
            const DecodedCharacter first = decodeCharacter(m_out.text, range.begin);
            if (!isPythonSpace(first.codePoint))
                break;
            range.begin += first.byteLength;
        }
        while (range.begin < range.end) {
            const std::size_t last = previousCharacterStart(m_out.text, range.end);
            if (!isPythonSpace(decodeCharacter(m_out.text, last).codePoint))
                break;
            range.end = static_cast<std::uint32_t>(last);
        }
    }

    static void begin(Row &row, const Word &word)
    {
        row.left = word.left;
        row.top = word.top;
        row.right = word.right;
        row.bottom = word.bottom;
        row.firstWord = word.right - word.left;
        row.isUpright = word.isUpright;
    }

    static void grow(Row &row, const Word &word)
    {
        row.left = std::min(row.left, word.left);
        row.top = std::min(row.top, word.top);
        row.right = std::max(row.right, word.right);
        row.bottom = std::max(row.bottom, word.bottom);
    }

    /// Words of fixed pitch keep the width of what is between them; cells are parted by tabs.
    void addGap(Row &row, const Word &before, const Word &behind, bool isSpace)
    {
        const float gap = behind.left - before.right;
        const float size = std::max(before.size, behind.size);
        if (before.isMonospaced && behind.isMonospaced && before.isUpright) {
            const auto letters = static_cast<float>(before.endCharacter - before.firstCharacter);
            const float pitch = (before.right - before.left) / letters;
            const float blanks = pitch > 0 ? std::round(gap / pitch) : 1;
            const int wanted = std::clamp(static_cast<int>(blanks), isSpace ? 1 : 0, 200);
            m_glyphs.insert(m_glyphs.end(), static_cast<std::size_t>(wanted), blankBetween(before, behind, wanted));
            return;
        }
        if (gap > wideGap * size && before.isUpright && m_glyphs.size() > longestMark && row.table == 0) {
            m_glyphs.push_back(Glyph{U'\t', {}});
            ++row.cells;
        } else if (isSpace || gap > 0.3F * size) {
            m_glyphs.push_back(blankBetween(before, behind, 1));
        }
    }

    /// The file's own blank where it shows just one there.
    static Glyph blankBetween(const Word &before, const Word &behind, int blanks)
    {
        if (blanks == 1 && behind.source.begin == before.source.end + 1)
            return Glyph{U' ', ByteRange{before.source.end, behind.source.begin}};
        return Glyph{U' ', {}};
    }

    void addWord(const Word &word)
    {
        const std::size_t size = word.endCharacter - word.firstCharacter;
        const bool isByteEach = word.source.size() == size;
        if (size == 1 && m_glyphs.empty() && isPrivate(m_in.characters[word.firstCharacter])) {
            m_glyphs.push_back(Glyph{U'\u2022', word.source}); // before an item, whatever the font draws there
            return;
        }
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t byte = word.source.begin + i;
            m_glyphs.push_back(Glyph{m_in.characters[word.firstCharacter + i],
                                     isByteEach ? CompactRange(ByteRange{byte, byte + 1}) : word.source});
        }
    }

    struct WordOfRow
    {
        std::uint32_t word = 0;
        bool beginsLine = false;
    };

    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    static constexpr std::uint32_t firstTableBlock = std::uint32_t{1} << 31U;

    const WordPage &m_in;
    std::vector<FoundTable> m_tables;
    std::vector<Part> m_lines;
    std::vector<WordOfRow> m_wordsOfRow;
    std::vector<std::vector<std::uint32_t>> m_rows; ///< numbers of lines, from left to right
    PageText m_out;
    RowWriter m_writer;
    std::vector<Glyph> m_glyphs;
};

} // namespace

bool isPresentationForm(char32_t character) noexcept
{
    const auto isIn = [&](char32_t first, char32_t last) { return character >= first && character <= last; };
    return character >= 0x2E80
        && (isIn(0x2E80, 0x2FD5) || isIn(0xF900, 0xFAFF) || isIn(0xFB00, 0xFB4F) || isIn(0xFB50, 0xFDFB)
            || isIn(0xFE70, 0xFEFC) || isIn(0x2F800, 0x2FA1F));
}

PageText makeRows(const WordPage &page)
{
    return RowMaker(page).make();
}

} // namespace cw::pdf
