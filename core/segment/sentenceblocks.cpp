// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentenceblocks.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cw {

#ifdef __SSE2__

std::uint64_t sentenceCandidates(const char *bytes) noexcept
{
    const auto equalTo = [](__m128i sixteen, char value) { return _mm_cmpeq_epi8(sixteen, _mm_set1_epi8(value)); };
    const auto inRange = [](__m128i sixteen, char first, char span) {
        const __m128i offset = _mm_sub_epi8(sixteen, _mm_set1_epi8(first));
        return _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8(span)), offset);
    };
    std::uint64_t candidates = 0;
    for (unsigned part = 0; part < sentenceBlockBytes; part += 16) {
        const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + part));
        __m128i found = _mm_or_si128(
            inRange(sixteen, 0x0A, 3),
            _mm_or_si128(equalTo(sixteen, '.'), _mm_or_si128(equalTo(sixteen, '!'), equalTo(sixteen, '?'))));
        if (_mm_movemask_epi8(sixteen) != 0) {
            const __m128i leads = _mm_or_si128(
                _mm_or_si128(inRange(sixteen, '\xE0', 3), equalTo(sixteen, '\xEF')),
                _mm_or_si128(_mm_or_si128(equalTo(sixteen, '\xC2'), equalTo(sixteen, '\xCD')),
                             _mm_or_si128(_mm_or_si128(equalTo(sixteen, '\xD6'), equalTo(sixteen, '\xD8')),
                                          inRange(sixteen, '\xDB', 1))));
            found = _mm_or_si128(found, leads);
        }
        candidates |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(found))} << part;
    }
    return candidates;
}

#else

std::uint64_t sentenceCandidates(const char *bytes) noexcept
{
    std::uint64_t candidates = 0;
    for (unsigned i = 0; i < sentenceBlockBytes; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        const bool isFound = (byte >= 0x0A && byte <= 0x0D) || byte == '.' || byte == '!' || byte == '?'
            || (byte >= 0xE0 && byte <= 0xE3) || byte == 0xEF || byte == 0xC2 || byte == 0xCD || byte == 0xD6
            || byte == 0xD8 || byte == 0xDB || byte == 0xDC;
        candidates |= std::uint64_t{isFound} << i;
    }
    return candidates;
}

#endif

} // namespace cw
