// SPDX-License-Identifier: GPL-3.0-or-later
// Block structure of AsciiDoc as Asciidoctor reads it.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace cw::asciidoc {

/// Lists and delimited blocks nest up to so many containers deep (a list and its item are two); marks past that are
/// text, and the tree says so.
inline constexpr std::size_t deepestNesting = 200;

/// Blocks of `text`, valid UTF-8 of less than 4 GiB with line ends LF, CRLF or CR. A block begins with its attributes
/// and title. Example, sidebar, quotation and open blocks are quotations; term lists are lists. Nothing is included and
/// no condition tested: all of the text is there. A delimited block that nothing closes goes on to the end of what
/// holds it and is a problem. O(bytes) for any input: what a line costs besides is bound by deepestNesting. 16 bytes a
/// block, 24 a heading.
[[nodiscard]] Outcome<std::shared_ptr<const BlockTree>> readBlocks(std::string_view text, std::stop_token stop);

} // namespace cw::asciidoc
