// SPDX-License-Identifier: GPL-3.0-or-later
// The lane for values in motion: one job runs, one waits, the newest wins.
#pragma once

#include "base/result.h"
#include "concurrency/changekind.h"
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
    using Deliver = std::function<void(const Outcome<Value> &)>;

    /// `what` begins the message of an internal error: "Chunking".
    LatestTask(std::string what, Deliver deliver) : m_what(std::move(what)), m_deliver(std::move(deliver)) { }

    void start(Job job, ChangeKind kind)
    {
        m_worker.dropPending();
        const std::uint64_t number = ++m_lastStarted;
        if (kind == ChangeKind::Settled) {
            m_firstWanted = number;
            m_worker.stopRunning();
        }
        m_worker.post([this, number, job = std::move(job), what = m_what](std::stop_token stop) {
            auto outcome = std::make_shared<const Outcome<Value>>(guarded<Value>(job, std::move(stop), what));
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
    std::uint64_t m_lastStarted = 0;
    std::uint64_t m_firstWanted = 0; ///< values of earlier jobs are stale
    Worker m_worker; ///< last: joined before the rest goes
};

} // namespace cw
