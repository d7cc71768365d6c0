// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace cw {

/// Frees large values on a thread of its own. What is handed over is kept until nobody else holds it, so the last
/// holder, a view that swaps its snapshot for instance, never waits for hundreds of megabytes to be given back.
class Disposer final
{
public:
    Disposer();
    ~Disposer(); ///< frees what is left
    Disposer(const Disposer &) = delete;
    Disposer &operator=(const Disposer &) = delete;

    /// From any thread. Nobody may keep a weak pointer to the value.
    void dispose(std::shared_ptr<const void> value);

private:
    void work(const std::stop_token &stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<std::shared_ptr<const void>> m_values;
    std::jthread m_thread; ///< last: it starts when everything above exists
};

} // namespace cw
