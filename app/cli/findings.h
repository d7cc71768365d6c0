// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/run.h"

class QIODevice;

namespace cw::cli {

/// The findings of a run in their order, one JSON object a line, or as one array:
/// {"doc_id","index","rule","severity","message","value","limit","where":{"byte","cp","utf16","line"}}.
/// `index` is the chunk's; `where` is the place in the document, in the notation of a chunk's spans. Before it,
/// findings about a second chunk have "other":{"doc_id","index"}: of a duplicate, the first chunk with that text.
[[nodiscard]] Outcome<std::size_t> writeFindings(const RunSnapshot &snapshot, bool asArray, QIODevice &device);

} // namespace cw::cli
