// SPDX-License-Identifier: GPL-3.0-or-later
// Lists that hold sections.
#include "formats/htmlwriter.h"

#include <algorithm>

namespace cw::html {

namespace {

constexpr std::uint32_t noBlock = Block::none;

bool isOfList(BlockKind kind)
{
    return kind == BlockKind::List || kind == BlockKind::ListItem;
}

} // namespace

/// An item is an element that ends what headings in it head.
void Writer::leaveHeadingsFrom(std::size_t firstHeading)
{
    for (; !m_openHeadings.empty() && m_openHeadings.back().number >= firstHeading; m_openHeadings.pop_back())
        m_target.headings[m_openHeadings.back().number].sectionEnd = static_cast<std::uint32_t>(m_textBytes);
}

/// Headings that stand in the page or in items of its lists.
bool Writer::mayHeadSections(std::uint32_t parent) const
{
    while (parent != noBlock && isOfList(m_target.blocks[parent].kind))
        parent = m_target.blocks[parent].parent;
    return parent == noBlock;
}

/// A list with headings in its items lays out sections: what its items hold are blocks of their own, the first of them
/// with the item's mark. Items without headings that follow each other stay a list.
void Writer::dissolveListsWithHeadings()
{
    const std::vector<Block> old(m_target.blocks.begin() + static_cast<std::ptrdiff_t>(m_firstBlock),
                                 m_target.blocks.end());
    std::vector<bool> isDissolved(old.size());
    for (std::size_t i = m_firstHeading; i < m_target.headings.size(); ++i) {
        std::uint32_t around = old[m_target.headings[i].block - m_firstBlock].parent;
        for (; around != noBlock && !isDissolved[around - m_firstBlock]; around = old[around - m_firstBlock].parent)
            isDissolved[around - m_firstBlock] = true;
    }
    std::vector<std::uint32_t> numbers(old.size(), noBlock); ///< of a block that is left out: that of the one around
    std::vector<std::uint32_t> restOfList(old.size(), noBlock); ///< the list that items without headings go on
    std::uint32_t markBegin = noBlock; ///< of items whose first block is still to come
    m_target.blocks.resize(m_firstBlock);
    for (std::size_t i = 0; i < old.size(); ++i) {
        Block block = old[i];
        const std::uint32_t list
            = block.parent == noBlock ? noBlock : block.parent - static_cast<std::uint32_t>(m_firstBlock);
        const bool isInDissolved = list != noBlock && isDissolved[list];
        if (list != noBlock)
            block.parent = numbers[list];
        if (isDissolved[i]) {
            numbers[i] = block.parent;
            if (block.kind == BlockKind::ListItem)
                markBegin = std::min(markBegin, block.bytes.begin);
            if (isInDissolved)
                restOfList[list] = noBlock;
            continue;
        }
        if (markBegin != noBlock)
            block.bytes.begin = std::min(block.bytes.begin, markBegin);
        markBegin = noBlock;
        if (isInDissolved && block.kind != BlockKind::ListItem) {
            restOfList[list] = noBlock;
        } else if (isInDissolved) {
            if (restOfList[list] == noBlock) {
                restOfList[list] = static_cast<std::uint32_t>(m_target.blocks.size());
                m_target.blocks.push_back({block.bytes, block.parent, BlockKind::List});
            }
            block.parent = restOfList[list];
            m_target.blocks[block.parent].bytes.end = block.bytes.end;
        }
        numbers[i] = static_cast<std::uint32_t>(m_target.blocks.size());
        m_target.blocks.push_back(block);
    }
    for (std::size_t i = m_firstHeading; i < m_target.headings.size(); ++i)
        m_target.headings[i].block = numbers[m_target.headings[i].block - m_firstBlock];
}

} // namespace cw::html
