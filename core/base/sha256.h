// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (FIPS 180-4), for keys that must never be those of another text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cw {

using Sha256 = std::array<std::uint8_t, 32>;

/// O(bytes).
[[nodiscard]] Sha256 sha256(std::string_view bytes) noexcept;

} // namespace cw
