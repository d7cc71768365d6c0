// SPDX-License-Identifier: GPL-3.0-or-later
// Block structure of Markdown: CommonMark 0.31 with GitHub's tables and footnotes, and front matter.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace cw::markdown {

/// Lists, quotations and footnotes nest up to so many containers deep (a list and its item are two); marks past that
/// are text, and the tree says so.
inline constexpr std::size_t deepestNesting = 200;

/// Blocks of `text`, valid UTF-8 of less than 4 GiB with line ends LF, CRLF or CR. O(bytes) for any input: what a line
/// costs besides is bound by deepestNesting. 16 bytes a block, 24 a heading.
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readBlocks(std::string_view text, std::stop_token stop);

} // namespace cw::markdown
