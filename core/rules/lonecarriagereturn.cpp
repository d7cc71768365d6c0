// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/occurrences.h"

namespace cw::rulelist {

namespace {

Occurrences loneCarriageReturns(std::string_view text)
{
    Occurrences found;
    for (std::size_t byte = text.find('\r'); byte != std::string_view::npos; byte = text.find('\r', byte + 1)) {
        if (byte + 1 == text.size() || text[byte + 1] != '\n')
            found.push_back({byte, byte + 1});
    }
    return found;
}

void check(const RuleContext &context, const FindingSink &add)
{
    for (std::size_t document = 0; document < context.input.chunkSets.size(); ++document) {
        if (context.stop.stop_requested())
            return;
        const NewlineStyle style = context.input.chunkSets[document]->document().source().newline;
        if (style == NewlineStyle::Cr || style == NewlineStyle::Mixed)
            addOncePerChunk(context, document, context.facts(document).of(loneCarriageReturns), add);
    }
}

} // namespace

const RuleDescriptor &lonecarriagereturn()
{
    static const RuleDescriptor rule{
        .id = "lone-carriage-return",
        .title = "Carriage returns as line ends",
        .whyItMatters
        = "Strategies look for line feeds: two carriage returns look like a blank line but end no paragraph.",
        .whatToDo = "Convert the document's line ends to line feeds, if its paragraphs matter.",
        .message = "Contains %1 carriage returns without a line feed.",
        .defaultSeverity = Severity::Info,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
