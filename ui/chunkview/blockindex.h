// SPDX-License-Identifier: GPL-3.0-or-later
// Text cut into blocks small enough to lay out one at a time: lines, and pieces of very long lines.
#pragma once

#include "base/byterange.h"

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
/// The same of the line at `lineBegin`. A short line without letters, such as the rule of a table, runs like the line
/// before it: one of the same paragraph and a few lines away.
[[nodiscard]] bool isRightToLeftLine(std::string_view text, std::size_t lineBegin) noexcept;

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

/// A line or, with word wrap, a piece of one.
struct TextBlock
{
    ByteRange bytes; ///< the line end included
    std::size_t lineBegin = 0; ///< where its line begins: its first strong letter decides the direction of all pieces
    bool goesOn = false; ///< the line's next piece follows below
};

/// The blocks of a text, found where they are asked for: only lines that are cut are kept, 24 bytes each. Blocks touch
/// and together are the text; a text that ends with a line end has an empty block after it.
class BlockIndex final
{
public:
    BlockIndex() = default;
    /// With `wholeLines` every line is one block. Looks at each line end near a multiple of `pieceBytes` only: about a
    /// millisecond for 100 MB. The text must outlive the index.
    BlockIndex(std::string_view text, bool wholeLines, std::size_t pieceBytes = longestBlockBytes);

    /// The block that holds the byte; the last one for the text's end. O(length of the line), O(log lines that are cut)
    /// for lines over `pieceBytes`.
    [[nodiscard]] TextBlock blockAt(std::size_t byte) const;
    [[nodiscard]] bool isLast(const TextBlock &block) const noexcept;

private:
    struct LongLine
    {
        ByteRange bytes;
        bool isRightToLeft = false;
    };
    [[nodiscard]] bool endsWithLineEnd() const noexcept;

    std::string_view m_text;
    bool m_wholeLines = false;
    std::size_t m_pieceBytes = longestBlockBytes;
    std::vector<LongLine> m_longLines;
};

} // namespace cw
