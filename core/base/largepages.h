// SPDX-License-Identifier: GPL-3.0-or-later
// Large buffers in large pages.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace cw {

/// Asks the system to back a buffer, not yet written to, with large pages: writing to fresh memory then costs a few
/// faults instead of one every 4 KiB. Only a hint; nothing depends on it, and small buffers are left alone.
inline void useLargePages([[maybe_unused]] void *buffer, [[maybe_unused]] std::size_t bytes) noexcept
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t pageBytes = std::uintptr_t{2} << 20U;
    const auto begin = (reinterpret_cast<std::uintptr_t>(buffer) + pageBytes - 1) & ~(pageBytes - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(buffer) + bytes) & ~(pageBytes - 1);
    if (begin < end)
        ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

} // namespace cw
