// SPDX-License-Identifier: GPL-3.0-or-later
// White space of a text, 64 bytes at a time.
#pragma once

#include "segment/words.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cw {

/// Bit i stands for byte i of a block.
struct SpaceBlock
{
    std::uint64_t spaces = 0; ///< bytes of white-space characters (isPythonSpace)
    std::uint64_t blanks = 0; ///< U+0020
    std::uint64_t terminators = 0; ///< one of `.!?`
};

/// Calls `visit(std::size_t base, const SpaceBlock &)` for each 64 bytes of `text` in order, until it returns false.
/// Bits past the text's end are 0. About 5 GB/s of ASCII.
template<class Visit>
void forEachSpaceBlock(std::string_view text, Visit visit);

inline constexpr std::size_t spaceBlockBytes = 64;

/// A block of ASCII white space; `leads` are the bytes that other white space can start with.
[[nodiscard]] SpaceBlock classifyAsciiSpaces(const char *bytes, std::uint64_t &leads) noexcept;
/// Only its white space, which costs least where all of that is blanks and all of the text ASCII.
[[nodiscard]] std::uint64_t findAsciiSpaces(const char *bytes, std::uint64_t &leads) noexcept;
/// The same for the last block of a text.
[[nodiscard]] SpaceBlock classifyAsciiSpaces(std::string_view rest, std::uint64_t &leads) noexcept;

template<class Visit>
void forEachSpaceBlock(std::string_view text, Visit visit)
{
    std::uint64_t spill = 0; // of a character that began in the block before
    for (std::size_t base = 0; base < text.size(); base += spaceBlockBytes) {
        std::uint64_t leads = 0;
        SpaceBlock block = text.size() - base >= spaceBlockBytes ? classifyAsciiSpaces(text.data() + base, leads)
                                                                 : classifyAsciiSpaces(text.substr(base), leads);
        block.spaces |= spill;
        spill = 0;
        for (; leads != 0; leads &= leads - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(leads));
            const unsigned length = spaceLengthAt(text, base + bit);
            if (length == 0)
                continue;
            const std::uint64_t bytes = (std::uint64_t{1} << length) - 1;
            block.spaces |= bytes << bit;
            if (bit + length > spaceBlockBytes)
                spill = bytes >> (spaceBlockBytes - bit);
        }
        if (!visit(base, block))
            return;
    }
}

} // namespace cw
