// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-pair merging by the book, with a heap: another algorithm than the engine's, and fast enough for a megabyte.
#pragma once

#include "tokenize/bpevocabulary.h"
#include "tokenize/pretokenizer.h"

#include <cstddef>
#include <string_view>

namespace cw::testing {

/// Tokens of the whole text. O(n log n) in the longest pretoken.
[[nodiscard]] std::size_t countByHeap(const BpeVocabulary &vocabulary, PretokenPattern pattern, std::string_view text);

} // namespace cw::testing
