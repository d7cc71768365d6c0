// SPDX-License-Identifier: GPL-3.0-or-later
// Where tokens stand in a block: which of them share characters, and what they cover of its lines. No drawing.
#pragma once

#include "chunkview/blocklayout.h"
#include "chunkview/chunktokens.h"

#include <span>
#include <vector>

namespace cw {

/// A token of a chunk and the bytes of the shown text that it stands for.
struct PlacedToken
{
    std::uint32_t chunk = 0;
    ChunkToken token;
    ByteRange shown;
};

/// A character that several tokens have a part of: an emoji of eleven tokens, or a letter whose accent is one by
/// itself.
struct SharedCharacter
{
    ByteRange bytes;
    std::size_t tokens = 0;
};

/// Neighbouring tokens that can only be drawn as one, because each shares a character with the next; mostly one token.
struct TokenGroup
{
    std::size_t first = 0; ///< in the list that was grouped
    std::size_t count = 0;
    ByteRange bytes; ///< whole characters, within the region
    bool isCutBefore = false; ///< goes on before the region
    bool isCutAfter = false;
    std::vector<SharedCharacter> shared;
};

/// Precondition: the tokens are in order, and the region lies in what is laid out of the block.
[[nodiscard]] std::vector<TokenGroup> groupTokens(const BlockLayout &layout, std::span<const PlacedToken> tokens,
                                                  ByteRange region);

/// What a token covers of the shown text, in whole characters; the empty token of a prefix covers the next character.
[[nodiscard]] ByteRange wholeCharacters(const BlockLayout &layout, ByteRange token, ByteRange region);

/// A range's part of one line.
struct LinePart
{
    std::size_t line = 0;
    Interval interval;
    bool hasLeftEnd = false; ///< otherwise the range goes on past this side
    bool hasRightEnd = false;
};

/// Room for the mark of a line end, beside the text of the last line; empty when the block has no line end.
[[nodiscard]] Interval lineEndCell(const BlockLayout &layout, double width);

/// Parts on the lines [firstLine, endLine). The line end counts as a character of its own with a cell `lineEndWidth`
/// wide.
[[nodiscard]] std::vector<LinePart> partsOf(const BlockLayout &layout, ByteRange bytes, std::size_t firstLine,
                                            std::size_t endLine, double lineEndWidth);

} // namespace cw
