// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/textflow.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {
namespace {

constexpr double documentMargin = 8; ///< above the first and below the last line
constexpr std::size_t rememberedCards = 256;

/// `part` of `whole`, mapped onto `length`.
std::size_t scaled(std::size_t part, std::size_t whole, std::size_t length)
{
    return whole == 0 ? 0
                      : static_cast<std::size_t>(static_cast<double>(part) / static_cast<double>(whole)
                                                 * static_cast<double>(length));
}

} // namespace

double TextFlow::height(FlowKey key)
{
    const Padding room = padding(key);
    return room.above + layout(key).height() + room.below;
}

void SourceFlow::setDocument(const std::shared_ptr<const Document> &document, bool wholeLines)
{
    if (m_document == document && m_wholeLines == wholeLines)
        return;
    m_document = document;
    m_wholeLines = wholeLines;
    m_index = document ? BlockIndex(document->text(), wholeLines) : BlockIndex();
}

std::optional<FlowKey> SourceFlow::next(FlowKey key)
{
    const TextBlock block = m_index.blockAt(key.block);
    return m_index.isLast(block) ? std::nullopt : std::optional(FlowKey{0, block.bytes.end});
}

std::optional<FlowKey> SourceFlow::previous(FlowKey key)
{
    return key.block > 0 ? std::optional(keyOf({0, key.block - 1})) : std::nullopt;
}

BlockLayout &SourceFlow::layout(FlowKey key)
{
    return m_cache.layout(m_index.blockAt(key.block));
}

TextFlow::Padding SourceFlow::padding(FlowKey key)
{
    return {key.block == 0 ? documentMargin : 0, m_index.isLast(m_index.blockAt(key.block)) ? documentMargin : 0};
}

void CardFlow::setChunks(const std::shared_ptr<const ChunkSet> &chunks, bool wholeLines)
{
    m_chunks = chunks;
    m_wholeLines = wholeLines;
    m_blocks.clear();
}

const std::vector<BlockStart> &CardFlow::startsOf(std::size_t card)
{
    const auto found = std::find_if(m_blocks.begin(), m_blocks.end(),
                                    [card](const CardBlocks &blocks) { return blocks.card == card; });
    if (found != m_blocks.end()) {
        m_blocks.splice(m_blocks.begin(), m_blocks, found);
        return m_blocks.front().starts;
    }
    m_blocks.push_front({card, blockStarts(*m_chunks->emitted().text(), m_chunks->chunks()[card].emit, m_wholeLines)});
    if (m_blocks.size() > rememberedCards)
        m_blocks.pop_back();
    return m_blocks.front().starts;
}

FlowKey CardFlow::last()
{
    const std::size_t card = m_chunks->size() - 1;
    return {card, blockCount(card) - 1};
}

std::optional<FlowKey> CardFlow::next(FlowKey key)
{
    if (key.block + 1 < blockCount(key.card))
        return FlowKey{key.card, key.block + 1};
    return key.card + 1 < m_chunks->size() ? std::optional(FlowKey{key.card + 1, 0}) : std::nullopt;
}

std::optional<FlowKey> CardFlow::previous(FlowKey key)
{
    if (key.block > 0)
        return FlowKey{key.card, key.block - 1};
    if (key.card == 0)
        return std::nullopt;
    return FlowKey{key.card - 1, blockCount(key.card - 1) - 1};
}

ByteRange CardFlow::blockBytes(FlowKey key)
{
    const std::vector<BlockStart> &starts = startsOf(key.card);
    const std::size_t end
        = key.block + 1 < starts.size() ? starts[key.block + 1].begin : m_chunks->chunks()[key.card].emit.end;
    return {starts[key.block].begin, end};
}

BlockLayout &CardFlow::layout(FlowKey key)
{
    const std::vector<BlockStart> &starts = startsOf(key.card);
    const std::size_t line = starts[key.block].lineBegin;
    const bool goesOn = key.block + 1 < starts.size() && starts[key.block + 1].lineBegin == line;
    return m_cache.layout({blockBytes(key), line, goesOn});
}

TextFlow::Padding CardFlow::padding(FlowKey key)
{
    Padding room;
    if (key.block == 0)
        room.above = gap + m_headHeight(key.card) + textMargin;
    if (key.block + 1 == blockCount(key.card))
        room.below = textMargin + (key.card + 1 == m_chunks->size() ? gap : 0);
    return room;
}

FlowKey CardFlow::keyOf(TextPlace place)
{
    const std::vector<BlockStart> &starts = startsOf(place.card);
    const auto after = std::partition_point(starts.begin() + 1, starts.end(),
                                            [&](const BlockStart &start) { return start.begin <= place.byte; });
    return {place.card, static_cast<std::size_t>(after - starts.begin()) - 1};
}

std::size_t CardFlow::sourceOf(TextPlace place)
{
    const ByteRange source = m_chunks->chunks()[place.card].source;
    return std::clamp(m_chunks->emitted().sourceOf(place.byte), source.begin, source.end);
}

TextPlace CardFlow::placeOf(std::size_t sourceByte, std::optional<std::size_t> chunk)
{
    std::size_t card = chunk && *chunk < m_chunks->size() ? *chunk : m_chunks->lastChunkAt(sourceByte);
    if (card >= m_chunks->size())
        card = std::min(m_chunks->firstChunkEndingAfter(sourceByte), m_chunks->size() - 1);
    const ByteRange emit = m_chunks->chunks()[card].emit;
    return {card, std::clamp(m_chunks->emitted().emitOf(sourceByte), emit.begin, emit.end)};
}

std::size_t CardFlow::scrollValueOf(TextPlace place)
{
    const Chunk &chunk = m_chunks->chunks()[place.card];
    const std::size_t next
        = place.card + 1 < m_chunks->size() ? m_chunks->chunks()[place.card + 1].source.begin : chunk.source.end;
    return chunk.source.begin + scaled(place.byte - chunk.emit.begin, chunk.emit.size(), next - chunk.source.begin);
}

TextPlace CardFlow::placeOfScrollValue(std::size_t value)
{
    const std::vector<Chunk> &chunks = m_chunks->chunks();
    const auto after = std::partition_point(chunks.begin() + 1, chunks.end(),
                                            [value](const Chunk &chunk) { return chunk.source.begin <= value; });
    const auto card = static_cast<std::size_t>(after - chunks.begin()) - 1;
    const Chunk &chunk = chunks[card];
    const std::size_t next = after == chunks.end() ? chunk.source.end : after->source.begin;
    const std::size_t into = value > chunk.source.begin ? value - chunk.source.begin : 0;
    std::size_t byte = chunk.emit.begin + scaled(into, next - chunk.source.begin, chunk.emit.size());
    const std::string_view text = *m_chunks->emitted().text();
    while (byte > chunk.emit.begin && !isCharacterBoundary(text, byte))
        --byte;
    return {card, std::min(byte, chunk.emit.end)};
}

} // namespace cw
