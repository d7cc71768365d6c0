// SPDX-License-Identifier: GPL-3.0-or-later
// What a chunking strategy is to the rest of the program: data and two functions.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/packthreads.h"
#include "chunk/separatorpieces.h"
#include "chunk/unitedges.h"
#include "chunk/wordedges.h"
#include "run/parameters.h"
#include "segment/segmentation.h"
#include "segment/topicsearch.h"
#include "tokenize/tokenizer.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// What max and overlap of a strategy are counted in.
enum class SizeUnit : std::uint8_t { Tokens, Words, Sentences };
/// "tokens", "words", "sentences".
[[nodiscard]] std::string_view sizeUnitId(SizeUnit unit) noexcept;

struct PackInput
{
    const Document &document;
    const Segmentation &segmentation;
    const TokenIndex &index; ///< of segmentation.emitted.text()
    const Tokenizer &tokenizer;
    const ParameterValues &parameters; ///< checked against the schema
    std::size_t max = 0; ///< in the strategy's size unit, >= 1
    std::size_t overlap = 0; ///< in the strategy's size unit, < max
    const UnitEdges *edges = nullptr; ///< of the segmentation's units under `index`; a result never depends on it
    WordEdgesView words = {}; ///< of long units under `index`; likewise
    std::shared_ptr<const PrefixCosts> prefixCosts = nullptr; ///< of the style; likewise
    /// Of the strategy's separators under `index`; likewise. Null, or of another index: pieces are found anew.
    std::shared_ptr<const SeparatorPieces> separatorPieces = nullptr;
    /// When `segmentation` is of a part of the document: the whole one, by which prefixes are found.
    const Segmentation *whole = nullptr;
    PackThreads threads = {};
};

/// One chunking strategy. Registered by name in strategies/CMakeLists.txt.
struct StrategyDescriptor
{
    std::string_view id;
    std::string_view title;
    std::string_view help; ///< what it does and when to take it, two or three sentences
    SizeUnit sizeUnit = SizeUnit::Tokens;
    std::int64_t defaultMax = 300;
    std::int64_t defaultOverlap = 45;
    std::span<const ParameterSpec> parameters; ///< besides max and overlap

    /// Once per document and values of the parameters that affect segmentation.
    Outcome<std::shared_ptr<const Segmentation>> (*segment)(const Document &document, const ParameterValues &parameters,
                                                            std::stop_token stop);
    /// Every tick. Cost must not depend on re-tokenizing the text. Must fill every field of each chunk.
    Outcome<std::vector<Chunk>> (*pack)(const PackInput &input, std::stop_token stop);
    /// How far the chunks that `pack` makes of a text's beginning can be told to be those of the whole text: a position
    /// in the beginning's emitted text, 0 when nothing can be told. Null: as far as whole units and words go, see
    /// settledUnitsEnd(). O(beginning), but for what must be asked of the whole text.
    std::size_t (*settledEnd)(const PackInput &beginning, std::string_view wholeText) = nullptr;
    /// For strategies that cut between topics: what `segment` does with these parameters, which caches then do in steps
    /// and, where the configuration names an embedding model, by vectors instead of words. Null: it does something
    /// else.
    TopicSearch (*topicSearch)(const ParameterValues &parameters) = nullptr;
    /// For strategies that split by separators: which ones, coarsest first. Null: it does something else.
    std::vector<std::string> (*separators)(const ParameterValues &parameters) = nullptr;
    /// What is set before the chunks. Null: never anything.
    PrefixStyle (*prefixStyle)(const ParameterValues &parameters) = nullptr;

    [[nodiscard]] PrefixStyle prefixStyleOf(const ParameterValues &values) const
    {
        return prefixStyle ? prefixStyle(values) : PrefixStyle{};
    }
};

/// All strategies in display order.
[[nodiscard]] std::span<const StrategyDescriptor *const> strategies() noexcept;
[[nodiscard]] const StrategyDescriptor *findStrategy(std::string_view id) noexcept;

} // namespace cw
