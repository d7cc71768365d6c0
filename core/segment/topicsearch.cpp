// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/topicsearch.h"

#include "segment/topicshifts.h"

#include <utility>

namespace cw {

std::shared_ptr<const Segmentation> cutAtTopics(std::shared_ptr<const Segmentation> base, const TopicShifts &shifts,
                                                unsigned percentile, std::shared_ptr<const UnitVectors> vectors)
{
    auto cut = std::make_shared<Segmentation>();
    cut->emitted = base->emitted;
    cut->units = base->units;
    cut->pieces = piecesByShift(shifts, topicThreshold(shifts, percentile));
    for (const Piece &piece : cut->pieces) {
        if (piece.level > 0 && piece.firstUnit > 0)
            cut->units[piece.firstUnit].startReason = BoundaryReason::Topic;
    }
    cut->base = std::move(base);
    cut->vectors = std::move(vectors);
    return cut;
}

} // namespace cw
