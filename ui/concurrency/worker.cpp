// SPDX-License-Identifier: GPL-3.0-or-later
#include "concurrency/worker.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace cw {

Worker::Worker() : m_thread([this](std::stop_token stop) { work(std::move(stop)); }) { }

Worker::~Worker()
{
    dropPending();
    stopRunning();
    m_thread.request_stop();
    m_thread.join();
}

void Worker::post(Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_pending.push_back(std::move(job));
    }
    m_wake.notify_one();
}

void Worker::dropPending()
{
    std::deque<Job> dropped; // destroyed outside the lock: captures may be large
    const std::lock_guard lock(m_mutex);
    dropped.swap(m_pending);
}

void Worker::stopRunning()
{
    const std::lock_guard lock(m_mutex);
    m_runningStop.request_stop();
}

std::size_t Worker::pending() const
{
    const std::lock_guard lock(m_mutex);
    return m_pending.size();
}

bool Worker::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_pending.empty() && !m_isRunning && m_undelivered.empty();
}

void Worker::work(std::stop_token stop)
{
    while (true) {
        Job job;
        std::stop_token jobStop;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_pending.empty(); }))
                return;
            if (stop.stop_requested())
                return;
            job = std::move(m_pending.front());
            m_pending.pop_front();
            m_runningStop = std::stop_source();
            jobStop = m_runningStop.get_token();
            m_isRunning = true;
        }
        Delivery delivery = job(std::move(jobStop));
        job = nullptr;
        {
            const std::lock_guard lock(m_mutex);
            m_isRunning = false;
            m_undelivered.push_back(std::move(delivery));
        }
        QCoreApplication::postEvent(&m_receiver, new QEvent(QEvent::User));
    }
}

void Worker::deliverEarly(Delivery delivery)
{
    {
        const std::lock_guard lock(m_mutex);
        m_undelivered.push_back(std::move(delivery));
    }
    QCoreApplication::postEvent(&m_receiver, new QEvent(QEvent::User));
}

bool Worker::Receiver::event(QEvent *event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    m_worker.deliverNext(); // may end the worker, and this with it
    return true;
}

void Worker::deliverNext()
{
    Delivery delivery;
    {
        const std::lock_guard lock(m_mutex);
        delivery = std::move(m_undelivered.front());
        m_undelivered.pop_front();
    }
    if (delivery)
        delivery();
}

} // namespace cw
