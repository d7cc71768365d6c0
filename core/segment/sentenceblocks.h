// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that a sentence could end at, 64 at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cw {

inline constexpr std::size_t sentenceBlockBytes = 64;

/// Bit i stands for byte i: `.!?`, line ends, and the lead bytes of characters that may be one of either.
[[nodiscard]] std::uint64_t sentenceCandidates(const char *bytes) noexcept;

} // namespace cw
