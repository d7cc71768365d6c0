// SPDX-License-Identifier: GPL-3.0-or-later
// Packing between breaks, and without boundaries at places that are kept whole.
#pragma once

#include "chunk/breaks.h"
#include "strategies/strategy.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace cw {

/// The keeps that units are joined at for this strategy and max: the ones PackRegions are made with.
[[nodiscard]] std::vector<std::size_t> joinableKeeps(const StrategyDescriptor &strategy, const PackInput &whole,
                                                     const PinnedPlaces &places);

/// What the strategy makes of each region for itself, in the whole document's positions. Chunks end and begin at the
/// breaks between the regions for BoundaryReason::Pinned, and nothing overlaps across; counts, max and prefixes are
/// what they are without breaks.
///
/// At a keep between two units there is a boundary only where both, joined, do not fit into a chunk. At one inside a
/// unit, or where a strategy has no units, a chunk that would end there ends a word earlier, and what follows is packed
/// again from there; one that would begin there, with what it repeats, begins a word later. A boundary stays only where
/// the chunk's begin and such a place have no word end between them.
///
/// `regions` are those of `whole` at places.breaks, with joinableKeeps() joined; `index` is the input's. Costs what
/// packing costs and a copy of the chunks, and for every such end a packing of what follows up to the next break.
[[nodiscard]] Outcome<std::vector<Chunk>> packRegions(const StrategyDescriptor &strategy, const PackInput &whole,
                                                      const std::shared_ptr<const TokenIndex> &index,
                                                      const PackRegions &regions, const PinnedPlaces &places,
                                                      std::stop_token stop);

/// The same with regions made on the way, for places that are asked for once. Without any places this is the strategy's
/// own packing.
[[nodiscard]] Outcome<std::vector<Chunk>> packWithPlaces(const StrategyDescriptor &strategy, const PackInput &whole,
                                                         const std::shared_ptr<const TokenIndex> &index,
                                                         const PinnedPlaces &places, std::stop_token stop);

/// Whether a chunk begins or ends at the place, or with white space alone between, somewhere inside the document.
/// O(log chunks + white space).
[[nodiscard]] bool isBoundaryAt(const Document &document, const std::vector<Chunk> &chunks, std::size_t byte) noexcept;

} // namespace cw
