// SPDX-License-Identifier: GPL-3.0-or-later
// What a retriever hands on when a chunk is found: small chunks are found well, larger ones are read well.
#pragma once

#include <cstdint>

namespace cw {

enum class ReturnedKind : std::uint8_t {
    Chunk, ///< what was embedded
    Parent, ///< a larger chunk of the same strategy, in which the chunk lies
    Neighbours ///< the chunk with as many of the document's units before and behind it
};

struct ReturnedText
{
    ReturnedKind kind = ReturnedKind::Chunk;
    std::int64_t parentMax = 1200; ///< in the strategy's size unit; above the configuration's max
    std::int64_t neighbours = 3; ///< units on either side

    bool operator==(const ReturnedText &) const = default;
};

} // namespace cw
