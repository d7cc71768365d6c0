// SPDX-License-Identifier: GPL-3.0-or-later
// Chunking one text in one call, for tests.
#pragma once

#include "chunk/chunk.h"
#include "run/parameters.h"
#include "strategies/packregions.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {

struct ChunkingSetup
{
    std::string strategy = "recursive-sentence";
    std::string tokenizer = "words";
    std::size_t max = 1;
    std::size_t overlap = 0;
    ParameterValues parameters = {};
    PinnedPlaces places = {};
    bool withEdges = true; ///< whether what units cost is known beforehand, as in run()
    PackThreads threads = {};
};

/// The tokenizer, made once per process. Fails the process when it cannot be made.
[[nodiscard]] const Tokenizer &sharedTokenizer(std::string_view id);

/// Chunks without run(): segmentation, index and packing of the named strategy. Fails the process on errors.
[[nodiscard]] std::shared_ptr<const ChunkSet> chunkText(std::string_view text, const ChunkingSetup &setup);
[[nodiscard]] std::shared_ptr<const ChunkSet> chunkDocument(std::shared_ptr<const Document> document,
                                                            const ChunkingSetup &setup);

/// Fails the process on errors.
[[nodiscard]] std::shared_ptr<const Document> markdownDocument(std::string text);

[[nodiscard]] std::vector<std::string> textsOf(const ChunkSet &chunks);
[[nodiscard]] std::vector<std::uint32_t> tokensOf(const ChunkSet &chunks);
[[nodiscard]] std::vector<std::uint32_t> overlapsOf(const ChunkSet &chunks);
/// Source ranges in code points.
[[nodiscard]] std::vector<ByteRange> codePointRangesOf(const ChunkSet &chunks);

/// Parameter values from pairs of ids and choices.
[[nodiscard]] ParameterValues choices(std::initializer_list<std::pair<std::string_view, std::string_view>> values);

} // namespace cw::testing
