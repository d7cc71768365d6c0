// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <array>

namespace cw::rulelist {

namespace {

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "minimum",
     .title = "Minimum",
     .help = "Fewest tokens with which a chunk can still be understood on its own.",
     .kind = ParameterKind::Integer,
     .minimum = 0,
     .maximum = 1'000'000'000,
     .defaultInteger = 40,
     .unit = "tokens"},
}};

void check(const RuleContext &context, const FindingSink &add)
{
    const std::int64_t minimum = context.thresholds.integer(thresholds[0]);
    context.forEachChunk([&](const ChunkPlace &at) {
        if (at.facts().tokens < minimum)
            add(at, at.facts().source, at.facts().tokens, minimum);
    });
}

} // namespace

const RuleDescriptor &toosmall()
{
    static const RuleDescriptor rule{
        .id = "too-small",
        .title = "Too small",
        .whyItMatters = "A few words without their surroundings embed close to many questions and answer none.",
        .whatToDo = "Raise max, or merge short sections before chunking. Nothing is ever dropped for being small.",
        .message = "Holds %1 tokens, fewer than the minimum of %2.",
        .defaultSeverity = Severity::Warning,
        .thresholds = thresholds,
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
