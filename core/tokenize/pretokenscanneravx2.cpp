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
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#include "tokenize/boundblocks.h"
#include "tokenize/pretokenblocks.h"

namespace cw {

namespace {

struct Avx2Kernel
{
    static constexpr bool comparesCheaply = true;

    /// The bits of `mask` in the places of `places`, side by side from bit 0 on.
    static ByteMask compress(ByteMask mask, ByteMask places) noexcept { return _pext_u64(mask, places); }

    static AsciiMasks classify(const char *block) noexcept
    {
        const __m256i low = load(block);
        const __m256i top = load(block + 32);
        // Of the bytes with some low half one is white, and one is a line break.
        const __m256i white = repeated(_mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', '\v', '\f', '\r', 0, 0));
        const __m256i newline = repeated(_mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\n', 0, 0, '\r', 0, 0));
        const __m256i caseBit = _mm256_set1_epi8(0x20);
        const ByteMask letters
            = bits(isIn(_mm256_or_si256(low, caseBit), 'a', 'z'), isIn(_mm256_or_si256(top, caseBit), 'a', 'z'));
        return {
            .letters = letters,
            .upper = letters & ~bit<5>(block),
            .digits = bits(isIn(low, '0', '9'), isIn(top, '0', '9')),
            .whites = bits(isAmong(low, white), isAmong(top, white)),
            .spaces = equal(block, ' '),
            .newlines = bits(isAmong(low, newline), isAmong(top, newline)),
            .apostrophes = equal(block, '\''),
            .slashes = equal(block, '/'),
            .high = bits(low, top),
        };
    }

    /// Bit `number` of all bytes.
    template<int number>
    static ByteMask bit(const char *block) noexcept
    {
        return bits(_mm256_slli_epi16(load(block), 7 - number), _mm256_slli_epi16(load(block + 32), 7 - number));
    }

    static ByteMask equal(const char *block, unsigned char byte) noexcept
    {
        const __m256i wanted = _mm256_set1_epi8(static_cast<char>(byte));
        return bits(_mm256_cmpeq_epi8(load(block), wanted), _mm256_cmpeq_epi8(load(block + 32), wanted));
    }

    static ByteMask from(const char *block, unsigned char first) noexcept
    {
        const __m256i wanted = _mm256_set1_epi8(static_cast<char>(first));
        const auto isFrom = [&](__m256i bytes) { return _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, wanted), bytes); };
        return bits(isFrom(load(block)), isFrom(load(block + 32)));
    }

private:
    static __m256i load(const void *bytes) noexcept { return _mm256_loadu_si256(static_cast<const __m256i *>(bytes)); }

    /// The top bits of all bytes.
    static ByteMask bits(__m256i low, __m256i top) noexcept
    {
        const auto lowBits = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
        const auto topBits = static_cast<std::uint32_t>(_mm256_movemask_epi8(top));
        return lowBits | ByteMask{topBits} << 32;
    }

    static __m256i repeated(__m128i half) noexcept { return _mm256_broadcastsi128_si256(half); }

    /// Bytes that are what `byLowHalf` has for their low half.
    static __m256i isAmong(__m256i bytes, __m256i byLowHalf) noexcept
    {
        return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(byLowHalf, bytes), bytes);
    }

    /// Bytes first..last set their top bit: moved to the end of the signed numbers, they are the greatest.
    static __m256i isIn(__m256i bytes, char first, char last) noexcept
    {
        const __m256i moved = _mm256_add_epi8(bytes, _mm256_set1_epi8(static_cast<char>(127 - last)));
        return _mm256_cmpgt_epi8(moved, _mm256_set1_epi8(static_cast<char>(126 - (last - first))));
    }
};

} // namespace

std::size_t scanPretokensAvx2(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                              std::uint64_t *words, std::size_t count)
{
    return scanPretokenBlocks<Avx2Kernel>(pattern, text, state, words, count);
}

void markTokenBoundsAvx2(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                         BoundStreams &streams)
{
    markBoundBlocks<Avx2Kernel>(pattern, text, starts, streams);
}

} // namespace cw

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
