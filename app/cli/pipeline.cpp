// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipeline.h"

#include "orderedwindow.h"
#include "output.h"
#include "pinremarks.h"
#include "report.h"
#include "signals.h"
#include "vectorfetcher.h"

#include "run/configparts.h"

#include <QIODevice>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace cw::cli {

namespace {

/// What became of one document, besides its output.
struct DocumentResult
{
    std::vector<std::string> remarks;
    PinRemarks pins;
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

/// Pins of documents that were not read, in one sentence.
void sayUnusedPins(const std::vector<Pin> &pins, const std::map<std::size_t, std::size_t> &met)
{
    constexpr std::size_t mostNamed = 5;
    std::size_t count = 0;
    std::vector<std::string> documents;
    std::size_t metUntil = 0;
    auto next = met.begin();
    for (std::size_t i = 0; i < pins.size(); ++i) {
        for (; next != met.end() && next->first <= i; ++next)
            metUntil = std::max(metUntil, next->first + next->second);
        if (i < metUntil)
            continue;
        ++count;
        if (documents.empty() || documents.back() != pins[i].document)
            documents.push_back(pins[i].document);
    }
    if (count == 0)
        return;
    std::string text = std::to_string(count)
        + (count == 1 ? " pin of the configuration is" : " pins of the configuration are")
        + " for documents that are not among the inputs: ";
    for (std::size_t i = 0; i < std::min(documents.size(), mostNamed); ++i)
        text += (i > 0 ? ", " : "") + documents[i];
    if (documents.size() > mostNamed)
        text += " and " + std::to_string(documents.size() - mostNamed) + " more";
    say(text + '.');
}

/// Every document is a run of its own. What caches hold for documents that are done is dropped at once.
class DocumentWorker
{
public:
    DocumentWorker(const PipelineJob &job, VectorFetcher &vectors, std::stop_token whenSignalled)
        : m_job(job), m_parts(job.config), m_vectors(vectors), m_signals(std::move(whenSignalled))
    {
    }

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
        if (m_job.keepsGoing && loaded.hasError()) {
            result.remarks.push_back(loaded.error().message);
            result.totals.documentsLeftOut = 1;
            return result;
        }
        if (!loaded)
            return failed(loaded);
        result.remarks = std::move(loaded->remarks);
        const Lease lease(*this, loaded->document);
        const ConfigPart part = m_parts.partFor(*loaded->document);
        if (const auto fetched = fetchVectors(loaded->document, part.config, stop); !fetched)
            return failed(fetched);
        const auto snapshot = run({{loaded->document}, part.config, 1, {}}, m_caches, stop);
        if (!snapshot)
            return failed(snapshot);
        result.totals.add(**snapshot, &part);
        addLossRemark(**snapshot, result.remarks);
        result.pins = PinRemarks(**snapshot);
        if (const auto rendered = m_job.render(*snapshot, output, stop); !rendered)
            return failed(rendered);
        return result;
    }

    /// A signal ends this wait, though documents in work are finished otherwise: a server may take minutes.
    Outcome<FetchedVectors> fetchVectors(const std::shared_ptr<const Document> &document, const RunConfig &config,
                                         const std::stop_token &stop)
    {
        std::stop_source either;
        const auto end = [&either] { either.request_stop(); };
        const std::stop_callback onStop(stop, end);
        const std::stop_callback onSignal(m_signals, end);
        return m_vectors.fetchFor({document}, config, m_caches, either.get_token());
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
    const ConfigParts m_parts;
    VectorFetcher &m_vectors;
    std::stop_token m_signals;
    Caches m_caches;
    std::mutex m_mutex;
    std::vector<std::shared_ptr<const Document>> m_inWork;
};

void sayAll(const std::vector<std::string> &remarks)
{
    for (const std::string &remark : remarks) {
        if (!remark.empty())
            say(remark);
    }
}

Outcome<Totals> processOneByOne(Inputs &inputs, const PipelineJob &job, Output &output, StopSignals &stopSignals)
{
    Totals totals;
    PinRemarks pins;
    VectorFetcher vectors(job.config, job.tellsProgress);
    DocumentWorker worker(job, vectors, stopSignals.token());
    OrderedWindow<DocumentResult> window(inputs, job.jobs,
                                         [&](Item item, QIODevice &device, const std::stop_token &stop) {
                                             return worker.work(std::move(item), device, stop);
                                         });
    while (true) {
        if (!window.isNextReady())
            output.flush();
        const auto part = window.takeNext();
        if (!part)
            break;
        output.write(part->output);
        if (part->result) {
            sayAll(part->result->remarks);
            sayAll(pins.take(part->result->pins));
            totals.add(part->result->totals);
        }
        if (part->result && part->result->isCancelled) {
            output.flush(); // no document is written behind one that is missing
            return Cancelled{};
        }
        const bool hasFailed = part->result && part->result->error;
        if (hasFailed || !output.status()) {
            stopSignals.interrupt();
            output.flush();
            return output.status() ? *part->result->error : output.status().error();
        }
    }
    sayAll({pins.rest()});
    if (stopSignals.received() != 0)
        return Cancelled{};
    return totals;
}

Outcome<Totals> processAsOneRun(Inputs &inputs, const PipelineJob &job, Output &output, const StopSignals &stopSignals)
{
    RunRequest request;
    request.config = job.config;
    request.threads = job.jobs;
    Totals totals;
    while (true) {
        auto item = inputs.next();
        if (!item)
            return item.error();
        if (!*item)
            break;
        auto loaded = loadItem(std::move(**item), stopSignals.token());
        if (loaded.isCancelled())
            return Cancelled{};
        if (job.keepsGoing && loaded.hasError()) {
            say(loaded.error().message);
            ++totals.documentsLeftOut;
            continue;
        }
        if (!loaded)
            return loaded.error();
        sayAll(loaded->remarks);
        request.documents.push_back(std::move(loaded->document));
    }
    if (stopSignals.received() != 0)
        return Cancelled{};

    Caches caches;
    VectorFetcher vectors(job.config, job.tellsProgress);
    const auto fetched = vectors.fetchFor(request.documents, job.config, caches, stopSignals.token());
    if (fetched.hasError())
        return fetched.error();
    if (!fetched)
        return Cancelled{};
    const auto snapshot = run(request, caches, stopSignals.token());
    if (snapshot.isCancelled())
        return Cancelled{};
    if (!snapshot)
        return snapshot.error();
    std::vector<std::string> remarks;
    addLossRemark(**snapshot, remarks);
    sayAll(remarks);
    PinRemarks pins;
    sayAll(pins.take(PinRemarks(**snapshot)));
    sayAll({pins.rest()});
    OutputDevice device(output);
    const auto rendered = job.render(*snapshot, device, stopSignals.token());
    if (!output.status())
        return output.status().error();
    if (rendered.isCancelled())
        return Cancelled{};
    if (!rendered)
        return rendered.error();
    totals.add(**snapshot);
    return totals;
}

} // namespace

Outcome<Totals> process(Inputs &inputs, const PipelineJob &job, Output &output, StopSignals &stopSignals)
{
    auto totals = job.asOneRun ? processAsOneRun(inputs, job, output, stopSignals)
                               : processOneByOne(inputs, job, output, stopSignals);
    if (totals)
        sayUnusedPins(job.config.pins, totals->pinsMet);
    return totals;
}

} // namespace cw::cli
