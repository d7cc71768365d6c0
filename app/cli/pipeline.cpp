// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline.h"

#include "output.h"
#include "report.h"
#include "signals.h"

#include <QIODevice>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace cw::cli {

namespace {

constexpr std::size_t documentsPerJob = 64; ///< so many that threads seldom wait for each other over small ones
constexpr std::size_t bytesPerJob = std::size_t{32} * 1024 * 1024;
constexpr std::size_t heldOutputBytes = std::size_t{8} * 1024 * 1024; ///< of one document, until its turn has come

/// What became of one document, besides its output.
struct DocumentResult
{
    std::vector<std::string> remarks;
    Totals totals;
    std::optional<Error> error;
    bool isCancelled = false;
};

void addLossRemark(const RunSnapshot &snapshot, std::vector<std::string> &remarks)
{
    if (snapshot.metrics.uncoveredCharacters == 0)
        return;
    const Document &document = *snapshot.documents[snapshot.metrics.firstUncoveredDocument];
    remarks.push_back(document.id() + ": " + std::to_string(snapshot.metrics.uncoveredCharacters)
                      + " character(s) are in no chunk, the first at byte "
                      + std::to_string(snapshot.metrics.firstUncoveredByte) + '.');
}

/// Every document is a run of its own. What caches hold for documents that are done is dropped at once.
class DocumentWorker
{
public:
    explicit DocumentWorker(const PipelineJob &job) : m_job(job) { }

    DocumentResult work(Item item, QIODevice &output, const std::stop_token &stop)
    {
        const std::string place = item.place;
        try {
            return workUnguarded(std::move(item), output, stop);
        } catch (const std::bad_alloc &) {
            return failed({ErrorCode::Internal, "There is not enough memory for " + place + ".", place});
        } catch (const std::exception &exception) {
            return failed({ErrorCode::Internal, "Chunking " + place + " failed: " + exception.what() + ".", place});
        }
    }

private:
    static DocumentResult failed(Error error)
    {
        DocumentResult result;
        result.error = std::move(error);
        return result;
    }

    template<class T>
    static DocumentResult failed(const Outcome<T> &outcome)
    {
        if (outcome.hasError())
            return failed(outcome.error());
        DocumentResult result;
        result.isCancelled = true;
        return result;
    }

    DocumentResult workUnguarded(Item item, QIODevice &output, const std::stop_token &stop)
    {
        DocumentResult result;
        auto loaded = loadItem(std::move(item), stop);
        if (!loaded)
            return failed(loaded);
        result.remarks = std::move(loaded->remarks);
        const Lease lease(*this, loaded->document);
        const auto snapshot = run({{loaded->document}, m_job.config, 1, {}}, m_caches, stop);
        if (!snapshot)
            return failed(snapshot);
        result.totals.add(**snapshot);
        addLossRemark(**snapshot, result.remarks);
        if (const auto rendered = m_job.render(*snapshot, output, stop); !rendered)
            return failed(rendered);
        return result;
    }

    /// A document in work: as long as it lives, caches keep what belongs to it.
    class Lease
    {
    public:
        Lease(DocumentWorker &worker, std::shared_ptr<const Document> document)
            : m_worker(worker), m_document(std::move(document))
        {
            const std::scoped_lock lock(m_worker.m_mutex);
            m_worker.m_inWork.push_back(m_document);
        }
        ~Lease()
        {
            const std::scoped_lock lock(m_worker.m_mutex);
            std::erase(m_worker.m_inWork, m_document);
            m_worker.m_caches.keepOnly(m_worker.m_inWork);
        }
        Lease(const Lease &) = delete;
        Lease &operator=(const Lease &) = delete;

    private:
        DocumentWorker &m_worker;
        std::shared_ptr<const Document> m_document;
    };

    const PipelineJob &m_job;
    Caches m_caches;
    std::mutex m_mutex;
    std::vector<std::shared_ptr<const Document>> m_inWork;
};

/// A bounded window over the documents: one thread reads, `jobs` threads work, the caller takes results in order.
class OrderedWindow
{
public:
    OrderedWindow(Inputs &inputs, const PipelineJob &job) : m_inputs(inputs), m_jobs(job.jobs), m_worker(job)
    {
        m_threads.emplace_back([this] { read(); });
        for (unsigned i = 0; i < m_jobs; ++i)
            m_threads.emplace_back([this] { work(); });
    }

    /// Waits for the reading thread, so its input must have been interrupted when it has not ended.
    ~OrderedWindow()
    {
        m_stop.request_stop();
        {
            const std::scoped_lock lock(m_mutex);
            m_isAbandoned = true;
        }
        m_changed.notify_all();
    }
    OrderedWindow(const OrderedWindow &) = delete;
    OrderedWindow &operator=(const OrderedWindow &) = delete;

    /// Output in order, and with the last of a document what became of it.
    struct Part
    {
        std::string output;
        std::optional<DocumentResult> result;
    };

    /// True when the next part can be had without waiting.
    [[nodiscard]] bool isNextReady()
    {
        const std::scoped_lock lock(m_mutex);
        return !m_window.empty() && m_window.front()->isReady();
    }

    /// Empty at the end.
    std::optional<Part> takeNext()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_window.empty() ? m_hasEnded : m_window.front()->isReady(); });
        if (m_window.empty())
            return std::nullopt;
        Slot &slot = *m_window.front();
        Part part{std::exchange(slot.output, {}), std::move(slot.result)};
        if (part.result) {
            m_bytes -= slot.bytes;
            m_window.pop_front();
        }
        lock.unlock();
        m_changed.notify_all();
        return part;
    }

private:
    struct Slot
    {
        Item item;
        std::size_t bytes = 0;
        std::string output;
        std::optional<DocumentResult> result;

        [[nodiscard]] bool isReady() const { return result || !output.empty(); }
    };

    /// A document's output on its way into the window. Once much of it is held, writing waits for the documents before.
    class SlotDevice final : public QIODevice
    {
    public:
        SlotDevice(OrderedWindow &window, Slot &slot) : m_window(window), m_slot(slot)
        {
            open(QIODevice::WriteOnly | QIODevice::Unbuffered);
        }

        [[nodiscard]] bool isSequential() const override { return true; }

    protected:
        qint64 readData(char *, qint64) override { return -1; }
        qint64 writeData(const char *data, qint64 size) override
        {
            return m_window.hold(m_slot, {data, static_cast<std::size_t>(size)}) ? size : -1;
        }

    private:
        OrderedWindow &m_window;
        Slot &m_slot;
    };

    /// The document at the front is always in work and its output taken, so nobody waits forever.
    [[nodiscard]] bool hold(Slot &slot, std::string_view bytes)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_isAbandoned || slot.output.size() < heldOutputBytes; });
        if (m_isAbandoned)
            return false;
        slot.output += bytes;
        lock.unlock();
        m_changed.notify_all();
        return true;
    }

    [[nodiscard]] bool hasRoomFor(std::size_t bytes) const
    {
        return m_window.empty()
            || (m_window.size() < m_jobs * documentsPerJob && m_bytes + bytes <= m_jobs * bytesPerJob);
    }

    void read()
    {
        while (true) {
            auto item = m_inputs.next();
            auto slot = std::make_shared<Slot>();
            const bool isLast = !item || !*item;
            if (!item) {
                slot->result.emplace();
                slot->result->error = item.error();
            } else if (*item) {
                slot->item = std::move(**item);
                slot->bytes = slot->item.bytes;
            }
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_isAbandoned || hasRoomFor(slot->bytes); });
            if (m_isAbandoned)
                return;
            if (!isLast || slot->result) {
                m_bytes += slot->bytes;
                m_window.push_back(slot);
            }
            if (!isLast)
                m_waiting.push_back(slot);
            m_hasEnded = isLast;
            lock.unlock();
            m_changed.notify_all();
            if (isLast)
                return;
        }
    }

    void work()
    {
        while (true) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_isAbandoned || m_hasEnded || !m_waiting.empty(); });
            if (m_isAbandoned || m_waiting.empty())
                return;
            const std::shared_ptr<Slot> slot = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            SlotDevice device(*this, *slot);
            DocumentResult result = m_worker.work(std::move(slot->item), device, m_stop.get_token());
            lock.lock();
            slot->result = std::move(result);
            lock.unlock();
            m_changed.notify_all();
        }
    }

    Inputs &m_inputs;
    const unsigned m_jobs;
    DocumentWorker m_worker;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::shared_ptr<Slot>> m_window; ///< read and not yet taken, in order
    std::deque<std::shared_ptr<Slot>> m_waiting; ///< of them, not yet in work
    std::size_t m_bytes = 0;
    bool m_hasEnded = false;
    bool m_isAbandoned = false;
    std::vector<std::jthread> m_threads;
};

void sayAll(const std::vector<std::string> &remarks)
{
    for (const std::string &remark : remarks)
        say(remark);
}

Outcome<Totals> processOneByOne(Inputs &inputs, const PipelineJob &job, Output &output, StopSignals &stopSignals)
{
    Totals totals;
    OrderedWindow window(inputs, job);
    while (true) {
        if (!window.isNextReady())
            output.flush();
        const auto part = window.takeNext();
        if (!part)
            break;
        output.write(part->output);
        if (part->result) {
            sayAll(part->result->remarks);
            totals.add(part->result->totals);
        }
        const bool hasFailed = part->result && part->result->error;
        if (hasFailed || !output.status()) {
            stopSignals.interrupt();
            output.flush();
            return output.status() ? *part->result->error : output.status().error();
        }
    }
    if (stopSignals.received() != 0)
        return Cancelled{};
    return totals;
}

Outcome<Totals> processAsOneRun(Inputs &inputs, const PipelineJob &job, Output &output, const StopSignals &stopSignals)
{
    RunRequest request;
    request.config = job.config;
    request.threads = job.jobs;
    while (true) {
        auto item = inputs.next();
        if (!item)
            return item.error();
        if (!*item)
            break;
        auto loaded = loadItem(std::move(**item), stopSignals.token());
        if (loaded.isCancelled())
            return Cancelled{};
        if (!loaded)
            return loaded.error();
        sayAll(loaded->remarks);
        request.documents.push_back(std::move(loaded->document));
    }
    if (stopSignals.received() != 0)
        return Cancelled{};

    Caches caches;
    const auto snapshot = run(request, caches, stopSignals.token());
    if (snapshot.isCancelled())
        return Cancelled{};
    if (!snapshot)
        return snapshot.error();
    std::vector<std::string> remarks;
    addLossRemark(**snapshot, remarks);
    sayAll(remarks);
    OutputDevice device(output);
    const auto rendered = job.render(*snapshot, device, stopSignals.token());
    if (!output.status())
        return output.status().error();
    if (rendered.isCancelled())
        return Cancelled{};
    if (!rendered)
        return rendered.error();
    Totals totals;
    totals.add(**snapshot);
    return totals;
}

} // namespace

Outcome<Totals> process(Inputs &inputs, const PipelineJob &job, Output &output, StopSignals &stopSignals)
{
    return job.asOneRun ? processAsOneRun(inputs, job, output, stopSignals)
                        : processOneByOne(inputs, job, output, stopSignals);
}

} // namespace cw::cli
