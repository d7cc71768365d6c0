// SPDX-License-Identifier: GPL-3.0-or-later
// Where a text goes on to something else, told from its words alone.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

/// How much the words change at the begin of each unit: 0 for not at all, 65535 for from one set of words to another
/// between two stretches alike in themselves. The first unit's is 0, and so is that of a unit right behind a heading.
///
/// The measure is the depth score over blocks of Hearst, "TextTiling: Segmenting Text into Multi-paragraph Subtopic
/// Passages" (1997): the `window` units before and behind a boundary are compared by the cosine of their words, each
/// weighted by how few units have it, and a boundary is as deep as its cosine lies below the nearest peaks on either
/// side. Words count once a unit; they are runs of letters and digits without case and accents, cut after six letters
/// so that most endings do not matter, and pairs of neighbouring characters in scripts without spaces.
///
/// All is reckoned in whole numbers, so that every machine has the same. O(bytes) time; 4 bytes for each different word
/// of each unit while it lasts. Precondition: window >= 1.
[[nodiscard]] Outcome<std::vector<std::uint16_t>> topicShifts(std::string_view text, const std::vector<Unit> &units,
                                                              std::size_t window, const std::stop_token &stop);

/// The same depth of each unit's begin by how alike the stretches before and behind it are, 0 to 65535; the first
/// unit's plays no part. A change right behind a heading goes before it. O(units).
[[nodiscard]] std::vector<std::uint16_t> shiftsByDepth(const std::vector<std::uint32_t> &alike,
                                                       const std::vector<Unit> &units);

/// The smallest shift that is a change of topic when `percent` of 100 boundaries are none (nearest rank over the units
/// but the first); never 0.
[[nodiscard]] std::uint16_t topicThreshold(std::vector<std::uint16_t> shifts, unsigned percent);

/// A forest over units 0..shifts.size(): a tree for each stretch between changes of topic, level 1, which is cut where
/// its shift is greatest (of equal ones at the last) into two pieces, and so on down to single units. A change of topic
/// is a shift of at least `threshold` that no neighbour surpasses. O(units).
[[nodiscard]] std::vector<Piece> piecesByShift(const std::vector<std::uint16_t> &shifts, std::uint16_t threshold);

} // namespace cw
