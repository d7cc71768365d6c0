// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/textstructure.h"

#include <algorithm>

namespace cw {
namespace {

constexpr std::size_t lookedAtBytes = 256; ///< of a line: less than any piece of a long one

bool isFramed(BlockKind kind)
{
    return kind == BlockKind::Table || kind == BlockKind::Fence || kind == BlockKind::Code
        || kind == BlockKind::FrontMatter;
}

bool isCode(BlockKind kind)
{
    switch (kind) {
    case BlockKind::Fence:
    case BlockKind::Code:
    case BlockKind::FrontMatter:
    case BlockKind::Html:
    case BlockKind::Record:
    case BlockKind::Declaration:
    case BlockKind::Statement:
    case BlockKind::Comment:
        return true;
    default:
        return false;
    }
}

/// A text that is code or data throughout: what stands between its blocks is so too.
bool isCodeThroughout(std::span<const Block> blocks)
{
    const BlockKind first = blocks.front().kind;
    return first == BlockKind::Record || first == BlockKind::Declaration || first == BlockKind::Statement
        || first == BlockKind::Comment;
}

} // namespace

TextStructure::TextStructure(std::shared_ptr<const BlockTree> tree)
    : m_tree(std::move(tree)), m_isPlain(std::ranges::none_of(m_tree->blocks(), [](const Block &block) {
          return block.kind == BlockKind::Heading || isFramed(block.kind) || isCode(block.kind);
      }))
{
}

std::uint32_t TextStructure::blockIn(ByteRange range) const
{
    const std::span<const Block> blocks = m_tree->blocks();
    const auto behind
        = std::ranges::partition_point(blocks, [&](const Block &block) { return block.bytes.begin < range.end; });
    if (behind == blocks.begin())
        return Block::none;
    auto block = static_cast<std::uint32_t>(behind - blocks.begin()) - 1;
    while (block != Block::none && blocks[block].bytes.end <= range.begin)
        block = blocks[block].parent;
    return block;
}

bool TextStructure::isBesideTitle(std::uint32_t heading, const TextBlock &line) const
{
    const std::span<const Heading> outline = m_tree->outline();
    const auto found = std::ranges::lower_bound(outline, heading, {}, &Heading::block);
    if (found == outline.end() || found->block != heading)
        return false;
    const bool isLine = line.bytes.begin == line.lineBegin;
    return line.lineBegin >= found->title.end || (isLine && line.bytes.end <= found->title.begin);
}

std::uint32_t TextStructure::blockOf(const TextBlock &line) const
{
    const std::size_t end = line.bytes.begin > line.lineBegin
        ? line.lineBegin + lookedAtBytes
        : std::min(line.bytes.end, line.lineBegin + lookedAtBytes);
    return blockIn({line.lineBegin, end});
}

std::optional<ByteRange> TextStructure::tableAt(const TextBlock &line) const
{
    const std::span<const Block> blocks = m_tree->blocks();
    for (std::uint32_t at = blockOf(line); at != Block::none; at = blocks[at].parent) {
        if (blocks[at].kind == BlockKind::Table)
            return blocks[at].bytes;
    }
    return std::nullopt;
}

LineLook TextStructure::lookOf(const TextBlock &line) const
{
    const std::span<const Block> blocks = m_tree->blocks();
    if (blocks.empty())
        return LineLook::Text;
    const std::uint32_t at = blockOf(line);
    if (at == Block::none)
        return isCodeThroughout(blocks) ? LineLook::Code : LineLook::Text;
    const Block &block = blocks[at];
    if (block.kind == BlockKind::Heading) {
        if (isBesideTitle(at, line)) // what underlines or overlines it
            return LineLook::Text;
        const int level = std::clamp<int>(block.level, 1, 6);
        return static_cast<LineLook>(static_cast<int>(LineLook::Heading1) + level - 1);
    }
    return isCode(block.kind) ? LineLook::Code : LineLook::Text;
}

std::vector<StructureFrame> TextStructure::framesIn(ByteRange range) const
{
    const std::span<const Block> blocks = m_tree->blocks();
    std::vector<StructureFrame> frames;
    const auto add = [&](std::size_t at) {
        StructureFrame frame{blocks[at].bytes, {}};
        const bool hasHead = blocks[at].kind == BlockKind::Table && at + 1 < blocks.size()
            && blocks[at + 1].parent == at && blocks[at + 1].kind == BlockKind::TableHeader;
        if (hasHead)
            frame.tableHead = blocks[at + 1].bytes;
        frames.push_back(frame);
        return m_tree->after(at);
    };
    const auto first
        = std::ranges::partition_point(blocks, [&](const Block &block) { return block.bytes.begin < range.begin; });
    auto next = static_cast<std::size_t>(first - blocks.begin());
    // What began before the range and reaches into it.
    std::size_t outermost = Block::none;
    for (std::uint32_t at = next == 0 ? Block::none : static_cast<std::uint32_t>(next - 1); at != Block::none;
         at = blocks[at].parent) {
        if (blocks[at].bytes.end > range.begin && isFramed(blocks[at].kind))
            outermost = at;
    }
    if (outermost != Block::none)
        next = add(outermost);
    while (next < blocks.size() && blocks[next].bytes.begin < range.end)
        next = isFramed(blocks[next].kind) ? add(next) : next + 1;
    return frames;
}

} // namespace cw
