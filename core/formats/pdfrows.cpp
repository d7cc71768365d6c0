// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfrows.h"

#include "formats/pdfdashes.h"
#include "formats/pdfglyphs.h"
#include "formats/pdflinejoins.h"
#include "formats/pdflistings.h"
#include "formats/pdfmarks.h"
#include "formats/pdfscripts.h"
#include "formats/pdftables.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float wideGap = 1.6F; ///< in font sizes: no justified line has such gaps between its words
constexpr std::size_t longestMark = 6; ///< of a list item or heading: "•", "1.", "(iv)", "7.1.1."

class RowMaker final
{
public:
    explicit RowMaker(const WordPage &page) : m_in(page), m_writer(m_out) { }

    PageText make()
    {
        m_out.text.reserve(m_in.characters.size() + m_in.words.size());
        m_out.rows.reserve(m_in.lines.size());
        findTablesFirst();
        for (const std::vector<std::uint32_t> &row : joinLines(m_in, m_lines))
            if (!row.empty())
                addRows(row);
        return std::move(m_out);
    }

private:
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

    void addRows(const std::vector<std::uint32_t> &lines)
    {
        const std::uint32_t table = m_lines[lines.front()].table;
        if (table != none)
            return addTable(m_tables[table], table);
        clearWords();
        for (const std::uint32_t line : lines)
            for (std::uint32_t i = m_lines[line].firstWord; i < m_lines[line].endWord; ++i)
                takeWord(i, i == m_lines[line].firstWord);
        Row row;
        row.block = m_lines[lines.front()].block;
        // A mark that was put before a line does not take it out of its block.
        if (lines.size() > 1 && isMarkBefore(m_in, m_lines[lines[0]], m_lines[lines[1]]))
            row.block = m_lines[lines[1]].block;
        addRow(row);
    }

    void addTable(const FoundTable &table, std::uint32_t number)
    {
        for (const CellLine &line : table.lines) {
            clearWords();
            for (std::uint32_t i = line.firstWord; i < line.endWord; ++i) {
                const std::uint32_t word = table.words[i];
                const bool goesOn = i > line.firstWord && table.words[i - 1] + 1 == word;
                takeWord(word, !goesOn);
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

    void clearWords()
    {
        m_words.clear();
        m_beginsLine.clear();
    }

    void takeWord(std::uint32_t word, bool beginsLine)
    {
        if (m_in.words[word].endCharacter == m_in.words[word].firstCharacter)
            return;
        m_words.push_back(word);
        m_beginsLine.push_back(beginsLine);
    }

    /// Of the words that were taken.
    void addRow(Row row)
    {
        m_glyphs.clear();
        m_sizes.clear();
        findScripts(m_in, m_words, m_scripts);
        m_widestBlank = widestBlank();
        const Word *before = nullptr;
        const Word *second = nullptr;
        const Word *last = nullptr; ///< the one before the last
        std::size_t bold = 0;
        std::size_t monospaced = 0;
        std::size_t characters = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const Word &word = m_in.words[m_words[i]];
            const ScriptMark script = m_scripts.empty() ? ScriptMark{} : m_scripts[i];
            const std::size_t size = word.endCharacter - word.firstCharacter;
            if (before) {
                const bool isClose = script.isTouching && word.left - before->right < 0.2F * before->size;
                const bool isSpace = (!isClose && (before->isSpaceBehind || m_beginsLine[i]))
                    || (!m_scripts.empty() && m_scripts[i - 1].isBefore);
                addGap(row, *before, word, isSpace);
            } else
                begin(row, word);
            second = before && !second ? &word : second;
            grow(row, word);
            countSize(word, size);
            bold += word.isBold ? size : 0;
            monospaced += word.isMonospaced ? size : 0;
            characters += size;
            addWord(word, script);
            last = std::exchange(before, &word);
        }
        if (!before)
            return;
        const SizeCount &most = *std::ranges::max_element(m_sizes, {}, &SizeCount::characters);
        row.size = most.size;
        row.baseline = most.baseline;
        row.isBold = bold * 10 >= characters * 9;
        row.isMonospaced = monospaced * 10 >= characters * 9 && !beginsWithBullet();
        row.beginsMonospaced = m_in.words[m_words.front()].isMonospaced;
        row.endsMonospaced = before->isMonospaced;
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

    /// Whether the row is an item, whatever its words are set in.
    bool beginsWithBullet() const
    {
        const Word &first = m_in.words[m_words.front()];
        return !first.isMonospaced && first.endCharacter - first.firstCharacter == 1
            && isBullet(m_in.characters[first.firstCharacter]);
    }

    struct SizeCount
    {
        float size = 0;
        float baseline = 0; ///< of the longest word
        std::size_t characters = 0;
        std::size_t longest = 0;
    };

    void countSize(const Word &word, std::size_t characters)
    {
        constexpr std::size_t mostSizes = 16; // of one row; rarer ones decide nothing
        auto same = std::ranges::find(m_sizes, word.size, &SizeCount::size);
        if (same == m_sizes.end()) {
            if (m_sizes.size() == mostSizes)
                return;
            same = m_sizes.insert(m_sizes.end(), {word.size, word.baseline, 0, 0});
        }
        same->characters += characters;
        if (characters > same->longest) {
            same->longest = characters;
            same->baseline = word.baseline;
        }
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
        if (hasUnderscore(m_in.dashes, before, behind)) {
            m_glyphs.push_back(Glyph{U'_', {}});
            return;
        }
        if (before.isMonospaced && behind.isMonospaced && before.isUpright) {
            const auto letters = static_cast<float>(before.endCharacter - before.firstCharacter);
            const float pitch = (before.right - before.left) / letters;
            const float blanks = pitch > 0 ? std::round(gap / pitch) : 1;
            const int wanted = std::clamp(static_cast<int>(blanks), isSpace ? 1 : 0, 200);
            m_glyphs.insert(m_glyphs.end(), static_cast<std::size_t>(wanted), blankBetween(before, behind, wanted));
            return;
        }
        if (gap > std::max(wideGap * size, m_widestBlank) && before.isUpright && m_glyphs.size() > longestMark
            && row.table == 0 && !isLabel()) {
            m_glyphs.push_back(Glyph{U'\t', {}});
            ++row.cells;
        } else if (isSpace || gap > 0.3F * size) {
            m_glyphs.push_back(blankBetween(before, behind, 1));
        }
    }

    /// Whether the row is no more than "[Knu98]" so far.
    bool isLabel() const
    {
        const auto isBlank = [](const Glyph &glyph) { return glyph.character == U' ' || glyph.character == U'\t'; };
        return m_glyphs.front().character == U'[' && m_glyphs.back().character == U']'
            && std::ranges::none_of(m_glyphs, isBlank);
    }

    /// The widest gap that may be a blank in a line that was stretched to its width: most gaps there are alike, while
    /// those between cells differ from those in them. 0: no such line.
    float widestBlank()
    {
        constexpr std::size_t enough = 4; // fewer must be alike
        m_gaps.clear();
        float size = 0;
        float widest = 0;
        for (std::size_t i = 1; i < m_words.size(); ++i) {
            const Word &word = m_in.words[m_words[i]];
            m_gaps.push_back(word.left - m_in.words[m_words[i - 1]].right);
            widest = std::max(widest, m_gaps.back());
            size = std::max(size, word.size);
        }
        if (m_gaps.size() < 2 || widest <= wideGap * size)
            return 0;
        const auto middle = m_gaps.begin() + static_cast<std::ptrdiff_t>(m_gaps.size() / 2);
        std::ranges::nth_element(m_gaps, middle);
        const float usual = *middle;
        const float more = m_gaps.size() < enough ? 1.05F : 1.4F;
        const auto alike = static_cast<std::size_t>(
            std::ranges::count_if(m_gaps, [&](float gap) { return gap * more > usual && gap < more * usual; }));
        const bool areAlike = m_gaps.size() < enough ? alike == m_gaps.size() : alike * 3 >= m_gaps.size() * 2;
        const bool isStretched
            = usual > 0.5F * size && areAlike && widest < 2.2F * usual && 3 * m_words.size() < wordsCharacters();
        return isStretched ? 2.2F * usual : 0;
    }

    std::size_t wordsCharacters() const
    {
        std::size_t characters = 0;
        for (const std::uint32_t word : m_words)
            characters += m_in.words[word].endCharacter - m_in.words[word].firstCharacter;
        return characters;
    }

    /// The file's own blank where it shows just one there.
    static Glyph blankBetween(const Word &before, const Word &behind, int blanks)
    {
        if (blanks == 1 && behind.source.begin == before.source.end + 1)
            return Glyph{U' ', ByteRange{before.source.end, behind.source.begin}};
        return Glyph{U' ', {}};
    }

    void addWord(const Word &word, const ScriptMark &script)
    {
        const std::size_t size = word.endCharacter - word.firstCharacter;
        const bool isByteEach = word.source.size() == size;
        if (size == 1 && m_glyphs.empty() && isPrivate(m_in.characters[word.firstCharacter])) {
            m_glyphs.push_back(Glyph{U'\u2022', word.source}); // before an item, whatever the font draws there
            return;
        }
        if (script.sign != 0)
            m_glyphs.push_back(Glyph{script.sign, {}});
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t byte = word.source.begin + i;
            const char32_t shown = m_in.characters[word.firstCharacter + i];
            const char32_t form = script.isPrime ? U'\u2032' : script.isInForms ? scriptForm(shown, script.script) : 0;
            m_glyphs.push_back(
                Glyph{form != 0 ? form : shown, isByteEach ? CompactRange(ByteRange{byte, byte + 1}) : word.source});
        }
    }

    static constexpr std::uint32_t none = LinePart::noTable;
    static constexpr std::uint32_t firstTableBlock = std::uint32_t{1} << 31U;

    const WordPage &m_in;
    std::vector<FoundTable> m_tables;
    std::vector<LinePart> m_lines;
    std::vector<std::uint32_t> m_words; ///< of the row at hand
    std::vector<bool> m_beginsLine; ///< by word
    std::vector<ScriptMark> m_scripts; ///< by word; empty: none is raised or lowered
    std::vector<SizeCount> m_sizes; ///< of the row at hand
    std::vector<float> m_gaps; ///< of the row at hand
    float m_widestBlank = 0; ///< of the row at hand
    PageText m_out;
    GlyphWriter m_writer;
    std::vector<Glyph> m_glyphs;
};

} // namespace

PageText makeRows(const WordPage &page)
{
    return RowMaker(page).make();
}

} // namespace cw::pdf
