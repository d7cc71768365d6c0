// SPDX-License-Identifier: GPL-3.0-or-later
// The lane for values in motion: one job runs, one waits, the newest wins.
#pragma once

#include "base/result.h"
#include "concurrency/changekind.h"
#include "concurrency/disposer.h"
#include "concurrency/worker.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace cw {

/// Calls `job` and turns whatever it throws into Error{Internal}.
template<class Value, class Job>
[[nodiscard]] Outcome<Value> guarded(const Job &job, std::stop_token stop, const std::string &what)
{
    try {
        return job(std::move(stop));
    } catch (const std::exception &exception) {
        return Error{ErrorCode::Internal, what + " failed inside: " + exception.what() + ". Please report this.", {}};
    } catch (...) {
        return Error{ErrorCode::Internal, what + " failed inside for an unknown reason. Please report this.", {}};
    }
}

/// At most one job in flight and one pending. Outcomes are delivered on the owning thread in order of their starts;
/// replaced and stopped jobs deliver Cancelled or nothing. Destruction stops and joins.
template<class Value>
class LatestTask final
{
public:
    using Job = std::function<Outcome<Value>(std::stop_token)>;
    /// Called by a running job: runs its argument on the owning thread before the job's value is delivered, unless the
    /// job has become stale by then.
    using Early = std::function<void(std::function<void()>)>;
    using EarlyJob = std::function<Outcome<Value>(std::stop_token, const Early &)>;
    using Deliver = std::function<void(const Outcome<Value> &)>;

    /// `what` begins the message of an internal error: "Chunking".
    /// With a disposer, values are freed there, stale ones as well; it must outlive the task.
    LatestTask(std::string what, Deliver deliver, Disposer *disposer = nullptr)
        : m_what(std::move(what)), m_deliver(std::move(deliver)), m_disposer(disposer)
    {
    }

    void start(Job job, ChangeKind kind)
    {
        start(EarlyJob([job = std::move(job)](std::stop_token stop, const Early &) { return job(std::move(stop)); }),
              kind);
    }

    void start(EarlyJob job, ChangeKind kind)
    {
        m_worker.dropPending();
        const std::uint64_t number = ++m_lastStarted;
        if (kind == ChangeKind::Settled) {
            m_firstWanted = number;
            m_worker.stopRunning();
        }
        m_worker.post([this, number, job = std::move(job), what = m_what](std::stop_token stop) {
            const Early early = [this, number](std::function<void()> delivery) {
                m_worker.deliverEarly([this, number, delivery = std::move(delivery)] {
                    if (number >= m_firstWanted)
                        delivery();
                });
            };
            auto outcome = std::make_shared<const Outcome<Value>>(guarded<Value>(
                [&](std::stop_token token) { return job(std::move(token), early); }, std::move(stop), what));
            if (m_disposer)
                m_disposer->dispose(outcome);
            return [this, number, outcome] {
                m_deliver(number >= m_firstWanted ? *outcome : Outcome<Value>(Cancelled{}));
            };
        });
    }

    /// Stops everything: no value started before this call is delivered after it.
    void cancel()
    {
        m_worker.dropPending();
        m_firstWanted = m_lastStarted + 1;
        m_worker.stopRunning();
    }

    [[nodiscard]] bool isBusy() const { return !m_worker.isIdle(); }
    [[nodiscard]] std::size_t pending() const { return m_worker.pending(); }

private:
    std::string m_what;
    Deliver m_deliver;
    Disposer *m_disposer;
    std::uint64_t m_lastStarted = 0;
    std::uint64_t m_firstWanted = 0; ///< values of earlier jobs are stale
    Worker m_worker; ///< last: joined before the rest goes
};

} // namespace cw
