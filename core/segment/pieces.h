// SPDX-License-Identifier: GPL-3.0-or-later
// A document cut along the structure its author gave it: units, and the tree of what belongs together.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "segment/sentences.h"
#include "text/document.h"

#include <memory>
#include <stop_token>
#include <string_view>

namespace cw {

/// Units of the document's blocks: sentences of paragraphs, lines of code, rows of tables, headings whole. What marks a
/// container belongs to the unit behind it. `Segmentation::pieces` holds one piece for each block that is no part of a
/// table, and for each paragraph of a comment that has several. O(bytes), 20 bytes a unit and 16 a piece.
/// Of source code each line is a unit however many blocks begin or end in it, unless it has more than 1024 bytes.
/// Each paragraph's sentences are found in it alone. Errors: MissingResource as findUnicodeBreaks().
[[nodiscard]] Outcome<std::shared_ptr<const Segmentation>>
segmentBlocks(const Document &document, std::stop_token stop, SentenceRule rule = SentenceRule::TerminatorThenOpener);

/// Whether what follows a text's beginning may change all its blocks: how what is open in source code goes on, or that
/// its first lines are front matter.
[[nodiscard]] bool mayChangeAsAWhole(std::string_view beginning, BlockKind firstBlock) noexcept;

/// How much of the beginning of a text is cut as in the whole text: in bytes. The last block on the outermost level and
/// the headings right before it may change with what follows.
[[nodiscard]] std::size_t settledBlocksEnd(const Segmentation &ofBeginning) noexcept;

} // namespace cw
