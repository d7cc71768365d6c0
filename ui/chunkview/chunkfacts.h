// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a chunk view ask about the shown document of a snapshot.
#pragma once

#include "chunkview/spangeometry.h"
#include "run/run.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <span>

namespace cw {

/// One document of one snapshot. Cheap to copy.
struct ChunkFacts
{
    std::shared_ptr<const RunSnapshot> snapshot;
    std::uint32_t document = 0;
    std::shared_ptr<const BlockTree> blocks = nullptr; ///< of the document; null until they were read

    [[nodiscard]] explicit operator bool() const noexcept { return snapshot != nullptr; }
    [[nodiscard]] const std::shared_ptr<const ChunkSet> &set() const { return snapshot->chunkSets[document]; }
    [[nodiscard]] const std::vector<Chunk> &chunks() const { return set()->chunks(); }
    [[nodiscard]] const std::shared_ptr<const Document> &shownDocument() const { return snapshot->documents[document]; }
    [[nodiscard]] std::size_t textBytes() const { return shownDocument()->text().size(); }
    [[nodiscard]] std::span<const Finding> findings(ChunkRange range) const;
    [[nodiscard]] std::span<const Finding> allFindings() const { return findings({0, chunks().size()}); }
    /// The ceiling in tokens, or 0 when max counts something else.
    [[nodiscard]] std::size_t maxTokens() const;

    /// False when the finding's bytes are the whole chunk or its overlap: those are drawn already.
    [[nodiscard]] bool marksWords(const Finding &finding) const;

    /// The chunk's prefix on one line, at most a few hundred characters of it; empty when there is none. It is document
    /// text: plain.
    [[nodiscard]] QString prefixLine(std::size_t chunk) const;
    /// Headings that the chunk begins under, "Guide > Install": plain text. Empty where there are none, and until the
    /// document's blocks were read.
    [[nodiscard]] QString headingPath(std::size_t chunk) const;
    /// False when its prefix names all headings that the chunk begins under, or there are none.
    [[nodiscard]] bool hasMoreHeadingsThanPrefix(std::size_t chunk) const;
    /// "page 12"; empty when the format knows no pages.
    [[nodiscard]] QString pages(std::size_t chunk) const;
    /// Whether more than the chunks themselves is returned, and known.
    [[nodiscard]] bool returnsMore() const { return !snapshot->parentSets.empty(); }
    /// "parent 3, chunk 2 of 4 in it", "parent 3, this chunk alone" or "412 tokens with neighbours"; empty when chunks
    /// alone are returned.
    [[nodiscard]] QString returnedNote(std::size_t chunk) const;
    /// "Returned for it: parent 3 of 12 with chunks 9 to 12, 1,184 tokens." Empty likewise.
    [[nodiscard]] QString returnedSentence(std::size_t chunk) const;
    /// What is pinned where the chunk begins and ends and inside it, a sentence each; at most a few.
    [[nodiscard]] QStringList pinSentences(std::size_t chunk) const;
    /// "Chunk 12 of 66 · 287 tokens · 45 tokens of overlap": plain text.
    [[nodiscard]] QString chunkSummary(std::size_t chunk) const;
    /// The summary, why the chunk starts and ends where it does, its pins and findings; one a line, plain text.
    [[nodiscard]] QString chunkDescription(std::size_t chunk) const;
};

/// "1,284": in the user's own way of writing numbers.
[[nodiscard]] QString countText(std::uint64_t value);

} // namespace cw
