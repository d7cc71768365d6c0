// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/startfacts.h"

namespace cw::rulelist {

namespace {

void check(const RuleContext &context, const FindingSink &add)
{
    if (context.input.overlap == 0 && context.input.byDocument.empty())
        return;
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        const ByteRange source = at.facts().source;
        if (at.chunk == 0 || at.facts().overlapTokens > 0 || at.facts().startReason == BoundaryReason::Pinned)
            return;
        const auto asked = static_cast<std::int64_t>(context.input.chunkedWith(at.document).overlap);
        if (asked > 0)
            add(at, starts.wordAfter(source.begin, source.end), 0, asked);
    });
}

} // namespace

const RuleDescriptor &nooverlap()
{
    static const RuleDescriptor rule{
        .id = "no-overlap",
        .title = "No overlap",
        .whyItMatters
        = "Overlap was asked for but this chunk shares nothing with the one before, because no whole unit "
          "fits the overlap. What spans the boundary is complete in neither chunk.",
        .whatToDo = "Raise overlap above the length of a usual sentence, or lower the size of the units.",
        .message = "Shares nothing with the chunk before, though an overlap of %2 was asked for.",
        .defaultSeverity = Severity::Info,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
