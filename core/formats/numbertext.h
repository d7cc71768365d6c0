// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as lists and notes show them.
#pragma once

#include <string>
#include <string_view>

namespace cw {

/// A number as Office Open XML's ST_NumberFormat writes it ("decimal", "lowerLetter", "upperRoman", ...); decimal where
/// the format is not known here or cannot write the number. At most 32 bytes.
[[nodiscard]] std::string numberText(int value, std::string_view format);

} // namespace cw
