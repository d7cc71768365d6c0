// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/workqueue.h"

#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace cw {
namespace {

/// What each item was worked on, by as many threads while one adds.
std::vector<int> workedOn(std::size_t threads, std::size_t items, bool finishesOften)
{
    std::vector<int> times(items);
    WorkQueue<std::size_t> queue;
    const auto work = [&](std::size_t item) { ++times[item]; };
    forEachNumber(threads, threads, [&](std::size_t number) {
        if (number == 0) {
            const WorkQueue<std::size_t>::Closer closer(queue);
            for (std::size_t item = 0; item < items; ++item) {
                queue.add(item);
                if (finishesOften && item % 7 == 0) {
                    queue.finish(work);
                    // Everything is done, by whomever, and may be looked at without a lock.
                    for (std::size_t done = 0; done <= item; ++done)
                        EXPECT_EQ(times[done], 1) << done << " of " << item;
                }
            }
        }
        queue.workUntilClosed(work);
    });
    return times;
}

TEST(WorkQueue, EveryItemIsWorkedOnOnce)
{
    for (const std::size_t threads : {1U, 2U, 5U}) {
        for (const std::size_t items : {0U, 1U, 2000U}) {
            EXPECT_EQ(workedOn(threads, items, false), std::vector<int>(items, 1)) << threads;
            EXPECT_EQ(workedOn(threads, items / 10, true), std::vector<int>(items / 10, 1)) << threads;
        }
    }
}

TEST(WorkQueue, ThreadsEndWhenAddingOrWorkingFails)
{
    for (const bool isAdding : {true, false}) {
        WorkQueue<int> queue;
        std::atomic<int> worked = 0;
        const auto work = [&](int item) {
            if (!isAdding && item == 3)
                throw std::runtime_error("work");
            ++worked;
        };
        EXPECT_THROW(forEachNumber(3, 3,
                                   [&](std::size_t number) {
                                       if (number == 0) {
                                           const WorkQueue<int>::Closer closer(queue);
                                           for (int item = 0; item < 10; ++item)
                                               queue.add(item);
                                           if (isAdding)
                                               throw std::runtime_error("add");
                                           queue.finish(work);
                                       }
                                       queue.workUntilClosed(work);
                                   }),
                     std::runtime_error);
        EXPECT_LE(worked, 10);
    }
}

} // namespace
} // namespace cw
