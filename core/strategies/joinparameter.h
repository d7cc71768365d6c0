// SPDX-License-Identifier: GPL-3.0-or-later
// The parameter `join`, the same in every strategy.
#pragma once

#include "run/parameters.h"
#include "segment/segmentation.h"

#include <array>

namespace cw {

inline constexpr std::array joinChoices{
    ParameterChoice{"space", "Single spaces", "White space between the pieces becomes one space, as in the recipe."},
    ParameterChoice{"source", "As in the source", "The chunk's text is the exact slice of the document."},
};

/// For strategies whose recipe joins with spaces.
inline constexpr ParameterSpec joinParameter{
    .id = "join",
    .title = "Join",
    .help = "How the text of a chunk is put together from the document.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Segmentation,
    .defaultChoice = "space",
    .choices = joinChoices,
};

/// For strategies whose text is always the slice of the document.
inline constexpr ParameterSpec sourceJoinParameter{
    .id = "join",
    .title = "Join",
    .help = "The text of a chunk is always the exact slice of the document.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Segmentation,
    .defaultChoice = "source",
    .choices = std::span(joinChoices).subspan(1),
};

[[nodiscard]] inline Join joinOf(const ParameterValues &parameters)
{
    return parameters.choice(joinParameter) == "source" ? Join::Source : Join::Space;
}

} // namespace cw
