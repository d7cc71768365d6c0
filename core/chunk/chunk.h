// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of one document.
#pragma once

#include "base/byterange.h"
#include "chunk/chunkprefix.h"
#include "segment/segmentation.h"
#include "text/document.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace cw {

struct Chunk
{
    ByteRange source; ///< exact range in the document's text, whatever the join
    ByteRange emit; ///< range in the emitted text; its slice is the chunk's text
    std::uint32_t tokens = 0; ///< exact tokens of the chunk's text
    std::uint32_t overlapTokens = 0; ///< exact tokens of the text shared with the previous chunk, from ranges
    std::uint32_t units = 0; ///< units in the chunk (sentences, words, pieces), carried ones included
    std::uint32_t carriedUnits = 0; ///< leading units repeated from the previous chunk
    BoundaryReason startReason = BoundaryReason::DocumentStart; ///< of the boundary at source.begin
    BoundaryReason endReason = BoundaryReason::DocumentEnd; ///< of the boundary at source.end
    bool isIndivisible = false; ///< over the ceiling because one character alone costs more than max
    std::uint8_t prefixHeadings : 7 = 0; ///< how many headings its prefix names, the innermost ones
    bool repeatsTableHead : 1 = false; ///< whether its prefix ends with a table's head
    std::int32_t prefixTokens = 0; ///< what its prefix adds: exact tokens of prefix and text together, less `tokens`

    /// Of the text with its prefix: what max bounds.
    [[nodiscard]] std::uint32_t embeddedTokens() const noexcept
    {
        return tokens + static_cast<std::uint32_t>(prefixTokens);
    }
    [[nodiscard]] bool hasPrefix() const noexcept { return prefixHeadings > 0 || repeatsTableHead; }
};

/// All chunks of one document under one configuration. Immutable.
///
/// Invariants: chunks in order; begins and ends never decrease; every non-space character of the document lies in some
/// chunk; overlap exists only between neighbours that share source bytes. Begins and ends strictly increase, but for
/// two references that are reproduced as they are: recursive-character may strip a chunk down to the end of the one
/// before, token-packed with ceiling = reference may begin where the one before does.
class ChunkSet final
{
public:
    ChunkSet(std::shared_ptr<const Document> document, std::shared_ptr<const Segmentation> segmentation,
             std::vector<Chunk> chunks, PrefixStyle prefixStyle = {});

    [[nodiscard]] const Document &document() const noexcept { return *m_document; }
    [[nodiscard]] const std::shared_ptr<const Document> &sharedDocument() const noexcept { return m_document; }
    [[nodiscard]] const EmittedText &emitted() const noexcept { return m_segmentation->emitted; }
    /// By which the chunks were cut; null when they were not cut by vectors.
    [[nodiscard]] const UnitVectors *vectors() const noexcept { return m_segmentation->vectors.get(); }
    [[nodiscard]] Join join() const noexcept { return emitted().join(); }
    [[nodiscard]] const std::vector<Chunk> &chunks() const noexcept { return m_chunks; }
    [[nodiscard]] std::size_t size() const noexcept { return m_chunks.size(); }

    [[nodiscard]] std::string_view text(std::size_t chunk) const noexcept;
    /// What is set before the chunk's text for its embedding; empty for most. No part of the document.
    [[nodiscard]] std::string prefix(std::size_t chunk) const;
    /// How many outer headings, and whether a table's head, are missing from the prefix for want of room.
    struct LeftOut
    {
        std::size_t headings = 0;
        bool tableHead = false;
    };
    [[nodiscard]] LeftOut leftOutOfPrefix(std::size_t chunk) const;
    /// What the configuration asks for.
    [[nodiscard]] const PrefixStyle &prefixStyle() const noexcept { return m_prefixStyle; }
    /// True when the chunk's text is exactly its source slice.
    [[nodiscard]] bool isContiguous(std::size_t chunk) const;
    /// Source ranges that, joined with single spaces, make the text; one range when contiguous.
    [[nodiscard]] std::vector<ByteRange> pieces(std::size_t chunk) const;
    /// Source bytes shared with the chunk before; empty for the first chunk and where nothing is shared.
    [[nodiscard]] ByteRange overlapWithPrevious(std::size_t chunk) const noexcept;
    /// The last chunk that contains the source byte, or size() when none does. O(log chunks).
    [[nodiscard]] std::size_t lastChunkAt(std::size_t sourceByte) const noexcept;
    /// The first chunk that ends after the source byte, or size(). O(log chunks).
    [[nodiscard]] std::size_t firstChunkEndingAfter(std::size_t sourceByte) const noexcept;

private:
    [[nodiscard]] PrefixPlace prefixPlaceOf(std::size_t chunk) const;

    std::shared_ptr<const Document> m_document;
    std::shared_ptr<const Segmentation> m_segmentation;
    std::vector<Chunk> m_chunks;
    PrefixStyle m_prefixStyle;
};

} // namespace cw
