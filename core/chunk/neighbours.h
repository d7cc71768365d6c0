// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks with the text around them: small ones are found well, and read with their neighbours.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/unitedges.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace cw {

struct NeighbourRequest
{
    const std::vector<Chunk> &chunks;
    const EmittedText &emitted; ///< which the chunks are slices of
    const Segmentation &segmentation; ///< of the same text: its units, or its words where it has no units
    const TokenIndex &index; ///< of the emitted text
    std::size_t neighbours = 1; ///< on either side
    const UnitEdges *edges = nullptr; ///< of the units under `index`; may be null, which costs more and changes nothing
};

/// For each chunk what it is returned with: itself, and as many units before it and behind it. One that it begins or
/// ends inside is completed first and is the first of them. A unit that is cut into three chunks or more counts piece
/// by piece, so that no chunk brings a text of any length along. Fewer at the ends of the document.
///
/// Ranges, tokens and reasons are those of the whole text returned; `units` are the chunk's own and those added.
/// Nothing is carried, and overlapTokens are 0, though nearly all of these texts share much. Begins and ends never
/// decrease. O(chunks + units).
[[nodiscard]] Outcome<std::vector<Chunk>> withNeighbours(const NeighbourRequest &request, std::stop_token stop);

} // namespace cw
