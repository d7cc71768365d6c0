// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is found on one thread while others do it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace cw {

/// Items in the order in which they were added. One thread adds and closes; any number, that one too, take.
template<class Item>
class WorkQueue final
{
public:
    void add(Item item)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_items.push_back(std::move(item));
            m_mayWork = true;
        }
        m_changed.notify_all();
    }

    /// Says when it goes that no more will be added. Whoever adds must hold one, or others wait for ever when it fails.
    class Closer
    {
    public:
        explicit Closer(WorkQueue &queue) noexcept : m_queue(queue) { }
        Closer(const Closer &) = delete;
        Closer &operator=(const Closer &) = delete;
        ~Closer()
        {
            {
                const std::scoped_lock lock(m_queue.m_mutex);
                m_queue.m_isClosed = true;
                m_queue.m_mayWork = true;
            }
            m_queue.m_changed.notify_all();
        }

    private:
        WorkQueue &m_queue;
    };

    /// Calls work(item) with each item that this thread gets, waiting for more until the queue is closed.
    template<class Work>
    void workUntilClosed(const Work &work)
    {
        for (;;) {
            // Items may follow each other faster than a thread wakes up.
            constexpr int yieldsBeforeSleep = 100;
            for (int yields = 0; yields < yieldsBeforeSleep && !m_mayWork; ++yields)
                std::this_thread::yield();
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_mayWork.load(); });
            if (m_items.empty())
                return;
            workOnFirst(lock, work);
        }
    }

    /// Works on what there is; when it returns, no thread has an item at work any more.
    template<class Work>
    void finish(const Work &work)
    {
        std::unique_lock lock(m_mutex);
        while (!m_items.empty())
            workOnFirst(lock, work);
        m_changed.wait(lock, [&] { return m_atWork == 0; });
    }

private:
    /// The item counts as at work until work() returns or throws.
    template<class Work>
    void workOnFirst(std::unique_lock<std::mutex> &lock, const Work &work)
    {
        Item item = std::move(m_items.front());
        m_items.pop_front();
        m_mayWork = !m_items.empty() || m_isClosed;
        ++m_atWork;
        lock.unlock();
        const AtWork atWork(*this, lock);
        work(item);
    }

    class AtWork
    {
    public:
        AtWork(WorkQueue &queue, std::unique_lock<std::mutex> &lock) : m_queue(queue), m_lock(lock) { }
        AtWork(const AtWork &) = delete;
        AtWork &operator=(const AtWork &) = delete;
        ~AtWork()
        {
            m_lock.lock();
            if (--m_queue.m_atWork == 0)
                m_queue.m_changed.notify_all();
        }

    private:
        WorkQueue &m_queue;
        std::unique_lock<std::mutex> &m_lock;
    };

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Item> m_items;
    std::atomic<bool> m_mayWork = false; ///< there are items, or there will be none
    std::size_t m_atWork = 0;
    bool m_isClosed = false;
};

} // namespace cw
