// SPDX-License-Identifier: GPL-3.0-or-later
// The lane that fetches vectors of sentences for the workbench's documents.
#pragma once

#include "concurrency/latesttask.h"
#include "io/sentencevectorfetch.h"
#include "workbench/workbench.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>

namespace cw {

/// Sends sentences only between start() and the end of what it began. When all are there the workbench runs again. What
/// came before a stop or an error is kept. Lives on the GUI thread, and no longer than the workbench.
class VectorFetching final : public QObject
{
    Q_OBJECT

public:
    explicit VectorFetching(Workbench &workbench, QObject *parent = nullptr);

    /// For the present documents and configuration.
    void start();
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] std::size_t done() const noexcept { return m_progress->done; }
    [[nodiscard]] std::size_t total() const noexcept { return m_progress->total; } ///< 0: not known yet
    /// Why the last one failed.
    [[nodiscard]] const std::optional<Error> &error() const noexcept { return m_error; }

signals:
    void changed();

private:
    struct Progress
    {
        std::atomic<std::size_t> done = 0;
        std::atomic<std::size_t> total = 0;
    };

    void accept(const Outcome<FetchedVectors> &outcome);
    void stopWhenUnwanted(const RunConfig &config);
    void end();

    Workbench &m_workbench;
    bool m_isRunning = false;
    EmbeddingSource m_source; ///< of what is running
    std::optional<Error> m_error;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    QTimer m_timer;
    LatestTask<FetchedVectors> m_lane; ///< last: joined before the rest goes
};

} // namespace cw
