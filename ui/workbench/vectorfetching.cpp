// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/vectorfetching.h"

namespace cw {

namespace {

constexpr int progressMilliseconds = 100;

} // namespace

VectorFetching::VectorFetching(Workbench &workbench, QObject *parent)
    : QObject(parent), m_workbench(workbench),
      m_lane("Fetching vectors", [this](const Outcome<FetchedVectors> &outcome) { accept(outcome); })
{
    m_timer.setInterval(progressMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &VectorFetching::changed);
    connect(&m_workbench, &Workbench::configChanged, this, &VectorFetching::stopWhenUnwanted);
}

void VectorFetching::start()
{
    m_isRunning = true;
    m_error.reset();
    m_source = m_workbench.config().embedding;
    m_progress = std::make_shared<Progress>();
    m_timer.start();
    VectorFetchRequest request{
        .documents = m_workbench.documents(), .config = m_workbench.config(), .key = embeddingKey()};
    request.progress = [progress = m_progress](std::size_t done, std::size_t total) {
        progress->done = done;
        progress->total = total;
    };
    m_lane.start(
        LatestTask<FetchedVectors>::EarlyJob(
            [this, request = std::move(request), &caches = m_workbench.caches()](
                std::stop_token stop, const LatestTask<FetchedVectors>::Early &early) mutable {
                request.remark = [this, &early](const std::string &sentence) {
                    early([this, text = QString::fromStdString(sentence)] { Q_EMIT m_workbench.problemFound(text); });
                };
                return fetchMissingVectors(request, caches, std::move(stop));
            }),
        ChangeKind::Settled);
    Q_EMIT changed();
}

void VectorFetching::cancel()
{
    if (!m_isRunning)
        return;
    m_lane.cancel();
    end();
}

void VectorFetching::stopWhenUnwanted(const RunConfig &config)
{
    m_error.reset();
    if (m_isRunning && (config.embedding != m_source || !usesVectors(config)))
        cancel();
}

void VectorFetching::accept(const Outcome<FetchedVectors> &outcome)
{
    if (outcome.isCancelled())
        return;
    if (outcome.hasError())
        m_error = outcome.error();
    end();
}

void VectorFetching::end()
{
    m_isRunning = false;
    m_timer.stop();
    // Also after a stop: what came is counted out of what is missing.
    m_workbench.runAgain();
    Q_EMIT changed();
}

} // namespace cw
