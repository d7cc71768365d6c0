// SPDX-License-Identifier: GPL-3.0-or-later
// One background thread whose results come back to the thread that owns it.
#pragma once

#include <QObject>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace cw {

/// Runs jobs one after the other on its own thread. All public functions belong to the owning thread, which needs an
/// event loop. A job must not throw; LatestTask and JobQueue catch at the worker's edge.
class Worker final
{
public:
    /// Runs on the owning thread, in the order of the jobs.
    using Delivery = std::function<void()>;
    using Job = std::function<Delivery(std::stop_token)>;

    Worker();
    ~Worker(); ///< stops, joins and drops what was not delivered
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    void post(Job job);
    /// From a running job: delivers something before the job's own delivery.
    void deliverEarly(Delivery delivery);
    /// Forgets jobs that have not begun; they deliver nothing.
    void dropPending();
    /// Asks the running job to stop; it still delivers.
    void stopRunning();

    [[nodiscard]] std::size_t pending() const;
    /// Nothing pending, running or waiting to be delivered.
    [[nodiscard]] bool isIdle() const;

private:
    /// Lives on the owning thread; what is posted to it dies with it.
    class Receiver final : public QObject
    {
    public:
        explicit Receiver(Worker &worker) : m_worker(worker) { }
        bool event(QEvent *event) override;

    private:
        Worker &m_worker;
    };

    void work(std::stop_token stop);
    void deliverNext();

    Receiver m_receiver{*this};
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job> m_pending;
    std::stop_source m_runningStop;
    bool m_isRunning = false;
    /// Kept here and not in Qt's queue of events, into which the thread sanitizer does not see.
    std::deque<Delivery> m_undelivered;
    std::jthread m_thread; ///< last: it starts when everything above exists
};

} // namespace cw
