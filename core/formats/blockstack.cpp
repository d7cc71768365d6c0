// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/blockstack.h"

#include <algorithm>

namespace cw {

std::uint32_t BlockStack::push(BlockKind kind, ByteRange bytes, std::uint8_t level, bool isByLines)
{
    const std::uint32_t parent = m_open.empty() ? Block::none : m_open.back();
    m_blocks.push_back({bytes, parent, kind, level, isByLines});
    extend(bytes.end);
    return static_cast<std::uint32_t>(m_blocks.size() - 1);
}

void BlockStack::pushHeading(ByteRange bytes, ByteRange title, std::uint8_t level, std::optional<std::string> shown)
{
    constexpr std::uint8_t deepest = 6;
    const std::uint32_t block = push(BlockKind::Heading, bytes, std::min(level, deepest));
    if (m_open.empty())
        m_headings.push_back({.block = block, .title = title, .level = level, .shown = std::move(shown)});
}

void BlockStack::open(BlockKind kind, ByteRange mark)
{
    m_open.push_back(push(kind, mark));
}

void BlockStack::close()
{
    const std::size_t end = m_blocks[m_open.back()].bytes.end;
    m_open.pop_back();
    extend(end);
}

void BlockStack::extend(std::size_t end) noexcept
{
    if (m_open.empty())
        return;
    CompactRange &bytes = m_blocks[m_open.back()].bytes;
    bytes.end = std::max(bytes.end, static_cast<std::uint32_t>(end));
}

void BlockStack::addTooDeep(ByteRange where)
{
    const auto kind = StructureProblem::Kind::NestedTooDeeply;
    if (m_problems.empty() || m_problems.back().kind != kind)
        m_problems.push_back({kind, where});
}

std::shared_ptr<const BlockTree> BlockStack::build()
{
    while (!m_open.empty())
        close();
    return std::make_shared<const BlockTree>(std::move(m_blocks), m_headings, std::move(m_problems), m_textBytes);
}

} // namespace cw
