// SPDX-License-Identifier: GPL-3.0-or-later
// Unicode normalization forms of Unicode 9, with what the reference says of each character's origin.
#pragma once

#include "tokenize/pipeline/alignedtext.h"

namespace cw {

enum class NormalizationForm { C, D, KC, KD };

/// The characters of `text` in the given form. Linear but for runs of marks, which are sorted.
[[nodiscard]] std::vector<CharacterChange> normalizationChanges(std::string_view text, NormalizationForm form);

/// True when a text of only such characters is in the form already.
[[nodiscard]] bool isInert(char32_t codePoint, NormalizationForm form) noexcept;

/// True when `text` is in the form already, and so all parts of it. Only for forms that compose; false for others.
[[nodiscard]] bool isNormalized(std::string_view text, NormalizationForm form);

/// True when text can be cut between the two and both parts be normalized by themselves, `left` and `right` staying
/// (D forms: their last and first parts being) what is written back to them.
[[nodiscard]] bool isNormalizedApart(char32_t &left, char32_t &right, NormalizationForm form) noexcept;

} // namespace cw
