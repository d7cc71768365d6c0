// SPDX-License-Identifier: GPL-3.0-or-later
// Where a budget ends in a list of running counts.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cw {

/// Counts are modulo 2^32; so far apart none are that are compared.
inline constexpr std::size_t largestBudget = std::size_t{1} << 30;

/// The first i in [next, end) with upTo[i] - before > max, modulo 2^32; `end` when there is none. Looks at eight at
/// once. Precondition: max < 2^32.
[[nodiscard]] inline std::size_t firstOver(const std::uint32_t *upTo, std::size_t next, std::size_t end,
                                           std::uint32_t before, std::size_t max) noexcept
{
#ifdef __SSE2__
    constexpr std::size_t atOnce = 8;
    // Comparisons are of signed numbers.
    const __m128i half = _mm_set1_epi32(std::numeric_limits<std::int32_t>::min());
    const __m128i most = _mm_xor_si128(_mm_set1_epi32(static_cast<std::int32_t>(max)), half);
    const __m128i base = _mm_xor_si128(_mm_set1_epi32(static_cast<std::int32_t>(before)), half);
    const auto isOver = [&](const std::uint32_t *four) {
        const __m128i tokens = _mm_sub_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(four)), base);
        return _mm_cmpgt_epi32(tokens, most);
    };
    for (; next + atOnce <= end; next += atOnce) {
        const __m128i over = _mm_packs_epi32(isOver(upTo + next), isOver(upTo + next + atOnce / 2));
        const auto bytes = static_cast<std::uint32_t>(_mm_movemask_epi8(over));
        if (bytes != 0)
            return next + static_cast<unsigned>(std::countr_zero(bytes)) / 2;
    }
#endif
    while (next < end && upTo[next] - before <= max)
        ++next;
    return next;
}

} // namespace cw
