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
    LineRun run(text);
    Line line;
    for (std::size_t count = 0; lines.read(line.next, line); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange visible = stripSpaces(text, {line.begin, line.end});
        if (!visible.isEmpty())
            run.add(visible);
        else if (!run.isEmpty())
            run.appendTo(blocks);
    }
    if (!run.isEmpty())
        run.appendTo(blocks);
    return std::shared_ptr<const BlockTree>(std::make_shared<const BlockTree>(
        std::move(blocks), std::vector<BlockTree::TitledHeading>{}, std::vector<StructureProblem>{}, text.size()));
}

} // namespace cw
