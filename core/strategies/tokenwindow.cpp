// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over the document's token sequence, never ending inside a character.
#include "chunk/windows.h"
#include "segment/sentences.h"
#include "segment/words.h"
#include "strategies/joinparameter.h"
#include "strategies/strategy.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>

namespace cw::strategylist {

namespace {

constexpr std::array parameters{sourceJoinParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &, std::stop_token)
{
    return unsegmented(document);
}

/// Where the window after [begin, end) starts: as far back from `end` as the overlap allows, on a token's and a
/// character's start after `begin`; `end` when there is no such place. With counts from there.
CountsFrom nextStart(const TokenIndex &index, ByteRange window, EndEdge end, std::size_t overlapTokens)
{
    const std::string_view text = *index.text();
    const std::size_t endToken = index.tokensBefore(window.end);
    // Tokens from the window's second one on start after it does.
    std::size_t token = std::max(endToken - std::min(endToken, overlapTokens), index.tokensBefore(window.begin + 1));
    for (; token < endToken; ++token) {
        const std::size_t start = index.tokenStart(token);
        if (start >= window.end)
            break;
        if (!isCharacterBoundary(text, start))
            continue;
        const CountsFrom counts(index, start);
        if (counts.to(window.end, end) <= overlapTokens)
            return counts;
    }
    return CountsFrom(index, window.end);
}

BoundaryReason reasonAt(const TokenIndex &index, std::size_t byte)
{
    const bool isTokenStart = byte == index.text()->size() || index.tokensBefore(byte + 1) > index.tokensBefore(byte);
    return isTokenStart ? BoundaryReason::Token : BoundaryReason::ForcedCharacter;
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    constexpr std::size_t stopCheckMask = 0x3F;
    constexpr std::size_t windowsAhead = 3; // before it is reached, an end is fetched from memory
    const TokenIndex &index = input.index;
    const std::string_view text = *index.text();
    std::vector<Chunk> chunks;
    if (text.empty())
        return chunks;
    const std::size_t step = input.max - input.overlap;
    chunks.reserve(std::min(index.total() / step + index.total() / step / 8 + 1, text.size()));
    CountsFrom counts(index, 0);
    std::size_t end = forcedCut(index, counts, text.size(), input.max);
    EndEdge lastChunkEdge;
    for (std::size_t windows = 0;; ++windows) {
        if ((windows & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange window{counts.begin(), end};
        index.prefetchToken(index.tokensBefore(end) + windowsAhead * step);
        index.prefetchToken(index.tokensBefore(end) + windowsAhead * step - std::min(input.overlap, step));
        const EndEdge edge = index.endEdge(end);
        if (skipSpaces(text, window.begin, window.end) < window.end) {
            Chunk chunk;
            chunk.source = window;
            chunk.emit = window;
            chunk.tokens = static_cast<std::uint32_t>(counts.to(end, edge));
            if (!chunks.empty() && window.begin < chunks.back().source.end)
                chunk.overlapTokens = static_cast<std::uint32_t>(counts.to(chunks.back().source.end, lastChunkEdge));
            chunk.units = chunk.tokens;
            chunk.carriedUnits = chunk.overlapTokens;
            chunk.startReason = chunks.empty() ? BoundaryReason::DocumentStart : reasonAt(index, window.begin);
            chunk.endReason = reasonAt(index, window.end);
            if (!chunks.empty() && chunks.back().source.end < window.begin)
                chunks.back().endReason = chunk.startReason;
            chunk.isIndivisible = chunk.tokens > input.max;
            chunks.push_back(chunk);
            lastChunkEdge = edge;
        }
        if (end == text.size())
            break;
        counts = nextStart(index, window, edge, input.overlap);
        end = forcedCut(index, counts, text.size(), input.max);
        if (end <= window.end && counts.begin() < window.end) {
            counts = CountsFrom(index, window.end);
            end = forcedCut(index, counts, text.size(), input.max);
        }
    }
    if (!chunks.empty())
        chunks.back().endReason = BoundaryReason::DocumentEnd;
    return chunks;
}

} // namespace

const StrategyDescriptor &tokenwindow()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "token-window",
        .title = "Token Windows",
        .help
        = "Cuts every max tokens and steps on by max less overlap, without regard to words or sentences but never "
          "inside a character. Windows that hold only white space are left out.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 45,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
    };
    return descriptor;
}

} // namespace cw::strategylist
