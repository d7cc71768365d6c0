// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is nothing but headings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cw {

/// Headings of a text that holds nothing else; 0 when it holds more, or nothing.
///
/// `bytesRead`, if given, is set to how many bytes of a text that is not empty decided: when the answer is 0, any other
/// text that agrees in them gives 0 too. More than text.size() when the text's end had a say.
[[nodiscard]] std::int64_t headingsOnly(std::string_view text, std::size_t *bytesRead = nullptr);

} // namespace cw
