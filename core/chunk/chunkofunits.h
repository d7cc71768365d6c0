// SPDX-License-Identifier: GPL-3.0-or-later
// A chunk that is a run of units.
#pragma once

#include "chunk/chunk.h"
#include "segment/segmentation.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cw {

/// Counts and the reason of its end are not filled in.
inline Chunk &addChunk(std::vector<Chunk> &chunks, const Unit &first, const Unit &last, std::size_t units,
                       std::size_t carried)
{
    Chunk &chunk = chunks.emplace_back();
    chunk.source = {first.source.begin, last.source.end};
    chunk.emit = {first.emit.begin, last.emit.end};
    chunk.units = static_cast<std::uint32_t>(units);
    chunk.carriedUnits = static_cast<std::uint32_t>(carried);
    chunk.startReason = first.startReason;
    return chunk;
}

} // namespace cw
