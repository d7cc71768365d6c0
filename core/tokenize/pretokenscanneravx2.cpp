// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__x86_64__)
#include "tokenize/pretokenscanners.h"
// Everything that is shared with other files comes before the pragma, so that none of it is compiled for this one
// alone.
#include "tokenize/pretokenlookahead.h"

#include <bit>
#include <cstring>
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#include "tokenize/pretokenblocks.h"

namespace cw {

namespace {

struct Avx2Kernel
{
    static constexpr bool comparesCheaply = true;

    static AsciiMasks classify(const char *block) noexcept
    {
        const __m256i low = load(block);
        const __m256i top = load(block + 32);
        const auto equal = [&](char byte) {
            const __m256i wanted = _mm256_set1_epi8(byte);
            return bits(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(top, wanted));
        };
        const __m256i caseBit = _mm256_set1_epi8(0x20);
        const ByteMask letters
            = bits(between(_mm256_or_si256(low, caseBit), 'a', 'z'), between(_mm256_or_si256(top, caseBit), 'a', 'z'));
        const ByteMask lower = bits(_mm256_slli_epi16(low, 2), _mm256_slli_epi16(top, 2));
        const ByteMask controls = bits(between(low, '\t', '\r'), between(top, '\t', '\r'));
        const ByteMask newlines = equal('\n') | equal('\r');
        return {
            .lower = letters & lower,
            .upper = letters & ~lower,
            .digits = bits(between(low, '0', '9'), between(top, '0', '9')),
            .spaces = equal(' '),
            .otherBlanks = controls & ~newlines,
            .newlines = newlines,
            .apostrophes = equal('\''),
            .slashes = equal('/'),
            .high = bits(low, top),
        };
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

    /// Bytes first..last, both ASCII, set their top bit.
    static __m256i between(__m256i bytes, char first, char last) noexcept
    {
        return _mm256_and_si256(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8(static_cast<char>(first - 1))),
                                _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(last + 1)), bytes));
    }
};

} // namespace

std::size_t scanPretokensAvx2(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                              std::uint64_t *words, std::size_t count)
{
    return scanPretokenBlocks<Avx2Kernel>(pattern, text, state, words, count);
}

} // namespace cw

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
