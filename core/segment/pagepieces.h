// SPDX-License-Identifier: GPL-3.0-or-later
// A document cut at its pages.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "text/document.h"

#include <memory>
#include <stop_token>

namespace cw {

/// segmentBlocks() with one more level: a piece of level 1 for each page that is not blank, which holds the parts of
/// blocks on it as pieces of units. Units that go on over a page's end are cut there; headings are units like others. A
/// document without pages is one page.
[[nodiscard]] Outcome<std::shared_ptr<const Segmentation>> segmentPages(const Document &document, std::stop_token stop);

} // namespace cw
