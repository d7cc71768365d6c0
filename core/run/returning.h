// SPDX-License-Identifier: GPL-3.0-or-later
// What is returned when a chunk is found: made beside the chunks, and found again in a snapshot.
#pragma once

#include "base/byterange.h"
#include "base/result.h"
#include "chunk/breaks.h"
#include "run/run.h"
#include "strategies/strategy.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace cw {

/// "chunk", "parent", "neighbours".
[[nodiscard]] std::string_view returnedKindId(ReturnedKind kind) noexcept;

/// Most neighbours on either side that are accepted.
inline constexpr std::int64_t mostNeighbours = 1000;

/// InvalidParameter with subject "returned.parent_max" or "returned.neighbours".
[[nodiscard]] Result<void> checkReturned(const RunConfig &config);

/// The values that parents are packed with: without what concerns embedding and the size of the chunks themselves.
[[nodiscard]] ParameterValues parentParameters(const StrategyDescriptor &strategy, const ParameterValues &parameters);
/// packWithPlaces() of the strategy, or the same with regions that are kept.
using PlacePacker = std::function<Outcome<std::vector<Chunk>>(const PackInput &, const PinnedPlaces &)>;
/// The parents of a document: what the strategy makes of it with another max, no overlap and no prefixes. They are
/// read, not embedded, so neither special tokens nor a model's limit take part. `children` is what chunks are packed
/// with, `parameters` are parentParameters().
[[nodiscard]] Outcome<std::vector<Chunk>> packParents(const PackInput &children, const ParameterValues &parameters,
                                                      std::size_t parentMax, const PinnedPlaces &places,
                                                      const PlacePacker &pack);
/// Chunks that each lie in one of the parents and overlap within it alone; none behind the last one.
[[nodiscard]] Outcome<std::vector<Chunk>> packInside(const PackInput &input, const std::vector<Chunk> &parents,
                                                     const PinnedPlaces &places, const PlacePacker &pack);

/// What neighbours are counted in where a strategy makes neither units nor words (token-window, recursive-character):
/// the sentences of the source by our own rules.
struct NeighbourUnits
{
    const StrategyDescriptor &strategy;
    ParameterValues parameters;
};
[[nodiscard]] bool hasUnits(const Segmentation &segmentation) noexcept;
[[nodiscard]] const NeighbourUnits &sentencesOfSource();

/// A text in a snapshot: entry `number` of `set`.
struct ReturnedPlace
{
    const ChunkSet *set = nullptr;
    std::size_t number = 0;

    [[nodiscard]] const Chunk &facts() const { return set->chunks()[number]; }
    [[nodiscard]] std::string_view text() const noexcept { return set->text(number); }
};

/// What is returned for a chunk: its parent, itself with its neighbours, or itself; the latter also in the beginning of
/// a document that is not done, where neighbours are not known yet. O(log parents).
[[nodiscard]] ReturnedPlace returnedFor(const RunSnapshot &snapshot, std::size_t document, std::size_t chunk);
/// Whether chunks of the snapshot have parents.
[[nodiscard]] bool hasParents(const RunSnapshot &snapshot) noexcept;
/// Number of the parent in which the chunk lies. Precondition: hasParents(). O(log parents).
[[nodiscard]] std::size_t parentOf(const RunSnapshot &snapshot, std::size_t document, std::size_t chunk);
/// The chunks in a parent, a range of numbers. Precondition: hasParents(). O(log chunks).
struct ChildRange
{
    std::size_t begin = 0;
    std::size_t end = 0;
};
[[nodiscard]] ChildRange childrenOf(const RunSnapshot &snapshot, std::size_t document, std::size_t parent);
/// All zero where chunks alone are returned. O(chunks + texts).
[[nodiscard]] ReturnedFigures returnedFiguresOf(const RunSnapshot &snapshot);
/// Parents of all documents. O(documents).
[[nodiscard]] std::size_t parentCount(const RunSnapshot &snapshot) noexcept;

} // namespace cw
