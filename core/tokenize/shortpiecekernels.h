// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of merging a short piece for instruction sets.
#pragma once

#include <cstdint>
#include <string_view>

namespace cw {

class BpeVocabulary;

inline constexpr unsigned maxMediumPieceBytes = 32;

/// Token starts only: bit i for a token that starts at byte i. Precondition: 1 <= bytes.size() <= maxMediumPieceBytes.
[[nodiscard]] std::uint32_t mediumPieceStartsAvx2(const BpeVocabulary &vocabulary, std::string_view bytes) noexcept;

} // namespace cw
