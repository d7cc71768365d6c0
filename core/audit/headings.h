// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is nothing but headings.
#pragma once

#include "base/byterange.h"
#include "text/blocktree.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cw {

/// Headings of a text that holds nothing else; 0 when it holds more, or nothing.
///
/// `bytesRead`, if given, is set to how many bytes of a text that is not empty decided: when the answer is 0, any other
/// text that agrees in them gives 0 too. More than text.size() when the text's end had a say.
[[nodiscard]] std::int64_t headingsOnly(std::string_view text, std::size_t *bytesRead = nullptr);

/// The same by the blocks of a document, for formats that tell headings by more than marks in the text: how many
/// headings a range holds when there is nothing else in it.
class HeadingBlocks final
{
public:
    /// Both must outlive this.
    HeadingBlocks(std::string_view text, const BlockTree &blocks)
        : m_text(text), m_blocks(blocks.blocks()), m_headings(blocks.headingBlocks())
    {
    }

    /// Fast for ranges that are asked for in order; those in which no heading begins, as most do not, cost no look at
    /// the text.
    [[nodiscard]] std::int64_t only(ByteRange range);

private:
    /// How many headings begin at or before the byte.
    [[nodiscard]] std::size_t headingsUpTo(std::size_t byte) const;
    [[nodiscard]] ByteRange bytesOf(std::size_t heading) const { return m_blocks[m_headings[heading]].bytes; }
    /// Whether the byte is in a heading, and in no block inside it. Precondition: the heading begins at or before it.
    [[nodiscard]] bool isIn(std::size_t heading, std::size_t byte) const;

    std::string_view m_text;
    std::span<const Block> m_blocks;
    std::span<const std::uint32_t> m_headings;
    std::size_t m_near = 0; ///< headings up to the begin of the range asked for last
};

} // namespace cw
