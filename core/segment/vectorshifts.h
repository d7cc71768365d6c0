// SPDX-License-Identifier: GPL-3.0-or-later
// Where a text goes on to something else, told from vectors of its sentences.
#pragma once

#include "base/result.h"
#include "segment/sentencevectors.h"
#include "segment/topicsearch.h"

#include <cstddef>
#include <stop_token>
#include <vector>

namespace cw {

/// As topicShifts(), but what is compared is the mean of the vectors of the `window` units before and behind a
/// boundary. 65535 is from one direction to the opposite one and back, half of it to one at a right angle; a shift
/// right behind a heading goes before it.
///
/// Sums of whole numbers, a root and a division of doubles for each boundary: every machine has the same.
/// O(units x dimension) time, whatever the window. Precondition: window >= 1; a row for each unit, or fewer than two.
[[nodiscard]] Outcome<TopicShifts> vectorShifts(const UnitVectors &vectors, const std::vector<Unit> &units,
                                                std::size_t window, const std::stop_token &stop);

} // namespace cw
