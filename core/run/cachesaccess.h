// SPDX-License-Identifier: GPL-3.0-or-later
// What run() asks of the caches.
#pragma once

#include "audit/textfacts.h"
#include "base/result.h"
#include "chunk/breaks.h"
#include "chunk/longunitwords.h"
#include "run/run.h"
#include "segment/sentencevectors.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace cw {

/// What packing and auditing one document need besides the configuration.
struct PreparedDocument
{
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const TokenIndex> index;
    std::shared_ptr<const UnitEdges> edges; ///< null when there are no units
    std::shared_ptr<const LongUnitWords> words; ///< null when hardly any units are long
    std::shared_ptr<const PrefixCosts> prefixCosts; ///< null when chunks have no prefix
    std::shared_ptr<const SeparatorPieces> separatorPieces; ///< null when the strategy has no separators
    std::shared_ptr<const TextFacts> facts;
    std::shared_ptr<const TextFacts> emittedFacts; ///< null for short texts
};
/// One per document of a run.
using PreparedDocuments = std::vector<PreparedDocument>;

/// Pinned places of the documents that have some.
class PlacesByDocument final
{
public:
    /// Documents in rising order.
    void add(std::size_t document, PinnedPlaces places) { m_places.emplace_back(document, std::move(places)); }
    /// Null where there are none. O(log documents with pins).
    [[nodiscard]] const PinnedPlaces *of(std::size_t document) const noexcept
    {
        const auto found
            = std::ranges::lower_bound(m_places, document, {}, &std::pair<std::size_t, PinnedPlaces>::first);
        return found != m_places.end() && found->first == document ? &found->second : nullptr;
    }

private:
    std::vector<std::pair<std::size_t, PinnedPlaces>> m_places;
};

struct Recipes;

/// What a run of these very documents under one tokenizer leaves to the next one. All null or all set.
struct LastPrepared
{
    std::shared_ptr<const PreparedDocuments> documents;
    std::shared_ptr<const Recipes> recipes; ///< that they were prepared by
};
struct LastChunked
{
    std::shared_ptr<const RunSnapshot> snapshot;
    std::shared_ptr<const Recipes> recipes; ///< that it was made by
    PlacesByDocument places; ///< at which it is pinned
};

/// What parents follow from.
struct ParentsKey
{
    std::shared_ptr<const Segmentation> segmentation; ///< both owned, so that no address is reused
    std::shared_ptr<const TokenIndex> index;
    const StrategyDescriptor *strategy = nullptr;
    ParameterValues parameters;
    std::size_t max = 0;
    PinnedPlaces places;

    bool operator==(const ParentsKey &) const = default;
};

/// Segmentation of a document under the parameters that affect it, made at most once while it is kept.
/// Each document keeps its few most recently used segmentations, indices and edges of units.
struct CachesAccess
{
    /// With a `model`, strategies that search for topics compare `vectors` (null: there are none) instead of words; the
    /// sentences themselves and how much they differ are kept for whichever changes are sought in them next. Errors as
    /// unitVectors().
    static Outcome<std::shared_ptr<const Segmentation>>
    segmentation(Caches &caches, const std::shared_ptr<const Document> &document, const StrategyDescriptor &strategy,
                 const ParameterValues &parameters, std::stop_token stop, std::string_view model = {},
                 const std::shared_ptr<const SentenceVectors> &vectors = {});

    /// The sentences that such a strategy compares.
    static Outcome<std::shared_ptr<const Segmentation>> topicUnits(Caches &caches,
                                                                   const std::shared_ptr<const Document> &document,
                                                                   SentenceRule rule, std::stop_token stop);

    /// Index of the emitted text; shared by every segmentation that emits the same text.
    static Outcome<std::shared_ptr<const TokenIndex>> index(Caches &caches,
                                                            const std::shared_ptr<const Document> &document,
                                                            const SharedText &emitted, const Tokenizer &tokenizer,
                                                            std::stop_token stop, unsigned threads = 1);

    /// What the segmentation's units cost under the tokenizer of `index`.
    static Outcome<std::shared_ptr<const UnitEdges>> edges(Caches &caches,
                                                           const std::shared_ptr<const Document> &document,
                                                           const std::shared_ptr<const Segmentation> &segmentation,
                                                           const std::shared_ptr<const TokenIndex> &index,
                                                           std::stop_token stop);

    /// The words of those units that are long, by the same edges; null when they are not worth it.
    static std::shared_ptr<const LongUnitWords> longUnitWords(Caches &caches,
                                                              const std::shared_ptr<const Document> &document,
                                                              const std::shared_ptr<const Segmentation> &segmentation,
                                                              const std::shared_ptr<const TokenIndex> &index,
                                                              const std::shared_ptr<const UnitEdges> &edges);

    /// What splitting by the separators has found out so far.
    static std::shared_ptr<const SeparatorPieces> separatorPieces(Caches &caches,
                                                                  const std::shared_ptr<const Document> &document,
                                                                  const std::shared_ptr<const TokenIndex> &index,
                                                                  const std::vector<std::string> &separators);

    /// What the prefixes of the segmentation's chunks cost.
    static Outcome<std::shared_ptr<const PrefixCosts>>
    prefixCosts(Caches &caches, const std::shared_ptr<const Document> &document,
                const std::shared_ptr<const Segmentation> &segmentation, const Tokenizer &tokenizer,
                const PrefixStyle &style, std::stop_token stop);

    /// The document cut at pins, with units joined at `places.keeps`.
    static Outcome<std::shared_ptr<const PackRegions>> regions(Caches &caches,
                                                               const std::shared_ptr<const Document> &document,
                                                               const PreparedDocument &prepared,
                                                               const PinnedPlaces &places, std::stop_token stop);

    /// findPins(), which looks for a pin in the whole text at most once.
    static Outcome<std::vector<PinPlace>> pinPlaces(Caches &caches, const std::shared_ptr<const Document> &document,
                                                    std::span<const Pin> pins, const std::stop_token &stop);

    /// Tells apart all that prepares a document differently, but for tokenizers.
    static std::string preparationKey(const StrategyDescriptor &strategy, const ParameterValues &parameters,
                                      std::string_view model = {},
                                      const std::shared_ptr<const SentenceVectors> &vectors = {});

    /// The document's parents, which stay the same while the size of chunks moves.
    static Outcome<std::shared_ptr<const ChunkSet>>
    parents(Caches &caches, const std::shared_ptr<const Document> &document, const ParentsKey &key,
            const std::function<Outcome<std::shared_ptr<const ChunkSet>>()> &make);

    /// What the last run prepared, when it was of just these documents and tokenized in this way: with a hundred
    /// thousand documents, looking each of them up would cost more than packing it.
    static LastPrepared lastPrepared(Caches &caches, const std::vector<std::shared_ptr<const Document>> &documents,
                                     const Tokenizer &tokenizer);
    static void keepPrepared(Caches &caches, const std::vector<std::shared_ptr<const Document>> &documents,
                             const Tokenizer &tokenizer, LastPrepared prepared);
    /// The last run's result, likewise: a document that nothing changed for is not packed again.
    static LastChunked lastChunked(Caches &caches, const std::vector<std::shared_ptr<const Document>> &documents,
                                   const Tokenizer &tokenizer);
    static void keepChunked(Caches &caches, const Tokenizer &tokenizer, LastChunked chunked);

    struct PackCounters ///< of work really done, like Caches::Counters
    {
        std::size_t packings = 0; ///< documents packed to chunks
        std::size_t parents = 0; ///< documents packed to parents
    };
    static PackCounters packCounters(const Caches &caches);
    static void countPacking(Caches &caches);

    /// What rules found out about the document's text.
    static std::shared_ptr<const TextFacts> facts(Caches &caches, const std::shared_ptr<const Document> &document);
};

} // namespace cw
