// SPDX-License-Identifier: GPL-3.0-or-later
// Chunking by topic in steps, each of which is kept while what it depends on stays.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "segment/sentences.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cw {

/// How a strategy finds changes of topic: units by `sentences`, shifts between them by `window` (and by words or by
/// vectors), changes by `percentile`.
struct TopicSearch
{
    SentenceRule sentences = SentenceRule::Smart;
    std::size_t window = 1;
    unsigned percentile = 90; ///< of 100 boundaries, how many are none
};

/// By unit, as topicShifts() and vectorShifts() make them.
using TopicShifts = std::vector<std::uint16_t>;

/// `base` with the pieces that the shifts make of its units, which stay what they are, and the vectors by which the
/// shifts were found, if they were. O(units).
[[nodiscard]] std::shared_ptr<const Segmentation> cutAtTopics(std::shared_ptr<const Segmentation> base,
                                                              const TopicShifts &shifts, unsigned percentile,
                                                              std::shared_ptr<const UnitVectors> vectors = {});

} // namespace cw
