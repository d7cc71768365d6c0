// SPDX-License-Identifier: GPL-3.0-or-later
// Marks that list items of a PDF begin with.
#pragma once

#include <string_view>

namespace cw::pdf {

/// Codes that only a font of signs gives a form: such characters mean nothing anywhere else.
[[nodiscard]] constexpr bool isPrivate(char32_t character) noexcept
{
    return character >= 0xE000 && character < 0xF900;
}

/// Characters that are drawn before items and mean nothing else there.
[[nodiscard]] constexpr bool isBullet(char32_t character) noexcept
{
    constexpr std::u32string_view bullets = U"\u2022\u2023\u25E6\u25AA\u25AB\u25CF\u25CB\u25A0\u25A1\u2043\u2219"
                                            U"\u27A2\u2756\u2713\u2717\u25BA\u25B8\u2752\u25C6\u2794";
    return isPrivate(character) || bullets.find(character) != std::u32string_view::npos;
}

} // namespace cw::pdf
