// SPDX-License-Identifier: GPL-3.0-or-later
// Seed 001: windows of a fixed number of words.
#include "chunk/windows.h"
#include "segment/sentences.h"
#include "segment/words.h"
#include "strategies/joinparameter.h"
#include "strategies/packwindows.h"
#include "strategies/strategy.h"

#include <algorithm>
#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array parameters{joinParameter};
constexpr std::size_t stopCheckMask = 0xFF;
/// So many windows before it is reached, the bits that say where a window is are fetched from memory, and half as many
/// before, what stands at its ends.
constexpr std::size_t windowsAhead = 16;
constexpr std::size_t windowsFound = windowsAhead / 2;

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &values,
                                                     std::stop_token stop)
{
    return segmentWords(document, joinOf(values), stop);
}

/// Makes windows in order.
class WordWindows
{
public:
    WordWindows(const PackInput &input, std::size_t count)
        : m_input(input), m_starts(input.segmentation.wordStarts), m_count(count),
          m_sourceBegins(input.segmentation.emitted), m_sourceEnds(input.segmentation.emitted)
    {
    }

    /// False when stopped.
    bool make(std::size_t first, std::size_t end, Chunk *chunks, const std::stop_token &stop)
    {
        const std::string_view text = *m_input.segmentation.emitted.text();
        // The end of the one before says how much the first one shares with it.
        std::size_t previousEnd = 0;
        EndEdge previousEdge;
        if (first > 0) {
            const ByteRange words = wordsOf(first - 1);
            previousEnd = skipWord(text, m_starts.select(words.end - 1), text.size());
            previousEdge = m_input.index.endEdge(previousEnd);
        }
        for (std::size_t window = first; window < first + windowsAhead; ++window)
            approach(window);
        for (std::size_t window = first; window < first + windowsFound; ++window)
            find(window);
        for (std::size_t window = first; window < end; ++window) {
            if ((window & stopCheckMask) == 0 && stop.stop_requested())
                return false;
            const ByteRange words = wordsOf(window);
            const ByteRange wordStarts = m_found[window % windowsFound];
            find(window + windowsFound);
            approach(window + windowsAhead);
            Chunk &chunk = chunks[window];
            chunk.emit = {wordStarts.begin, skipWord(text, wordStarts.end, text.size())};
            chunk.source = {m_sourceBegins.of(chunk.emit.begin), m_sourceEnds.of(chunk.emit.end - 1) + 1};
            chunk.units = static_cast<std::uint32_t>(words.size());
            chunk.carriedUnits = window == 0 ? 0 : static_cast<std::uint32_t>(m_input.overlap);
            chunk.startReason = window == 0 ? BoundaryReason::DocumentStart : BoundaryReason::Word;
            chunk.endReason = window + 1 == m_count ? BoundaryReason::DocumentEnd : BoundaryReason::Word;
            const CountsFrom counts(m_input.index, chunk.emit.begin);
            const EndEdge edge = m_input.index.endEdge(chunk.emit.end);
            chunk.tokens = static_cast<std::uint32_t>(counts.to(chunk.emit.end, edge));
            if (chunk.carriedUnits > 0)
                chunk.overlapTokens = static_cast<std::uint32_t>(counts.to(previousEnd, previousEdge));
            previousEnd = chunk.emit.end;
            previousEdge = edge;
        }
        return true;
    }

private:
    [[nodiscard]] ByteRange wordsOf(std::size_t window) const
    {
        const std::size_t begin = window * (m_input.max - m_input.overlap);
        return {begin, std::min(begin + m_input.max, m_starts.total())};
    }

    /// Finds the bits of the window's first and last word.
    void approach(std::size_t window)
    {
        if (window >= m_count)
            return;
        const ByteRange words = wordsOf(window);
        m_near = {m_starts.wordOf(words.begin, m_near.begin), m_starts.wordOf(words.end - 1, m_near.end)};
        m_starts.prefetchWord(m_near.begin);
        m_starts.prefetchWord(m_near.end);
        m_approached[window % windowsAhead] = m_near;
    }

    void find(std::size_t window)
    {
        if (window >= m_count)
            return;
        const ByteRange words = wordsOf(window);
        const ByteRange near = m_approached[window % windowsAhead];
        const ByteRange found{m_starts.selectInWord(words.begin, near.begin),
                              m_starts.selectInWord(words.end - 1, near.end)};
        m_input.index.prefetchEdges(found.begin);
        m_input.index.prefetchEdges(found.end);
        m_found[window % windowsFound] = found;
    }

    const PackInput &m_input;
    const RankedBits &m_starts;
    std::size_t m_count;
    EmittedText::RisingSource m_sourceBegins;
    EmittedText::RisingSource m_sourceEnds;
    std::array<ByteRange, windowsAhead>
        m_approached; ///< by number of window, where in the bits its first and last word are
    std::array<ByteRange, windowsFound> m_found; ///< likewise, where these words start
    ByteRange m_near; ///< approached last
};

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const std::size_t count = windowCount(input.segmentation.wordStarts.total(), input.max, input.overlap);
    return packWindows(count, input.threads, [&](std::size_t first, std::size_t end, Chunk *chunks) {
        return WordWindows(input, count).make(first, end, chunks, stop);
    });
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
