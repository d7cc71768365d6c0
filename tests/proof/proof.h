// SPDX-License-Identifier: GPL-3.0-or-later
// What the proofs share: how much to do, and the texts to do it on.
#pragma once

#include "tokenize/tokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {

/// The first number in every run, the second one when the environment says CW_PROOF=long.
[[nodiscard]] std::size_t amount(std::size_t brief, std::size_t atLength);

/// Tokenizers with a vocabulary.
inline constexpr std::array<std::string_view, 4> encodings{"o200k_base", "cl100k_base", "p50k_base", "r50k_base"};

struct NamedText
{
    std::string name;
    std::string text;
};

/// Texts of about `bytes` bytes each: the samples, and fuzz strings one after another.
[[nodiscard]] std::vector<NamedText> proofTexts(std::size_t bytes);

/// At most `bytes` bytes of fuzz strings, never the same twice for other seeds.
[[nodiscard]] std::string fuzzText(std::uint32_t seed, std::size_t bytes);

/// A character boundary of `text`, any of them.
[[nodiscard]] std::size_t randomBoundary(std::mt19937_64 &random, std::string_view text);

/// For messages, with everything invisible escaped.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace cw::testing
