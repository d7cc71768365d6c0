// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.h"

#include "base/parallel.h"
#include "chunk/neighbours.h"
#include "run/cachesaccess.h"
#include "run/recipes.h"
#include "run/returning.h"
#include "run/runpins.h"
#include "strategies/packregions.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>

namespace cw {

namespace {

using ChunkSetPointer = std::shared_ptr<const ChunkSet>;

struct Job
{
    const RunRequest &request;
    const std::shared_ptr<const Recipes> &recipes;
    const RunPins &pins;
    const Tokenizer &tokenizer;
    Caches &caches;
    std::stop_token stop;
};

/// Chunks of one document, and what they are returned within; null where that is they themselves.
struct Chunked
{
    ChunkSetPointer chunks;
    ChunkSetPointer within;
};

/// What went wrong with one document, if anything did.
using Failure = std::optional<Outcome<ChunkSetPointer>>;

template<class T>
Failure failureOf(const Outcome<T> &outcome)
{
    if (outcome.isCancelled())
        return Outcome<ChunkSetPointer>(Cancelled{});
    return Outcome<ChunkSetPointer>(outcome.error());
}

Failure prepare(const Job &job, const std::shared_ptr<const Document> &document, const Recipe &recipe, unsigned threads,
                PreparedDocument &prepared)
{
    auto segmentation = CachesAccess::segmentation(job.caches, document, *recipe.strategy, recipe.config.parameters,
                                                   job.stop, recipe.config.embedding.model, recipe.vectors);
    if (!segmentation)
        return failureOf(segmentation);
    prepared.segmentation = *segmentation;
    auto index = CachesAccess::index(job.caches, document, prepared.segmentation->emitted.text(), job.tokenizer,
                                     job.stop, threads);
    if (!index)
        return failureOf(index);
    prepared.index = *index;
    if (!prepared.segmentation->units.empty()) {
        auto edges = CachesAccess::edges(job.caches, document, prepared.segmentation, prepared.index, job.stop);
        if (!edges)
            return failureOf(edges);
        prepared.edges = *edges;
        prepared.words
            = CachesAccess::longUnitWords(job.caches, document, prepared.segmentation, prepared.index, *edges);
    }
    if (recipe.strategy->separators) {
        prepared.separatorPieces = CachesAccess::separatorPieces(job.caches, document, prepared.index,
                                                                 recipe.strategy->separators(recipe.config.parameters));
    }
    if (const PrefixStyle style = recipe.strategy->prefixStyleOf(recipe.config.parameters)) {
        auto costs
            = CachesAccess::prefixCosts(job.caches, document, prepared.segmentation, job.tokenizer, style, job.stop);
        if (!costs)
            return failureOf(costs);
        prepared.prefixCosts = *costs;
    }
    prepared.facts = CachesAccess::facts(job.caches, document);
    constexpr std::size_t worthKeepingFactsBytes = 65536;
    const SharedText &emitted = prepared.segmentation->emitted.text();
    if (emitted->size() >= worthKeepingFactsBytes) {
        prepared.emittedFacts
            = emitted == document->sharedText() ? prepared.facts : std::make_shared<const TextFacts>(emitted);
    }
    return {};
}

Outcome<std::vector<Chunk>> packPinned(const Job &job, const std::shared_ptr<const Document> &document,
                                       const StrategyDescriptor &strategy, const PreparedDocument &prepared,
                                       const PackInput &input, const PinnedPlaces &places)
{
    if (places.isEmpty())
        return strategy.pack(input, job.stop);
    auto regions = CachesAccess::regions(job.caches, document, prepared,
                                         {places.breaks, joinableKeeps(strategy, input, places)}, job.stop);
    if (regions.isCancelled())
        return Cancelled{};
    if (!regions)
        return regions.error();
    return packRegions(strategy, input, prepared.index, **regions, places, job.stop);
}

/// Each chunk with its neighbours.
Outcome<std::vector<Chunk>> neighboursOf(const Job &job, const std::shared_ptr<const Document> &document,
                                         const PreparedDocument &prepared, const std::vector<Chunk> &chunks)
{
    std::shared_ptr<const Segmentation> units = prepared.segmentation;
    const bool hasOwn = hasUnits(*units);
    if (!hasOwn) {
        const NeighbourUnits &sentences = sentencesOfSource();
        auto made
            = CachesAccess::segmentation(job.caches, document, sentences.strategy, sentences.parameters, job.stop);
        if (made.isCancelled())
            return Cancelled{};
        if (!made)
            return made.error();
        units = *made;
    }
    return withNeighbours({.chunks = chunks,
                           .emitted = prepared.segmentation->emitted,
                           .segmentation = *units,
                           .index = *prepared.index,
                           .neighbours = static_cast<std::size_t>(job.request.config.returned.neighbours),
                           .edges = hasOwn ? prepared.edges.get() : nullptr},
                          job.stop);
}

Outcome<ChunkSetPointer> setOf(const std::shared_ptr<const Document> &document, const PreparedDocument &prepared,
                               Outcome<std::vector<Chunk>> packed)
{
    if (packed.isCancelled())
        return Cancelled{};
    if (!packed)
        return packed.error();
    return ChunkSetPointer(std::make_shared<const ChunkSet>(document, prepared.segmentation, std::move(*packed)));
}

Outcome<Chunked> chunkDocument(const Job &job, const std::shared_ptr<const Document> &document, const Recipe &recipe,
                               const PreparedDocument &prepared, const PinnedPlaces *places, unsigned threads)
{
    const ReturnedText &returned = recipe.config.returned;
    const StrategyDescriptor &strategy = *recipe.strategy;
    Outcome<WordEdgesList> words = WordEdgesList();
    if (prepared.words)
        words = prepared.words->forPacking(threads, job.stop);
    if (!words)
        return Cancelled{};
    const PackInput input{.document = *document,
                          .segmentation = *prepared.segmentation,
                          .index = *prepared.index,
                          .tokenizer = job.tokenizer,
                          .parameters = recipe.config.parameters,
                          .max = recipe.max,
                          .overlap = recipe.overlap,
                          .edges = prepared.edges.get(),
                          .words = *words,
                          .prefixCosts = prepared.prefixCosts,
                          .separatorPieces = prepared.separatorPieces,
                          .threads = {.threads = threads}};
    const PinnedPlaces none;
    const PinnedPlaces &pinned = places ? *places : none;
    const auto pack = [&](const PackInput &part, const PinnedPlaces &at) {
        return packPinned(job, document, strategy, prepared, part, at);
    };
    CachesAccess::countPacking(job.caches);
    Outcome<std::vector<Chunk>> chunks = Cancelled{};
    Outcome<ChunkSetPointer> within = ChunkSetPointer();
    if (returned.kind == ReturnedKind::Parent) {
        const auto parentMax = static_cast<std::size_t>(returned.parentMax);
        const ParentsKey key{prepared.segmentation,
                             prepared.index,
                             &strategy,
                             parentParameters(strategy, recipe.config.parameters),
                             parentMax,
                             pinned};
        within = CachesAccess::parents(job.caches, document, key, [&] {
            return setOf(document, prepared, packParents(input, key.parameters, parentMax, pinned, pack));
        });
        if (within)
            chunks = packInside(input, (*within)->chunks(), pinned, pack);
    } else {
        chunks = pack(input, pinned);
        if (chunks && returned.kind == ReturnedKind::Neighbours)
            within = setOf(document, prepared, neighboursOf(job, document, prepared, *chunks));
    }
    if (within.isCancelled() || (within && chunks.isCancelled()))
        return Cancelled{};
    if (!within)
        return within.error();
    if (!chunks)
        return chunks.error();
    return Chunked{std::make_shared<const ChunkSet>(document, prepared.segmentation, std::move(*chunks),
                                                    strategy.prefixStyleOf(recipe.config.parameters)),
                   std::move(*within)};
}

/// Chunks every document into its own slot, so that the number of threads cannot show in the result.
class ParallelChunking
{
public:
    explicit ParallelChunking(const Job &job)
        : m_job(job), m_documents(job.request.documents), m_chunkSets(m_documents.size()),
          m_lastPrepared(CachesAccess::lastPrepared(job.caches, m_documents, job.tokenizer)),
          m_last(CachesAccess::lastChunked(job.caches, m_documents, job.tokenizer))
    {
        if (m_lastPrepared.recipes)
            m_preparation.emplace(*job.recipes, *m_lastPrepared.recipes, &Recipe::preparesLike);
        if (m_last.recipes)
            m_packing.emplace(*job.recipes, *m_last.recipes, &Recipe::packsLike);
        std::size_t alike = 0;
        while (m_preparation && alike < m_documents.size() && m_preparation->isSame(alike))
            ++alike;
        if (m_preparation && alike == m_documents.size())
            m_known = m_lastPrepared.documents;
        else
            m_prepared = std::make_shared<PreparedDocuments>(m_documents.size());
        if (job.request.config.returned.kind != ReturnedKind::Chunk)
            m_parentSets.resize(m_documents.size());
        const std::size_t threads = std::max(1U, job.request.threads);
        m_threads = std::clamp<std::size_t>(m_documents.size(), 1, threads);
        m_threadsPerDocument = static_cast<unsigned>(threads / m_threads);
    }

    Outcome<std::vector<ChunkSetPointer>> chunkAll()
    {
        // Neighbouring documents are taken at once, so that small ones are not dearer than one large.
        const std::size_t atOnce = std::clamp<std::size_t>(m_documents.size() / (m_threads * 64), 1, 256);
        forEachNumber((m_documents.size() + atOnce - 1) / atOnce, m_threads, [&](std::size_t share) {
            work(share * atOnce, std::min((share + 1) * atOnce, m_documents.size()));
        });
        if (m_failure)
            return m_failure->isCancelled() ? Outcome<std::vector<ChunkSetPointer>>(Cancelled{}) : m_failure->error();
        if (m_done < m_documents.size())
            return Cancelled{};
        if (!m_known) {
            m_known = std::move(m_prepared);
            CachesAccess::keepPrepared(m_job.caches, m_documents, m_job.tokenizer, {m_known, m_job.recipes});
        }
        return std::move(m_chunkSets);
    }

    /// What chunks are returned within, after chunkAll().
    [[nodiscard]] std::vector<ChunkSetPointer> takeParentSets() { return std::move(m_parentSets); }
    /// Of all documents, after chunkAll().
    [[nodiscard]] const PreparedDocuments &prepared() const { return *m_known; }

private:
    void work(std::size_t begin, std::size_t end)
    {
        if (m_hasFailed || m_job.stop.stop_requested())
            return;
        for (std::size_t i = begin; i < end; ++i) {
            if (Failure failure = workGuarded(i)) {
                fail(i, std::move(failure));
                return;
            }
        }
        reportProgress(end - begin);
    }

    /// Worker's edge: nothing may be thrown out of a thread.
    Failure workGuarded(std::size_t i)
    {
        const std::shared_ptr<const Document> &document = m_documents[i];
        const Recipe &recipe = m_job.recipes->of(i);
        try {
            if (!m_known) {
                PreparedDocument &prepared = (*m_prepared)[i];
                if (m_preparation && m_preparation->isSame(i)) {
                    prepared = (*m_lastPrepared.documents)[i];
                } else if (Failure failure = prepare(m_job, document, recipe, m_threadsPerDocument, prepared)) {
                    return failure;
                }
            }
            if (isPackedLikeLast(i)) {
                m_chunkSets[i] = m_last.snapshot->chunkSets[i];
                if (!m_parentSets.empty())
                    m_parentSets[i] = m_last.snapshot->parentSets[i];
                return {};
            }
            auto chunks = chunkDocument(m_job, document, recipe, m_known ? (*m_known)[i] : (*m_prepared)[i],
                                        m_job.pins.placesOf(i), m_threadsPerDocument);
            if (!chunks)
                return failureOf(chunks);
            m_chunkSets[i] = std::move(chunks->chunks);
            if (!m_parentSets.empty())
                m_parentSets[i] = std::move(chunks->within);
            return {};
        } catch (const std::bad_alloc &) {
            return Outcome<ChunkSetPointer>(Error{
                ErrorCode::Internal, "There is not enough memory to chunk " + document->id() + ".", document->id()});
        } catch (const std::exception &exception) {
            return Outcome<ChunkSetPointer>(Error{ErrorCode::Internal,
                                                  "Chunking " + document->id() + " failed: " + exception.what() + ".",
                                                  document->id()});
        }
    }

    /// What decides the chunks of a document besides its tokenizer is its recipe and its pins.
    [[nodiscard]] bool isPackedLikeLast(std::size_t i) const
    {
        if (!m_packing || !m_packing->isSame(i))
            return false;
        const PinnedPlaces *now = m_job.pins.placesOf(i);
        const PinnedPlaces *before = m_last.places.of(i);
        return now && before ? *now == *before : now == before;
    }

    /// Of several failures that of the first document is told.
    void fail(std::size_t document, Failure failure)
    {
        const std::scoped_lock lock(m_mutex);
        m_hasFailed = true;
        if (!m_failure || document < m_failedDocument) {
            m_failure = std::move(failure);
            m_failedDocument = document;
        }
    }

    void reportProgress(std::size_t documents)
    {
        const std::scoped_lock lock(m_mutex);
        m_done += documents;
        if (m_job.request.progress)
            m_job.request.progress({m_done, m_documents.size()});
    }

    const Job &m_job;
    const std::vector<std::shared_ptr<const Document>> &m_documents;
    std::vector<ChunkSetPointer> m_chunkSets;
    LastPrepared m_lastPrepared;
    LastChunked m_last;
    std::optional<RecipeComparison> m_preparation; ///< with the last run, if it was of the same documents
    std::optional<RecipeComparison> m_packing;
    std::vector<ChunkSetPointer> m_parentSets; ///< none when chunks alone are returned
    std::shared_ptr<const PreparedDocuments> m_known; ///< from the run before, when nothing is prepared otherwise
    std::shared_ptr<PreparedDocuments> m_prepared; ///< in this run, otherwise
    std::size_t m_threads = 1;
    unsigned m_threadsPerDocument = 1;
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex;
    Failure m_failure;
    std::size_t m_failedDocument = 0;
    std::size_t m_done = 0;
};

void numberChunks(RunSnapshot &snapshot)
{
    snapshot.firstChunkNumber.reserve(snapshot.chunkSets.size());
    for (const ChunkSetPointer &chunks : snapshot.chunkSets) {
        snapshot.firstChunkNumber.push_back(snapshot.chunkCount);
        snapshot.chunkCount += chunks->size();
    }
}

} // namespace

Outcome<std::shared_ptr<const RunSnapshot>> run(const RunRequest &request, Caches &caches, std::stop_token stop)
{
    const auto started = std::chrono::steady_clock::now();
    const RunConfig &config = request.config;
    if (auto checked = checkConfig(config); !checked)
        return checked.error();
    auto tokenizer = caches.tokenizer(config.tokenizer);
    if (!tokenizer)
        return tokenizer.error();

    const auto model = modelInput(config);
    if (!model)
        return model.error();
    auto made = recipesOf(request);
    if (!made)
        return made.error();
    const auto recipes = std::make_shared<const Recipes>(std::move(*made));

    const Tokenizer &counting = *model ? *model->tokenizer : **tokenizer;
    const auto pins = RunPins::of(config.pins, request.documents, caches, stop);
    if (pins.isCancelled())
        return Cancelled{};
    if (!pins)
        return pins.error();
    const Job job{request, recipes, *pins, counting, caches, stop};
    ParallelChunking chunking(job);
    auto chunkSets = chunking.chunkAll();
    if (chunkSets.isCancelled())
        return Cancelled{};
    if (!chunkSets)
        return chunkSets.error();
    const auto ended = [&](RunStage stage) {
        if (request.stageEnded)
            request.stageEnded(stage);
    };
    ended(RunStage::Chunking);

    auto snapshot = std::make_shared<RunSnapshot>();
    snapshot->config = config;
    snapshot->tokenizer = *tokenizer;
    snapshot->documents = request.documents;
    snapshot->chunkSets = std::move(*chunkSets);
    snapshot->parentSets = chunking.takeParentSets();
    numberChunks(*snapshot);
    snapshot->pinPlaces = pins->judged(snapshot->chunkSets);
    snapshot->model = *model;

    const Recipe &common = recipes->all.front();
    snapshot->overrideUsed = recipes->overrideUsed;
    snapshot->maxTextTokens = common.maxTokens();
    measureInto(*snapshot, *recipes);
    ended(RunStage::Measuring);

    std::vector<std::shared_ptr<const TextFacts>> facts;
    std::vector<std::shared_ptr<const TextFacts>> emittedFacts;
    std::vector<std::shared_ptr<const TokenIndex>> indices;
    facts.reserve(request.documents.size());
    emittedFacts.reserve(request.documents.size());
    indices.reserve(request.documents.size());
    for (const PreparedDocument &prepared : chunking.prepared()) {
        facts.push_back(prepared.facts);
        emittedFacts.push_back(prepared.emittedFacts);
        indices.push_back(prepared.index);
    }
    const std::vector<ChunkedWith> byDocument = chunkedWith(*recipes);
    auto report = audit({.chunkSets = snapshot->chunkSets,
                         .strategy = *common.strategy,
                         .tokenizer = counting,
                         .max = common.max,
                         .overlap = common.overlap,
                         .facts = facts,
                         .emittedFacts = emittedFacts,
                         .threads = request.threads,
                         .model = *model ? &snapshot->model : nullptr,
                         .indices = indices,
                         .byDocument = byDocument},
                        config.audit, stop);
    if (report.isCancelled())
        return Cancelled{};
    if (!report)
        return report.error();
    snapshot->audit = std::move(*report);
    ended(RunStage::Auditing);
    snapshot->elapsed = std::chrono::steady_clock::now() - started;
    CachesAccess::keepChunked(caches, counting, {snapshot, recipes, pins->places()});
    return std::shared_ptr<const RunSnapshot>(std::move(snapshot));
}

} // namespace cw
