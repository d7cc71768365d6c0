// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/headings.h"
#include "audit/startfacts.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace cw::rulelist {

namespace {

/// What headings are known by.
enum class Sign {
    Marks, ///< in the text, as Markdown writes them
    Blocks,
    None ///< there are none: `#` begins comments
};

Sign signIn(std::string_view format)
{
    constexpr std::array<std::string_view, 2> withMarks{"text", "markdown"};
    constexpr std::array<std::string_view, 7> withHeadings{"html", "docx", "odt", "epub", "pdf", "rst", "asciidoc"};
    if (std::ranges::find(withMarks, format) != withMarks.end())
        return Sign::Marks;
    return std::ranges::find(withHeadings, format) != withHeadings.end() ? Sign::Blocks : Sign::None;
}

void check(const RuleContext &context, const FindingSink &add)
{
    const Document *document = nullptr;
    Sign sign = Sign::None;
    std::shared_ptr<const BlockTree> blocks;
    context.forEachChunk(startFacts, &ByteRange::begin, [&](const ChunkPlace &at, const StartFacts &starts) {
        if (document != &at.chunkSet.document()) {
            document = &at.chunkSet.document();
            sign = signIn(document->format());
            blocks.reset();
            if (sign == Sign::Blocks) {
                if (const auto found = document->blocks(context.stop))
                    blocks = *found;
            }
        }
        const ByteRange source = at.facts().source;
        const std::int64_t headings = sign == Sign::Marks ? starts.headingsOnly(source)
            : blocks                                      ? headingsOnly(document->text(), *blocks, source)
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
