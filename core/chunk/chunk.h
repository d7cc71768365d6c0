// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of one document.
#pragma once

#include "base/byterange.h"
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
             std::vector<Chunk> chunks);

    [[nodiscard]] const Document &document() const noexcept { return *m_document; }
    [[nodiscard]] const std::shared_ptr<const Document> &sharedDocument() const noexcept { return m_document; }
    [[nodiscard]] const EmittedText &emitted() const noexcept { return m_segmentation->emitted; }
    [[nodiscard]] Join join() const noexcept { return emitted().join(); }
    [[nodiscard]] const std::vector<Chunk> &chunks() const noexcept { return m_chunks; }
    [[nodiscard]] std::size_t size() const noexcept { return m_chunks.size(); }

    [[nodiscard]] std::string_view text(std::size_t chunk) const noexcept;
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
    std::shared_ptr<const Document> m_document;
    std::shared_ptr<const Segmentation> m_segmentation;
    std::vector<Chunk> m_chunks;
};

} // namespace cw
