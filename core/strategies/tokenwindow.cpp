// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over the document's token sequence, never ending inside a character.
#include "chunk/packer.h"
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
/// character's start after `begin`; `end` when there is no such place.
std::size_t nextStart(const TokenIndex &index, ByteRange window, std::size_t overlapTokens)
{
    if (overlapTokens == 0)
        return window.end;
    const std::string_view text = *index.text();
    const std::size_t endToken = index.tokensBefore(window.end);
    for (std::size_t token = endToken - std::min(endToken, overlapTokens); token < endToken; ++token) {
        const std::size_t start = index.tokenStart(token);
        if (start >= window.end)
            break;
        if (start > window.begin && isCharacterBoundary(text, start)
            && index.count({start, window.end}) <= overlapTokens)
            return start;
    }
    return window.end;
}

BoundaryReason reasonAt(const TokenIndex &index, std::size_t byte)
{
    return index.tokenStart(index.tokensBefore(byte)) == byte ? BoundaryReason::Token : BoundaryReason::ForcedCharacter;
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    const TokenIndex &index = input.index;
    const std::string_view text = *index.text();
    std::vector<Chunk> chunks;
    if (text.empty())
        return chunks;
    for (ByteRange window{0, forcedCut(index, 0, text.size(), input.max)};;) {
        if (stop.stop_requested())
            return Cancelled{};
        if (skipSpaces(text, window.begin, window.end) < window.end) {
            Chunk chunk;
            chunk.source = window;
            chunk.emit = window;
            countTokens(chunk, chunks.empty() ? nullptr : &chunks.back(), index);
            chunk.units = chunk.tokens;
            chunk.carriedUnits = chunk.overlapTokens;
            chunk.startReason = chunks.empty() ? BoundaryReason::DocumentStart : reasonAt(index, window.begin);
            chunk.endReason = reasonAt(index, window.end);
            if (!chunks.empty() && chunks.back().source.end < window.begin)
                chunks.back().endReason = chunk.startReason;
            chunk.isIndivisible = chunk.tokens > input.max;
            chunks.push_back(chunk);
        }
        if (window.end == text.size())
            break;
        std::size_t begin = nextStart(index, window, input.overlap);
        std::size_t end = forcedCut(index, begin, text.size(), input.max);
        if (end <= window.end) {
            begin = window.end;
            end = forcedCut(index, begin, text.size(), input.max);
        }
        window = {begin, end};
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
