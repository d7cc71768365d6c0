// SPDX-License-Identifier: GPL-3.0-or-later
// Seed 001: windows of a fixed number of words.
#include "chunk/windows.h"
#include "segment/sentences.h"
#include "segment/words.h"
#include "strategies/joinparameter.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array parameters{joinParameter};
constexpr std::size_t stopCheckMask = 0xFF;
/// So many windows before it is reached, a window's ends are fetched from memory.
constexpr std::size_t windowsAhead = 8;

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentWords(document, joinOf(values), stop);
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const EmittedText &emitted = input.segmentation.emitted;
    const std::string_view text = *emitted.text();
    const RankedBits &starts = input.segmentation.wordStarts;
    EmittedText::RisingSource sourceBegins(emitted);
    EmittedText::RisingSource sourceEnds(emitted);
    const std::size_t count = windowCount(starts.total(), input.max, input.overlap);
    std::vector<Chunk> chunks;
    chunks.reserve(count);
    std::array<ByteRange, windowsAhead> ahead; // the first and the last word's start of windows, by number
    ByteRange found;
    const auto wordsOf = [&](std::size_t window) {
        const std::size_t begin = window * (input.max - input.overlap);
        return ByteRange{begin, std::min(begin + input.max, starts.total())};
    };
    const auto findWindow = [&](std::size_t window) {
        if (window >= count)
            return;
        const ByteRange words = wordsOf(window);
        found = {starts.select(words.begin, found.begin), starts.select(words.end - 1, found.end)};
        input.index.prefetchEdges(found.begin);
        input.index.prefetchEdges(found.end);
        ahead[window % windowsAhead] = found;
    };
    for (std::size_t window = 0; window < windowsAhead; ++window)
        findWindow(window);
    EndEdge previousEdge;
    for (std::size_t window = 0; window < count; ++window) {
        if ((window & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange words = wordsOf(window);
        const ByteRange wordStarts = ahead[window % windowsAhead];
        findWindow(window + windowsAhead);
        Chunk chunk;
        chunk.emit = {wordStarts.begin, skipWord(text, wordStarts.end, text.size())};
        chunk.source = {sourceBegins.of(chunk.emit.begin), sourceEnds.of(chunk.emit.end - 1) + 1};
        chunk.units = static_cast<std::uint32_t>(words.size());
        chunk.carriedUnits = window == 0 ? 0 : static_cast<std::uint32_t>(input.overlap);
        chunk.startReason = window == 0 ? BoundaryReason::DocumentStart : BoundaryReason::Word;
        chunk.endReason = window + 1 == count ? BoundaryReason::DocumentEnd : BoundaryReason::Word;
        const CountsFrom counts(input.index, chunk.emit.begin);
        const EndEdge edge = input.index.endEdge(chunk.emit.end);
        chunk.tokens = static_cast<std::uint32_t>(counts.to(chunk.emit.end, edge));
        if (chunk.carriedUnits > 0)
            chunk.overlapTokens = static_cast<std::uint32_t>(counts.to(chunks.back().emit.end, previousEdge));
        previousEdge = edge;
        chunks.push_back(chunk);
    }
    return chunks;
}

} // namespace

const StrategyDescriptor &fixedwords()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "fixed-words",
        .title = "Fixed Words",
        .help = "Cuts every so many words, whatever stands there, and repeats some of them. The baseline that better "
                "strategies are measured against.",
        .sizeUnit = SizeUnit::Words,
        .defaultMax = 40,
        .defaultOverlap = 10,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
    };
    return descriptor;
}

} // namespace cw::strategylist
