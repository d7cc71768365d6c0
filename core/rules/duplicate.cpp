// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace cw::rulelist {

namespace {

struct Candidate
{
    std::uint64_t edges = 0;
    std::uint64_t sizeBytes = 0;
    std::size_t number = 0; ///< run-wide, from 0
    std::uint32_t document = 0;
    std::uint32_t chunk = 0;
};

ChunkPlace placeOf(const RuleContext &context, const Candidate &candidate)
{
    return {*context.input.chunkSets[candidate.document], candidate.document, candidate.chunk};
}

std::string_view textOf(const RuleContext &context, const Candidate &candidate)
{
    return context.input.chunkSets[candidate.document]->text(candidate.chunk);
}

std::uint64_t eightBytesAt(std::string_view text, std::size_t byte)
{
    std::uint64_t value = 0;
    std::memcpy(&value, text.data() + byte, std::min<std::size_t>(sizeof value, text.size() - byte));
    return value;
}

/// Of the first, the middle and the last bytes only: equal texts have equal values, and few others do.
std::uint64_t edgesOf(std::string_view text)
{
    const std::size_t last = text.size() > 8 ? text.size() - 8 : 0;
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    return (eightBytesAt(text, 0) * odd + eightBytesAt(text, text.size() / 2)) * odd + eightBytesAt(text, last);
}

/// Candidates that agree in size and edges, in run order: hashed whole, and compared before they are called equal.
void reportEqual(const RuleContext &context, std::span<const Candidate> group, const FindingSink &add)
{
    std::unordered_map<std::size_t, std::vector<const Candidate *>> firstByHash;
    for (const Candidate &candidate : group) {
        const std::string_view text = textOf(context, candidate);
        std::vector<const Candidate *> &firsts = firstByHash[std::hash<std::string_view>{}(text)];
        const auto earlier
            = std::ranges::find_if(firsts, [&](const Candidate *first) { return textOf(context, *first) == text; });
        if (earlier == firsts.end())
            firsts.push_back(&candidate);
        else
            add(placeOf(context, candidate), placeOf(context, candidate).facts().source,
                static_cast<std::int64_t>((*earlier)->number) + 1, 0);
    }
}

void check(const RuleContext &context, const FindingSink &add)
{
    std::vector<Candidate> candidates;
    std::size_t number = 0;
    context.forEachChunk([&](const ChunkPlace &at) {
        const std::string_view text = at.chunkSet.text(at.chunk);
        if (!text.empty())
            candidates.push_back({edgesOf(text), text.size(), number, at.document, at.chunk});
        ++number;
    });
    std::ranges::sort(candidates, [](const Candidate &a, const Candidate &b) {
        return std::tie(a.edges, a.sizeBytes, a.number) < std::tie(b.edges, b.sizeBytes, b.number);
    });
    for (std::size_t begin = 0; begin < candidates.size();) {
        std::size_t end = begin + 1;
        while (end < candidates.size() && candidates[end].edges == candidates[begin].edges
               && candidates[end].sizeBytes == candidates[begin].sizeBytes)
            ++end;
        if (end - begin > 1)
            reportEqual(context, std::span<const Candidate>(candidates).subspan(begin, end - begin), add);
        begin = end;
    }
}

} // namespace

const RuleDescriptor &duplicate()
{
    static const RuleDescriptor rule{
        .id = "duplicate",
        .title = "Duplicate",
        .whyItMatters = "Equal texts have equal vectors: they fill the results with copies of one answer.",
        .whatToDo = "Remove repeated pages, headers or boilerplate from the source, or keep one copy when indexing.",
        .message = "Has the same text as chunk %1 of the run.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
