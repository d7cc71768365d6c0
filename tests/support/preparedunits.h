// SPDX-License-Identifier: GPL-3.0-or-later
// A text made ready for packing its units, without run().
#pragma once

#include "chunk/unitedges.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>

namespace cw::testing {

struct PreparedUnits
{
    std::shared_ptr<const Document> document;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const TokenIndex> index;
    std::shared_ptr<const UnitEdges> edges;
};

inline PreparedUnits prepareUnits(const std::string &text, const Tokenizer &tokenizer, std::string_view strategy,
                                  const ParameterValues &parameters = {})
{
    PreparedUnits made;
    made.document = Document::fromText("d", text);
    made.segmentation = *findStrategy(strategy)->segment(*made.document, parameters, {});
    made.index = *tokenizer.index(made.segmentation->emitted.text(), {});
    made.edges = *UnitEdges::of(made.segmentation->units, *made.index, {});
    return made;
}

} // namespace cw::testing
