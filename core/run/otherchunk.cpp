// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/otherchunk.h"

#include <algorithm>
#include <array>

namespace cw {

std::optional<ChunkOfRun> otherChunk(const RunSnapshot &snapshot, const Finding &finding)
{
    if (rules()[finding.rule]->messageOfOther.empty() || finding.value < 1)
        return std::nullopt;
    const auto number = static_cast<std::size_t>(finding.value - 1);
    const std::vector<std::size_t> &first = snapshot.firstChunkNumber;
    if (number >= snapshot.chunkCount || first.empty())
        return std::nullopt;
    // Documents without chunks begin where the next one does: the last that begins there has it.
    const auto document = static_cast<std::size_t>(std::ranges::upper_bound(first, number) - first.begin()) - 1;
    return ChunkOfRun{static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(number - first[document])};
}

std::string findingMessage(const RunSnapshot &snapshot, const Finding &finding)
{
    const std::optional<ChunkOfRun> other = otherChunk(snapshot, finding);
    if (!other)
        return findingMessage(finding);
    const std::array<std::string, 2> names{std::to_string(other->chunk + std::uint64_t{1}),
                                           snapshot.documents[other->document]->id()};
    return filledMessage(rules()[finding.rule]->messageOfOther, names);
}

} // namespace cw
