// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/startfacts.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <array>

namespace cw::rulelist {

namespace {

const std::array<ParameterChoice, 2> methods{{
    {.id = "default", .title = "By the text around", .help = "Looks at the text on both sides of the boundary."},
    {.id = "reference",
     .title = "By the first letter",
     .help = "Flags a chunk whose first character is a lower-case letter, as the reference recipe does."},
}};

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "method",
     .title = "Method",
     .help = "How the start of a sentence is recognised.",
     .kind = ParameterKind::Choice,
     .defaultChoice = "default",
     .choices = methods},
}};

bool startsLowerCase(std::string_view text)
{
    return !text.empty() && isPythonLower(decodeCharacter(text, 0).codePoint);
}

void check(const RuleContext &context, const FindingSink &add)
{
    const bool isReference = context.thresholds.choice(thresholds[0]) == "reference";
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        const Chunk &chunk = at.facts();
        const bool isCut = isReference ? startsLowerCase(at.chunkSet.text(at.chunk))
                                       : starts.isSentenceCut(chunk.source.begin, chunk.startReason);
        if (isCut)
            add(at, starts.wordAfter(chunk.source.begin, chunk.source.end), 0, 0);
    });
}

} // namespace

const RuleDescriptor &midsentencestart()
{
    static const RuleDescriptor rule{
        .id = "mid-sentence-start",
        .title = "Starts mid-sentence",
        .whyItMatters = "A clause without its beginning embeds badly and reads badly when it is shown to a model.",
        .whatToDo = "Choose a strategy that keeps sentences whole, or raise max so that over-long sentences fit.",
        .message = "Starts in the middle of a sentence.",
        .defaultSeverity = Severity::Warning,
        .thresholds = thresholds,
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
