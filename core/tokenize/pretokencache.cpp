// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokencache.h"

#include <memory>

namespace cw {

PretokenCache::PretokenCache()
    : m_memory(allocateLargeMemory((std::size_t{1} << setBits) * sizeof(Set)
                                   + (std::size_t{1} << singleBits) * sizeof(Entry))),
      m_sets(static_cast<Set *>(m_memory.get())),
      m_singles(reinterpret_cast<Entry *>(m_sets + (std::size_t{1} << setBits)))
{
    std::uninitialized_value_construct_n(m_sets, std::size_t{1} << setBits);
    std::uninitialized_value_construct_n(m_singles, std::size_t{1} << singleBits);
}

} // namespace cw
