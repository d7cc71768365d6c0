// SPDX-License-Identifier: GPL-3.0-or-later
// Puts all large tables of the program into large pages: vectors and strings of megabytes are what a tick waits for,
// and with small pages half of each wait is for the page table. Freed as any memory; checked builds keep their own
// `new`.
#include "base/largepages.h"

#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

constexpr std::size_t largeBytes = std::size_t{2} << 20;

void *allocate(std::size_t bytes, std::size_t alignment) noexcept
{
    const std::size_t size = bytes == 0 ? 1 : bytes;
    void *memory = nullptr;
    if (alignment <= alignof(std::max_align_t))
        memory = std::malloc(size);
    else if (posix_memalign(&memory, alignment, size) != 0)
        memory = nullptr;
    if (memory && bytes >= largeBytes)
        cw::useLargePages(memory, bytes);
    return memory;
}

void *allocateOrThrow(std::size_t bytes, std::size_t alignment)
{
    for (;;) {
        if (void *memory = allocate(bytes, alignment))
            return memory;
        const std::new_handler handler = std::get_new_handler();
        if (!handler)
            throw std::bad_alloc();
        handler();
    }
}

} // namespace

void *operator new(std::size_t bytes)
{
    return allocateOrThrow(bytes, alignof(std::max_align_t));
}

void *operator new(std::size_t bytes, std::align_val_t alignment)
{
    return allocateOrThrow(bytes, static_cast<std::size_t>(alignment));
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

#endif
