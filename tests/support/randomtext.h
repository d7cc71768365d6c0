// SPDX-License-Identifier: GPL-3.0-or-later
// Random texts that are hard on chunkers: every kind of white space, scripts, marks, emoji, newlines, huge words.
#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace cw::testing {

struct TextMix
{
    std::size_t pieces = 60;
    bool hugeWords = true; ///< words of dozens of characters, also of emoji and of one repeated letter
};

/// The same text for the same state of `random` on every platform.
[[nodiscard]] std::string randomText(std::mt19937 &random, TextMix mix = {});

} // namespace cw::testing
