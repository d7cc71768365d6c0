// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a run: measured, never assumed.
#pragma once

#include "chunk/chunk.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cw {

/// Order statistics of a list of whole numbers. All zero when the list is empty.
struct Distribution
{
    std::uint64_t count = 0;
    std::uint64_t minimum = 0;
    std::uint64_t maximum = 0;
    std::uint64_t sum = 0;
    double mean = 0;
    double median = 0; ///< mean of the two middle values when the count is even
    std::uint64_t p95 = 0; ///< nearest rank: the smallest value with at least 95 % of the values at or below it
};
[[nodiscard]] Distribution distributionOf(std::vector<std::uint32_t> values);

struct RunMetrics
{
    Distribution tokens; ///< tokens per chunk with its prefix; sum is the total, count the number of chunks
    std::int64_t prefixTokens = 0; ///< of that total, what prefixes add
    Distribution overlapTokens; ///< overlap with the previous chunk, over pairs of neighbours in one document
    std::uint64_t pairsWithoutOverlap = 0;
    std::uint64_t duplicatedTokens = 0; ///< sum of overlap tokens
    double effectiveOverlapPercent = 0; ///< 100 x duplicated / (total tokens without prefixes)
    /// 100 x overlap / what max leaves to the text, in the strategy's own unit. Where documents are chunked in several
    /// ways: the mean of theirs by tokens without prefixes.
    double requestedOverlapPercent = 0;
    std::uint64_t uncoveredCharacters = 0; ///< non-space code points in no chunk: proven, 0 when nothing is lost
    std::uint64_t firstUncoveredDocument = 0; ///< of the first such code point; 0 when there is none
    std::uint64_t firstUncoveredByte = 0;
    std::uint64_t overCeilingChunks
        = 0; ///< chunks whose tokens with their prefix exceed max (only when max counts tokens)
    std::array<std::uint64_t, boundaryReasonCount> startReasons{}; ///< boundaries that open a chunk, by reason
    std::array<std::uint64_t, boundaryReasonCount> endReasons{}; ///< boundaries that close a chunk, by reason
    std::uint64_t forcedEnds = 0; ///< closing boundaries that are forced: "hard cuts"
};

/// What lists of documents show of one document's chunks.
struct DocumentFigures
{
    std::uint64_t tokens = 0; ///< of all chunks with their prefixes
    std::uint32_t largestTokens = 0; ///< of a chunk with its prefix

    bool operator==(const DocumentFigures &) const = default;
};

/// The texts that chunks are returned within, of all documents.
struct ReturnedFigures
{
    std::uint64_t texts = 0;
    std::uint64_t tokens = 0; ///< of all of them
    std::uint32_t largestTokens = 0;
    std::uint64_t parentsOfOneChunk = 0;

    bool operator==(const ReturnedFigures &) const = default;
};

/// Over all documents together. `maxTokens` holds for all or has one a document; it is 0 when max does not count
/// tokens. O(chunks) plus the text that lies in no chunk.
[[nodiscard]] RunMetrics measure(std::span<const std::shared_ptr<const ChunkSet>> chunkSets,
                                 std::span<const std::size_t> maxTokens, double requestedOverlapPercent);
[[nodiscard]] inline RunMetrics measure(std::span<const std::shared_ptr<const ChunkSet>> chunkSets,
                                        std::size_t maxTokens, double requestedOverlapPercent)
{
    return measure(chunkSets, std::span(&maxTokens, 1), requestedOverlapPercent);
}

/// Words (Python white space) and code points of a chunk's text.
struct TextSize
{
    std::uint64_t words = 0;
    std::uint64_t characters = 0;
};
[[nodiscard]] TextSize textSize(std::string_view text) noexcept;

/// Chunks by size in fixed bins over [0, upper], and one bin for everything past `upper`.
///
/// Bin i counts sizes in (i*binWidth, (i+1)*binWidth], the first bin also 0 and the last regular bin nothing past
/// `upper`: with max 300 and width 10 the bins read 0-10, 11-20, ... 291-300, and "over 300". A chunk of exactly max
/// tokens is thus at the ceiling, not past it.
struct Histogram
{
    std::uint64_t binWidth = 1; ///< tokens: 1, 2 or 5 times a power of ten
    std::uint64_t upper = 0; ///< tokens: the largest size that is not overflow
    std::vector<std::uint64_t> tokenBins; ///< chunks by tokens; last = overflow
    std::vector<std::uint64_t> overlapBins; ///< chunks (but each document's first) by overlap tokens, same bins

    [[nodiscard]] std::size_t overflowBin() const noexcept { return tokenBins.empty() ? 0 : tokenBins.size() - 1; }
    /// The bin a size falls into.
    [[nodiscard]] std::size_t binOf(std::uint64_t tokens) const noexcept;
    /// Smallest and largest size (both inclusive) of a regular bin.
    [[nodiscard]] std::uint64_t smallestIn(std::size_t bin) const noexcept;
    [[nodiscard]] std::uint64_t largestIn(std::size_t bin) const noexcept;

    bool operator==(const Histogram &) const = default;
};
/// Pairs of neighbours in one document by the tokens they share.
struct OverlapSpread
{
    std::vector<std::uint64_t> bins; ///< equal ones over 1..largest; pairs that share nothing are in `none`
    std::uint64_t none = 0;
    std::uint64_t pairs = 0;
    std::uint32_t largest = 0; ///< tokens

    bool operator==(const OverlapSpread &) const = default;
};

/// The finest round bins of which at most `maxBins` (>= 1), besides the overflow bin, reach `upper`. `upper` is max, or
/// 0 when max counts no tokens: then the largest chunk stands for it and nothing overflows.
[[nodiscard]] Histogram histogramOf(std::span<const std::shared_ptr<const ChunkSet>> chunkSets, std::uint64_t upper,
                                    unsigned maxBins = 40);

} // namespace cw
