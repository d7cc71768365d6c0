// SPDX-License-Identifier: GPL-3.0-or-later
// Block structure of reStructuredText as docutils reads it.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace cw::rest {

/// Lists, quotations, directives and footnotes nest up to so many containers deep (a list and its item are two); what
/// is past that is text, and the tree says so.
inline constexpr std::size_t deepestNesting = 200;

/// Blocks of `text`, valid UTF-8 of less than 4 GiB with line ends LF, CRLF or CR. Levels of headings are the order in
/// which kinds of adornment first appear. Field, option and definition lists are lists; directives whose content is
/// text are quotations, other directives code. A table without its last border is code to the end of what holds it, and
/// a problem. O(bytes) for any input: what a line costs besides is bound by deepestNesting. 16 bytes a block, 24 a
/// heading.
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readBlocks(std::string_view text, std::stop_token stop);

} // namespace cw::rest
