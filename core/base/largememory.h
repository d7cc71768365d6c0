// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for tables of megabytes.
#pragma once

#include <cstddef>
#include <memory>

namespace cw {

struct FreeLargeMemory
{
    void operator()(void *memory) const noexcept;
};
using LargeMemory = std::unique_ptr<void, FreeLargeMemory>;

/// Uninitialised, aligned to cache lines, in large pages where the system has them: looking things up all over small
/// pages costs a miss of the page table each. Throws std::bad_alloc.
[[nodiscard]] LargeMemory allocateLargeMemory(std::size_t bytes);

} // namespace cw
