// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that are archives: inputs are texts of their parts, so that mutations reach what is inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cw::fuzz {

/// A zip archive with stored entries. Each part begins with a line "=== name"; what stands before the first such line
/// is the part `first`.
[[nodiscard]] std::string archiveOf(std::string_view parts, std::string_view first);

/// Reads bytes with a format and checks what holds for any document: text, blocks, source map and problems fit
/// together.
void readDocument(std::string_view format, std::string bytes);

} // namespace cw::fuzz
