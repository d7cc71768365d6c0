// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/startfacts.h"

namespace cw::rulelist {

namespace {

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        const ByteRange source = at.facts().source;
        if (starts.isInsideWord(source.begin))
            add(at, starts.wordAfter(source.begin, source.end), 0, 0);
    });
}

} // namespace

const RuleDescriptor &midwordstart()
{
    static const RuleDescriptor rule{
        .id = "mid-word-start",
        .title = "Starts mid-word",
        .whyItMatters = "Half a word is another word to a model, or none, and a search for the whole word misses it.",
        .whatToDo = "Choose a strategy that cuts between words, or raise max.",
        .message = "Starts in the middle of a word.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
