// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/loadlane.h"

#include "concurrency/latesttask.h"
#include "formats/format.h"

#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace cw {

namespace {

constexpr std::chrono::milliseconds betweenBatches(25);
constexpr std::size_t largestBatch = 100; ///< accepted within a millisecond, and progress shows

LoadOutcome readOne(const LoadRequest &request, std::stop_token stop)
{
    return guarded<std::shared_ptr<const Document>>(
        [&](std::stop_token token) -> LoadOutcome {
            if (request.path.isEmpty())
                return documentFromText(request.documentId, request.text);
            LoadOutcome loaded = loadDocument(request.path, request.documentId, request.options, std::move(token));
            if (loaded && (*loaded)->source().replacedSequences > 0)
                static_cast<void>((*loaded)->offsets()); // to tell the line without counting lines in the window
            return loaded;
        },
        std::move(stop), "Reading " + request.path.toStdString());
}

/// Reads the requests on all processors; what is read is handed on in order, from the calling thread.
class ParallelReading
{
public:
    ParallelReading(const std::vector<LoadRequest> &requests, std::stop_token stop)
        : m_requests(requests), m_stop(std::move(stop)), m_slots(requests.size())
    {
    }

    /// `deliveryOf` makes the delivery of a batch of answers, `send` sends all but the last.
    template<class DeliveryOf, class Send>
    Worker::Delivery read(DeliveryOf deliveryOf, Send send)
    {
        const std::size_t wanted
            = std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), m_requests.size());
        std::vector<std::jthread> readers;
        if (wanted > 1) {
            for (std::size_t i = 0; i < wanted; ++i)
                readers.emplace_back([this] { readAll(); });
        } else {
            readAll();
        }
        std::size_t taken = 0;
        while (true) {
            std::vector<LoadAnswer> answers;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [&] { return m_slots[taken].has_value(); });
                m_changed.wait_for(lock, betweenBatches,
                                   [&] { return m_readEnd == m_slots.size() || m_readEnd >= taken + largestBatch; });
                while (taken < m_slots.size() && m_slots[taken] && answers.size() < largestBatch) {
                    answers.push_back({m_requests[taken], std::move(*m_slots[taken])});
                    answers.back().request.text.clear(); // may be large: freed here, not where answers go
                    ++taken;
                }
            }
            Worker::Delivery delivery = deliveryOf(std::move(answers));
            if (taken == m_slots.size())
                return delivery;
            send(std::move(delivery));
        }
    }

private:
    void readAll()
    {
        for (std::size_t i = m_next++; i < m_requests.size(); i = m_next++) {
            LoadOutcome outcome = m_stop.stop_requested() ? LoadOutcome(Cancelled{}) : readOne(m_requests[i], m_stop);
            const std::lock_guard lock(m_mutex);
            m_slots[i] = std::move(outcome);
            ++m_readEnd;
            if (m_readEnd == m_slots.size() || m_readEnd % notifyEvery == 1)
                m_changed.notify_one();
        }
    }

    static constexpr std::size_t notifyEvery = 64;

    const std::vector<LoadRequest> &m_requests;
    std::stop_token m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::optional<LoadOutcome>> m_slots;
    std::size_t m_readEnd = 0; ///< how many are read
    std::atomic<std::size_t> m_next = 0;
};

} // namespace

std::shared_ptr<const Document> documentFromText(const QString &id, const QString &text)
{
    // toUtf8 replaces lone surrogates, so the text is valid whatever the clipboard held
    std::string utf8 = text.toUtf8().toStdString();
    DocumentSource source;
    source.newline = detectNewlineStyle(utf8);
    source.sourceBytes = utf8.size();
    auto document = readDocument(id.toStdString(), utf8, std::move(source), std::stop_token());
    return document ? *document : Document::fromText(id.toStdString(), std::move(utf8));
}

QString fileKeyOf(const QString &path)
{
    const QFileInfo info(path);
    const QString canonical = info.canonicalFilePath();
    return canonical.isEmpty() ? info.absoluteFilePath() : canonical;
}

LoadLane::LoadLane(QObject *parent) : QObject(parent) { }

void LoadLane::search(const QStringList &paths, const QStringList &patterns)
{
    m_worker.post([this, paths, patterns](std::stop_token stop) -> Worker::Delivery {
        auto outcome = std::make_shared<const Outcome<FoundFiles>>(guarded<FoundFiles>(
            [&](std::stop_token token) -> Outcome<FoundFiles> {
                FoundFiles result;
                result.search = findFiles(paths, patterns, token);
                result.keys.reserve(result.search.files.size());
                for (const FoundFile &file : result.search.files) {
                    if (token.stop_requested())
                        return Cancelled{};
                    result.keys.push_back(fileKeyOf(file.path));
                }
                return result;
            },
            std::move(stop), "Looking for files"));
        return [this, outcome] {
            if (outcome->hasValue()) {
                Q_EMIT found(outcome->value());
            } else if (outcome->hasError()) {
                FoundFiles failed;
                failed.search.problems.append(QString::fromStdString(outcome->error().message));
                Q_EMIT found(failed);
            }
            countDone(0);
        };
    });
}

void LoadLane::load(std::vector<LoadRequest> requests)
{
    if (requests.empty())
        return;
    if (!isBusy()) {
        m_done = 0;
        m_total = 0;
    }
    m_total += static_cast<qint64>(requests.size());
    auto shared = std::make_shared<const std::vector<LoadRequest>>(std::move(requests));
    m_worker.post([this, shared](std::stop_token stop) -> Worker::Delivery {
        return ParallelReading(*shared, std::move(stop))
            .read(
                [this](std::vector<LoadAnswer> answers) {
                    auto batch = std::make_shared<const std::vector<LoadAnswer>>(std::move(answers));
                    return [this, batch] {
                        Q_EMIT loaded(*batch);
                        countDone(static_cast<qint64>(batch->size()));
                    };
                },
                [this](Worker::Delivery delivery) { m_worker.deliverEarly(std::move(delivery)); });
    });
}

void LoadLane::cancel()
{
    m_worker.dropPending();
    m_worker.stopRunning();
}

bool LoadLane::isBusy() const
{
    return !m_worker.isIdle();
}

void LoadLane::countDone(qint64 files)
{
    m_done += files;
    if (isBusy()) {
        if (m_total > 0)
            Q_EMIT progressChanged(m_done, m_total);
        return;
    }
    m_done = 0;
    m_total = 0;
    Q_EMIT finished();
}

} // namespace cw
