// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <array>

namespace cw::rulelist {

namespace {

const std::array<ParameterSpec, 1> thresholds{{
    {.id = "ceiling",
     .title = "Ceiling",
     .help = "Most tokens a chunk may hold; 0 takes max of the configuration when that counts tokens.",
     .kind = ParameterKind::Integer,
     .minimum = 0,
     .maximum = 1'000'000'000,
     .defaultInteger = 0,
     .unit = "tokens"},
}};

void check(const RuleContext &context, const FindingSink &add)
{
    const std::int64_t given = context.thresholds.integer(thresholds[0]);
    const auto ceilingOf = [&](const ChunkedWith &with) {
        if (given > 0)
            return given;
        return with.sizeUnit == SizeUnit::Tokens ? static_cast<std::int64_t>(with.max) : 0;
    };
    const AuditInput &input = context.input;
    const std::int64_t common = ceilingOf({input.strategy.sizeUnit, input.max, input.overlap});
    if (common == 0 && input.byDocument.empty())
        return;
    context.forEachChunk([&](const ChunkPlace &at) {
        const std::int64_t ceiling = input.byDocument.empty() ? common : ceilingOf(input.byDocument[at.document]);
        if (ceiling > 0 && at.facts().embeddedTokens() > ceiling)
            add(at, at.facts().source, at.facts().embeddedTokens(), ceiling);
    });
}

} // namespace

const RuleDescriptor &overceiling()
{
    static const RuleDescriptor rule{
        .id = "over-ceiling",
        .title = "Over the ceiling",
        .whyItMatters = "An embedding model cuts off what is past its limit without an error, so the end of the chunk "
                        "is missing from its vector and cannot be found.",
        .whatToDo = "Lower max, or choose a strategy that cuts over-long sentences. A single character that costs more "
                    "tokens than max cannot be cut.",
        .message = "Holds %1 tokens, over the ceiling of %2.",
        .defaultSeverity = Severity::Error,
        .thresholds = thresholds,
        .check = check,
        .looksAtChunksAlone = true,
    };
    return rule;
}

} // namespace cw::rulelist
