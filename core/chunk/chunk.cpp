// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/chunk.h"

#include <algorithm>
#include <utility>

namespace cw {

ChunkSet::ChunkSet(std::shared_ptr<const Document> document, std::shared_ptr<const Segmentation> segmentation,
                   std::vector<Chunk> chunks)
    : m_document(std::move(document)), m_segmentation(std::move(segmentation)), m_chunks(std::move(chunks))
{
}

std::string_view ChunkSet::text(std::size_t chunk) const noexcept
{
    return emitted().slice(m_chunks[chunk].emit);
}

bool ChunkSet::isContiguous(std::size_t chunk) const
{
    return m_chunks[chunk].source.size() == m_chunks[chunk].emit.size()
        && (join() == Join::Source || text(chunk) == m_document->slice(m_chunks[chunk].source));
}

std::vector<ByteRange> ChunkSet::pieces(std::size_t chunk) const
{
    return emitted().pieces(m_chunks[chunk].emit);
}

ByteRange ChunkSet::overlapWithPrevious(std::size_t chunk) const noexcept
{
    const ByteRange own = m_chunks[chunk].source;
    return chunk == 0 ? ByteRange{own.begin, own.begin} : intersection(m_chunks[chunk - 1].source, own);
}

std::size_t ChunkSet::lastChunkAt(std::size_t sourceByte) const noexcept
{
    const auto after = std::upper_bound(m_chunks.begin(), m_chunks.end(), sourceByte,
                                        [](std::size_t byte, const Chunk &c) { return byte < c.source.begin; });
    if (after == m_chunks.begin() || !std::prev(after)->source.contains(sourceByte))
        return size();
    return static_cast<std::size_t>(after - m_chunks.begin()) - 1;
}

std::size_t ChunkSet::firstChunkEndingAfter(std::size_t sourceByte) const noexcept
{
    const auto first = std::upper_bound(m_chunks.begin(), m_chunks.end(), sourceByte,
                                        [](std::size_t byte, const Chunk &c) { return byte < c.source.end; });
    return static_cast<std::size_t>(first - m_chunks.begin());
}

} // namespace cw
