// SPDX-License-Identifier: GPL-3.0-or-later
// The two columns a chunk view can show: the document's text, or a card for each chunk. Both are blocks of one text.
#pragma once

#include "chunk/chunk.h"
#include "chunkview/blockindex.h"
#include "chunkview/blocklayoutcache.h"
#include "chunkview/flow.h"

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

namespace cw {

/// A byte of the shown text. The same byte can be shown by several cards.
struct TextPlace
{
    std::size_t card = 0; ///< the chunk; always 0 in the document's own text
    std::size_t byte = 0;

    auto operator<=>(const TextPlace &) const = default;
};

/// Items are blocks of text with room above and below.
class TextFlow : public FlowModel
{
public:
    struct Padding
    {
        double above = 0;
        double below = 0;
    };

    /// Bytes of the shown text.
    [[nodiscard]] virtual ByteRange blockBytes(FlowKey key) = 0;
    [[nodiscard]] virtual BlockLayout &layout(FlowKey key) = 0;
    [[nodiscard]] virtual Padding padding(FlowKey key) = 0;
    [[nodiscard]] virtual FlowKey keyOf(TextPlace place) = 0;

    /// Source byte behind a place, and where a source byte is shown (by the given chunk's card, if it has it).
    [[nodiscard]] virtual std::size_t sourceOf(TextPlace place) = 0;
    [[nodiscard]] virtual TextPlace placeOf(std::size_t sourceByte, std::optional<std::size_t> chunk) = 0;

    /// Scroll bar values run over the source bytes and never fall from one place to a later one.
    [[nodiscard]] virtual std::size_t scrollValueOf(TextPlace place) = 0;
    [[nodiscard]] virtual TextPlace placeOfScrollValue(std::size_t value) = 0;

    [[nodiscard]] double height(FlowKey key) final;
};

/// The document's text. A key's block is the byte where it begins: lines need not be counted.
class SourceFlow final : public TextFlow
{
public:
    explicit SourceFlow(BlockLayoutCache &cache) : m_cache(cache) { }
    /// With `wholeLines` (no word wrap) every line is one block. Costs a BlockIndex when anything changes.
    void setDocument(const std::shared_ptr<const Document> &document, bool wholeLines);

    [[nodiscard]] bool isEmpty() const override { return !m_document; }
    [[nodiscard]] FlowKey first() override { return {}; }
    [[nodiscard]] FlowKey last() override { return keyOf({0, m_document->text().size()}); }
    [[nodiscard]] std::optional<FlowKey> next(FlowKey key) override;
    [[nodiscard]] std::optional<FlowKey> previous(FlowKey key) override;
    [[nodiscard]] ByteRange blockBytes(FlowKey key) override { return m_index.blockAt(key.block).bytes; }
    [[nodiscard]] BlockLayout &layout(FlowKey key) override;
    [[nodiscard]] Padding padding(FlowKey key) override;
    [[nodiscard]] FlowKey keyOf(TextPlace place) override { return {0, m_index.blockAt(place.byte).bytes.begin}; }
    [[nodiscard]] std::size_t sourceOf(TextPlace place) override { return place.byte; }
    [[nodiscard]] TextPlace placeOf(std::size_t sourceByte, std::optional<std::size_t>) override
    {
        return {0, sourceByte};
    }
    [[nodiscard]] std::size_t scrollValueOf(TextPlace place) override { return place.byte; }
    [[nodiscard]] TextPlace placeOfScrollValue(std::size_t value) override { return {0, value}; }

private:
    BlockLayoutCache &m_cache;
    std::shared_ptr<const Document> m_document;
    bool m_wholeLines = false;
    BlockIndex m_index;
};

/// A card for each chunk with its exact emitted text.
class CardFlow final : public TextFlow
{
public:
    /// Height of a card's head, by chunk; the painter decides.
    using HeadHeight = std::function<double(std::size_t chunk)>;

    CardFlow(BlockLayoutCache &cache, HeadHeight headHeight) : m_cache(cache), m_headHeight(std::move(headHeight)) { }
    void setChunks(const std::shared_ptr<const ChunkSet> &chunks, bool wholeLines);

    static constexpr double gap = 12; ///< between cards
    static constexpr double textMargin = 8; ///< above and below a card's text

    [[nodiscard]] bool isEmpty() const override { return !m_chunks || m_chunks->size() == 0; }
    [[nodiscard]] FlowKey first() override { return {}; }
    [[nodiscard]] FlowKey last() override;
    [[nodiscard]] std::optional<FlowKey> next(FlowKey key) override;
    [[nodiscard]] std::optional<FlowKey> previous(FlowKey key) override;
    [[nodiscard]] ByteRange blockBytes(FlowKey key) override;
    [[nodiscard]] BlockLayout &layout(FlowKey key) override;
    [[nodiscard]] Padding padding(FlowKey key) override;
    [[nodiscard]] FlowKey keyOf(TextPlace place) override;
    [[nodiscard]] std::size_t sourceOf(TextPlace place) override;
    [[nodiscard]] TextPlace placeOf(std::size_t sourceByte, std::optional<std::size_t> chunk) override;
    [[nodiscard]] std::size_t scrollValueOf(TextPlace place) override;
    [[nodiscard]] TextPlace placeOfScrollValue(std::size_t value) override;

    [[nodiscard]] std::size_t blockCount(std::size_t card) { return startsOf(card).size(); }

private:
    struct CardBlocks
    {
        std::size_t card = 0;
        std::vector<BlockStart> starts;
    };
    const std::vector<BlockStart> &startsOf(std::size_t card);

    BlockLayoutCache &m_cache;
    HeadHeight m_headHeight;
    std::shared_ptr<const ChunkSet> m_chunks;
    bool m_wholeLines = false;
    std::list<CardBlocks> m_blocks; ///< of the cards used last; the newest first
};

} // namespace cw
