// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/parsememory.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace cw::code {

namespace {

constexpr std::size_t mostBlock = std::size_t{8} << 20;
constexpr std::size_t firstPower = 12; // of two, above the small classes

/// Stands before each piece. Blocks begin half a unit further on, so that pieces are aligned to a whole one.
struct Header
{
    std::size_t sizeClass = 0;
};
static_assert(sizeof(Header) == 8);

} // namespace

std::size_t ParseMemory::classOf(std::size_t bytes) noexcept
{
    const std::size_t all = bytes + sizeof(Header);
    if (all <= smallClasses * unit)
        return (all - 1) / unit;
    return smallClasses + static_cast<std::size_t>(std::bit_width(all - 1)) - firstPower;
}

/// With its header.
std::size_t ParseMemory::bytesOf(std::size_t sizeClass) noexcept
{
    return sizeClass < smallClasses ? (sizeClass + 1) * unit
                                    : std::size_t{1} << (sizeClass - smallClasses + firstPower);
}

void *ParseMemory::allocate(std::size_t bytes)
{
    // a free piece keeps a pointer
    const std::size_t sizeClass = classOf(std::max(bytes, sizeof(Free)));
    if (Free *reused = m_free[sizeClass]) {
        m_free[sizeClass] = reused->next;
        return reused;
    }
    const std::size_t needed = bytesOf(sizeClass);
    if (needed > m_left) {
        const std::size_t block = std::max(needed, m_nextBlock);
        m_blocks.push_back(std::make_unique_for_overwrite<std::byte[]>(block + sizeof(Header)));
        std::byte *begin = m_blocks.back().get() + sizeof(Header);
        if (needed >= m_nextBlock) { // has a block of its own
            auto *header = new (begin) Header{sizeClass};
            return header + 1;
        }
        m_next = begin;
        m_left = block;
        m_nextBlock = std::min(2 * m_nextBlock, mostBlock);
    }
    auto *header = new (m_next) Header{sizeClass};
    m_next += needed;
    m_left -= needed;
    return header + 1;
}

void *ParseMemory::resize(void *old, std::size_t bytes)
{
    const std::size_t had = bytesOf((static_cast<Header *>(old) - 1)->sizeClass) - sizeof(Header);
    if (bytes <= had)
        return old;
    void *memory = allocate(bytes);
    std::memcpy(memory, old, had);
    free(old);
    return memory;
}

void ParseMemory::free(void *memory) noexcept
{
    const std::size_t sizeClass = (static_cast<Header *>(memory) - 1)->sizeClass;
    m_free[sizeClass] = new (memory) Free{m_free[sizeClass]};
}

} // namespace cw::code
