// SPDX-License-Identifier: GPL-3.0-or-later
// One finding a chunk for something that occurs at many places of a document.
#pragma once

#include "audit/audit.h"

#include <cstdint>
#include <vector>

namespace cw {

/// Places of one document, in order, not overlapping.
using Occurrences = std::vector<ByteRange>;

/// For each chunk of the document that wholly contains at least one of the places: a finding at the first of them whose
/// value is how many there are. O(chunks + places x log chunks) at most, and O(places x log chunks) where places are
/// few.
void addOncePerChunk(const RuleContext &context, std::size_t document, const Occurrences &places,
                     const FindingSink &add);

} // namespace cw
