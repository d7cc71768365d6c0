// SPDX-License-Identifier: GPL-3.0-or-later
// Lists that hold sections.
#include "formats/htmlwriter.h"

#include <algorithm>

namespace cw::html {

namespace {

constexpr std::uint32_t noBlock = Block::none;

} // namespace

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
