// SPDX-License-Identifier: GPL-3.0-or-later
// Windows whose places are known by their numbers, made on several threads.
#pragma once

#include "base/parallel.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/packthreads.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace cw {

/// Calls `make(first, end, chunks)` for runs of windows, which fills in chunks[first] to chunks[end - 1] and is false
/// when stopped.
template<class Make>
Outcome<std::vector<Chunk>> packWindows(std::size_t count, PackThreads threads, const Make &make)
{
    constexpr std::size_t worthAShare = 2048;
    const std::size_t shares = threads.sectionsFor(count, worthAShare);
    std::vector<Chunk> chunks(count);
    std::atomic<bool> isStopped = false;
    forEachNumber(shares, threads.threads, [&](std::size_t share) {
        if (!make(count * share / shares, count * (share + 1) / shares, chunks.data()))
            isStopped = true;
    });
    if (isStopped)
        return Cancelled{};
    return chunks;
}

} // namespace cw
