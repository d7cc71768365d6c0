// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzz.h"

#include "text/utf8.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cw::fuzz {

namespace {

constexpr std::string_view blanks = " \t\r\n";

void checkRange(ByteRange range, std::string_view text)
{
    require(range.begin <= range.end, "A range ends before it begins.");
    require(range.end <= text.size(), "A range reaches past the text.");
    require(isCharacterBoundary(text, range.begin) && isCharacterBoundary(text, range.end),
            "A range cuts a character.");
}

void checkOutline(const BlockTree &tree, std::string_view text)
{
    const auto outline = tree.outline();
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Heading &heading = outline[i];
        require(heading.block < tree.blocks().size(), "A heading names a block that is not there.");
        checkRange(heading.title, text);
        const ByteRange block = tree.blocks()[heading.block].bytes;
        require(block.contains(ByteRange(heading.title)), "A title is not in its block.");
        require(heading.sectionEnd >= block.end && heading.sectionEnd <= text.size(),
                "A section ends inside its heading or behind the text.");
        require(i == 0 || outline[i - 1].block < heading.block, "Headings are out of order.");
        if (heading.parent == Heading::none)
            continue;
        require(heading.parent < i, "A heading comes before the one it is under.");
        const Heading &parent = outline[heading.parent];
        require(parent.level < heading.level, "A heading is under one that is no higher.");
        require(parent.sectionEnd >= heading.sectionEnd, "A section reaches out of the one it is in.");
    }
}

} // namespace

std::string textOf(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes = bytesOf(data, size);
    return isValidUtf8(bytes) ? std::string(bytes) : repairUtf8(bytes).text;
}

void fail(std::string_view sentence)
{
    std::fprintf(stderr, "%.*s\n", static_cast<int>(sentence.size()), sentence.data());
    std::abort();
}

void checkBlocks(const BlockTree &tree, std::string_view text)
{
    const auto blocks = tree.blocks();
    std::vector<std::uint32_t> open;
    std::size_t lastEnd = 0; ///< of the leaf or closed container before
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Block &block = blocks[i];
        const ByteRange range = block.bytes;
        checkRange(range, text);
        require(!range.isEmpty(), "A block is empty.");
        const bool isCode = block.kind == BlockKind::Declaration || block.kind == BlockKind::Statement
            || block.kind == BlockKind::Comment;
        const std::size_t visible = isCode ? text.find_first_not_of(" \t", range.begin) : range.begin;
        require(blanks.find(text[visible]) == std::string_view::npos, "A block begins with white space.");
        require(visible == range.begin || range.begin == 0 || text[range.begin - 1] == '\n'
                    || text[range.begin - 1] == '\r',
                "A block begins inside the indent of its line.");
        require(blanks.find(text[range.end - 1]) == std::string_view::npos, "A block ends with white space.");
        require(block.parent == Block::none || block.parent < i, "A block comes before the one that holds it.");
        while (!open.empty() && open.back() != block.parent) {
            lastEnd = blocks[open.back()].bytes.end;
            open.pop_back();
        }
        require(block.parent == Block::none || !open.empty(), "A block is outside the one that holds it.");
        if (block.parent != Block::none)
            require(ByteRange(blocks[block.parent].bytes).contains(range), "A block reaches out of its container.");
        require(range.begin >= lastEnd, "Blocks overlap.");
        open.push_back(static_cast<std::uint32_t>(i));
    }
    checkOutline(tree, text);
    for (const StructureProblem &problem : tree.problems())
        checkRange(problem.where, text);
}

} // namespace cw::fuzz
