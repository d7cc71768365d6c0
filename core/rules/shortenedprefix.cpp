// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

namespace cw::rulelist {

namespace {

void check(const RuleContext &context, const FindingSink &add)
{
    context.forEachChunk([&](const ChunkPlace &at) {
        const ChunkSet::LeftOut left = at.chunkSet.leftOutOfPrefix(at.chunk);
        if (left.headings > 0 || left.tableHead)
            add(at, at.facts().source, static_cast<std::int64_t>(left.headings), left.tableHead ? 1 : 0);
    });
}

std::string messageOf(std::int64_t headings, std::int64_t tableHeads)
{
    std::string what;
    if (headings > 0)
        what = std::to_string(headings) + (headings == 1 ? " outer heading" : " outer headings");
    if (tableHeads > 0)
        what += what.empty() ? "the table's header" : " and the table's header";
    return "The prefix lacks " + what + ", which would have taken over half of max.";
}

} // namespace

const RuleDescriptor &shortenedprefix()
{
    static const RuleDescriptor rule{
        .id = "shortened-prefix",
        .title = "Shortened prefix",
        .whyItMatters = "The headings and the table header before a chunk say what its text is about. Without them its "
                        "vector is that of a text out of context.",
        .whatToDo
        = "Raise max: a prefix may take half of it. Outer headings are left out first, a table's header last.",
        .message = "The prefix lacks outer headings or the table's header, which would have taken over half of max.",
        .defaultSeverity = Severity::Info,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
        .messageOf = messageOf,
    };
    return rule;
}

} // namespace cw::rulelist
