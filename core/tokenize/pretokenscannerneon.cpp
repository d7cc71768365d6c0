// SPDX-License-Identifier: GPL-3.0-or-later
#if defined(__aarch64__)
#include "base/bitcount.h"
#include "tokenize/boundblocks.h"
#include "tokenize/pretokenblocks.h"
#include "tokenize/pretokenscanners.h"

#include <arm_neon.h>

namespace cw {

namespace {

struct NeonKernel
{
    static constexpr bool comparesCheaply = true;

    /// The bits of `mask` in the places of `places`, side by side from bit 0 on.
    static ByteMask compress(ByteMask mask, ByteMask places) noexcept { return gatherBits(mask, places); }

    static AsciiMasks classify(const char *block) noexcept
    {
        const uint8x16x4_t bytes = load(block);
        const auto equal = [&](char byte) {
            return bits(bytes, [wanted = vdupq_n_u8(static_cast<std::uint8_t>(byte))](uint8x16_t part) {
                return vceqq_u8(part, wanted);
            });
        };
        const auto between = [&](char first, char last) {
            return bits(bytes, [first, last](uint8x16_t part) {
                const uint8x16_t above = vsubq_u8(part, vdupq_n_u8(static_cast<std::uint8_t>(first)));
                return vcleq_u8(above, vdupq_n_u8(static_cast<std::uint8_t>(last - first)));
            });
        };
        const ByteMask upper = between('A', 'Z');
        const ByteMask spaces = equal(' ');
        return {
            .letters = between('a', 'z') | upper,
            .upper = upper,
            .digits = between('0', '9'),
            .whites = between('\t', '\r') | spaces,
            .spaces = spaces,
            .newlines = equal('\n') | equal('\r'),
            .apostrophes = equal('\''),
            .slashes = equal('/'),
            .high = bits(bytes, [](uint8x16_t part) { return vcgeq_u8(part, vdupq_n_u8(0x80)); }),
        };
    }

    /// Bit `number` of all bytes.
    template<int number>
    static ByteMask bit(const char *block) noexcept
    {
        return bits(load(block), [](uint8x16_t part) { return vtstq_u8(part, vdupq_n_u8(1 << number)); });
    }

    static ByteMask equal(const char *block, unsigned char byte) noexcept
    {
        return bits(load(block), [wanted = vdupq_n_u8(byte)](uint8x16_t part) { return vceqq_u8(part, wanted); });
    }

    static ByteMask from(const char *block, unsigned char first) noexcept
    {
        return bits(load(block), [wanted = vdupq_n_u8(first)](uint8x16_t part) { return vcgeq_u8(part, wanted); });
    }

private:
    static uint8x16x4_t load(const void *block) noexcept
    {
        const auto *bytes = static_cast<const std::uint8_t *>(block);
        return {{vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)}};
    }

    /// One bit for each byte, from what `of` makes all ones or all zeros.
    template<class Of>
    static ByteMask bits(uint8x16x4_t bytes, Of of) noexcept
    {
        const uint8x16_t weights = vreinterpretq_u8_u64(vdupq_n_u64(0x8040'2010'0804'0201));
        const auto weighted = [&](int part) { return vandq_u8(of(bytes.val[part]), weights); };
        const uint8x16_t low = vpaddq_u8(weighted(0), weighted(1));
        const uint8x16_t top = vpaddq_u8(weighted(2), weighted(3));
        const uint8x16_t all = vpaddq_u8(low, top);
        return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
    }
};

} // namespace

std::size_t scanPretokensNeon(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                              std::uint64_t *words, std::size_t count)
{
    return scanPretokenBlocks<NeonKernel>(pattern, text, state, words, count);
}

void markTokenBoundsNeon(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                         BoundStreams &streams)
{
    markBoundBlocks<NeonKernel>(pattern, text, starts, streams);
}

} // namespace cw
#endif
