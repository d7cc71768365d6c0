// SPDX-License-Identifier: GPL-3.0-or-later
// The first chunks of a long document, before the whole of it has been worked through.
#pragma once

#include "base/result.h"
#include "run/run.h"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace cw {

/// A snapshot of the beginning of one document. Its document is cut where its last chunk ends, and its chunks are
/// exactly the first ones that run() makes of the whole document. It has no figures: metrics, histogram and audit are
/// empty, so that none of a part can be taken for one of the whole.
struct Beginning
{
    std::shared_ptr<const RunSnapshot> snapshot; ///< null when nothing can be said from the beginning alone
    std::size_t shownBytes = 0;
    std::size_t wholeBytes = 0;
};

/// Works through about the first `bytes` of `document`. Errors as run().
[[nodiscard]] Outcome<Beginning> runBeginning(const std::shared_ptr<const Document> &document, const RunConfig &config,
                                              std::size_t bytes, Caches &caches, std::stop_token stop);

/// How many of `chunks`, made of a text's beginning, are the first chunks of the whole text, too. Packing goes from
/// left to right and looks no further than a few tokens past the chunk after the one it makes, so they are those that
/// are followed by two more before `settledEnd` (in the emitted text), with some tokens to spare.
[[nodiscard]] std::size_t settledChunks(const std::vector<Chunk> &chunks, const TokenIndex &index,
                                        std::size_t settledEnd);

} // namespace cw
