// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/shortpiece.h"

#include "tokenize/shortpiecekernels.h"

#include <algorithm>
#include <bit>

namespace cw {

namespace {

// A key orders pairs by rank and then by place: the token they merge into above, the place in the low six bits.
constexpr unsigned placeBits = 6;
constexpr std::uint32_t noKey = BpeVocabulary::noToken << placeBits;

constexpr std::uint64_t bit(unsigned place)
{
    return std::uint64_t{1} << place;
}

} // namespace

void mergeShortPiece(const BpeVocabulary &vocabulary, std::string_view bytes, ShortPiece &piece) noexcept
{
    const auto size = static_cast<unsigned>(bytes.size());
    const auto byteAt = [&](unsigned place) { return static_cast<std::uint8_t>(bytes[place]); };
    std::array<std::uint32_t, ShortPiece::maxBytes> keys;
    for (unsigned place = 0; place + 1 < size; ++place) {
        piece.ids[place] = vocabulary.byteToken(byteAt(place));
        keys[place] = vocabulary.mergedBytes(byteAt(place), byteAt(place + 1)) << placeBits | place;
    }
    piece.ids[size - 1] = vocabulary.byteToken(byteAt(size - 1));
    keys[size - 1] = noKey;
    std::uint64_t starts = ~std::uint64_t{0} >> (ShortPiece::maxBytes - size);

    for (;;) {
        const std::uint32_t best = *std::min_element(keys.begin(), keys.begin() + size);
        if (best >= noKey)
            break;
        const unsigned place = best & (ShortPiece::maxBytes - 1);
        const std::uint32_t token = best >> placeBits;
        std::uint64_t after = starts & (~std::uint64_t{1} << place);
        const auto right = static_cast<unsigned>(std::countr_zero(after));
        piece.ids[place] = token;
        keys[right] = noKey;
        starts &= ~bit(right);
        after &= after - 1;
        keys[place] = noKey;
        if (after != 0) {
            const auto next = static_cast<unsigned>(std::countr_zero(after));
            keys[place] = vocabulary.merged(token, piece.ids[next]) << placeBits | place;
        }
        if (const std::uint64_t before = starts & (bit(place) - 1); before != 0) {
            const auto previous = static_cast<unsigned>(63 - std::countl_zero(before));
            keys[previous] = vocabulary.merged(piece.ids[previous], token) << placeBits | previous;
        }
    }
    piece.starts = starts;
}

std::uint64_t shortPieceStarts(const BpeVocabulary &vocabulary, std::string_view bytes, InstructionSet set) noexcept
{
#if defined(__x86_64__)
    if (set >= InstructionSet::Avx2 && bytes.size() <= maxMediumPieceBytes)
        return mediumPieceStartsAvx2(vocabulary, bytes);
#endif
    ShortPiece piece;
    mergeShortPiece(vocabulary, bytes, piece);
    return piece.starts;
}

} // namespace cw
