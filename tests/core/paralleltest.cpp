// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <vector>

namespace cw {
namespace {

TEST(ForEachNumber, CallsEachOnceOnAnyNumberOfThreads)
{
    for (const std::size_t threads : {0U, 1U, 2U, 7U}) {
        for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
            std::vector<std::atomic<int>> calls(count);
            forEachNumber(count, threads, [&](std::size_t number) { ++calls[number]; });
            for (const auto &times : calls)
                EXPECT_EQ(times, 1);
        }
    }
}

/// What is thrown on another thread must not end the program.
TEST(ForEachNumber, ThrowsWhatATaskThrowsAndBeginsNoOther)
{
    for (const std::size_t threads : {1U, 4U}) {
        std::atomic<int> calls = 0;
        EXPECT_THROW(forEachNumber(1'000'000, threads,
                                   [&](std::size_t) {
                                       ++calls;
                                       throw std::bad_alloc();
                                   }),
                     std::bad_alloc);
        EXPECT_LE(calls, 4);
    }
}

} // namespace
} // namespace cw
