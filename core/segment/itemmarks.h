// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and bullets that a document's reader put before the text of items and headings.
#pragma once

#include "text/sourcemap.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// Whether `byte` stands behind such a mark: its line begins with something visible, nothing of the line up to it is in
/// the file, and something behind it is. `map` may be null, as of text that is the file itself. Marks of more than 64
/// bytes are none.
[[nodiscard]] bool isBehindItemMark(std::string_view text, const SourceMap *map, std::size_t byte);

} // namespace cw
