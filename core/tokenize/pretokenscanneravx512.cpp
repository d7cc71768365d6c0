// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__x86_64__)
#include "tokenize/boundscanners.h"
#include "tokenize/pretokenscanners.h"
// Everything that is shared with other files comes before the pragma, so that none of it is compiled for this one
// alone.
#include "tokenize/pretokenlookahead.h"

#include <bit>
#include <cstring>
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl,bmi,bmi2,popcnt"))),                \
                             apply_to = function)
#else
#pragma GCC target("avx2,avx512f,avx512bw,avx512vl,bmi,bmi2,popcnt")
#endif

#include "tokenize/boundblocks.h"
#include "tokenize/pretokenblocks.h"

namespace cw {

namespace {

struct Avx512Kernel
{
    static constexpr bool comparesCheaply = true;

    /// The bits of `mask` in the places of `places`, side by side from bit 0 on.
    static ByteMask compress(ByteMask mask, ByteMask places) noexcept { return _pext_u64(mask, places); }

    static AsciiMasks classify(const char *block) noexcept
    {
        const __m512i bytes = load(block);
        const ByteMask upper = isIn(bytes, 'A', 'Z');
        const ByteMask spaces = equal(block, ' ');
        return {
            .letters = isIn(bytes, 'a', 'z') | upper,
            .upper = upper,
            .digits = isIn(bytes, '0', '9'),
            .whites = isIn(bytes, '\t', '\r') | spaces,
            .spaces = spaces,
            .newlines = equal(block, '\n') | equal(block, '\r'),
            .apostrophes = equal(block, '\''),
            .slashes = equal(block, '/'),
            .high = _mm512_movepi8_mask(bytes),
        };
    }

    /// Bit `number` of all bytes.
    template<int number>
    static ByteMask bit(const char *block) noexcept
    {
        return _mm512_test_epi8_mask(load(block), _mm512_set1_epi8(1 << number));
    }

    static ByteMask equal(const char *block, unsigned char byte) noexcept
    {
        return _mm512_cmpeq_epi8_mask(load(block), _mm512_set1_epi8(static_cast<char>(byte)));
    }

    static ByteMask from(const char *block, unsigned char first) noexcept
    {
        return _mm512_cmpge_epu8_mask(load(block), _mm512_set1_epi8(static_cast<char>(first)));
    }

private:
    static ByteMask isIn(__m512i bytes, char first, char last) noexcept
    {
        return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8(first)),
                                      _mm512_set1_epi8(static_cast<char>(last - first)));
    }

    static __m512i load(const void *bytes) noexcept { return _mm512_loadu_si512(bytes); }
};

} // namespace

std::size_t scanPretokensAvx512(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                                std::uint64_t *words, std::size_t count)
{
    return scanPretokenBlocks<Avx512Kernel>(pattern, text, state, words, count);
}

void markTokenBoundsAvx512(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                           BoundStreams &streams)
{
    markBoundBlocks<Avx512Kernel>(pattern, text, starts, streams);
}

} // namespace cw

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
