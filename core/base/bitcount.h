// SPDX-License-Identifier: GPL-3.0-or-later
// Number of set bits. std::popcount is a call into the compiler's library on x86-64 as long as the program is not built
// for newer processors only, and too slow for ranks.
#pragma once

#include <array>
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

/// By byte and number, the place of the set bit with that number.
inline constexpr auto bitPlacesInByte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (unsigned byte = 0; byte < places.size(); ++byte) {
        unsigned number = 0;
        for (unsigned bit = 0; bit < 8; ++bit) {
            if ((byte >> bit & 1U) != 0)
                places[byte][number++] = static_cast<std::uint8_t>(bit);
        }
    }
    return places;
}();

/// The place of set bit number `number`, the lowest being 0. Without branches: which bit is asked for cannot be
/// foreseen. S. Vigna, Broadword implementation of rank/select queries, WEA 2008. Precondition: there are more than
/// `number`.
[[nodiscard]] constexpr unsigned placeOfBit(std::uint64_t bits, unsigned number) noexcept
{
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101;
    constexpr std::uint64_t tops = 0x8080'8080'8080'8080;
    std::uint64_t sums = bits - (bits >> 1 & 0x5555'5555'5555'5555);
    sums = (sums & 0x3333'3333'3333'3333) + (sums >> 2 & 0x3333'3333'3333'3333);
    sums = ((sums + (sums >> 4)) & 0x0F0F'0F0F'0F0F'0F0F) * ones; // of each byte and those below
    const std::uint64_t notOver = ((number * ones | tops) - sums) & tops;
    const auto shift = static_cast<unsigned>((notOver >> 7) * ones >> 56) * 8;
    const auto below = static_cast<unsigned>((sums << 8) >> shift & 0xFF);
    return shift + bitPlacesInByte[bits >> shift & 0xFF][number - below];
}

/// The bits of `bits` in the places of `places`, side by side from bit 0 on. Costs what `places` has bits.
[[nodiscard]] constexpr std::uint64_t gatherBits(std::uint64_t bits, std::uint64_t places) noexcept
{
    std::uint64_t gathered = 0;
    for (unsigned number = 0; places != 0; places &= places - 1, ++number)
        gathered |= (bits >> std::countr_zero(places) & 1) << number;
    return gathered;
}

} // namespace cw
