// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <algorithm>

namespace cw::rulelist {

namespace {

/// The source bytes of the chunk that the model does not see.
ByteRange truncated(const RuleContext &context, const ChunkPlace &at)
{
    const Chunk &chunk = at.facts();
    if (context.input.indices.empty())
        return chunk.source;
    const TokenIndex &index = *context.input.indices[at.document];
    const std::int64_t most = static_cast<std::int64_t>(context.input.model->mostTextTokens()) - chunk.prefixTokens;
    const std::size_t from
        = truncatedFrom(index, chunk.emit, static_cast<std::size_t>(std::max<std::int64_t>(most, 0)));
    return {at.chunkSet.emitted().sourceOf(from), chunk.source.end};
}

void check(const RuleContext &context, const FindingSink &add)
{
    const ModelInput *model = context.input.model;
    if (!model)
        return;
    const auto limit = static_cast<std::int64_t>(model->profile->inputLimit);
    context.forEachChunk([&](const ChunkPlace &at) {
        const auto tokens = static_cast<std::int64_t>(model->tokensOf(at.facts().embeddedTokens()));
        if (tokens > limit)
            add(at, truncated(context, at), tokens, limit);
    });
}

} // namespace

const RuleDescriptor &overmodellimit()
{
    static const RuleDescriptor rule{
        .id = "over-model-limit",
        .title = "Over the model's limit",
        .whyItMatters
        = "The model reads the chunk with its prefix and special tokens up to its limit. Most drop the rest "
          "without a word, so the marked text is missing from the vector and cannot be found; some refuse "
          "the chunk.",
        .whatToDo = "Set max to the model's limit and let special tokens count, or take a model that reads more. Only "
                    "with a model chosen does this rule look at anything.",
        .message = "The model sees %1 tokens, %3 over its limit of %2: the end is cut off.",
        .defaultSeverity = Severity::Error,
        .thresholds = {},
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
