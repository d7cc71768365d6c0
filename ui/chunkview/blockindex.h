// SPDX-License-Identifier: GPL-3.0-or-later
// Text cut into blocks small enough to lay out one at a time: lines, and pieces of very long lines.
#pragma once

#include "base/byterange.h"
#include "text/offsetmap.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// Lines longer than this are cut, so that one line of many megabytes scrolls like any other text.
inline constexpr std::size_t longestBlockBytes = 4096;

/// A place at or before `limit`, and after `begin`, where a line may be cut: after a space when one is near, else
/// between grapheme clusters. Precondition: begin < limit < text.size().
[[nodiscard]] std::size_t cutBefore(std::string_view text, std::size_t begin, std::size_t limit);

/// Starts of the blocks of a piece of text, its own begin first. Lines end at LF, CRLF or a lone CR.
[[nodiscard]] std::vector<std::uint32_t> blockStarts(std::string_view text, ByteRange bytes,
                                                     std::size_t longestBytes = longestBlockBytes);

/// The blocks of a document. Lines come from the offset map; memory is spent on cut lines only.
class BlockIndex final
{
public:
    BlockIndex() = default;
    /// O(lines). The map must outlive the index.
    BlockIndex(std::string_view text, const OffsetMap &lines, std::size_t longestBytes = longestBlockBytes);

    [[nodiscard]] std::size_t blockCount() const noexcept { return m_blockCount; }
    /// Bytes of the block, the line end included. Blocks touch and together are the text.
    [[nodiscard]] ByteRange blockBytes(std::size_t block) const noexcept;
    /// The block that holds the byte; the last one for the text's end. O(log).
    [[nodiscard]] std::size_t blockAt(std::size_t byte) const noexcept;
    /// First byte of the line that the block is part of.
    [[nodiscard]] std::size_t lineStartOf(std::size_t block) const noexcept;

private:
    struct CutLine
    {
        std::size_t line = 0;
        std::size_t firstBlock = 0;
        std::size_t firstCut = 0;
        std::size_t cutCount = 0;
    };
    struct LinePlace
    {
        std::size_t line = 0;
        const CutLine *cut = nullptr; ///< when the block belongs to a cut line
        std::size_t piece = 0; ///< position of the block in its line
    };
    [[nodiscard]] LinePlace placeOf(std::size_t block) const noexcept;

    const OffsetMap *m_lines = nullptr;
    std::size_t m_textBytes = 0;
    std::size_t m_blockCount = 0;
    std::vector<CutLine> m_cutLines;
    std::vector<std::uint32_t> m_cuts;
};

} // namespace cw
