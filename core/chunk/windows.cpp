// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/windows.h"

#include "base/bitcount.h"
#include "segment/sentences.h"
#include "segment/spaceblocks.h"
#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

namespace cw {

namespace {

/// So many windows before it is reached, an end is fetched from memory.
constexpr std::size_t windowsAhead = 3;

constexpr unsigned longestCharacterBytes = 4;

/// Where words end and begin near a byte, out of one look at 64 bytes. Says nothing (`unknown`) about words that reach
/// past them, or where there may be white space beyond ASCII.
class NearbyWords
{
public:
    static constexpr std::size_t unknown = static_cast<std::size_t>(-1);

    NearbyWords() = default;
    /// Nothing before `first` is looked at.
    NearbyWords(std::string_view text, std::size_t first, std::size_t byte)
    {
        constexpr std::size_t before = 40;
        if (byte < first + before || text.size() - byte < spaceBlockBytes - before)
            return;
        std::uint64_t leads = 0;
        m_spaces = findAsciiSpaces(text.data() + byte - before, leads);
        m_base = byte - before;
        m_isKnown = leads == 0;
    }

    [[nodiscard]] bool knows(std::size_t byte) const noexcept
    {
        return m_isKnown && byte > m_base && byte < m_base + spaceBlockBytes;
    }

    /// These have the precondition knows(byte).
    [[nodiscard]] bool isSpace(std::size_t byte) const noexcept { return (m_spaces >> (byte - m_base) & 1U) != 0; }
    /// As trimWordBack() and trimSpacesBack().
    [[nodiscard]] std::size_t trimWordBack(std::size_t byte) const noexcept { return lastBefore(m_spaces, byte); }
    [[nodiscard]] std::size_t trimSpacesBack(std::size_t byte) const noexcept { return lastBefore(~m_spaces, byte); }
    /// The first byte from `byte` on that is white space, or is not.
    [[nodiscard]] std::size_t skipWord(std::size_t byte) const noexcept { return firstFrom(m_spaces, byte); }
    [[nodiscard]] std::size_t skipSpaces(std::size_t byte) const noexcept { return firstFrom(~m_spaces, byte); }

private:
    [[nodiscard]] std::size_t lastBefore(std::uint64_t bits, std::size_t byte) const noexcept
    {
        bits &= (std::uint64_t{1} << (byte - m_base)) - 1;
        return bits == 0 ? unknown : m_base + spaceBlockBytes - static_cast<unsigned>(std::countl_zero(bits));
    }
    [[nodiscard]] std::size_t firstFrom(std::uint64_t bits, std::size_t byte) const noexcept
    {
        bits &= ~std::uint64_t{0} << (byte - m_base);
        return bits == 0 ? unknown : m_base + static_cast<unsigned>(std::countr_zero(bits));
    }

    bool m_isKnown = false;
    std::size_t m_base = 0;
    std::uint64_t m_spaces = 0;
};

/// Where words end in the 64 bytes from `base` on, but for the first few of them: what a character that begins before
/// is, cannot be told. Bit i stands for the end before byte i. Precondition: base + spaceBlockBytes <= text.size().
std::uint64_t wordEndsFrom(std::string_view text, std::size_t base) noexcept
{
    std::uint64_t leads = 0;
    std::uint64_t spaces = findAsciiSpaces(text.data() + base, leads);
    for (; leads != 0; leads &= leads - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(leads));
        spaces |= ((std::uint64_t{1} << spaceLengthAt(text, base + bit)) - 1) << bit;
    }
    return spaces & ~(spaces << 1) & (~std::uint64_t{0} << longestCharacterBytes);
}

/// Finds window ends in one over-long stretch of the emitted text. The difference of ranks says nearly where a budget
/// ends; exact counts then move the end by whole words.
class WindowCutter
{
public:
    WindowCutter(std::string_view text, const TokenIndex &index, std::size_t end, std::size_t maxTokens)
        : m_text(text), m_index(index), m_end(end), m_endTokens(index.tokensBefore(end)), m_maxTokens(maxTokens)
    {
    }

    /// End of the longest run of whole words from `begin` that fits; `begin` when its first word does not. `edge` is
    /// the end's.
    std::size_t wordCut(const CountsFrom &counts, std::size_t tokensBefore, EndEdge &edge)
    {
        const std::size_t begin = counts.begin();
        if (const std::size_t end = wordCutInStep(counts, tokensBefore, edge); end > begin)
            return end;
        const std::size_t guessed = guess(begin, tokensBefore + m_maxTokens);
        m_nearby = NearbyWords(m_text, begin, guessed);
        std::size_t end = wordEndBefore(begin, guessed);
        for (; end > begin; end = wordEndBefore(begin, wordBegin(begin, end))) {
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

    /// Tokens of the text before the end of all windows.
    [[nodiscard]] std::size_t endTokens() const noexcept { return m_endTokens; }

private:
    /// wordCut() by ranks alone, where all ends of words that decide it are in step with the whole text: then the last
    /// one before the first token that is too many is the end. Its begin where that cannot be told.
    std::size_t wordCutInStep(const CountsFrom &counts, std::size_t tokensBefore, EndEdge &edge) const
    {
        constexpr std::size_t beforeGuess = 48;
        constexpr std::size_t mostBlocks = 16;
        const std::size_t begin = counts.begin();
        const BeginEdge first = counts.edge();
        // What the begin costs more than the text's own tokens from there on; mostly nothing or a token.
        const std::uint32_t more = static_cast<std::uint32_t>(tokensBefore) - first.before;
        if (more >= m_maxTokens || first.exactFrom == BeginEdge::never || first.exactTo != BeginEdge::always)
            return begin;
        const std::size_t limit = tokensBefore + m_maxTokens - more;
        if (limit >= m_endTokens)
            return begin;
        const std::size_t over = m_index.tokenStart(limit);
        if (over < begin + beforeGuess || over + (spaceBlockBytes - beforeGuess) > m_end)
            return begin;
        std::size_t base = over - beforeGuess;
        const TokensNear near = m_index.tokensNear(base);
        std::uint64_t ends = wordEndsFrom(m_text, base);
        constexpr std::uint64_t behindGuess = ~std::uint64_t{0} << (beforeGuess + 1);
        const std::uint64_t tooFar = near.inStep & behindGuess;
        const std::uint64_t nextEnds = ends & behindGuess;
        if (tooFar == 0 || (nextEnds != 0 && std::countr_zero(tooFar) > std::countr_zero(nextEnds)))
            return begin;
        ends &= ~behindGuess;
        for (std::size_t block = 0; ends == 0; ++block) {
            constexpr std::size_t step = spaceBlockBytes - longestCharacterBytes;
            if (base < begin + step || block == mostBlocks)
                return begin;
            base -= step;
            ends = wordEndsFrom(m_text, base);
        }
        const unsigned bit = spaceBlockBytes - 1 - static_cast<unsigned>(std::countl_zero(ends));
        const std::size_t end = base + bit;
        if (base + beforeGuess == over && (near.inStep >> bit & 1U) != 0) {
            const std::uint64_t below = near.starts & ((std::uint64_t{1} << bit) - 1);
            edge = {static_cast<std::uint32_t>(near.before + bitCount(below)), true};
        } else {
            edge = m_index.endEdge(end);
        }
        const bool fits = edge.isExact && end >= first.exactFrom && edge.upTo - first.before <= m_maxTokens;
        return fits ? end : begin;
    }

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
        if (limit >= m_endTokens)
            return m_end;
        std::size_t byte = std::min(m_end, m_index.tokenStart(limit));
        while (!isCharacterBoundary(m_text, byte))
            --byte;
        return std::max(begin, byte);
    }

    /// The last end of a word in (begin, byte]; `begin` when there is none.
    std::size_t wordEndBefore(std::size_t begin, std::size_t byte) const
    {
        if (m_nearby.knows(byte)) {
            const bool isInWord = byte < m_end && !m_nearby.isSpace(byte);
            const std::size_t wordBegin = isInWord ? m_nearby.trimWordBack(byte) : byte;
            const std::size_t end = wordBegin == NearbyWords::unknown ? wordBegin : m_nearby.trimSpacesBack(wordBegin);
            if (end != NearbyWords::unknown)
                return end;
        }
        if (byte < m_end && byte > begin && spaceLengthAt(m_text, byte) == 0)
            byte = trimWordBack(m_text, begin, byte);
        return trimSpacesBack(m_text, begin, byte);
    }

    /// Where the word that ends at `end` begins.
    std::size_t wordBegin(std::size_t begin, std::size_t end) const
    {
        const std::size_t known = m_nearby.knows(end) ? m_nearby.trimWordBack(end) : NearbyWords::unknown;
        return known != NearbyWords::unknown ? known : trimWordBack(m_text, begin, end);
    }

    /// End of the word that starts at or after `byte`, or that `byte` lies in.
    std::size_t wordEndAfter(std::size_t byte)
    {
        if (m_nearby.knows(byte)) {
            const std::size_t word = m_nearby.skipSpaces(byte);
            const std::size_t end = word == NearbyWords::unknown ? word : m_nearby.skipWord(word);
            if (end != NearbyWords::unknown)
                return word < m_end ? std::min(end, m_end) : byte;
        }
        const std::size_t begin = skipSpaces(m_text, byte, m_end);
        if (begin < m_knownWord.begin || begin >= m_knownWord.end)
            m_knownWord = {begin, skipWord(m_text, begin, m_end)};
        return begin < m_end ? m_knownWord.end : byte;
    }

    std::string_view m_text;
    const TokenIndex &m_index;
    std::size_t m_end;
    std::size_t m_endTokens;
    std::size_t m_maxTokens;
    NearbyWords m_nearby; ///< around the last guess
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
                    std::size_t maxTokens, std::stop_token stop, std::vector<WindowPiece> &pieces, WordWindows *words)
{
    BoundaryReason reason = unit.startReason;
    std::size_t begin = unit.emit.begin;
    const auto cutKnown = [&] {
        const std::size_t end = unit.emit.end;
        WordWindows::Window window;
        while (words && words->seek(begin) && words->cut(end, maxTokens, window)) {
            pieces.push_back({{window.source, window.emit, reason},
                              {window.before, window.emit.end, BeginEdge::always},
                              {window.upTo, true}});
            reason = BoundaryReason::ForcedWord;
            begin = words->begin();
            if (begin >= end)
                return true;
        }
        return false;
    };
    if (cutKnown())
        return true;

    const std::string_view text = *index.text();
    const ByteRange all = stripSpaces(text, unit.emit);
    WindowCutter cutter(text, index, all.end, maxTokens);
    for (begin = std::max(begin, all.begin); begin < all.end && !cutKnown();) {
        if (stop.stop_requested())
            return false;
        const std::size_t tokensBefore = index.tokensBefore(begin);
        if (tokensBefore + windowsAhead * maxTokens < cutter.endTokens())
            index.prefetchToken(tokensBefore + windowsAhead * maxTokens);
        const CountsFrom counts(index, begin);
        EndEdge edge;
        std::size_t end = cutter.wordCut(counts, tokensBefore, edge);
        BoundaryReason nextReason = BoundaryReason::ForcedWord;
        if (end == begin) {
            end = cutter.characterCut(counts);
            edge = index.endEdge(end);
            if (end < all.end && spaceLengthAt(text, end) == 0)
                nextReason = BoundaryReason::ForcedCharacter;
        }
        const std::size_t sourceBegin = sources.of(begin);
        const ByteRange source{sourceBegin, sources.of(end - 1) + 1};
        pieces.push_back({{source, ByteRange{begin, end}, reason}, counts.edge(), edge});
        reason = nextReason;
        begin = skipSpaces(text, end, all.end);
    }
    return true;
}

} // namespace cw
