// SPDX-License-Identifier: GPL-3.0-or-later
// Works on documents on several threads, output in input order.
#pragma once

#include "inputs.h"

#include "base/result.h"

#include <QIODevice>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cw::cli {

/// A bounded window over the documents: one thread reads, `jobs` threads work, the caller takes results in order.
/// `Result` is what became of a document, besides its output: it has `std::optional<Error> error`.
template<class Result>
class OrderedWindow final
{
public:
    /// Writes a document's output; called from any thread, must not throw.
    using Work = std::function<Result(Item item, QIODevice &output, const std::stop_token &stop)>;

    OrderedWindow(Inputs &inputs, unsigned jobs, Work workOn)
        : m_inputs(inputs), m_jobs(jobs), m_work(std::move(workOn))
    {
        m_threads.emplace_back([this] { read(); });
        for (unsigned i = 0; i < m_jobs; ++i)
            m_threads.emplace_back([this] { work(); });
    }

    /// Waits for the reading thread, so its input must have been interrupted when it has not ended.
    ~OrderedWindow()
    {
        m_stop.request_stop();
        {
            const std::scoped_lock lock(m_mutex);
            m_isAbandoned = true;
        }
        m_changed.notify_all();
    }
    OrderedWindow(const OrderedWindow &) = delete;
    OrderedWindow &operator=(const OrderedWindow &) = delete;

    /// Output in order, and with the last of a document what became of it.
    struct Part
    {
        std::string output;
        std::optional<Result> result;
    };

    /// True when the next part can be had without waiting.
    [[nodiscard]] bool isNextReady()
    {
        const std::scoped_lock lock(m_mutex);
        return !m_window.empty() && m_window.front()->isReady();
    }

    /// Empty at the end.
    std::optional<Part> takeNext()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_window.empty() ? m_hasEnded : m_window.front()->isReady(); });
        if (m_window.empty())
            return std::nullopt;
        Slot &slot = *m_window.front();
        Part part{std::exchange(slot.output, {}), std::move(slot.result)};
        if (part.result) {
            m_bytes -= slot.bytes;
            m_window.pop_front();
        }
        lock.unlock();
        m_changed.notify_all();
        return part;
    }

private:
    static constexpr std::size_t documentsPerJob
        = 64; ///< so many that threads seldom wait for each other over small ones
    static constexpr std::size_t bytesPerJob = std::size_t{32} * 1024 * 1024;
    static constexpr std::size_t heldOutputBytes = std::size_t{8} * 1024 * 1024; ///< of one document, until its turn

    struct Slot
    {
        Item item;
        std::size_t bytes = 0;
        std::string output;
        std::optional<Result> result;

        [[nodiscard]] bool isReady() const { return result || !output.empty(); }
    };

    /// A document's output on its way into the window. Once much of it is held, writing waits for the documents before.
    class SlotDevice final : public QIODevice
    {
    public:
        SlotDevice(OrderedWindow &window, Slot &slot) : m_window(window), m_slot(slot)
        {
            open(QIODevice::WriteOnly | QIODevice::Unbuffered);
        }

        [[nodiscard]] bool isSequential() const override { return true; }

    protected:
        qint64 readData(char *, qint64) override { return -1; }
        qint64 writeData(const char *data, qint64 size) override
        {
            return m_window.hold(m_slot, {data, static_cast<std::size_t>(size)}) ? size : -1;
        }

    private:
        OrderedWindow &m_window;
        Slot &m_slot;
    };

    /// The document at the front is always in work and its output taken, so nobody waits forever.
    [[nodiscard]] bool hold(Slot &slot, std::string_view bytes)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_isAbandoned || slot.output.size() < heldOutputBytes; });
        if (m_isAbandoned)
            return false;
        slot.output += bytes;
        lock.unlock();
        m_changed.notify_all();
        return true;
    }

    [[nodiscard]] bool hasRoomFor(std::size_t bytes) const
    {
        return m_window.empty()
            || (m_window.size() < m_jobs * documentsPerJob && m_bytes + bytes <= m_jobs * bytesPerJob);
    }

    void read()
    {
        while (true) {
            auto item = m_inputs.next();
            auto slot = std::make_shared<Slot>();
            const bool isLast = !item || !*item;
            if (!item) {
                slot->result.emplace();
                slot->result->error = item.error();
            } else if (*item) {
                slot->item = std::move(**item);
                slot->bytes = slot->item.bytes;
            }
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_isAbandoned || hasRoomFor(slot->bytes); });
            if (m_isAbandoned)
                return;
            if (!isLast || slot->result) {
                m_bytes += slot->bytes;
                m_window.push_back(slot);
            }
            if (!isLast)
                m_waiting.push_back(slot);
            m_hasEnded = isLast;
            lock.unlock();
            m_changed.notify_all();
            if (isLast)
                return;
        }
    }

    void work()
    {
        while (true) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_isAbandoned || m_hasEnded || !m_waiting.empty(); });
            if (m_isAbandoned || m_waiting.empty())
                return;
            const std::shared_ptr<Slot> slot = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            SlotDevice device(*this, *slot);
            Result result = m_work(std::move(slot->item), device, m_stop.get_token());
            lock.lock();
            slot->result = std::move(result);
            lock.unlock();
            m_changed.notify_all();
        }
    }

    Inputs &m_inputs;
    const unsigned m_jobs;
    const Work m_work;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::shared_ptr<Slot>> m_window; ///< read and not yet taken, in order
    std::deque<std::shared_ptr<Slot>> m_waiting; ///< of them, not yet in work
    std::size_t m_bytes = 0;
    bool m_hasEnded = false;
    bool m_isAbandoned = false;
    std::vector<std::jthread> m_threads;
};

} // namespace cw::cli
