// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/largememory.h"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace cw {

namespace {

constexpr std::size_t largePageBytes = std::size_t{1} << 21;
constexpr std::size_t cacheLineBytes = 64;

} // namespace

LargeMemory allocateLargeMemory(std::size_t bytes)
{
    const std::size_t alignment = bytes >= largePageBytes ? largePageBytes : cacheLineBytes;
    LargeMemory memory(std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment));
    if (!memory)
        throw std::bad_alloc();
#ifdef __linux__
    // Whole large pages only: a page begun would be paid for in full. Only a wish: failing is no fault.
    if (bytes >= largePageBytes)
        madvise(memory.get(), bytes / largePageBytes * largePageBytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void FreeLargeMemory::operator()(void *memory) const noexcept
{
    std::free(memory);
}

} // namespace cw
