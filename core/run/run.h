// SPDX-License-Identifier: GPL-3.0-or-later
// The one entry point: desktop, command line, sweeps and tests all call run().
#pragma once

#include "audit/audit.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "run/pinplaces.h"
#include "run/runconfig.h"
#include "stats/metrics.h"
#include "text/document.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace cw {

class Caches;
class Tokenizer;

struct RunProgress
{
    std::size_t documentsDone = 0;
    std::size_t documentsTotal = 0;
};

/// Parts of a run, in their order.
enum class RunStage : std::uint8_t {
    Chunking, ///< segmentation and indexing where they are not kept, and packing
    Measuring, ///< metrics and histogram
    Auditing
};

struct RunRequest
{
    std::vector<std::shared_ptr<const Document>> documents;
    RunConfig config;
    unsigned threads = 1; ///< never changes a result
    std::function<void(RunProgress)> progress; ///< may be empty; called from worker threads, one at a time
    std::function<void(RunStage)> stageEnded = {}; ///< may be empty; called on run()'s own thread: for measurements
};

/// Immutable result of one run: what views draw and exporters write.
struct RunSnapshot
{
    RunConfig config;
    std::shared_ptr<const Tokenizer> tokenizer; ///< that counted: the one of `config` at the time of the run
    std::vector<std::shared_ptr<const Document>> documents;
    std::vector<std::shared_ptr<const ChunkSet>> chunkSets; ///< one per document
    /// One per document: parents, or for each chunk itself with its neighbours (returning.h). Else no lists at all.
    std::vector<std::shared_ptr<const ChunkSet>> parentSets;
    static constexpr std::size_t noOverride = ~std::size_t{0};
    std::vector<std::size_t> overrideUsed; ///< per document: number in config.overrides, or noOverride
    /// Of all pins for these documents, in order of document and pin.
    std::vector<PinPlace> pinPlaces;
    AuditReport audit;
    RunMetrics metrics;
    Histogram histogram;
    OverlapSpread overlapSpread;
    std::vector<DocumentFigures> documentFigures; ///< one per document
    ReturnedFigures returnedFigures; ///< all zero where chunks alone are returned, and in a Beginning
    ModelInput model; ///< empty without a model
    std::size_t maxTextTokens = 0; ///< what max leaves to a chunk's text; 0 when max does not count tokens
    std::vector<std::size_t> firstChunkNumber; ///< per document: chunks in the documents before it
    std::size_t chunkCount = 0;
    std::chrono::nanoseconds elapsed{}; ///< of this run; never exported
};

/// Chunks, measures and audits. Same documents and configuration give the same snapshot (but for `elapsed`) on any
/// number of threads. Errors: InvalidParameter or InvalidConfig from checkConfig, MissingResource from a tokenizer.
[[nodiscard]] Outcome<std::shared_ptr<const RunSnapshot>> run(const RunRequest &request, Caches &caches,
                                                              std::stop_token stop);

/// Segmentations, token indices and audit facts by document and parameters. Thread-safe.
class Caches final
{
public:
    Caches();
    ~Caches();
    Caches(const Caches &) = delete;
    Caches &operator=(const Caches &) = delete;

    /// openTokenizer().
    [[nodiscard]] Result<std::shared_ptr<const Tokenizer>> tokenizer(std::string_view reference);
    /// Forgets everything kept for documents that are not in `documents`.
    void keepOnly(const std::vector<std::shared_ptr<const Document>> &documents);

    struct Counters ///< of work really done, for tests of "a slider tick re-tokenizes nothing"
    {
        std::size_t segmentations = 0;
        std::size_t indexings = 0;
        std::size_t textFacts = 0; ///< facts that rules worked out by reading a document's text
        std::size_t edges = 0; ///< tables of what units cost
        std::size_t prefixCosts = 0; ///< tables of what prefixes cost
        std::size_t regions = 0; ///< documents cut at pins
        std::size_t topicShifts = 0; ///< documents whose sentences were compared
        std::size_t topicCuts = 0; ///< documents cut between topics; not counted as segmentations
        std::size_t wordTables = 0; ///< parts of long units whose words were got ready for further ticks
    };
    [[nodiscard]] Counters counters() const;

private:
    friend struct CachesAccess;
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace cw
