// SPDX-License-Identifier: GPL-3.0-or-later
// Paragraphs of plain text.
#include "segment/words.h"
#include "text/document.h"
#include "text/lines.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;

/// Tabs or two gaps of several blanks: columns, not the words of a title.
bool isTableHead(std::string_view title)
{
    constexpr std::string_view wideGap = "  ";
    const std::size_t gap = title.find(wideGap);
    const std::size_t column = title.find_first_not_of(' ', gap);
    return title.find('\t') != std::string_view::npos
        || (column != std::string_view::npos && title.find(wideGap, column) != std::string_view::npos);
}

std::size_t codePoints(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Lines of a stretch without blank lines.
class LineRun
{
public:
    explicit LineRun(std::string_view text) : m_text(text) { }

    void add(ByteRange line) { m_lines.push_back(line); }
    [[nodiscard]] bool isEmpty() const { return m_lines.empty(); }

    void appendTo(std::vector<Block> &blocks)
    {
        const ByteRange all{m_lines.front().begin, m_lines.back().end};
        if (m_lines.size() == 1 || isWrapped()) {
            blocks.push_back({all});
        } else {
            blocks.push_back({all, Block::none, BlockKind::Paragraph, 0, true});
        }
        m_lines.clear();
    }

    /// The level of the heading that the run is when the line behind it is `under`; 0 when it is none.
    [[nodiscard]] std::uint8_t levelAbove(ByteRange under) const
    {
        constexpr std::size_t shortest = 3;
        constexpr std::string_view marks = "=-~"; // by rank
        const std::string_view underline = m_text.substr(under.begin, under.size());
        if (m_lines.size() != 1 || underline.size() < shortest || marks.find(underline[0]) == std::string_view::npos
            || underline.find_first_not_of(underline[0]) != std::string_view::npos
            || lineIndentBegin(m_text, m_lines[0].begin) != m_lines[0].begin)
            return 0;
        const std::string_view title = m_text.substr(m_lines[0].begin, m_lines[0].size());
        const bool isText = title.find_first_not_of("=-+|*_~. ") != std::string_view::npos;
        if (!isText || isTableHead(title) || codePoints(title) != underline.size())
            return 0;
        return static_cast<std::uint8_t>(marks.find(underline[0]) + 1);
    }

    [[nodiscard]] ByteRange takeOnlyLine()
    {
        const ByteRange line = m_lines.front();
        m_lines.clear();
        return line;
    }

private:
    /// Whether lines end where the next word would have gone past the longest one, as an editor's wrapping does: four
    /// of five do, since people also end lines by hand. Lines longer than anyone wraps at are not wrapped.
    [[nodiscard]] bool isWrapped() const
    {
        constexpr std::size_t widest = 400;
        constexpr std::size_t narrowest = 30;
        std::size_t width = 0;
        for (const CompactRange line : m_lines)
            width = std::max(width, line.size());
        if (width > widest || width < narrowest)
            return false;
        std::size_t wrapped = 0;
        for (std::size_t i = 0; i + 1 < m_lines.size(); ++i) {
            const CompactRange next = m_lines[i + 1];
            const std::size_t word = skipWord(m_text, next.begin, next.end) - next.begin;
            wrapped += m_lines[i].size() + 1 + word > width ? 1 : 0;
        }
        return 5 * wrapped >= 4 * (m_lines.size() - 1);
    }

    std::string_view m_text;
    std::vector<CompactRange> m_lines;
};

} // namespace

Outcome<std::shared_ptr<const BlockTree>> readParagraphs(std::string_view text, std::stop_token stop)
{
    const LineReader lines(text);
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    LineRun run(text);
    Line line;
    for (std::size_t count = 0; lines.read(line.next, line); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange visible = stripSpaces(text, {line.begin, line.end});
        if (visible.isEmpty()) {
            if (!run.isEmpty())
                run.appendTo(blocks);
        } else if (const std::uint8_t level = visible.begin == line.begin ? run.levelAbove(visible) : 0; level > 0) {
            const ByteRange title = run.takeOnlyLine();
            headings.push_back({static_cast<std::uint32_t>(blocks.size()), title, level});
            blocks.push_back({ByteRange{title.begin, visible.end}, Block::none, BlockKind::Heading, level});
        } else {
            run.add(visible);
        }
    }
    if (!run.isEmpty())
        run.appendTo(blocks);
    return std::shared_ptr<const BlockTree>(
        std::make_shared<const BlockTree>(std::move(blocks), headings, std::vector<StructureProblem>{}, text.size()));
}

} // namespace cw
