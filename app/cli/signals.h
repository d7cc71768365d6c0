// SPDX-License-Identifier: GPL-3.0-or-later
// SIGINT, SIGTERM and SIGHUP as a stop request: documents in work are finished, then the program ends. A second signal
// kills.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace cw::cli {

/// Make it before any other thread, so that all of them leave the signals to this one.
class StopSignals final
{
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals &) = delete;
    StopSignals &operator=(const StopSignals &) = delete;

    /// Requested when a signal came.
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }
    /// Becomes readable when a signal came, for poll().
    [[nodiscard]] int wakeDescriptor() const noexcept { return m_wake; }
    /// Stops waiting for input without a signal: after an error.
    void interrupt();
    /// Number of the signal, or 0.
    [[nodiscard]] int received() const noexcept { return m_received; }

private:
    void watch();

    int m_signals = -1;
    int m_wake = -1;
    int m_end = -1;
    std::atomic<int> m_received = 0;
    std::stop_source m_stop;
    std::thread m_thread;
};

} // namespace cw::cli
