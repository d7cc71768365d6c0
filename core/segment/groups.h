// SPDX-License-Identifier: GPL-3.0-or-later
// A document cut at places above its blocks: at its pages, or at its records.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "text/document.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace cw {

/// segmentBlocks() with one more level: a piece of level 1 for each stretch from one of `begins` (rising, the first one
/// taken for 0) to the next that is not blank, which holds the parts of blocks in it as pieces of units. Units that go
/// on over a stretch's end are cut there, for `reason`; headings are units like others. Without begins the document is
/// one stretch.
[[nodiscard]] Outcome<std::shared_ptr<const Segmentation>> segmentGroups(const Document &document,
                                                                         const std::vector<std::uint32_t> &begins,
                                                                         BoundaryReason reason, std::stop_token stop);

} // namespace cw
