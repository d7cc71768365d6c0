// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokencache.h"

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace cw {

namespace {

constexpr std::size_t hugePageBytes = std::size_t{1} << 21;

} // namespace

PretokenCache::PretokenCache()
{
    constexpr std::size_t count = std::size_t{1} << setBits;
    static_assert(count * sizeof(Set) % hugePageBytes == 0);
    void *memory = std::aligned_alloc(hugePageBytes, count * sizeof(Set));
    if (!memory)
        throw std::bad_alloc();
#ifdef __linux__
    // Look-ups jump about, so small pages would cost a miss of the page table each. Only a wish: failing is no fault.
    madvise(memory, count * sizeof(Set), MADV_HUGEPAGE);
#endif
    m_sets.reset(static_cast<Set *>(memory));
    std::uninitialized_value_construct_n(m_sets.get(), count);
}

void PretokenCache::Free::operator()(Set *sets) const noexcept
{
    std::free(sets);
}

} // namespace cw
