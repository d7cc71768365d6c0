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
    constexpr std::size_t setCount = std::size_t{1} << setBits;
    constexpr std::size_t singleCount = std::size_t{1} << singleBits;
    constexpr std::size_t needed = setCount * sizeof(Set) + singleCount * sizeof(Entry);
    constexpr std::size_t bytes = (needed + hugePageBytes - 1) / hugePageBytes * hugePageBytes;
    m_memory.reset(std::aligned_alloc(hugePageBytes, bytes));
    if (!m_memory)
        throw std::bad_alloc();
#ifdef __linux__
    // Look-ups jump about, so small pages would cost a miss of the page table each. Only a wish: failing is no fault.
    madvise(m_memory.get(), setCount * sizeof(Set), MADV_HUGEPAGE);
#endif
    m_sets = static_cast<Set *>(m_memory.get());
    std::uninitialized_value_construct_n(m_sets, setCount);
    m_singles = reinterpret_cast<Entry *>(m_sets + setCount);
    std::uninitialized_value_construct_n(m_singles, singleCount);
}

void PretokenCache::Free::operator()(void *memory) const noexcept
{
    std::free(memory);
}

} // namespace cw
