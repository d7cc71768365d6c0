// SPDX-License-Identifier: GPL-3.0-or-later
// Work on several threads, where nothing may be thrown out of one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cw {

/// Calls task(number) once for each of 0..count-1, on at most `threads` threads, the caller's included, and returns
/// when all are done. When the system has no more threads to give, those there are do all of it. The first exception
/// that a task throws is thrown here, and no further number is begun.
template<class Task>
void forEachNumber(std::size_t count, std::size_t threads, const Task &task)
{
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto work = [&] {
        try {
            for (std::size_t number = next++; number < count; number = next++)
                task(number);
        } catch (...) {
            next = count;
            const std::scoped_lock lock(mutex);
            if (!thrown)
                thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (std::size_t thread = 1; thread < std::min(threads, count); ++thread)
                others.emplace_back(work);
        } catch (const std::system_error &) {
            // No more threads than there are.
        }
        work();
    }
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace cw
