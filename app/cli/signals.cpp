// SPDX-License-Identifier: GPL-3.0-or-later
#include "signals.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace cw::cli {

namespace {

/// Without those that the parent had ignored, as nohup and shells do: ignored signals would be seen when blocked.
sigset_t watchedSignals()
{
    sigset_t watched;
    sigemptyset(&watched);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction current = {};
        if (sigaction(number, nullptr, &current) == 0 && current.sa_handler != SIG_IGN)
            sigaddset(&watched, number);
    }
    return watched;
}

/// A missing descriptor would leave the watch asleep for ever.
int required(int descriptor)
{
    if (descriptor < 0)
        throw std::system_error(errno, std::generic_category(), "no descriptor to watch for signals");
    return descriptor;
}

void raiseFlag(int descriptor)
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(descriptor, &one, sizeof one);
}

} // namespace

StopSignals::StopSignals()
{
    const sigset_t watched = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &watched, nullptr);
    m_signals = required(::signalfd(-1, &watched, SFD_CLOEXEC));
    m_wake = required(::eventfd(0, EFD_CLOEXEC));
    m_end = required(::eventfd(0, EFD_CLOEXEC));
    m_thread = std::thread([this] { watch(); });
}

StopSignals::~StopSignals()
{
    raiseFlag(m_end);
    m_thread.join();
    for (const int descriptor : {m_signals, m_wake, m_end})
        ::close(descriptor);
}

void StopSignals::interrupt()
{
    m_stop.request_stop();
    raiseFlag(m_wake);
}

void StopSignals::watch()
{
    while (true) {
        std::array<pollfd, 2> waiting{{{m_signals, POLLIN, 0}, {m_end, POLLIN, 0}}};
        if (::poll(waiting.data(), waiting.size(), -1) < 0)
            continue;
        if (waiting[1].revents != 0)
            return;
        signalfd_siginfo info = {};
        if (::read(m_signals, &info, sizeof info) != static_cast<ssize_t>(sizeof info))
            continue;
        const int number = static_cast<int>(info.ssi_signo);
        if (m_received != 0)
            ::_exit(128 + number);
        m_received = number;
        interrupt();
    }
}

} // namespace cw::cli
