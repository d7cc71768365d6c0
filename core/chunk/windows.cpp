// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/windows.h"

#include "segment/sentences.h"
#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <string_view>

namespace cw {

namespace {

/// So many windows before it is reached, an end is fetched from memory.
constexpr std::size_t windowsAhead = 3;

/// Finds window ends in one over-long stretch of the emitted text. The difference of ranks says nearly where a budget
/// ends; exact counts then move the end by whole words.
class WindowCutter
{
public:
    WindowCutter(std::string_view text, const TokenIndex &index, std::size_t end, std::size_t maxTokens)
        : m_text(text), m_index(index), m_end(end), m_maxTokens(maxTokens)
    {
    }

    /// End of the longest run of whole words from `begin` that fits; `begin` when its first word does not. `edge` is
    /// the end's.
    std::size_t wordCut(const CountsFrom &counts, std::size_t tokensBefore, EndEdge &edge)
    {
        const std::size_t begin = counts.begin();
        std::size_t end = wordEndBefore(begin, guess(begin, tokensBefore + m_maxTokens));
        for (; end > begin; end = wordEndBefore(begin, trimWordBack(m_text, begin, end))) {
            edge = m_index.endEdge(end);
            if (counts.to(end, edge) <= m_maxTokens)
                break;
        }
        for (;;) {
            const std::size_t next = wordEndAfter(end);
            if (next == end || !mayFit(begin, end, next))
                return end;
            const EndEdge nextEdge = m_index.endEdge(next);
            if (counts.to(next, nextEdge) > m_maxTokens)
                return end;
            end = next;
            edge = nextEdge;
        }
    }

    std::size_t characterCut(const CountsFrom &counts)
    {
        return forcedCut(m_index, counts, wordEndAfter(counts.begin()), m_maxTokens);
    }

private:
    /// False only for runs so far over the budget that cut edges cannot explain it; keeps exact counts of huge words
    /// rare.
    bool mayFit(std::size_t begin, std::size_t end, std::size_t next) const
    {
        constexpr std::size_t edgeTokens = 16;
        return next - end <= edgeTokens
            || m_index.tokensBefore(next) - m_index.tokensBefore(begin) <= 2 * m_maxTokens + edgeTokens;
    }

    std::size_t guess(std::size_t begin, std::size_t limit) const
    {
        std::size_t byte = std::min(m_end, m_index.tokenStart(limit));
        while (!isCharacterBoundary(m_text, byte))
            --byte;
        return std::max(begin, byte);
    }

    /// The last end of a word in (begin, byte]; `begin` when there is none.
    std::size_t wordEndBefore(std::size_t begin, std::size_t byte) const
    {
        if (byte < m_end && byte > begin && spaceLengthAt(m_text, byte) == 0)
            byte = trimWordBack(m_text, begin, byte);
        return trimSpacesBack(m_text, begin, byte);
    }

    /// End of the word that starts at or after `byte`, or that `byte` lies in.
    std::size_t wordEndAfter(std::size_t byte)
    {
        const std::size_t begin = skipSpaces(m_text, byte, m_end);
        if (begin < m_knownWord.begin || begin >= m_knownWord.end)
            m_knownWord = {begin, skipWord(m_text, begin, m_end)};
        return begin < m_end ? m_knownWord.end : byte;
    }

    std::string_view m_text;
    const TokenIndex &m_index;
    std::size_t m_end;
    std::size_t m_maxTokens;
    ByteRange m_knownWord; ///< so that a huge word is walked over once, not once per cut
};

} // namespace

std::size_t forcedCut(const TokenIndex &index, std::size_t begin, std::size_t end, std::size_t maxTokens)
{
    return forcedCut(index, CountsFrom(index, begin), end, maxTokens);
}

std::size_t forcedCut(const TokenIndex &index, const CountsFrom &counts, std::size_t end, std::size_t maxTokens)
{
    const std::size_t begin = counts.begin();
    const std::size_t cut = index.byteAfter(counts, maxTokens, end);
    if (cut > begin)
        return cut;
    const std::string_view text = *index.text();
    std::size_t byte = begin + utf8SequenceLength(text[begin]);
    while (byte < end) {
        const std::size_t next = byte + utf8SequenceLength(text[byte]);
        if (counts.to(next) > maxTokens)
            break;
        byte = next;
    }
    return byte;
}

bool cutIntoWindows(const Unit &unit, EmittedText::RisingSource &sources, const TokenIndex &index,
                    std::size_t maxTokens, std::stop_token stop, std::vector<WindowPiece> &pieces)
{
    const std::string_view text = *index.text();
    const ByteRange words = stripSpaces(text, unit.emit);
    WindowCutter cutter(text, index, words.end, maxTokens);
    BoundaryReason reason = unit.startReason;
    for (std::size_t begin = words.begin; begin < words.end;) {
        if (stop.stop_requested())
            return false;
        const std::size_t tokensBefore = index.tokensBefore(begin);
        index.prefetchToken(tokensBefore + windowsAhead * maxTokens);
        const CountsFrom counts(index, begin);
        EndEdge edge;
        std::size_t end = cutter.wordCut(counts, tokensBefore, edge);
        BoundaryReason nextReason = BoundaryReason::ForcedWord;
        if (end == begin) {
            end = cutter.characterCut(counts);
            edge = index.endEdge(end);
            if (end < words.end && spaceLengthAt(text, end) == 0)
                nextReason = BoundaryReason::ForcedCharacter;
        }
        const std::size_t sourceBegin = sources.of(begin);
        const ByteRange source{sourceBegin, sources.of(end - 1) + 1};
        pieces.push_back({{source, ByteRange{begin, end}, reason}, counts.edge(), edge});
        reason = nextReason;
        begin = skipSpaces(text, end, words.end);
    }
    return true;
}

} // namespace cw
