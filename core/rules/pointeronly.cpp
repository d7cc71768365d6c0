// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/startfacts.h"

namespace cw::rulelist {

namespace {

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        const ByteRange source = at.facts().source;
        if (starts.isPointerOnly(source))
            add(at, source, 0, 0);
    });
}

} // namespace

const RuleDescriptor &pointeronly()
{
    static const RuleDescriptor rule{
        .id = "pointer-only",
        .title = "Only points elsewhere",
        .whyItMatters = "\"See above\" or a bare list of links takes a place in the results and says nothing.",
        .whatToDo = "Raise max so that the pointer stays with the text around it, or leave such chunks out when "
                    "indexing.",
        .message = "Says nothing but where to look.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
