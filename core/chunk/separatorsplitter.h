// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting by a list of separators and merging the pieces, as LangChain's RecursiveCharacterTextSplitter does it.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/separatorpieces.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

struct SplitRequest
{
    const TokenIndex &index; ///< of the text to split; pieces are measured one by one, each as a text by itself
    const Tokenizer &tokenizer;
    const std::vector<std::string_view> &separators; ///< coarsest first; "" splits between characters
    std::size_t maxTokens = 1;
    std::size_t overlapTokens = 0;
    /// Of the same index and separators, kept from earlier splittings; may be null, which costs more and changes
    /// nothing.
    const SeparatorPieces *pieces = nullptr;
};

/// Reproduces @langchain/textsplitters 1.0.2 with `keepSeparator`, and with white space stripped as Python's
/// `str.strip`:
///
/// * A text is split by the first separator that it contains (the last one when it contains none) before every place,
///   but the text's start, where the separator stands; such places may overlap.
/// * Pieces shorter than max are merged while the sum of their lengths is at most max; then pieces are dropped from the
///   front until the sum is at most the overlap and leaves room for the next piece. Each merged run is stripped.
/// * A longer piece is split by the separators after the one that made it; between characters when none is left. When
///   its separator was not in the text or was "", it is a chunk as it is.
///
/// Sums of lengths are not the length of the sum, so a chunk may be over max and overlaps over the asked one. Where
/// white space is stripped a chunk may end, and begin, where the one before does. Differences: pieces of white space
/// alone never become chunks, and no character is cut in two. The original splits between UTF-16 units, each of which
/// it measures as U+FFFD; so at this level, and only there, a character beyond U+FFFF weighs twice what U+FFFD does.
///
/// Costs a step for every piece that is kept, and a walk over the text of the pieces that are not, each of which is
/// counted.
[[nodiscard]] Outcome<std::vector<Chunk>> splitBySeparators(const SplitRequest &request, std::stop_token stop);

} // namespace cw
