// SPDX-License-Identifier: GPL-3.0-or-later
// Greedy packing of units into chunks: the one place with the ceiling, the carry and the progress guarantee.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/packthreads.h"
#include "chunk/unitedges.h"
#include "chunk/wordedges.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace cw {

/// How the cost of a run of units is reckoned.
enum class Budget : std::uint8_t {
    /// Tokens of the text that the run emits. A unit over max is cut into windows (see windows.h); carried units must
    /// leave room for the next one. So no chunk is over max, but for a single character that is.
    EmittedText,
    /// As the reference recipe of token-packed does, faults included: the sum of the tokens of each unit alone. A unit
    /// over max is a chunk of its own, after which nothing is carried; carried units need not leave room.
    UnitSums
};

struct PackRequest
{
    const EmittedText &emitted;
    const std::vector<Unit> &units;
    const TokenIndex &index; ///< of the emitted text
    std::size_t maxTokens = 1;
    std::size_t overlapTokens = 0;
    Budget budget = Budget::EmittedText;
    const UnitEdges *edges = nullptr; ///< of `units` under `index`; may be null, which costs more and changes nothing
    WordEdgesView words = {}; ///< of the emitted text; as many as there are
    PackThreads threads = {}; ///< used where there are edges
};

/// Fills each chunk with as many whole units as fit. A chunk begins with the trailing whole units of the one before
/// whose cost is at most overlapTokens. Every chunk takes at least one new unit, so this ends for any input. With edges
/// it costs one comparison a unit; without, a few index look-ups a chunk.
[[nodiscard]] Outcome<std::vector<Chunk>> packGreedily(const PackRequest &request, std::stop_token stop);

/// Fills in tokens and overlapTokens of `chunk` (whose emit range is set) as the one that follows `previous`, which may
/// be null.
void countTokens(Chunk &chunk, const Chunk *previous, const TokenIndex &index);

} // namespace cw
