// SPDX-License-Identifier: GPL-3.0-or-later
#include "concurrency/disposer.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace cw {

namespace {
constexpr std::chrono::milliseconds lookAgainAfter(20);
}

Disposer::Disposer() : m_thread([this](const std::stop_token &stop) { work(stop); }) { }

Disposer::~Disposer()
{
    m_thread.request_stop();
    m_thread.join();
}

void Disposer::dispose(std::shared_ptr<const void> value)
{
    if (!value)
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_values.push_back(std::move(value));
    }
    m_wake.notify_one();
}

void Disposer::work(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, stop, [this] { return !m_values.empty(); }) && !stop.stop_requested()) {
        const auto firstUnused
            = std::partition(m_values.begin(), m_values.end(), [](const auto &value) { return value.use_count() > 1; });
        std::vector<std::shared_ptr<const void>> unused(std::make_move_iterator(firstUnused),
                                                        std::make_move_iterator(m_values.end()));
        m_values.erase(firstUnused, m_values.end());
        lock.unlock();
        unused.clear();
        lock.lock();
        if (!m_values.empty())
            m_wake.wait_for(lock, stop, lookAgainAfter, [] { return false; });
    }
}

} // namespace cw
