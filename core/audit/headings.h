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
    HeadingBlocks(std::string_view text, const BlockTree &blocks) : m_text(text), m_blocks(blocks.blocks()) { }

    /// O(log blocks) for each heading. Ranges that are asked for in order stay near each other in memory, and a range
    /// that begins inside a paragraph costs no look at the text.
    [[nodiscard]] std::int64_t only(ByteRange range);

private:
    [[nodiscard]] std::size_t firstBehind(std::size_t byte) const;

    std::string_view m_text;
    std::span<const Block> m_blocks;
    std::size_t m_near = 0; ///< the first block behind the begin of the range asked for last
};

} // namespace cw
