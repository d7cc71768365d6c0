// SPDX-License-Identifier: GPL-3.0-or-later
// What run() asks of the caches.
#pragma once

#include "audit/textfacts.h"
#include "base/result.h"
#include "run/run.h"
#include "strategies/strategy.h"

#include <memory>
#include <stop_token>

namespace cw {

/// Segmentation of a document under the parameters that affect it, made at most once while it is kept.
/// Each document keeps its few most recently used segmentations, indices and edges of units.
struct CachesAccess
{
    static Outcome<std::shared_ptr<const Segmentation>>
    segmentation(Caches &caches, const std::shared_ptr<const Document> &document, const StrategyDescriptor &strategy,
                 const ParameterValues &parameters, std::stop_token stop);

    /// Index of the emitted text; shared by every segmentation that emits the same text.
    static Outcome<std::shared_ptr<const TokenIndex>> index(Caches &caches,
                                                            const std::shared_ptr<const Document> &document,
                                                            const SharedText &emitted, const Tokenizer &tokenizer,
                                                            std::stop_token stop);

    /// What the segmentation's units cost under the tokenizer of `index`.
    static Outcome<std::shared_ptr<const UnitEdges>> edges(Caches &caches,
                                                           const std::shared_ptr<const Document> &document,
                                                           const std::shared_ptr<const Segmentation> &segmentation,
                                                           const std::shared_ptr<const TokenIndex> &index,
                                                           std::stop_token stop);

    /// What rules found out about the document's text.
    static std::shared_ptr<const TextFacts> facts(Caches &caches, const std::shared_ptr<const Document> &document);
};

} // namespace cw
