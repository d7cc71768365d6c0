// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/chunk.h"

#include <algorithm>
#include <utility>

namespace cw {

ChunkSet::ChunkSet(std::shared_ptr<const Document> document, std::shared_ptr<const Segmentation> segmentation,
                   std::vector<Chunk> chunks, PrefixStyle prefixStyle)
    : m_document(std::move(document)), m_segmentation(std::move(segmentation)), m_chunks(std::move(chunks)),
      m_prefixStyle(prefixStyle)
{
}

std::string_view ChunkSet::text(std::size_t chunk) const noexcept
{
    return emitted().slice(m_chunks[chunk].emit);
}

PrefixPlace ChunkSet::prefixPlaceOf(std::size_t chunk) const
{
    const std::size_t unit = unitAt(*m_segmentation, m_chunks[chunk].emit.begin);
    return prefixPlace(*m_document, *m_segmentation, m_prefixStyle, unit, m_chunks[chunk].source.begin);
}

std::string ChunkSet::prefix(std::size_t chunk) const
{
    const Chunk &facts = m_chunks[chunk];
    if (!facts.hasPrefix())
        return {};
    return prefixText(*m_document, *m_segmentation, m_prefixStyle, prefixPlaceOf(chunk), facts.prefixHeadings,
                      facts.repeatsTableHead);
}

ChunkSet::LeftOut ChunkSet::leftOutOfPrefix(std::size_t chunk) const
{
    if (!m_prefixStyle)
        return {};
    const Chunk &facts = m_chunks[chunk];
    const PrefixPlace place = prefixPlaceOf(chunk);
    return {headingsAt(*m_document, place) - facts.prefixHeadings,
            place.table != PrefixPlace::none && !facts.repeatsTableHead};
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
