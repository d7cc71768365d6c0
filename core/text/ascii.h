// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of ASCII characters. Anything else, bytes of longer characters included, is in none of them.
#pragma once

namespace cw {

[[nodiscard]] constexpr bool isAsciiDigit(char32_t c) noexcept
{
    return c >= U'0' && c <= U'9';
}

[[nodiscard]] constexpr bool isAsciiLetter(char32_t c) noexcept
{
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

[[nodiscard]] constexpr bool isAsciiAlphanumeric(char32_t c) noexcept
{
    return isAsciiDigit(c) || isAsciiLetter(c);
}

} // namespace cw
