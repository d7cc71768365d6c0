// SPDX-License-Identifier: GPL-3.0-or-later
// What characters of fonts mean that have no letters.
#pragma once

#include <string>
#include <string_view>

namespace cw {

/// The text of character `code` of a symbol font ("Symbol", "Wingdings"), 0x20 to 0xFF or the same in the private use
/// area from U+F000 on; of another font, or of a code that is Unicode, the character itself. Empty when it is not
/// known.
[[nodiscard]] std::string symbolText(std::string_view font, unsigned code);

} // namespace cw
