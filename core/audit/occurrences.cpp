// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/occurrences.h"

#include <algorithm>

namespace cw {

void addOncePerChunk(const RuleContext &context, std::size_t document, const Occurrences &places,
                     const FindingSink &add)
{
    if (places.empty())
        return;
    const ChunkSet &set = *context.input.chunkSets[document];
    auto first = places.begin();
    for (std::size_t chunk = set.firstChunkEndingAfter(first->begin); chunk < set.size(); ++chunk) {
        const ByteRange source = set.chunks()[chunk].source;
        first = std::ranges::lower_bound(first, places.end(), source.begin, {}, &ByteRange::begin);
        if (first == places.end())
            return;
        if (first->begin >= source.end) { // none here: on to the chunk that holds it
            chunk = std::max(chunk, set.firstChunkEndingAfter(first->begin) - 1);
            continue;
        }
        const auto last = std::ranges::upper_bound(first, places.end(), source.end, {}, &ByteRange::end);
        if (first < last) {
            add({set, static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(chunk)}, *first, last - first,
                0);
        }
    }
}

} // namespace cw
