// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__x86_64__)
#include "tokenize/bpevocabulary.h"
#include "tokenize/shortpiecekernels.h"

#include <bit>
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

namespace cw {

namespace {

// The token that a place and the next one merge into above, the place in the low bits: the lowest key is merged next.
constexpr unsigned placeBits = 5;
constexpr std::uint32_t noKey = BpeVocabulary::noToken << placeBits;
constexpr unsigned placesPerRegister = 8;

/// The keys of all places stay in registers: a memory of single keys that is then read as a whole stalls.
template<unsigned registerCount>
class Keys final
{
public:
    static constexpr unsigned size = registerCount * placesPerRegister;

    explicit Keys(const std::uint32_t *keys) noexcept
    {
        for (unsigned i = 0; i < registerCount; ++i)
            m_keys[i] = _mm256_load_si256(reinterpret_cast<const __m256i *>(keys + i * placesPerRegister));
    }

    [[nodiscard]] std::uint32_t lowest() const noexcept
    {
        __m256i eight = _mm256_min_epu32(m_keys[0], m_keys[1]);
        if constexpr (registerCount == 4)
            eight = _mm256_min_epu32(eight, _mm256_min_epu32(m_keys[2], m_keys[3]));
        __m128i four = _mm_min_epu32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
        four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2)));
        four = _mm_min_epu32(four, _mm_shuffle_epi32(four, _MM_SHUFFLE(2, 3, 0, 1)));
        return static_cast<std::uint32_t>(_mm_cvtsi128_si32(four));
    }

    void set(unsigned place, std::uint32_t key) noexcept
    {
        const __m256i value = _mm256_set1_epi32(static_cast<int>(key));
        __m256i distance
            = _mm256_sub_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(static_cast<int>(place)));
        for (unsigned i = 0; i < registerCount; ++i) {
            m_keys[i] = _mm256_blendv_epi8(m_keys[i], value, _mm256_cmpeq_epi32(distance, _mm256_setzero_si256()));
            distance = _mm256_add_epi32(distance, _mm256_set1_epi32(placesPerRegister));
        }
    }

private:
    __m256i m_keys[registerCount];
};

template<unsigned registerCount>
std::uint32_t pieceStarts(const BpeVocabulary &vocabulary, std::string_view bytes) noexcept
{
    using PieceKeys = Keys<registerCount>;
    const auto size = static_cast<unsigned>(bytes.size());
    const auto byteAt = [&](unsigned place) { return static_cast<std::uint8_t>(bytes[place]); };
    alignas(32) std::uint32_t firstKeys[PieceKeys::size];
    std::uint32_t ids[PieceKeys::size];
    for (std::uint32_t &key : firstKeys)
        key = noKey;
    for (unsigned place = 0; place + 1 < size; ++place) {
        ids[place] = vocabulary.byteToken(byteAt(place));
        firstKeys[place] = vocabulary.mergedBytes(byteAt(place), byteAt(place + 1)) << placeBits | place;
    }
    ids[size - 1] = vocabulary.byteToken(byteAt(size - 1));
    PieceKeys keys(firstKeys);
    std::uint32_t starts = ~std::uint32_t{0} >> (32 - size);
    for (std::uint32_t best = keys.lowest(); best < noKey; best = keys.lowest()) {
        const unsigned place = best & ((1U << placeBits) - 1);
        const std::uint32_t token = best >> placeBits;
        std::uint32_t after = starts & (~std::uint32_t{1} << place);
        const auto right = static_cast<unsigned>(std::countr_zero(after));
        ids[place] = token;
        starts &= ~(std::uint32_t{1} << right);
        after &= after - 1;
        keys.set(right, noKey);
        std::uint32_t key = noKey;
        if (after != 0)
            key = vocabulary.merged(token, ids[static_cast<unsigned>(std::countr_zero(after))]) << placeBits | place;
        keys.set(place, key);
        if (const std::uint32_t before = starts & ((std::uint32_t{1} << place) - 1); before != 0) {
            const auto previous = static_cast<unsigned>(31 - std::countl_zero(before));
            keys.set(previous, vocabulary.merged(ids[previous], token) << placeBits | previous);
        }
    }
    return starts;
}

} // namespace

std::uint32_t mediumPieceStartsAvx2(const BpeVocabulary &vocabulary, std::string_view bytes) noexcept
{
    return bytes.size() <= Keys<2>::size ? pieceStarts<2>(vocabulary, bytes) : pieceStarts<4>(vocabulary, bytes);
}

} // namespace cw

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
