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
    for (std::size_t chunk = 0; chunk < set.size(); ++chunk) {
        const ByteRange source = set.chunks()[chunk].source;
        const auto first = std::ranges::lower_bound(places, source.begin, {}, &ByteRange::begin);
        const auto last = std::ranges::upper_bound(places, source.end, {}, &ByteRange::end);
        if (first < last) {
            add({set, static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(chunk)}, *first, last - first,
                0);
        }
    }
}

} // namespace cw
