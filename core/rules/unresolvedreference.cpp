// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/backreference.h"
#include "audit/startfacts.h"

#include <array>

namespace cw::rulelist {

namespace {

const std::array<ParameterChoice, 2> methods{{
    {.id = "default",
     .title = "By the words around",
     .help = "Leaves out openers that need nothing before them, such as \"IT budgets\" or \"It is raining\"."},
    {.id = "reference",
     .title = "By the first word",
     .help = "Flags every chunk whose first word is on the reference recipe's list."},
}};

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "method",
     .title = "Method",
     .help = "How an opener that points back is recognised.",
     .kind = ParameterKind::Choice,
     .defaultChoice = "default",
     .choices = methods},
}};

ByteRange referenceOpener(const ChunkPlace &at)
{
    const std::size_t begin = at.facts().emit.begin;
    const std::size_t length = matchReferenceOpener(at.chunkSet.text(at.chunk));
    const EmittedText &emitted = at.chunkSet.emitted();
    if (length == 0)
        return {};
    return {emitted.sourceOf(begin), emitted.sourceOf(begin + length)};
}

void check(const RuleContext &context, const FindingSink &add)
{
    const bool isReference = context.thresholds.choice(thresholds[0]) == "reference";
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        const ByteRange opener = isReference ? referenceOpener(at) : starts.backReference(at.facts().source);
        if (!opener.isEmpty())
            add(at, opener, 0, 0);
    });
}

} // namespace

const RuleDescriptor &unresolvedreference()
{
    static const RuleDescriptor rule{
        .id = "unresolved-reference",
        .title = "Unresolved reference",
        .whyItMatters = "The chunk opens with a word such as \"this\" or \"they\" that means something in the chunk "
                        "before. Alone it answers a question about an unnamed thing.",
        .whatToDo = "Ask for more overlap so that the sentence before comes along, or raise max.",
        .message = "Opens with a reference to something that is not in the chunk.",
        .defaultSeverity = Severity::Warning,
        .thresholds = thresholds,
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
