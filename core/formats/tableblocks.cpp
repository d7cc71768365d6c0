// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/recordblocks.h"

#include "segment/words.h"
#include "text/lines.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cw::records {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;

/// Cuts delimited text into records.
class RecordReader final
{
public:
    RecordReader(std::string_view text, char delimiter) : m_text(text), m_lines(text), m_delimiter(delimiter) { }

    /// The record that begins at the line that begins at `begin`; false at the text's end.
    [[nodiscard]] bool read(std::size_t begin)
    {
        m_fields = 1;
        m_isUnclosed = false;
        if (!m_lines.read(begin, m_line))
            return false;
        m_record = {m_line.begin, m_line.end};
        m_next = m_line.next;
        if (m_text.substr(m_line.begin, m_line.end - m_line.begin).find('"') == std::string_view::npos) {
            m_fields += static_cast<std::size_t>(
                std::ranges::count(m_text.substr(m_line.begin, m_line.end - m_line.begin), m_delimiter));
            return true;
        }
        readQuoted();
        return true;
    }

    [[nodiscard]] ByteRange record() const noexcept { return m_record; }
    [[nodiscard]] std::size_t next() const noexcept { return m_next; }
    [[nodiscard]] std::size_t fields() const noexcept { return m_fields; }
    [[nodiscard]] bool isUnclosed() const noexcept { return m_isUnclosed; }

private:
    void readQuoted()
    {
        std::size_t at = m_line.begin;
        bool isFieldStart = true;
        while (at < m_line.end) {
            const char c = m_text[at];
            if (c == '"' && isFieldStart) {
                at = behindQuotes(at);
                if (m_isUnclosed)
                    return;
                isFieldStart = false;
                continue;
            }
            isFieldStart = c == m_delimiter || (isFieldStart && c == ' ');
            m_fields += c == m_delimiter ? 1 : 0;
            ++at;
        }
        m_record.end = m_line.end;
        m_next = m_line.next;
    }

    /// Behind the quotes that begin at `at`; m_line becomes the line they end in.
    std::size_t behindQuotes(std::size_t at)
    {
        if (at < m_neverClosedFrom) {
            for (std::size_t quote = at + 1; (quote = m_text.find('"', quote)) != std::string_view::npos; quote += 2) {
                if (quote + 1 < m_text.size() && m_text[quote + 1] == '"')
                    continue;
                while (quote >= m_line.next && m_lines.read(m_line.next, m_line)) { }
                return quote + 1;
            }
            m_neverClosedFrom = at; // and none behind it is, so that nothing is looked for twice
        }
        m_isUnclosed = true;
        return at;
    }

    std::string_view m_text;
    LineReader m_lines;
    char m_delimiter;
    Line m_line;
    ByteRange m_record;
    std::size_t m_next = 0;
    std::size_t m_fields = 1;
    std::size_t m_neverClosedFrom = static_cast<std::size_t>(-1);
    bool m_isUnclosed = false;
};

} // namespace

Outcome<RecordBlocks> readTable(std::string_view text, TableLayout layout, const std::stop_token &stop)
{
    std::vector<Block> blocks;
    std::size_t unclosed = 0;
    ByteRange firstUnclosed;
    RecordReader reader(text, layout.delimiter);
    std::size_t begin = 0;
    for (std::size_t count = 0; reader.read(begin); begin = reader.next(), ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange visible = stripSpaces(text, reader.record());
        if (visible.isEmpty())
            continue;
        if (blocks.empty())
            blocks.push_back({visible, Block::none, BlockKind::Table});
        const bool isHeader = layout.hasHeader && blocks.size() == 1;
        blocks.push_back({visible, 0, isHeader ? BlockKind::TableHeader : BlockKind::TableRow});
        blocks.front().bytes.end = static_cast<std::uint32_t>(visible.end);
        if (reader.isUnclosed() && unclosed++ == 0)
            firstUnclosed = visible;
    }
    std::vector<FormatProblem> problems;
    if (unclosed > 0)
        problems.push_back({"A quote is opened in " + placeName(text, firstUnclosed.begin)
                                + " and never closed, so that row ends with its line"
                                + (unclosed == 1 ? "." : ", and so do " + std::to_string(unclosed - 1) + " after it."),
                            firstUnclosed});
    return RecordBlocks{std::make_shared<const BlockTree>(BlockTree(std::move(blocks), {}, {}, text.size())),
                        std::move(problems)};
}

std::optional<char> delimiterOf(std::string_view beginning)
{
    constexpr std::size_t looksAt = 20;
    constexpr std::array delimiters{',', ';', '\t', '|'};
    std::optional<char> best;
    std::size_t mostFields = 1;
    for (const char delimiter : delimiters) {
        RecordReader reader(beginning, delimiter);
        std::size_t fields = 0;
        std::size_t records = 0;
        bool isEven = true;
        for (std::size_t at = 0; records < looksAt && isEven && reader.read(at); at = reader.next()) {
            if (reader.record().isEmpty())
                continue;
            // what was cut off at the end of the beginning says nothing
            if (reader.next() == beginning.size() && records > 1)
                break;
            isEven = !reader.isUnclosed() && (records == 0 || reader.fields() == fields);
            fields = reader.fields();
            ++records;
        }
        if (isEven && records >= 1 && fields > mostFields) {
            best = delimiter;
            mostFields = fields;
        }
    }
    return best;
}

} // namespace cw::records
