// SPDX-License-Identifier: GPL-3.0-or-later
// Text that is nothing but headings.
#pragma once

#include "base/byterange.h"
#include "text/blocktree.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cw {

/// Headings of a text that holds nothing else; 0 when it holds more, or nothing.
///
/// `bytesRead`, if given, is set to how many bytes of a text that is not empty decided: when the answer is 0, any other
/// text that agrees in them gives 0 too. More than text.size() when the text's end had a say.
[[nodiscard]] std::int64_t headingsOnly(std::string_view text, std::size_t *bytesRead = nullptr);

/// The same by the blocks of a document, for formats whose headings have no marks in the text: how many headings the
/// range holds when there is nothing else in it. O(log blocks) for each of them.
[[nodiscard]] std::int64_t headingsOnly(std::string_view text, const BlockTree &blocks, ByteRange range);

} // namespace cw
