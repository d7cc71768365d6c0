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

/// Lines longer than this are laid out in pieces, so that one line of many megabytes scrolls like any other text.
inline constexpr std::size_t longestBlockBytes = 4096;

/// A place at or before `limit`, and after `begin`, where a line may be cut: between two words, best where letters of
/// the line's direction stand on both sides (both pieces are then ordered as in the whole line), else where a line may
/// break, else between grapheme clusters. Looks at no more than the last 1 KB. Precondition: begin < limit <
/// text.size().
[[nodiscard]] std::size_t cutBefore(std::string_view text, std::size_t begin, std::size_t limit,
                                    bool isRightToLeft = false);

/// True when the first strong character of the text's first line is a right-to-left one. O(bytes before it).
[[nodiscard]] bool isRightToLeftLine(std::string_view text) noexcept;

/// The pieces of one long line. Where a piece begins depends on nothing but the text near it, so any piece is found
/// without looking at the ones before: every multiple of `pieceBytes`, moved back to where a line may be cut.
class LinePieces final
{
public:
    /// `line`: with its line end. Precondition: pieceBytes >= 8.
    LinePieces(std::string_view text, ByteRange line, bool isRightToLeft,
               std::size_t pieceBytes = longestBlockBytes) noexcept;

    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    /// Pieces touch and together are the line. Costs two cuts.
    [[nodiscard]] ByteRange bytes(std::size_t piece) const;
    [[nodiscard]] std::size_t pieceAt(std::size_t byte) const;

private:
    [[nodiscard]] std::size_t start(std::size_t piece) const;

    std::string_view m_text;
    ByteRange m_line;
    bool m_isRightToLeft;
    std::size_t m_pieceBytes;
    std::size_t m_count = 1;
};

/// Where a block begins, and the line that it is part of.
struct BlockStart
{
    std::uint32_t begin = 0;
    std::uint32_t lineBegin = 0;
};

/// Starts of the blocks of a piece of text, its own begin first. Lines end at LF, CRLF or a lone CR. With
/// `wholeLines` no line is cut.
[[nodiscard]] std::vector<BlockStart> blockStarts(std::string_view text, ByteRange bytes, bool wholeLines,
                                                  std::size_t pieceBytes = longestBlockBytes);

/// The blocks of a document. Lines come from the offset map; memory is spent on cut lines only, 32 bytes each.
class BlockIndex final
{
public:
    BlockIndex() = default;
    /// O(lines); O(1) with `wholeLines`, when every line is one block. Text and map must outlive the index.
    BlockIndex(std::string_view text, const OffsetMap &lines, bool wholeLines,
               std::size_t pieceBytes = longestBlockBytes);

    [[nodiscard]] std::size_t blockCount() const noexcept { return m_blockCount; }
    /// Bytes of the block, the line end included. Blocks touch and together are the text.
    [[nodiscard]] ByteRange blockBytes(std::size_t block) const;
    /// The block that holds the byte; the last one for the text's end. O(log).
    [[nodiscard]] std::size_t blockAt(std::size_t byte) const;
    /// First byte of the line that the block is part of.
    [[nodiscard]] std::size_t lineStartOf(std::size_t block) const noexcept;
    /// True when the next block is part of the same line.
    [[nodiscard]] bool lineGoesOn(std::size_t block) const noexcept;

private:
    struct CutLine
    {
        std::size_t line = 0;
        std::size_t firstBlock = 0;
        std::size_t pieceCount = 0; ///< at least 2
        bool isRightToLeft = false;
    };
    struct LinePlace
    {
        std::size_t line = 0;
        std::size_t piece = 0; ///< position of the block in its line
        const CutLine *cut = nullptr; ///< when the line has several pieces
    };
    [[nodiscard]] LinePlace placeOf(std::size_t block) const noexcept;
    [[nodiscard]] LinePieces piecesOf(const CutLine &cut) const noexcept;

    std::string_view m_text;
    const OffsetMap *m_lines = nullptr;
    std::size_t m_pieceBytes = longestBlockBytes;
    std::size_t m_blockCount = 0;
    std::vector<CutLine> m_cutLines;
};

} // namespace cw
