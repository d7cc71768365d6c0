// SPDX-License-Identifier: GPL-3.0-or-later
// Puts all large tables of the program into large pages: vectors and strings of megabytes are what a tick waits for,
// and with small pages half of each wait is for the page table. Freed as any memory; checked builds keep their own
// `new`.
#include "base/largepages.h"

#include <cstdlib>
#include <new>

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {

constexpr std::size_t largeBytes = std::size_t{2} << 20;

void *allocate(std::size_t bytes) noexcept
{
    void *memory = std::malloc(bytes == 0 ? 1 : bytes);
    if (memory && bytes >= largeBytes)
        cw::useLargePages(memory, bytes);
    return memory;
}

} // namespace

void *operator new(std::size_t bytes)
{
    for (;;) {
        if (void *memory = allocate(bytes))
            return memory;
        const std::new_handler handler = std::get_new_handler();
        if (!handler)
            throw std::bad_alloc();
        handler();
    }
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

#endif
