// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/startfacts.h"

namespace cw::rulelist {

namespace {

StartFacts endFacts(std::string_view text)
{
    return StartFacts(text, StartFacts::Edge::End);
}

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk(endFacts, &ByteRange::end, [&](const ChunkPlace &at, const StartFacts &ends) {
        const Chunk &chunk = at.facts();
        if (ends.isSentenceCut(chunk.source.end, chunk.endReason))
            add(at, ends.wordBefore(chunk.source.end, chunk.source.begin), 0, 0);
    });
}

} // namespace

const RuleDescriptor &midsentenceend()
{
    static const RuleDescriptor rule{
        .id = "mid-sentence-end",
        .title = "Ends mid-sentence",
        .whyItMatters = "A sentence that is whole in no chunk is represented by none and can hardly be found.",
        .whatToDo = "Choose a strategy that keeps sentences whole, raise max, or ask for an overlap longer than a "
                    "sentence.",
        .message = "Ends in the middle of a sentence.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
