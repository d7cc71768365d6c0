// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/spaceblocks.h"

#include <array>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cw {

#ifdef __SSE2__

namespace {

/// Bit per byte whose value is in [first, first + span].
std::uint64_t inRange(__m128i bytes, char first, char span) noexcept
{
    const __m128i offset = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    const __m128i isIn = _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8(span)), offset);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(isIn));
}

std::uint64_t equalTo(__m128i bytes, char value) noexcept
{
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(value))));
}

} // namespace

SpaceBlock classifyAsciiSpaces(const char *bytes, std::uint64_t &leads) noexcept
{
    SpaceBlock block;
    leads = 0;
    for (unsigned part = 0; part < spaceBlockBytes; part += 16) {
        const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + part));
        block.spaces |= (inRange(sixteen, 0x09, 4) | inRange(sixteen, 0x1C, 4)) << part;
        block.blanks |= equalTo(sixteen, ' ') << part;
        block.terminators |= (equalTo(sixteen, '.') | equalTo(sixteen, '!') | equalTo(sixteen, '?')) << part;
        leads |= (equalTo(sixteen, '\xC2') | inRange(sixteen, '\xE1', 2)) << part;
    }
    return block;
}

std::uint64_t findAsciiSpaces(const char *bytes, std::uint64_t &leads) noexcept
{
    std::uint64_t blanks = 0;
    std::uint64_t suspects = 0; // what is negative or up to the blank
    for (unsigned part = 0; part < spaceBlockBytes; part += 16) {
        const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + part));
        const __m128i isSuspect = _mm_cmplt_epi8(sixteen, _mm_set1_epi8(' ' + 1));
        suspects |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(isSuspect))} << part;
        blanks |= equalTo(sixteen, ' ') << part;
    }
    leads = 0;
    return suspects == blanks ? blanks : classifyAsciiSpaces(bytes, leads).spaces;
}

#else

SpaceBlock classifyAsciiSpaces(const char *bytes, std::uint64_t &leads) noexcept
{
    SpaceBlock block;
    leads = 0;
    for (unsigned i = 0; i < spaceBlockBytes; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        const auto bit = [&](bool isSet) { return std::uint64_t{isSet} << i; };
        block.spaces |= bit((byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x20));
        block.blanks |= bit(byte == ' ');
        block.terminators |= bit(byte == '.' || byte == '!' || byte == '?');
        leads |= bit(byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3));
    }
    return block;
}

std::uint64_t findAsciiSpaces(const char *bytes, std::uint64_t &leads) noexcept
{
    return classifyAsciiSpaces(bytes, leads).spaces;
}

#endif

SpaceBlock classifyAsciiSpaces(std::string_view rest, std::uint64_t &leads) noexcept
{
    std::array<char, spaceBlockBytes> padded{};
    std::memcpy(padded.data(), rest.data(), rest.size());
    return classifyAsciiSpaces(padded.data(), leads);
}

} // namespace cw
