// SPDX-License-Identifier: GPL-3.0-or-later
// Seed 001: windows of a fixed number of sentences.
#include "chunk/windows.h"
#include "segment/sentences.h"
#include "strategies/joinparameter.h"
#include "strategies/packwindows.h"
#include "strategies/sentenceparameter.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array parameters{joinParameter, sentenceParameter};
constexpr std::size_t stopCheckMask = 0xFF;

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentSentences(
        document,
        {.rule = sentenceRuleOf(values, SentenceRule::Terminator), .pieces = JoinPieces::Units, .join = joinOf(values)},
        stop);
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const std::vector<Unit> &units = input.segmentation.units;
    const std::size_t count = windowCount(units.size(), input.max, input.overlap);
    const UnitCounts counts(units, input.index, input.edges);
    const auto tokensOf
        = [&](std::size_t first, std::size_t end) { return static_cast<std::uint32_t>(counts.count(first, end - 1)); };
    return packWindows(count, input.threads, [&](std::size_t firstWindow, std::size_t endWindow, Chunk *chunks) {
        for (std::size_t window = firstWindow; window < endWindow; ++window) {
            if ((window & stopCheckMask) == 0 && stop.stop_requested())
                return false;
            const std::size_t begin = window * (input.max - input.overlap);
            const std::size_t end = std::min(begin + input.max, units.size());
            const std::size_t carried = window == 0 ? 0 : input.overlap;
            Chunk &chunk = chunks[window];
            chunk.source = {units[begin].source.begin, units[end - 1].source.end};
            chunk.emit = {units[begin].emit.begin, units[end - 1].emit.end};
            chunk.tokens = tokensOf(begin, end);
            chunk.overlapTokens = carried > 0 ? tokensOf(begin, begin + carried) : 0;
            chunk.units = static_cast<std::uint32_t>(end - begin);
            chunk.carriedUnits = static_cast<std::uint32_t>(carried);
            chunk.startReason = units[begin].startReason;
            chunk.endReason = end < units.size() ? units[end].startReason : BoundaryReason::DocumentEnd;
        }
        return true;
    });
}

} // namespace

const StrategyDescriptor &sentencewindow()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "sentence-window",
        .title = "Sentence Windows",
        .help = "Groups a fixed number of sentences and repeats some of them in the next group. Even in sentences, "
                "uneven in tokens: watch the histogram.",
        .sizeUnit = SizeUnit::Sentences,
        .defaultMax = 3,
        .defaultOverlap = 1,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledSentencesEnd,
    };
    return descriptor;
}

} // namespace cw::strategylist
