// SPDX-License-Identifier: GPL-3.0-or-later
// All that a chunk says, for comparing chunks.
#pragma once

#include "chunk/chunk.h"

#include <string>

namespace cw::testing {

/// Every field, in order.
[[nodiscard]] inline std::string describe(const Chunk &chunk)
{
    std::string line;
    for (const std::size_t value :
         {chunk.source.begin, chunk.source.end, chunk.emit.begin, chunk.emit.end, std::size_t{chunk.tokens},
          std::size_t{chunk.overlapTokens}, std::size_t{chunk.units}, std::size_t{chunk.carriedUnits},
          static_cast<std::size_t>(chunk.startReason), static_cast<std::size_t>(chunk.endReason),
          std::size_t{chunk.isIndivisible}, std::size_t{chunk.prefixHeadings}, std::size_t{chunk.repeatsTableHead},
          static_cast<std::size_t>(chunk.prefixTokens)})
        line += std::to_string(value) + ' ';
    return line;
}

} // namespace cw::testing
