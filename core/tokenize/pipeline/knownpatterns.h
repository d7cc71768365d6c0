// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of published tokenizer files that PretokenScanner follows.
#pragma once

#include "tokenize/pretokenizer.h"

#include <optional>
#include <string_view>

namespace cw {

/// GPT-2's, which is also what the pre-tokenizer ByteLevel cuts by.
inline constexpr std::string_view gpt2Expression
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

/// The pattern that gives the matches of `expression` on every text.
[[nodiscard]] std::optional<PretokenPattern> knownPattern(std::string_view expression);

} // namespace cw
