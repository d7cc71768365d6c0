// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.h"

#include "run/cachesaccess.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace cw {

namespace {

using ChunkSetPointer = std::shared_ptr<const ChunkSet>;

struct Job
{
    const RunRequest &request;
    const StrategyDescriptor &strategy;
    const Tokenizer &tokenizer;
    Caches &caches;
    std::stop_token stop;
};

Outcome<ChunkSetPointer> chunkDocument(const Job &job, const std::shared_ptr<const Document> &document)
{
    const RunConfig &config = job.request.config;
    auto segmentation = CachesAccess::segmentation(job.caches, document, job.strategy, config.parameters, job.stop);
    if (segmentation.isCancelled())
        return Cancelled{};
    if (!segmentation)
        return segmentation.error();

    auto index = CachesAccess::index(job.caches, document, (*segmentation)->emitted.text(), job.tokenizer, job.stop);
    if (index.isCancelled())
        return Cancelled{};
    if (!index)
        return index.error();

    std::shared_ptr<const UnitEdges> edges;
    if (!(*segmentation)->units.empty()) {
        auto made = CachesAccess::edges(job.caches, document, *segmentation, *index, job.stop);
        if (made.isCancelled())
            return Cancelled{};
        if (!made)
            return made.error();
        edges = *made;
    }
    const PackInput input{*document,
                          **segmentation,
                          **index,
                          job.tokenizer,
                          config.parameters,
                          static_cast<std::size_t>(config.max),
                          static_cast<std::size_t>(config.overlap),
                          edges.get()};
    auto chunks = job.strategy.pack(input, job.stop);
    if (chunks.isCancelled())
        return Cancelled{};
    if (!chunks)
        return chunks.error();
    return std::make_shared<const ChunkSet>(document, *segmentation, std::move(*chunks));
}

/// Worker's edge: nothing may be thrown out of a thread.
Outcome<ChunkSetPointer> chunkGuarded(const Job &job, const std::shared_ptr<const Document> &document)
{
    try {
        return chunkDocument(job, document);
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::Internal, "There is not enough memory to chunk " + document->id() + ".",
                     document->id()};
    } catch (const std::exception &exception) {
        return Error{ErrorCode::Internal, "Chunking " + document->id() + " failed: " + exception.what() + ".",
                     document->id()};
    }
}

/// Chunks every document into its own slot, so that the number of threads cannot show in the result.
class ParallelChunking
{
public:
    explicit ParallelChunking(const Job &job) : m_job(job), m_slots(job.request.documents.size()) { }

    Outcome<std::vector<ChunkSetPointer>> chunkAll()
    {
        const std::size_t wanted
            = std::clamp<std::size_t>(m_job.request.threads, 1, std::max<std::size_t>(m_slots.size(), 1));
        {
            std::vector<std::jthread> helpers;
            for (std::size_t i = 1; i < wanted; ++i)
                helpers.emplace_back([this] { work(); });
            work();
        }
        std::vector<ChunkSetPointer> chunkSets;
        chunkSets.reserve(m_slots.size());
        for (std::optional<Outcome<ChunkSetPointer>> &slot : m_slots) {
            if (!slot || slot->isCancelled())
                return Cancelled{};
            if (!*slot)
                return slot->error();
            chunkSets.push_back(std::move(**slot));
        }
        return chunkSets;
    }

private:
    void work()
    {
        while (!m_failed && !m_job.stop.stop_requested()) {
            const std::size_t i = m_next++;
            if (i >= m_slots.size())
                return;
            m_slots[i] = chunkGuarded(m_job, m_job.request.documents[i]);
            if (!*m_slots[i])
                m_failed = true;
            reportProgress();
        }
    }

    void reportProgress()
    {
        const std::scoped_lock lock(m_progressMutex);
        ++m_done;
        if (m_job.request.progress)
            m_job.request.progress({m_done, m_slots.size()});
    }

    const Job &m_job;
    std::vector<std::optional<Outcome<ChunkSetPointer>>> m_slots;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_failed = false;
    std::mutex m_progressMutex;
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
    const StrategyDescriptor &strategy = *findStrategy(config.strategy);
    auto tokenizer = caches.tokenizer(config.tokenizer);
    if (!tokenizer)
        return tokenizer.error();

    const Job job{request, strategy, **tokenizer, caches, stop};
    auto chunkSets = ParallelChunking(job).chunkAll();
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
    snapshot->documents = request.documents;
    snapshot->chunkSets = std::move(*chunkSets);
    numberChunks(*snapshot);

    const auto max = static_cast<std::size_t>(config.max);
    const auto overlap = static_cast<std::size_t>(config.overlap);
    const std::size_t maxTokens = strategy.sizeUnit == SizeUnit::Tokens ? max : 0;
    const double requestedPercent = 100.0 * static_cast<double>(overlap) / static_cast<double>(max);
    snapshot->metrics = measure(snapshot->chunkSets, maxTokens, requestedPercent);
    snapshot->histogram
        = histogramOf(snapshot->chunkSets, maxTokens > 0 ? maxTokens : snapshot->metrics.tokens.maximum);
    ended(RunStage::Measuring);

    std::vector<std::shared_ptr<const TextFacts>> facts;
    facts.reserve(request.documents.size());
    for (const auto &document : request.documents)
        facts.push_back(CachesAccess::facts(caches, document));
    auto report = audit({snapshot->chunkSets, strategy, **tokenizer, max, overlap, facts}, config.audit, stop);
    if (report.isCancelled())
        return Cancelled{};
    if (!report)
        return report.error();
    snapshot->audit = std::move(*report);
    ended(RunStage::Auditing);
    snapshot->elapsed = std::chrono::steady_clock::now() - started;
    return std::shared_ptr<const RunSnapshot>(std::move(snapshot));
}

} // namespace cw
