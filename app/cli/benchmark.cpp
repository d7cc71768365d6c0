// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmark.h"

#include "io/tokenizerfile.h"
#include "text/utf8.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

namespace cw::cli {

namespace {

void tell(const BenchSettings &settings, std::string_view subject, std::string_view what)
{
    if (!settings.progress)
        return;
    std::string text(subject);
    text += ": ";
    text += what;
    settings.progress(text);
}

/// Indices of all documents' texts, or the error or stop that came first.
class Indexing
{
public:
    /// `threads` are those of one text.
    Indexing(const Tokenizer &tokenizer, const Documents &documents, std::stop_token stop, unsigned threads = 1)
        : m_tokenizer(tokenizer), m_documents(documents), m_stop(std::move(stop)), m_threads(threads),
          m_indices(documents.size())
    {
    }

    void work()
    {
        for (std::size_t i = m_next++; i < m_documents.size(); i = m_next++) {
            auto index = m_tokenizer.index(m_documents[i]->sharedText(), m_stop, m_threads);
            if (index) {
                m_indices[i] = std::move(*index);
                continue;
            }
            const std::scoped_lock lock(m_mutex);
            if (index.hasError())
                m_error = index.error();
            m_isIncomplete = true;
            return;
        }
    }

    [[nodiscard]] bool isComplete() const noexcept { return !m_isIncomplete; }
    [[nodiscard]] const std::vector<std::shared_ptr<const TokenIndex>> &indices() const noexcept { return m_indices; }

    template<class T>
    [[nodiscard]] Outcome<T> failure() const
    {
        if (m_error)
            return *m_error;
        return Cancelled{};
    }

private:
    const Tokenizer &m_tokenizer;
    const Documents &m_documents;
    std::stop_token m_stop;
    unsigned m_threads;
    std::vector<std::shared_ptr<const TokenIndex>> m_indices;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_isIncomplete = false;
    std::mutex m_mutex;
    std::optional<Error> m_error;
};

struct RangeQuery
{
    const TokenIndex *index;
    ByteRange range;
};

/// Ranges of up to 4000 bytes all over the documents; the same ones every time.
std::vector<RangeQuery> rangeQueries(const std::vector<std::shared_ptr<const TokenIndex>> &indices, unsigned round)
{
    std::vector<const TokenIndex *> usable;
    for (const auto &index : indices) {
        if (!index->text()->empty())
            usable.push_back(index.get());
    }
    std::vector<RangeQuery> queries;
    if (usable.empty())
        return queries;
    std::mt19937_64 random(round);
    while (queries.size() < rangeCountQueries) {
        const TokenIndex *index = usable[random() % usable.size()];
        const std::string &text = *index->text();
        const auto boundary = [&](std::size_t byte) {
            while (!isCharacterBoundary(text, byte))
                --byte;
            return byte;
        };
        const std::size_t begin = boundary(random() % text.size());
        queries.push_back({index, {begin, boundary(std::min(text.size(), begin + 50 + random() % 3950))}});
    }
    return queries;
}

void measureRangeCounts(const Indexing &indexing, unsigned repeat, TokenizerFigures &figures)
{
    for (unsigned round = 0; round < repeat; ++round) {
        const std::vector<RangeQuery> queries = rangeQueries(indexing.indices(), round);
        if (queries.empty())
            return;
        const Stopwatch stopwatch;
        std::size_t sum = 0;
        for (const RangeQuery &query : queries)
            sum += query.index->count(query.range);
        const Spent spent = stopwatch.elapsed();
        // Keeps the counting from being optimised away.
        [[maybe_unused]] static std::atomic<std::size_t> sink;
        sink = sum;
        const auto count = static_cast<std::int64_t>(queries.size());
        figures.rangeCount.add({spent.wallNanoseconds / count, spent.cpuNanoseconds / count});
    }
}

/// Nothing, or why it could not be done.
std::optional<Outcome<TokenizerFigures>> measureColdAndWarm(const std::string &reference, const Documents &documents,
                                                            const std::stop_token &stop, TokenizerFigures &figures)
{
    const auto tokenizer = loadTokenizer(reference);
    if (!tokenizer)
        return tokenizer.error();
    for (Timings *timings : {&figures.indexCold, &figures.indexWarm}) {
        Indexing indexing(**tokenizer, documents, stop);
        const Stopwatch stopwatch;
        indexing.work();
        timings->add(stopwatch.elapsed());
        if (!indexing.isComplete())
            return indexing.failure<TokenizerFigures>();
    }
    return std::nullopt;
}

/// Whole documents to each thread while there are as many, else all threads to each document.
std::optional<Outcome<TokenizerFigures>> measureParallel(const Tokenizer &tokenizer, const Documents &documents,
                                                         unsigned threads, const std::stop_token &stop,
                                                         TokenizerFigures &figures)
{
    const bool sharesDocuments = documents.size() >= threads;
    Indexing indexing(tokenizer, documents, stop, sharesDocuments ? 1 : threads);
    const Stopwatch stopwatch(CpuOf::Process);
    {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; sharesDocuments && i < threads; ++i)
            helpers.emplace_back([&] { indexing.work(); });
        indexing.work();
    }
    figures.indexParallel.add(stopwatch.elapsed());
    if (!indexing.isComplete())
        return indexing.failure<TokenizerFigures>();
    return std::nullopt;
}

} // namespace

Outcome<TokenizerFigures> measureTokenizer(const std::string &reference, const Documents &documents,
                                           const BenchSettings &settings, std::stop_token stop)
{
    TokenizerFigures figures;
    figures.id = reference;
    tell(settings, reference, "indexing, cold and warm");
    for (unsigned round = 0; round < settings.repeat; ++round) {
        std::optional<Outcome<TokenizerFigures>> failure;
        // A thread of its own, so that nothing kept by thread is warm when the measurement begins.
        std::jthread([&] { failure = measureColdAndWarm(reference, documents, stop, figures); }).join();
        if (failure)
            return *failure;
    }

    const auto tokenizer = loadTokenizer(reference);
    if (!tokenizer)
        return tokenizer.error();
    tell(settings, reference, "indexing on " + std::to_string(settings.threads) + " threads");
    for (unsigned round = 0; round < settings.repeat; ++round) {
        if (auto failure = measureParallel(**tokenizer, documents, settings.threads, stop, figures))
            return *failure;
    }

    tell(settings, reference, "counting");
    for (unsigned round = 0; round < settings.repeat; ++round) {
        const Stopwatch stopwatch;
        figures.tokens = 0;
        for (const auto &document : documents) {
            if (stop.stop_requested())
                return Cancelled{};
            figures.tokens += (*tokenizer)->count(document->text());
        }
        figures.count.add(stopwatch.elapsed());
    }
    Indexing indexing(**tokenizer, documents, stop);
    indexing.work();
    if (!indexing.isComplete())
        return indexing.failure<TokenizerFigures>();
    measureRangeCounts(indexing, settings.repeat, figures);
    return figures;
}

namespace {

/// run() with its stages timed.
class TimedRun
{
public:
    TimedRun(Timings &packing, Timings &measuring, Timings &auditing, Timings &whole, CpuOf cpuOf = CpuOf::Thread)
        : m_packing(packing), m_measuring(measuring), m_auditing(auditing), m_whole(whole), m_cpuOf(cpuOf)
    {
    }

    Outcome<std::shared_ptr<const RunSnapshot>> operator()(RunRequest request, Caches &caches, std::stop_token stop)
    {
        Stopwatch lap(m_cpuOf);
        request.stageEnded = [&](RunStage stage) { timingsOf(stage).add(lap.lap()); };
        const Stopwatch whole(m_cpuOf);
        auto snapshot = run(request, caches, std::move(stop));
        m_whole.add(whole.elapsed());
        return snapshot;
    }

private:
    Timings &timingsOf(RunStage stage) noexcept
    {
        switch (stage) {
        case RunStage::Chunking:
            return m_packing;
        case RunStage::Measuring:
            return m_measuring;
        case RunStage::Auditing:
            break;
        }
        return m_auditing;
    }

    Timings &m_packing;
    Timings &m_measuring;
    Timings &m_auditing;
    Timings &m_whole;
    CpuOf m_cpuOf;
};

template<class T>
std::optional<Outcome<StrategyFigures>> failureOf(const Outcome<T> &outcome)
{
    if (outcome)
        return std::nullopt;
    return outcome.isCancelled() ? Outcome<StrategyFigures>(Cancelled{}) : Outcome<StrategyFigures>(outcome.error());
}

std::optional<Outcome<StrategyFigures>> measureSegmentation(const RunConfig &config, const Documents &documents,
                                                            const BenchSettings &settings, const std::stop_token &stop,
                                                            StrategyFigures &figures)
{
    const StrategyDescriptor &strategy = *findStrategy(config.strategy);
    for (unsigned round = 0; round < settings.repeat; ++round) {
        std::vector<std::shared_ptr<const Segmentation>> made;
        const Stopwatch stopwatch;
        for (const auto &document : documents) {
            auto segmentation = strategy.segment(*document, config.parameters, stop);
            if (auto failure = failureOf(segmentation))
                return failure;
            made.push_back(std::move(*segmentation));
        }
        figures.segmentation.add(stopwatch.elapsed());
    }
    return std::nullopt;
}

/// A run takes over what nothing changed for, so no timed tick may have the sizes of the one before it.
bool isRepeated(const RunConfig &config, const Sizes &next)
{
    return config.max == next.max && config.overlap == next.overlap;
}

/// To the size beside it, which is no less valid.
void moveMax(RunConfig &config)
{
    config.max += config.max > config.overlap + 1 ? -1 : 1;
}

} // namespace

Outcome<StrategyFigures> measureStrategy(const RunConfig &config, const std::vector<Sizes> &sizes,
                                         const Documents &documents, const BenchSettings &settings,
                                         std::stop_token stop)
{
    const std::string subject = config.strategy + ", " + config.tokenizer;
    StrategyFigures figures;
    figures.strategy = config.strategy;
    figures.tokenizer = config.tokenizer;
    figures.unit = sizeUnitId(findStrategy(config.strategy)->sizeUnit);
    tell(settings, subject, "segmentation");
    if (auto failure = measureSegmentation(config, documents, settings, stop, figures))
        return *failure;

    restartPeakMemory();
    RunRequest request{documents, config, settings.threads, {}, {}};
    request.config.max = sizes.front().max;
    request.config.overlap = sizes.front().overlap;
    tell(settings, subject, "first run");
    std::unique_ptr<Caches> caches;
    for (unsigned round = 0; round < settings.repeat; ++round) {
        caches = std::make_unique<Caches>();
        if (const auto tokenizer = caches->tokenizer(config.tokenizer); !tokenizer)
            return tokenizer.error();
        const Stopwatch stopwatch(CpuOf::Process);
        const auto snapshot = run(request, *caches, stop);
        figures.firstRun.add(stopwatch.elapsed());
        if (auto failure = failureOf(snapshot))
            return *failure;
    }

    tell(settings, subject, "first ticks");
    for (std::size_t made = static_cast<std::size_t>(-1); made != caches->counters().wordTables;) {
        const Sizes &now = sizes[(figures.firstTicksCount + 1) % sizes.size()];
        if (isRepeated(request.config, now)) {
            moveMax(request.config);
        } else {
            request.config.max = now.max;
            request.config.overlap = now.overlap;
        }
        made = caches->counters().wordTables;
        const Stopwatch stopwatch(CpuOf::Process);
        if (auto failure = failureOf(run(request, *caches, stop)))
            return *failure;
        if (made != caches->counters().wordTables) {
            ++figures.firstTicksCount;
            figures.firstTicks.add(stopwatch.elapsed());
        }
    }

    figures.ticks.resize(sizes.size());
    tell(settings, subject, "ticks");
    request.threads = 1;
    const auto between = [&](const Sizes &next) -> std::optional<Outcome<StrategyFigures>> {
        if (!isRepeated(request.config, next))
            return std::nullopt;
        moveMax(request.config);
        return failureOf(run(request, *caches, stop));
    };
    for (unsigned round = 0; round < settings.repeat; ++round) {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            TickFigures &tick = figures.ticks[i];
            tick.sizes = sizes[i];
            if (auto failure = between(sizes[i]))
                return *failure;
            request.config.max = sizes[i].max;
            request.config.overlap = sizes[i].overlap;
            const auto snapshot
                = TimedRun(tick.packing, tick.measuring, tick.auditing, tick.whole)(request, *caches, stop);
            if (auto failure = failureOf(snapshot))
                return *failure;
            tick.chunks = (*snapshot)->chunkCount;
            tick.largestChunkTokens = (*snapshot)->metrics.tokens.maximum;
            tick.findings = (*snapshot)->audit.findings.size();
        }
    }
    request.threads = settings.threads;
    for (unsigned round = 0; round < settings.repeat; ++round) {
        for (TickFigures &tick : figures.ticks) {
            if (auto failure = between(tick.sizes))
                return *failure;
            request.config.max = tick.sizes.max;
            request.config.overlap = tick.sizes.overlap;
            Timings unused;
            const auto snapshot = TimedRun(tick.packingOnThreads, unused, unused, tick.wholeOnThreads,
                                           CpuOf::Process)(request, *caches, stop);
            if (auto failure = failureOf(snapshot))
                return *failure;
        }
    }
    figures.peakBytes = peakMemoryBytes();
    return figures;
}

} // namespace cw::cli
