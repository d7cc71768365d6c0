// SPDX-License-Identifier: GPL-3.0-or-later
// Packing by the sums of what units cost alone, as a reference recipe does it.
#pragma once

#include "chunk/packer.h"

namespace cw {

/// packGreedily() for Budget::UnitSums.
[[nodiscard]] Outcome<std::vector<Chunk>> packByUnitSums(const PackRequest &request, std::stop_token stop);

} // namespace cw
