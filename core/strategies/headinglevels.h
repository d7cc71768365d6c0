// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of chosen levels, each a chunk as long as it fits: what the strategies by headings share.
#pragma once

#include "run/parameters.h"
#include "strategies/prefixparameters.h"
#include "strategies/sentenceparameter.h"
#include "strategies/strategy.h"

#include <array>

namespace cw {

inline constexpr ParameterSpec headingLevelParameter{
    .id = "level",
    .title = "Deepest Level",
    .help = "A chunk begins at every heading down to this level; deeper ones stay with the text around them.",
    .kind = ParameterKind::Integer,
    .affects = Affects::Packing,
    .minimum = 1,
    .maximum = 6,
    .defaultInteger = 3,
};

inline constexpr std::array headingParameters{headingLevelParameter, sentenceParameter, prefixParameter,
                                              prefixSeparatorParameter, repeatTableHeaderParameter};

[[nodiscard]] Outcome<std::shared_ptr<const Segmentation>>
segmentByHeadings(const Document &document, const ParameterValues &parameters, std::stop_token stop);
/// Precondition: the strategy has headingParameters.
[[nodiscard]] Outcome<std::vector<Chunk>> packByHeadings(const PackInput &input, std::stop_token stop);
[[nodiscard]] std::size_t settledByHeadings(const PackInput &beginning, std::string_view text);

} // namespace cw
