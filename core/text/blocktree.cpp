// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/blocktree.h"

#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace cw {

std::string_view blockKindId(BlockKind kind) noexcept
{
    static constexpr std::array<std::string_view, blockKindCount> ids{
        "heading",        "paragraph", "list",  "list_item",   "table",        "table_header", "table_row",
        "fence",          "code",      "quote", "html",        "front_matter", "footnote",     "definition",
        "thematic_break", "record",    "turn",  "declaration", "statement",    "comment",      "caption"};
    return ids[static_cast<std::size_t>(kind)];
}

BlockTree::BlockTree(std::vector<Block> blocks, const std::vector<TitledHeading> &headings,
                     std::vector<StructureProblem> problems, std::size_t textBytes, std::uint32_t firstOpenTitle)
    : m_blocks(std::move(blocks)), m_firstOpenTitle(firstOpenTitle), m_problems(std::move(problems))
{
    m_blocks.shrink_to_fit();
    listHeadingBlocks();
    m_outline.reserve(headings.size());
    std::vector<std::uint32_t> open;
    const auto endsBy = [&](std::uint32_t heading, std::size_t byte) {
        return m_outline[heading].sectionEnd != 0 && m_outline[heading].sectionEnd <= byte;
    };
    const auto close = [&](std::uint8_t level, std::size_t end) {
        while (!open.empty() && (m_outline[open.back()].level >= level || endsBy(open.back(), end))) {
            Heading &last = m_outline[open.back()];
            if (last.sectionEnd == 0 || last.sectionEnd > end)
                last.sectionEnd = static_cast<std::uint32_t>(end);
            open.pop_back();
        }
    };
    for (const TitledHeading &titled : headings) {
        const Block &block = m_blocks[titled.block];
        const std::uint8_t level = titled.level > 0 ? titled.level : block.level;
        close(level, block.bytes.begin);
        const std::uint32_t parent = open.empty() ? Heading::none : open.back();
        std::uint32_t sectionEnd = titled.sectionEnd;
        if (parent != Heading::none && m_outline[parent].sectionEnd != 0)
            sectionEnd
                = sectionEnd == 0 ? m_outline[parent].sectionEnd : std::min(sectionEnd, m_outline[parent].sectionEnd);
        open.push_back(static_cast<std::uint32_t>(m_outline.size()));
        if (titled.shown)
            m_shownTitles.push_back({open.back(), *titled.shown});
        m_outline.push_back({titled.block, titled.title, sectionEnd, parent, level});
    }
    close(0, textBytes);
}

BlockTree BlockTree::beginning(std::size_t bytes) const
{
    const auto end = static_cast<std::uint32_t>(bytes);
    BlockTree tree;
    for (const Block &block : m_blocks) {
        if (block.bytes.begin >= end)
            break;
        tree.m_blocks.push_back(block);
        tree.m_blocks.back().bytes.end = std::min(block.bytes.end, end);
    }
    tree.listHeadingBlocks();
    for (const Heading &heading : m_outline) {
        if (heading.block >= tree.m_blocks.size() || heading.title.begin >= end)
            break;
        tree.m_outline.push_back(heading);
        tree.m_outline.back().title.end = std::min(heading.title.end, end);
        tree.m_outline.back().sectionEnd = std::min(heading.sectionEnd, end);
    }
    std::ranges::copy_if(m_shownTitles, std::back_inserter(tree.m_shownTitles),
                         [&](const ShownTitle &shown) { return shown.heading < tree.m_outline.size(); });
    std::ranges::copy_if(m_problems, std::back_inserter(tree.m_problems),
                         [&](const StructureProblem &problem) { return problem.where.end <= end; });
    return tree;
}

void BlockTree::listHeadingBlocks()
{
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        if (m_blocks[block].kind == BlockKind::Heading)
            m_headingBlocks.push_back(static_cast<std::uint32_t>(block));
    }
    m_headingBlocks.shrink_to_fit();
}

std::size_t BlockTree::after(std::size_t block) const noexcept
{
    const std::uint32_t end = m_blocks[block].bytes.end;
    const auto first = m_blocks.begin() + static_cast<std::ptrdiff_t>(block) + 1;
    const auto found
        = std::partition_point(first, m_blocks.end(), [end](const Block &other) { return other.bytes.begin < end; });
    return static_cast<std::size_t>(found - m_blocks.begin());
}

std::uint32_t BlockTree::headingAt(std::size_t byte) const noexcept
{
    const auto found = std::ranges::partition_point(
        m_outline, [&](const Heading &heading) { return m_blocks[heading.block].bytes.begin <= byte; });
    auto heading
        = found == m_outline.begin() ? Heading::none : static_cast<std::uint32_t>(found - m_outline.begin()) - 1;
    while (heading != Heading::none && m_outline[heading].sectionEnd <= byte)
        heading = m_outline[heading].parent;
    return heading;
}

std::vector<std::uint32_t> BlockTree::headingPathAt(std::size_t byte) const
{
    std::vector<std::uint32_t> path;
    for (std::uint32_t heading = headingAt(byte); heading != Heading::none; heading = m_outline[heading].parent)
        path.push_back(heading);
    std::ranges::reverse(path);
    return path;
}

std::vector<BlockKind> BlockTree::kindsIn(ByteRange range) const
{
    std::vector<BlockKind> kinds;
    const auto holdsOthers = [](BlockKind kind) {
        return kind == BlockKind::List || kind == BlockKind::ListItem || kind == BlockKind::Quote
            || kind == BlockKind::Footnote;
    };
    const auto add = [&](BlockKind kind) {
        if (std::ranges::find(kinds, kind) == kinds.end())
            kinds.push_back(kind);
    };
    const auto behind
        = std::ranges::partition_point(m_blocks, [&](const Block &block) { return block.bytes.begin < range.end; });
    const auto from
        = std::ranges::partition_point(m_blocks, [&](const Block &block) { return block.bytes.begin < range.begin; });
    // what began before the range: the block right before it and all that contain that one
    std::vector<BlockKind> around;
    if (from != m_blocks.begin()) {
        auto number = static_cast<std::uint32_t>(from - m_blocks.begin()) - 1;
        for (; number != Block::none; number = m_blocks[number].parent) {
            if (m_blocks[number].bytes.end > range.begin)
                around.push_back(m_blocks[number].kind);
        }
        for (auto kind = around.rbegin(); kind != around.rend(); ++kind) {
            if (*kind != BlockKind::ListItem)
                add(*kind);
            if (!holdsOthers(*kind))
                break;
        }
    }
    for (auto block = from; block != behind; ++block) {
        const bool isInside = block->parent != Block::none && !holdsOthers(m_blocks[block->parent].kind);
        if (!isInside && block->kind != BlockKind::ListItem)
            add(block->kind);
    }
    return kinds;
}

const BlockTree::ShownTitle *BlockTree::shownTitle(std::size_t heading) const noexcept
{
    const auto found = std::ranges::lower_bound(m_shownTitles, heading, {}, &ShownTitle::heading);
    return found == m_shownTitles.end() || found->heading != heading ? nullptr : &*found;
}

std::string BlockTree::title(std::string_view text, std::size_t heading, std::size_t mostBytes) const
{
    const auto cut = [mostBytes](std::string_view whole, std::size_t begin, std::size_t end) {
        if (end - begin <= mostBytes)
            return end;
        end = begin + mostBytes;
        while (end > begin && !isCharacterBoundary(whole, end))
            --end;
        return end;
    };
    if (const ShownTitle *shown = shownTitle(heading))
        return shown->text.substr(0, cut(shown->text, 0, shown->text.size()));
    const ByteRange title = m_outline[heading].title;
    return headingTitle(text, {title.begin, cut(text, title.begin, title.end)});
}

bool BlockTree::hasTitle(std::string_view text, std::size_t heading) const noexcept
{
    if (const ShownTitle *shown = shownTitle(heading))
        return !shown->text.empty();
    const ByteRange title = m_outline[heading].title;
    return skipSpaces(text, title.begin, title.end) < title.end;
}

std::size_t BlockTree::titleBytes(std::size_t heading) const noexcept
{
    const ShownTitle *shown = shownTitle(heading);
    return shown ? shown->text.size() : m_outline[heading].title.size();
}

std::string headingTitle(std::string_view text, ByteRange title)
{
    std::string line;
    WordScanner words(text.substr(title.begin, title.size()));
    while (words.next()) {
        if (!line.empty())
            line += ' ';
        line += text.substr(title.begin + words.word().begin, words.word().size());
    }
    return line;
}

} // namespace cw
