// SPDX-License-Identifier: GPL-3.0-or-later
// A token index as that of a part of its text.
#pragma once

#include "tokenize/tokenizer.h"

#include <memory>

namespace cw {

/// Answers for positions of `part`, a copy of what stands in the index's text from `begin` on, as the index does for
/// them there: counts are those of the text itself; tokens are the whole text's, so the part may begin or end inside
/// one, which then belongs to the part before. O(1). Precondition: both ends of the part are on character boundaries.
[[nodiscard]] std::shared_ptr<const TokenIndex> partIndex(std::shared_ptr<const TokenIndex> whole, std::size_t begin,
                                                          SharedText part);

} // namespace cw
