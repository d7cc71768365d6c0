// SPDX-License-Identifier: GPL-3.0-or-later
// Words whose marks change places when they are put in order: where the reference says their letters come from.
#pragma once

#include "base/byterange.h"

#include <string_view>
#include <vector>

namespace cw {

/// The character of `text` that each letter of a word is said to come from. The reference puts marks in order before it
/// drops accents and gives the characters of a run of marks away from left to right, whatever came from which; so a
/// letter may be said to come from an accent beside it. `span`: the word with all dropped characters around it. Linear
/// but for runs of marks, which are sorted.
[[nodiscard]] std::vector<ByteRange> bertLetterPlaces(std::string_view text, ByteRange span);

} // namespace cw
