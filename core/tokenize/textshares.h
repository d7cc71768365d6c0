// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a text so that its parts can be tokenized independently.
#pragma once

#include "tokenize/pretokenizer.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace cw {

/// Whether a pretoken starts at `byte` whatever else stands before and behind it. May say false too often.
/// Precondition: 0 < byte < text.size().
[[nodiscard]] bool isHardBoundary(PretokenPattern pattern, std::string_view text, std::size_t byte);

/// Where parts of about `shareBytes` begin: first 0, last text.size(), ascending. Between two parts there is always a
/// pretoken boundary in this pattern, whatever else stands in them. Text without such places stays in one part.
[[nodiscard]] std::vector<std::size_t> textShares(PretokenPattern pattern, std::string_view text,
                                                  std::size_t shareBytes);

} // namespace cw
