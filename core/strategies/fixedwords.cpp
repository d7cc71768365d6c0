// SPDX-License-Identifier: GPL-3.0-or-later
// Seed 001: windows of a fixed number of words.
#include "chunk/packer.h"
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

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentWords(document, joinOf(values), stop);
}

struct WordWindows
{
    std::vector<ByteRange> emit;
    std::size_t wordCount = 0;
};

/// Words are walked over at every tick instead of being kept: a list of them would be several times the text.
Outcome<WordWindows> findWindows(const EmittedText &emitted, std::size_t size, std::size_t overlap,
                                 std::stop_token stop)
{
    constexpr std::size_t stopCheckMask = 0xFFFF;
    const std::size_t step = size - overlap;
    WordWindows windows;
    WordScanner words(*emitted.text());
    std::size_t word = 0;
    std::size_t nextBegin = 0;
    std::size_t nextEnd = size;
    std::size_t closed = 0;
    std::size_t lastEnd = 0;
    for (; words.next(); ++word) {
        if ((word & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        if (word == nextBegin) {
            windows.emit.push_back({words.word().begin, words.word().end});
            nextBegin += step;
        }
        if (word + 1 == nextEnd) {
            windows.emit[closed++].end = words.word().end;
            nextEnd += step;
        }
        lastEnd = words.word().end;
    }
    windows.wordCount = word;
    windows.emit.resize(windowCount(word, size, overlap));
    if (!windows.emit.empty())
        windows.emit.back().end = lastEnd;
    return windows;
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const auto windows = findWindows(input.segmentation.emitted, input.max, input.overlap, stop);
    if (!windows)
        return Cancelled{};
    const std::size_t count = windows->emit.size();
    std::vector<Chunk> chunks;
    chunks.reserve(count);
    for (std::size_t window = 0; window < count; ++window) {
        if (stop.stop_requested())
            return Cancelled{};
        const std::size_t begin = window * (input.max - input.overlap);
        Chunk chunk;
        chunk.emit = windows->emit[window];
        chunk.source = sourceRangeOf(input.segmentation.emitted, chunk.emit);
        chunk.units = static_cast<std::uint32_t>(std::min(input.max, windows->wordCount - begin));
        chunk.carriedUnits = window == 0 ? 0 : static_cast<std::uint32_t>(input.overlap);
        chunk.startReason = window == 0 ? BoundaryReason::DocumentStart : BoundaryReason::Word;
        chunk.endReason = window + 1 == count ? BoundaryReason::DocumentEnd : BoundaryReason::Word;
        countTokens(chunk, chunks.empty() ? nullptr : &chunks.back(), input.index);
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
