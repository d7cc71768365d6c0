// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <array>

namespace cw::rulelist {

namespace {

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "percent",
     .title = "Most overlap",
     .help = "Largest share of a chunk's tokens that may be repeated from the chunk before.",
     .kind = ParameterKind::Integer,
     .minimum = 0,
     .maximum = 100,
     .defaultInteger = 20,
     .unit = "percent"},
}};

void check(const RuleContext &context, const FindingSink &add)
{
    const std::int64_t limit = context.thresholds.integer(thresholds[0]);
    context.forEachChunk([&](const ChunkPlace &at) {
        const std::int64_t tokens = at.facts().tokens;
        const std::int64_t shared = std::int64_t{at.facts().overlapTokens} * 100;
        if (tokens == 0 || shared <= limit * tokens)
            return;
        // Rounded up, so that a finding never reads "20 percent, more than 20".
        add(at, at.chunkSet.overlapWithPrevious(at.chunk), (shared + tokens - 1) / tokens, limit);
    });
}

} // namespace

const RuleDescriptor &excessoverlap()
{
    static const RuleDescriptor rule{
        .id = "excess-overlap",
        .title = "Too much overlap",
        .whyItMatters = "Chunks that share much text crowd one another out of the results, and every repeated token is "
                        "embedded and stored twice.",
        .whatToDo = "Lower overlap, or raise max while overlap stays as it is.",
        .message = "Repeats %1 percent of itself from the chunk before, more than %2.",
        .defaultSeverity = Severity::Warning,
        .thresholds = thresholds,
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
