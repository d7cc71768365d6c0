// SPDX-License-Identifier: GPL-3.0-or-later
// Marks that list items of a PDF begin with.
#pragma once

#include <string_view>

namespace cw::pdf {

/// Characters that are drawn before items and mean nothing else there, those of symbol fonts included.
[[nodiscard]] constexpr bool isBullet(char32_t character) noexcept
{
    constexpr std::u32string_view bullets = U"\u2022\u2023\u25E6\u25AA\u25AB\u25CF\u25CB\u25A0\u25A1\u2043\u2219"
                                            U"\u27A2\u2756\u2713\u25BA\u25B8\u2752\uF0B7\uF0A7\uF0D8\uF076\uF0FC\uE00C";
    return bullets.find(character) != std::u32string_view::npos;
}

} // namespace cw::pdf
