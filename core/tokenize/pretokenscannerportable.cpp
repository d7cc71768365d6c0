// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/bitcount.h"
#include "tokenize/boundblocks.h"
#include "tokenize/pretokenblocks.h"
#include "tokenize/pretokenscanners.h"

#include <array>

namespace cw {

namespace {

/// One bit for each member of AsciiMasks but the last.
constexpr std::array<std::uint8_t, 256> asciiKinds = [] {
    std::array<std::uint8_t, 256> kinds{};
    for (unsigned c = 0; c < 256; ++c) {
        const bool isWhite = c == ' ' || (c >= '\t' && c <= '\r');
        const bool isLetter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        const auto kind = [](bool is, unsigned bit) { return static_cast<unsigned>(is) << bit; };
        kinds[c] = static_cast<std::uint8_t>(
            kind(isLetter, 0) | kind(isLetter && c < 'a', 1) | kind(c >= '0' && c <= '9', 2) | kind(isWhite, 3)
            | kind(c == ' ', 4) | kind(c == '\n' || c == '\r', 5) | kind(c == '\'', 6) | kind(c == '/', 7));
    }
    return kinds;
}();

/// Turns 8 bytes of 8 bits about their diagonal: bit b of byte i becomes bit i of byte b.
constexpr std::uint64_t transposed(std::uint64_t x)
{
    std::uint64_t t = (x ^ (x >> 7)) & 0x00AA'00AA'00AA'00AA;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000'CCCC'0000'CCCC;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x0000'0000'F0F0'F0F0;
    return x ^ t ^ (t << 28);
}

constexpr std::uint64_t everyByte = 0x0101'0101'0101'0101;

struct PortableKernel
{
    static constexpr bool comparesCheaply = false;

    /// The bits of `mask` in the places of `places`, side by side from bit 0 on.
    static ByteMask compress(ByteMask mask, ByteMask places) noexcept { return gatherBits(mask, places); }

    static AsciiMasks classify(const char *block) noexcept
    {
        std::array<std::uint64_t, 8> masks{};
        for (unsigned group = 0; group < 8; ++group) {
            std::uint64_t kinds = 0;
            for (unsigned i = 0; i < 8; ++i)
                kinds |= std::uint64_t{asciiKinds[static_cast<unsigned char>(block[group * 8 + i])]} << (i * 8);
            kinds = transposed(kinds);
            for (unsigned kind = 0; kind < 8; ++kind)
                masks[kind] |= (kinds >> (kind * 8) & 0xFF) << (group * 8);
        }
        return {
            .letters = masks[0],
            .upper = masks[1],
            .digits = masks[2],
            .whites = masks[3],
            .spaces = masks[4],
            .newlines = masks[5],
            .apostrophes = masks[6],
            .slashes = masks[7],
            .high = bit<7>(block),
        };
    }

    template<unsigned number>
    static ByteMask bit(const char *block) noexcept
    {
        return gather(block, [](std::uint64_t bytes) { return bytes << (7 - number); });
    }

    static ByteMask equal(const char *block, unsigned char byte) noexcept
    {
        return gather(block, [wanted = byte * everyByte](std::uint64_t bytes) {
            const std::uint64_t other = bytes ^ wanted;
            return ~(((other & 0x7F * everyByte) + 0x7F * everyByte) | other);
        });
    }

    static ByteMask from(const char *block, unsigned char first) noexcept
    {
        const std::uint64_t toTop = (0x100U - first) * everyByte;
        return gather(block, [toTop](std::uint64_t bytes) {
            const std::uint64_t low = bytes & 0x7F * everyByte;
            return bytes & (low + toTop);
        });
    }

private:
    /// The top bits of the bytes of `of(word)` for all words of a block.
    template<class Of>
    static ByteMask gather(const void *block, Of of) noexcept
    {
        ByteMask mask = 0;
        for (unsigned group = 0; group < 8; ++group) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, static_cast<const char *>(block) + group * 8, 8);
            const std::uint64_t tops = of(bytes) >> 7 & everyByte;
            mask |= (tops * 0x0102'0408'1020'4080 >> 56) << (group * 8);
        }
        return mask;
    }
};

} // namespace

std::size_t scanPretokensPortable(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                                  std::uint64_t *words, std::size_t count)
{
    return scanPretokenBlocks<PortableKernel>(pattern, text, state, words, count);
}

void markTokenBoundsPortable(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                             BoundStreams &streams)
{
    markBoundBlocks<PortableKernel>(pattern, text, starts, streams);
}

} // namespace cw
