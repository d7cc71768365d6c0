// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/navigator.h"

#include "run/otherchunk.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

Place documentPlace(const RunSnapshot &snapshot, std::uint32_t document, bool atEnd)
{
    const std::size_t count = snapshot.chunkSets[document]->size();
    if (count == 0)
        return Place{document, std::nullopt, {}};
    return chunkPlace(snapshot, document, atEnd ? count - 1 : 0);
}

} // namespace

Place chunkPlace(const RunSnapshot &snapshot, std::uint32_t document, std::size_t chunk)
{
    return {document, static_cast<std::uint32_t>(chunk), snapshot.chunkSets[document]->chunks()[chunk].source};
}

std::optional<Place> sameTextPlace(const RunSnapshot &snapshot, const std::optional<Place> &from)
{
    if (!from || !from->chunk)
        return std::nullopt;
    const auto ofChunk = [](const Finding &finding) { return std::pair(finding.document, finding.chunk); };
    const auto found
        = std::ranges::equal_range(snapshot.audit.findings, std::pair(from->document, *from->chunk), {}, ofChunk);
    for (const Finding &finding : found) {
        if (const std::optional<ChunkOfRun> other = otherChunk(snapshot, finding))
            return chunkPlace(snapshot, other->document, other->chunk);
    }
    return std::nullopt;
}

std::optional<Place> stepChunk(const RunSnapshot &snapshot, const std::optional<Place> &from, bool forward)
{
    const auto documents = static_cast<std::uint32_t>(snapshot.chunkSets.size());
    if (snapshot.chunkCount == 0)
        return std::nullopt;
    if (from && from->document < documents && from->chunk) {
        const std::size_t count = snapshot.chunkSets[from->document]->size();
        if (forward && *from->chunk + std::size_t{1} < count)
            return chunkPlace(snapshot, from->document, *from->chunk + std::size_t{1});
        if (!forward && *from->chunk > 0)
            return chunkPlace(snapshot, from->document, *from->chunk - std::size_t{1});
    }
    if (!from || from->document >= documents)
        return chunkByNumber(snapshot, forward ? 1 : snapshot.chunkCount);
    std::uint32_t document = from->document;
    while (forward ? document + 1 < documents : document > 0) {
        document = forward ? document + 1 : document - 1;
        if (snapshot.chunkSets[document]->size() > 0)
            return documentPlace(snapshot, document, !forward);
    }
    return std::nullopt;
}

std::optional<Place> stepDocument(const RunSnapshot &snapshot, const std::optional<Place> &from, bool forward)
{
    const auto documents = static_cast<std::uint32_t>(snapshot.chunkSets.size());
    if (documents == 0)
        return std::nullopt;
    if (!from || from->document >= documents)
        return documentPlace(snapshot, forward ? 0 : documents - 1, false);
    if (forward ? from->document + 1 >= documents : from->document == 0)
        return std::nullopt;
    return documentPlace(snapshot, forward ? from->document + 1 : from->document - 1, false);
}

std::optional<Place> chunkByNumber(const RunSnapshot &snapshot, std::size_t number)
{
    if (number == 0 || number > snapshot.chunkCount)
        return std::nullopt;
    const std::vector<std::size_t> &first = snapshot.firstChunkNumber;
    const auto after = std::upper_bound(first.begin(), first.end(), number - 1);
    const auto document = static_cast<std::uint32_t>(after - first.begin() - 1);
    return chunkPlace(snapshot, document, number - 1 - first[document]);
}

} // namespace cw
