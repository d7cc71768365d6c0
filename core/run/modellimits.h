// SPDX-License-Identifier: GPL-3.0-or-later
// The chunks of a run as other models and tokenizers would count them.
#pragma once

#include "base/result.h"
#include "models/modelinput.h"
#include "run/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace cw {

/// One chunk that a model does not read to its end.
struct ChunkOverLimit
{
    std::uint32_t document = 0; ///< position in the run's documents
    std::uint32_t chunk = 0; ///< position in the document's chunks
    std::uint32_t tokens = 0; ///< as the model sees the chunk
    std::size_t from = 0; ///< source byte from which on the text is cut off

    bool operator==(const ChunkOverLimit &) const = default;
};

/// The chunks under one model, or under one tokenizer, which has no limit.
struct ModelLimits
{
    std::string reference; ///< as it was asked for
    std::string title;
    std::string tokenizer; ///< reference
    std::uint64_t limit = 0; ///< 0: none
    std::size_t overhead = 0; ///< special tokens and prefix, in each of the figures below
    std::uint64_t chunks = 0;
    std::uint64_t minimum = 0; ///< tokens of a chunk, as the two below
    double median = 0;
    std::uint64_t maximum = 0;
    std::uint64_t truncatedTokens = 0; ///< over all chunks over the limit
    std::uint64_t truncatedBytes = 0; ///< of the source, text of several chunks as often as it is in them
    std::vector<ChunkOverLimit> over; ///< in run order
};

/// Counts the snapshot's chunks as `reference` does: a model's id or profile file, or a tokenizer's id or file. For a
/// model whose tokenizer is not bundled `tokenizer` names the file; otherwise it is empty. Exact; makes and keeps the
/// index that is missing, and costs two look-ups a chunk when none is, or the
/// chunk's text where it has a prefix. Errors: InvalidParameter or MissingResource as
/// modelInput() and openTokenizer().
[[nodiscard]] Outcome<ModelLimits> modelLimits(const RunSnapshot &snapshot, const std::string &reference,
                                               const std::string &tokenizer, Caches &caches, std::stop_token stop,
                                               unsigned threads = 1);

} // namespace cw
