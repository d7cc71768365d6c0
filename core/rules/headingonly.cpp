// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/startfacts.h"

namespace cw::rulelist {

namespace {

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        const ByteRange source = at.facts().source;
        const std::int64_t headings = starts.headingsOnly(source);
        if (headings > 0)
            add(at, source, headings, 0);
    });
}

} // namespace

const RuleDescriptor &headingonly()
{
    static const RuleDescriptor rule{
        .id = "heading-only",
        .title = "Only headings",
        .whyItMatters = "A heading without its text matches questions about its subject and answers none.",
        .whatToDo = "Raise max so that a heading stays with the text under it.",
        .message = "Holds headings (%1) and no text under them.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
