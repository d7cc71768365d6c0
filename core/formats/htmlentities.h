// SPDX-License-Identifier: GPL-3.0-or-later
// Character references of HTML: `&amp;`, `&#8212;`, `&nbsp` and the like.
#pragma once

#include <cstddef>
#include <string_view>

namespace cw::html {

/// What a reference stands for.
struct Reference
{
    std::size_t length = 0; ///< bytes of the reference; 0 when there is none, then the ampersand is text
    char characters[8] = {}; ///< UTF-8
    std::size_t size = 0; ///< of `characters`

    [[nodiscard]] std::string_view text() const noexcept { return {characters, size}; }
};

/// The reference that `text` starts with, as in text between tags: the longest name known, also without a semicolon
/// where the standard knows it so. Precondition: text starts with '&'. O(1): looks no further than the longest name,
/// but for numbers, which may have any count of digits.
[[nodiscard]] Reference readReference(std::string_view text) noexcept;

} // namespace cw::html
