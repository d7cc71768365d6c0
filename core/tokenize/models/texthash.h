// SPDX-License-Identifier: GPL-3.0-or-later
// Hashing short texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cw {

/// Not for anything that has to withstand an attack; the same on all machines of one byte order.
[[nodiscard]] inline std::uint64_t textHash(std::string_view text) noexcept
{
    const auto mix = [](std::uint64_t a, std::uint64_t b) {
        const auto product = static_cast<unsigned __int128>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    const auto load = [](const char *bytes, std::size_t count) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, count);
        return word;
    };
    std::uint64_t hash = text.size() * 0x9E37'79B9'7F4A'7C15 + 0x2545'F491'4F6C'DD1D;
    const char *bytes = text.data();
    std::size_t left = text.size();
    for (; left > 8; left -= 8, bytes += 8)
        hash = mix(hash ^ load(bytes, 8), 0xA076'1D64'78BD'642F);
    if (text.size() >= 8)
        return mix(hash ^ load(bytes + left - 8, 8), 0xE703'7ED1'A0B4'28DB);
    return mix(hash ^ load(bytes, left), 0xE703'7ED1'A0B4'28DB);
}

} // namespace cw
