// SPDX-License-Identifier: GPL-3.0-or-later
// Windows: over-long units cut to size, and runs of a fixed number of items.
#pragma once

#include "chunk/chunk.h"
#include "chunk/wordedges.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace cw {

/// A piece of an over-long unit, with what its ends add to counts.
struct WindowPiece
{
    Unit unit;
    BeginEdge begin;
    EndEdge end;
};

/// Cuts `unit` into pieces of at most `maxTokens` tokens each and appends them to `pieces`: the longest runs of whole
/// words that fit; a word that does not fit alone is cut between characters, and one character alone may be over. No
/// piece begins or ends with white space. The first keeps the unit's reason, the others are ForcedWord or
/// ForcedCharacter. `sources` is of `emitted` and not past the unit's begin; what `words` knows is not looked up;
/// it may be null.
/// Returns false when stopped.
[[nodiscard]] bool cutIntoWindows(const Unit &unit, EmittedText::RisingSource &sources, const TokenIndex &index,
                                  std::size_t maxTokens, std::stop_token stop, std::vector<WindowPiece> &pieces,
                                  WordWindows *words = nullptr);

/// End of the longest part of [begin, end) from `begin` on that fits into `maxTokens`, on a character boundary; one
/// character when not even that fits. Precondition: begin < end.
[[nodiscard]] std::size_t forcedCut(const TokenIndex &index, std::size_t begin, std::size_t end, std::size_t maxTokens);
/// The same with counts from `begin` at hand.
[[nodiscard]] std::size_t forcedCut(const TokenIndex &index, const CountsFrom &counts, std::size_t end,
                                    std::size_t maxTokens);

/// Windows of `size` items over `count` items, each sharing `overlap` items with the one before; the last window is the
/// first that reaches the end. Precondition: overlap < size.
[[nodiscard]] constexpr std::size_t windowCount(std::size_t count, std::size_t size, std::size_t overlap) noexcept
{
    if (count <= size)
        return count > 0 ? 1 : 0;
    const std::size_t step = size - overlap;
    return 1 + (count - size + step - 1) / step;
}

} // namespace cw
