// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about tokens, in tooltips, in the status line and to screen readers.
#pragma once

#include "chunkview/chunkfacts.h"
#include "chunkview/chunktokens.h"

#include <QString>

#include <span>
#include <string_view>

namespace cw {

/// Any bytes as one line of plain text: a space as U+2423, other white space, controls and characters without width as
/// escapes, what is no UTF-8 as \xHH. Of longer texts the beginning and the end.
[[nodiscard]] QString visibleText(std::string_view bytes, std::size_t longestBytes);

/// "Token 12 of 287 in chunk 5 · id 1234 · "␣café"": plain text.
[[nodiscard]] QString tokenSummary(const ChunkFacts &facts, std::size_t chunk, const ChunkToken &token);

/// The tokens of one character or more, one a line with their places and bytes, and what has to be known about them:
/// which chunk's they are where chunks overlap, and spaces that are not in the document. Plain text.
[[nodiscard]] QString tokenDetails(const ChunkFacts &facts, std::size_t chunk, std::span<const ChunkToken> tokens);

} // namespace cw
