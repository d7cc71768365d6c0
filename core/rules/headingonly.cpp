// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/headings.h"
#include "audit/startfacts.h"
#include "formats/format.h"

#include <memory>
#include <optional>

namespace cw::rulelist {

namespace {

void check(const RuleContext &context, const FindingSink &add)
{
    const Document *document = nullptr;
    HeadingSigns signs = HeadingSigns::None;
    std::shared_ptr<const BlockTree> tree;
    std::optional<HeadingBlocks> blocks;
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        if (document != &at.chunkSet.document()) {
            document = &at.chunkSet.document();
            const FormatDescriptor *format = findFormat(document->format());
            signs = format ? format->headings : HeadingSigns::None;
            blocks.reset();
            if (signs == HeadingSigns::Blocks) {
                if (const auto found = document->blocks(context.stop)) {
                    tree = *found;
                    blocks.emplace(document->text(), *tree);
                }
            }
        }
        const ByteRange source = at.facts().source;
        const std::int64_t headings = signs == HeadingSigns::Marks ? starts.headingsOnly(source)
            : blocks                                               ? blocks->only(source)
                                                                   : 0;
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
