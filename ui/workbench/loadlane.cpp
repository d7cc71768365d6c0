// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/loadlane.h"

#include "concurrency/latesttask.h"

#include <utility>

namespace cw {

std::shared_ptr<const Document> documentFromText(const QString &id, const QString &text)
{
    // toUtf8 replaces lone surrogates, so the text is valid whatever the clipboard held
    return Document::fromText(id.toStdString(), text.toUtf8().toStdString());
}

LoadLane::LoadLane(QObject *parent) : QObject(parent) { }

void LoadLane::search(const QStringList &paths, const QStringList &patterns)
{
    m_worker.post([this, paths, patterns](std::stop_token stop) -> Worker::Delivery {
        auto outcome = std::make_shared<const Outcome<FileSearch>>(guarded<FileSearch>(
            [&](std::stop_token token) -> Outcome<FileSearch> {
                FileSearch result = findFiles(paths, patterns, token);
                if (token.stop_requested())
                    return Cancelled{};
                return result;
            },
            std::move(stop), "Looking for files"));
        return [this, outcome] {
            if (outcome->hasValue()) {
                Q_EMIT found(outcome->value());
            } else if (outcome->hasError()) {
                FileSearch failed;
                failed.problems.append(QString::fromStdString(outcome->error().message));
                Q_EMIT found(failed);
            }
            countDone();
        };
    });
}

void LoadLane::load(const LoadRequest &request)
{
    if (!isBusy()) {
        m_done = 0;
        m_total = 0;
    }
    ++m_total;
    m_worker.post([this, request](std::stop_token stop) -> Worker::Delivery {
        auto outcome = std::make_shared<const LoadOutcome>(guarded<std::shared_ptr<const Document>>(
            [&](std::stop_token token) -> LoadOutcome {
                if (request.path.isEmpty())
                    return documentFromText(request.documentId, request.text);
                return loadDocument(request.path, request.documentId, request.options, std::move(token));
            },
            std::move(stop), "Reading " + request.path.toStdString()));
        return [this, request, outcome] {
            ++m_done;
            Q_EMIT loaded(request, *outcome);
            countDone();
        };
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

void LoadLane::countDone()
{
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
