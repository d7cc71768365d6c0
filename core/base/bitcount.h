// SPDX-License-Identifier: GPL-3.0-or-later
// Number of set bits. std::popcount is a call into the compiler's library on x86-64 as long as the program is not built
// for newer processors only, and too slow for ranks.
#pragma once

#include <bit>
#include <cstdint>

namespace cw {

[[nodiscard]] constexpr unsigned bitCountPortable(std::uint64_t bits) noexcept
{
    bits -= bits >> 1 & 0x5555'5555'5555'5555;
    bits = (bits & 0x3333'3333'3333'3333) + (bits >> 2 & 0x3333'3333'3333'3333);
    bits = (bits + (bits >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
    return static_cast<unsigned>(bits * 0x0101'0101'0101'0101 >> 56);
}

#if defined(__x86_64__) && !defined(__POPCNT__)

/// False until static variables are initialized, which costs nothing but time.
extern const bool processorCountsBits;

/// O(1): one instruction behind a branch that is always predicted, where the processor has it.
[[nodiscard]] inline unsigned bitCount(std::uint64_t bits) noexcept
{
    if (!processorCountsBits) [[unlikely]]
        return bitCountPortable(bits);
    std::uint64_t count = 0;
    __asm__("popcnt %1, %0" : "=r"(count) : "r"(bits) : "cc");
    return static_cast<unsigned>(count);
}

#else

[[nodiscard]] inline unsigned bitCount(std::uint64_t bits) noexcept
{
    return static_cast<unsigned>(std::popcount(bits));
}

#endif

} // namespace cw
