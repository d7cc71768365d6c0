// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of what is set before chunks, the same in every strategy that knows a document's structure.
#pragma once

#include "chunk/chunkprefix.h"
#include "run/parameters.h"
#include "strategies/strategy.h"

#include <array>
#include <memory>

namespace cw {

inline constexpr std::array prefixChoices{
    ParameterChoice{"none", "None", "The embedding model reads the chunk's own text."},
    ParameterChoice{"heading-path", "Heading path",
                    "Before the text it reads the headings above the chunk that the chunk does not begin with itself. "
                    "They count against max; where they would take over half of it, outer ones are left out."},
};

inline constexpr ParameterSpec prefixParameter{
    .id = "prefix",
    .title = "Prefix",
    .help = "What is set before the text of a chunk for its embedding, besides the source. Titles of over 1 KiB "
            "are left out of it.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "none",
    .choices = prefixChoices,
    .isOmittedAtDefault = true,
};

inline constexpr std::array prefixSeparatorChoices{
    ParameterChoice{"angle", "Guide > Install", "An angle bracket."},
    ParameterChoice{"slash", "Guide / Install", "A slash."},
    ParameterChoice{"bar", "Guide | Install", "A vertical bar."},
    ParameterChoice{"lines", "A line each", "Every heading on a line of its own."},
};

inline constexpr ParameterSpec prefixSeparatorParameter{
    .id = "prefix-separator",
    .title = "Separator",
    .help = "What stands between the headings of a prefix.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "angle",
    .choices = prefixSeparatorChoices,
    .isOmittedAtDefault = true,
};

inline constexpr ParameterSpec repeatTableHeaderParameter{
    .id = "repeat-table-header",
    .title = "Repeat Table Header",
    .help = "Chunks that begin with later rows of a table get its header row as a prefix, which counts against max.",
    .kind = ParameterKind::Boolean,
    .affects = Affects::Packing,
    .defaultInteger = 0,
    .isOmittedAtDefault = true,
};

[[nodiscard]] inline PrefixStyle prefixStyleOf(const ParameterValues &parameters)
{
    const std::string separator = parameters.choice(prefixSeparatorParameter);
    return {.namesHeadings = parameters.choice(prefixParameter) == "heading-path",
            .repeatsTableHead = parameters.boolean(repeatTableHeaderParameter),
            .separator = separator == "slash" ? " / "
                : separator == "bar"          ? " | "
                : separator == "lines"        ? "\n"
                                              : " > "};
}

/// The prefixes of a strategy with these parameters; null when there are none.
[[nodiscard]] inline std::unique_ptr<Prefixes> prefixesOf(const PackInput &input)
{
    const PrefixStyle style = prefixStyleOf(input.parameters);
    if (!style)
        return nullptr;
    const PrefixUnits units = input.whole ? PrefixUnits::OfPart : PrefixUnits::OfWhole;
    return std::make_unique<Prefixes>(input.document, input.whole ? *input.whole : input.segmentation, input.tokenizer,
                                      style, input.max, input.prefixCosts, units);
}

} // namespace cw
