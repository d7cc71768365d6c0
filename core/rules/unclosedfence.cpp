// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/occurrences.h"
#include "formats/format.h"

#include <algorithm>

namespace cw::rulelist {

namespace {

/// The opening lines of fences and tables that nothing closes.
Occurrences openings(const Document &document, const BlockTree &tree)
{
    Occurrences found;
    for (const StructureProblem &problem : tree.problems()) {
        if (problem.kind != StructureProblem::Kind::UnclosedFence)
            continue;
        const std::size_t lineEnd = document.text().find_first_of("\r\n", problem.where.begin);
        found.push_back({problem.where.begin, std::min<std::size_t>(lineEnd, problem.where.end)});
    }
    return found;
}

void check(const RuleContext &context, const FindingSink &add)
{
    for (std::size_t number = 0; number < context.input.chunkSets.size(); ++number) {
        const Document &document = context.input.chunkSets[number]->document();
        const FormatDescriptor *format = findFormat(document.format());
        if (!format || !format->hasFences)
            continue;
        const auto tree = document.blocks(context.stop);
        if (!tree)
            return;
        addOncePerChunk(context, number, openings(document, **tree), add);
    }
}

} // namespace

const RuleDescriptor &unclosedfence()
{
    static const RuleDescriptor rule{
        .id = "unclosed-fence",
        .title = "Code fences and tables that nothing closes",
        .whyItMatters = "All that follows counts as code: its headings open no sections, and chunks lose their path.",
        .whatToDo
        = "Close the fence with a line of the same marks, at least as many as opened it, and a table with its "
          "last border.",
        .message = "Contains a code fence or table that is never closed.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
