// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/piecepacker.h"

#include "chunk/chainsections.h"
#include "chunk/openchunk.h"
#include "chunk/windows.h"
#include "text/utf8.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFF;

class PiecePacker
{
public:
    /// Begins with a unit, and has room for one of so many parts of all chunks.
    PiecePacker(const PiecePackRequest &request, std::stop_token stop, std::size_t firstUnit = 0, std::size_t parts = 1)
        : m_request(request), m_units(request.segmentation.units), m_pieces(request.segmentation.pieces),
          m_edges(request.edges), m_counts(request.segmentation.units, request.index, request.edges),
          m_stop(std::move(stop)), m_sources(request.segmentation.emitted), m_words(request.words)
    {
        if (request.prefixes)
            m_prefixes.emplace(*request.prefixes);
        // The index may be of far more than these units.
        m_chunks.reserve(std::min(request.index.total() / std::max<std::size_t>(request.desiredTokens / 2, 1) / 4 + 1,
                                  m_units.size())
                             / parts
                         + 1);
        m_piece = static_cast<std::size_t>(
            std::ranges::partition_point(m_pieces, [&](const Piece &piece) { return piece.firstUnit < firstUnit; })
            - m_pieces.begin());
        if (firstUnit > 0 && (m_piece == m_pieces.size() || m_pieces[m_piece].firstUnit > firstUnit)) {
            --m_piece;
            m_isInUnits = true;
        }
        m_next = firstUnit;
        if (!m_units.empty())
            open(firstUnit, firstUnit);
    }

    /// Packs to the end, or until it rests. False when stopped. The end may change the chunk before it, so only places
    /// with a chunk behind them are kept.
    [[nodiscard]] bool run()
    {
        m_chunksAtPlace = static_cast<std::size_t>(-1);
        const bool isWatched = m_watch.isOn();
        do {
            while (m_piece < m_pieces.size()) {
                if (isWatched && m_watch.isWatching(m_next) && rests()) {
                    m_watch.forgetBehind(m_chunks.size());
                    return true;
                }
                if ((m_steps++ & stopCheckMask) == 0 && m_stop.stop_requested())
                    return false;
                if (!step())
                    return false;
            }
            m_watch.forgetBehind(m_chunks.size());
        } while (m_next > m_open.first && !finish());
        m_isAtEnd = true;
        return true;
    }

    [[nodiscard]] bool isAtEnd() const noexcept { return m_isAtEnd; }
    [[nodiscard]] std::vector<Chunk> &chunks() noexcept { return m_chunks; }
    [[nodiscard]] ChainWatch<PiecePlace> &watch() noexcept { return m_watch; }

private:
    /// Places are where nothing was taken since the last chunk was closed.
    [[nodiscard]] bool rests()
    {
        if (m_chunks.size() == m_chunksAtPlace)
            return false;
        m_chunksAtPlace = m_chunks.size();
        if (m_open.isPartial || !m_longEnds.empty())
            return false;
        const auto number = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
        const PiecePlace place{.piece = number(m_piece),
                               .next = number(m_next),
                               .first = number(m_open.first),
                               .newFrom = number(m_open.newFrom),
                               .apartEnd = m_next < m_apartEnd ? number(m_apartEnd) : 0,
                               .isInUnits = m_isInUnits};
        return m_watch.restsAt(place, m_chunks.size());
    }

    /// Takes, opens up or cuts the next candidate, or closes the chunk before it.
    bool step()
    {
        const Piece &piece = m_pieces[m_piece];
        const std::size_t begin = m_isInUnits ? m_next : piece.firstUnit;
        const std::size_t end = m_isInUnits ? m_next + 1 : piece.endUnit;
        if (begin == end) {
            m_piece = piece.next;
            return true;
        }
        if (begin >= m_apartEnd && leavesApart())
            return true;
        const BlockPolicy policy = m_isInUnits ? BlockPolicy::Parts : policyOf(m_request.policies, piece.kind);
        if (policy == BlockPolicy::Apart && begin >= m_apartEnd && !fits(begin, end)) {
            if (m_open.hasContent) {
                const std::size_t at = beforeLeads(begin, policy);
                if (closeAt(at))
                    open(at, at);
                return true;
            }
            m_apartEnd = end;
        }
        const std::size_t room = m_open.room;
        const std::size_t tokens = countTo(end);
        if (!m_longEnds.empty() && begin >= m_longEnds.back())
            return leaveLong(end, tokens);
        if (!m_isInUnits && m_open.hasContent && piece.isEmptySection && tokens <= room) {
            take(end);
            return true;
        }
        const bool isTooSmall = tokens <= desired() && countTo(m_next) < m_request.leastTokens;
        if (!m_isInUnits && isBound(piece) && m_open.hasContent && !isTooSmall) {
            if (closeAt(m_next))
                carry(m_next, end, m_request.overlapsSections ? 0 : m_next);
            return true;
        }
        if (tokens <= desired()) {
            take(end);
        } else if (!m_open.hasContent) {
            if (tokens <= room && (policy != BlockPolicy::Free || end - begin == 1))
                take(end);
            else if (tokens > room && m_open.first < m_open.newFrom)
                open(m_open.newFrom, m_open.newFrom);
            else if (tokens > room && m_next > m_open.first && isClosing(m_request.segmentation, m_next - 1)
                     && fits(begin, end))
                closeAndOpen();
            else if (tokens > room && policy != BlockPolicy::Free && endsWithLeadIn(m_units, m_open, m_next)
                     && fits(begin, end))
                m_open.hasContent = true; // rather alone than with a part of it
            else if (!openUp(piece, begin, end))
                return cut(begin);
        } else if (isSmall() && tokens <= room && policy != BlockPolicy::Free) {
            take(end);
        } else if (!(policy == BlockPolicy::Free || (isSmall() && !mustPart(piece) && !fits(begin, end)))
                   || !openUp(piece, begin, end)) {
            if ((isClosing(m_request.segmentation, begin) || isCaptionBelow(m_units, begin)) && moveLast(end))
                return true;
            const std::size_t at = beforeLeads(begin, policy);
            if (closeAt(at))
                carry(at, fits(begin, end) ? end : begin + 1, m_request.overlapsSections ? 0 : m_sectionFirst);
        }
        return true;
    }

    /// Ends the last chunk of what was put apart. True when there was one to end.
    bool leavesApart()
    {
        if (m_apartEnd == 0 || !m_open.hasContent || m_open.first >= m_apartEnd) {
            m_apartEnd = 0;
            return false;
        }
        if (closeAt(m_next)) {
            m_apartEnd = 0;
            open(m_next, m_next);
        }
        return true;
    }

    // Long declarations.

    [[nodiscard]] bool isLong(const Piece &piece) const
    {
        return m_request.partsLongDeclarations && !m_isInUnits && piece.kind == BlockKind::Declaration;
    }

    /// Not where the chunk holds no more than what the declaration around begins with.
    [[nodiscard]] bool mustPart(const Piece &piece) const
    {
        return isLong(piece) && (m_longEnds.empty() || m_open.newFrom < m_longBegin || m_next > m_longHeaderEnd);
    }

    /// The chunk ends with a declaration it holds the last of, and with the marks behind that.
    bool leaveLong(std::size_t end, std::size_t tokens)
    {
        if (isClosing(m_request.segmentation, m_next) && end == m_next + 1 && tokens <= m_open.room) {
            take(end);
            for (std::uint32_t &longEnd : m_longEnds)
                longEnd = longEnd == end - 1 ? static_cast<std::uint32_t>(end) : longEnd;
            return true;
        }
        while (!m_longEnds.empty() && m_next >= m_longEnds.back())
            m_longEnds.pop_back();
        if (m_open.hasContent)
            closeAndOpen();
        return true;
    }

    /// What was taken last goes on to the next chunk with a mark that only ends it.
    bool moveLast(std::size_t end)
    {
        const std::size_t at = m_lastTaken;
        if (at <= m_open.newFrom || leads(m_units, at - 1) || !fits(at, end))
            return false;
        if (closeAt(at)) {
            open(at, at);
            m_open.hasContent = true;
            remember();
        }
        return true;
    }

    [[nodiscard]] bool isBound(const Piece &piece) const
    {
        const auto isDeepEnough = [&](std::uint8_t level) {
            return level > 0 && (m_request.bound == SectionBound::Every || level <= m_request.deepestLevel);
        };
        return m_request.bound != SectionBound::None && (isDeepEnough(piece.level) || isDeepEnough(piece.endedLevel));
    }

    /// What desired leaves to the open chunk's text.
    [[nodiscard]] std::size_t desired() const
    {
        const std::size_t reserved = m_request.maxTokens - m_open.room;
        return m_request.desiredTokens - std::min(m_request.desiredTokens, reserved);
    }

    /// Less than half of what is desired.
    [[nodiscard]] bool isSmall() const { return 2 * countTo(m_next) < desired(); }

    /// Whether units fit into a chunk that begins with them.
    [[nodiscard]] bool fits(std::size_t begin, std::size_t end)
    {
        return countOf(begin, end) <= roomFor(prefixAt(begin, m_units[begin].emit.begin));
    }

    /// Goes on with the pieces or units inside the piece. False when it is one unit.
    bool openUp(const Piece &piece, std::size_t begin, std::size_t end)
    {
        if (m_isInUnits || end - begin == 1)
            return false;
        if (isLong(piece)) {
            // a declaration without the comment before it begins as the one with it does
            const bool isBehindComment
                = !m_longEnds.empty() && begin == m_longHeaderEnd && m_pieces[m_piece - 1].kind == BlockKind::Comment;
            m_longBegin = isBehindComment ? m_longBegin : begin;
            m_longEnds.push_back(piece.endUnit);
            m_longHeaderEnd = piece.next > m_piece + 1 ? m_pieces[m_piece + 1].endUnit : begin;
        }
        if (piece.next > m_piece + 1)
            ++m_piece;
        else
            m_isInUnits = true;
        return true;
    }

    void take(std::size_t end)
    {
        for (std::size_t unit = m_next; unit < end && !m_open.hasContent; ++unit)
            m_open.hasContent = !leads(m_units, unit) && !isClosing(m_request.segmentation, unit);
        if (!m_isInUnits && isBound(m_pieces[m_piece]))
            m_sectionFirst = m_next;
        m_lastTaken = m_next;
        m_next = end;
        const Piece &piece = m_pieces[m_piece];
        if (!m_isInUnits) {
            m_piece = piece.next;
        } else if (m_next == piece.endUnit) {
            m_piece = piece.next;
            m_isInUnits = false;
        }
    }

    // Counts.

    /// Counts go up to `most` and stand for more above it: what is over max by much need not be known.
    static constexpr std::size_t all = static_cast<std::size_t>(-1);

    [[nodiscard]] std::size_t countOf(std::size_t begin, std::size_t end) const
    {
        return m_counts.countUpTo(begin, end - 1, m_request.maxTokens);
    }

    /// Tokens of the open chunk, were it to end with unit `end` - 1.
    [[nodiscard]] std::size_t countTo(std::size_t end) const { return countFrom(m_open, end, m_request.maxTokens); }

    [[nodiscard]] std::size_t countFrom(const OpenChunk &from, std::size_t end, std::size_t most) const
    {
        if (end == from.first)
            return 0;
        if (!from.isPartial)
            return m_counts.countUpTo(from.first, end - 1, most);
        const std::size_t byte = m_units[end - 1].emit.end;
        if (m_edges && from.begin.holdsTo(byte)) {
            if (const EndEdge edge = m_edges->endEdge(end - 1); edge.isExact)
                return edge.upTo - from.begin.before;
        }
        return m_request.index.countUpTo({from.beginByte, byte}, most);
    }

    // Prefixes.

    [[nodiscard]] ChunkPrefix prefixAt(std::size_t unit, std::size_t byte)
    {
        return m_prefixes ? m_prefixes->at(unit, byte) : ChunkPrefix{};
    }

    /// What max leaves to a text behind the prefix; nearly so where that is not certain.
    [[nodiscard]] std::size_t roomFor(const ChunkPrefix &prefix) const
    {
        const auto tokens = static_cast<std::size_t>(std::max<std::int32_t>(prefix.tokens, 0));
        return m_request.maxTokens - std::min(m_request.maxTokens, tokens);
    }

    /// Sets what the prefix adds, counting it together with the text if need be. False when that is over max.
    bool setPrefix(Chunk &chunk, const ChunkPrefix &prefix, std::size_t unit)
    {
        chunk.prefixHeadings = prefix.headings & 0x7FU;
        chunk.repeatsTableHead = prefix.hasTableHead;
        chunk.prefixTokens = prefix.tokens;
        if (!prefix.isCertain) {
            const std::size_t together = m_prefixes->countWith(prefix, unit, chunk.source);
            chunk.prefixTokens = static_cast<std::int32_t>(together) - static_cast<std::int32_t>(chunk.tokens);
        }
        return chunk.embeddedTokens() <= m_request.maxTokens;
    }

    // Chunks.

    void open(std::size_t first, std::size_t newFrom)
    {
        m_open = {};
        m_open.first = first;
        m_open.newFrom = newFrom;
        m_open.beginByte = m_units[first].emit.begin;
        m_open.reason = m_units[first].startReason;
        m_open.prefix = prefixAt(first, m_open.beginByte);
        m_open.room = roomFor(m_open.prefix);
        remember();
    }

    /// Where to go on from when the open chunk turns out to be too long.
    void remember()
    {
        if (!m_open.prefix.isCertain)
            m_opened = {m_piece,     m_isInUnits, m_next,      m_sectionFirst,  m_apartEnd,
                        m_lastTaken, m_longEnds,  m_longBegin, m_longHeaderEnd, m_open};
    }

    /// Fills the open chunk again with less room.
    void fillAgain(std::size_t excess)
    {
        m_piece = m_opened.piece;
        m_isInUnits = m_opened.isInUnits;
        m_next = m_opened.next;
        m_sectionFirst = m_opened.sectionFirst;
        m_apartEnd = m_opened.apartEnd;
        m_lastTaken = m_opened.lastTaken;
        m_longEnds = m_opened.longEnds;
        m_longBegin = m_opened.longBegin;
        m_longHeaderEnd = m_opened.longHeaderEnd;
        m_opened.open.room -= std::min(m_opened.open.room, excess);
        m_open = m_opened.open;
    }

    /// All but its tokens.
    [[nodiscard]] Chunk uncountedTo(const OpenChunk &from, std::size_t end) const
    {
        Chunk chunk;
        chunk.emit = {from.beginByte, m_units[end - 1].emit.end};
        chunk.source = chunk.emit;
        chunk.units = static_cast<std::uint32_t>(end - from.first);
        chunk.carriedUnits = static_cast<std::uint32_t>(from.newFrom - from.first);
        chunk.startReason = from.reason;
        chunk.endReason = end < m_units.size() ? m_units[end].startReason : BoundaryReason::DocumentEnd;
        return chunk;
    }

    [[nodiscard]] Chunk chunkTo(const OpenChunk &from, std::size_t end) const
    {
        Chunk chunk = uncountedTo(from, end);
        chunk.tokens = static_cast<std::uint32_t>(countFrom(from, end, all));
        if (chunk.carriedUnits > 0)
            chunk.overlapTokens = static_cast<std::uint32_t>(m_counts.count(from.first, from.newFrom - 1));
        chunk.isIndivisible = chunk.tokens > m_request.maxTokens;
        return chunk;
    }

    /// False when the chunk is too long after all; then it is filled again.
    bool closeAt(std::size_t end)
    {
        Chunk chunk = chunkTo(m_open, end);
        if (!setPrefix(chunk, m_open.prefix, m_open.first)) {
            if (!m_open.prefix.isCertain && end > m_opened.next) {
                fillAgain(chunk.embeddedTokens() - m_request.maxTokens);
                return false;
            }
            m_open.prefix = {};
            setPrefix(chunk, m_open.prefix, m_open.first);
        }
        m_chunks.push_back(chunk);
        m_last = m_open;
        return true;
    }

    void closeAndOpen()
    {
        if (closeAt(m_next))
            open(m_next, m_next);
    }

    /// Headings, captions and lead-ins of what follows that the chunk would end with go to the next one.
    [[nodiscard]] std::size_t beforeHeadings(std::size_t end) const
    {
        std::size_t at = end;
        while (at > m_open.newFrom + 1 && leads(m_units, at - 1))
            --at;
        return leads(m_units, at - 1) ? end : at;
    }

    /// The same before the candidate. A lead-in stays when what will be whole behind it, a piece that fits into a chunk
    /// or else a unit, has no room for it.
    [[nodiscard]] std::size_t beforeLeads(std::size_t begin, BlockPolicy policy)
    {
        const std::size_t at = beforeHeadings(m_next);
        if (at == m_next || !endsWithLeadIn(m_units, m_open, m_next))
            return at;
        if (m_isInUnits || policy == BlockPolicy::Free)
            return fits(at, begin + 1) ? at : m_next;
        std::size_t piece = m_piece;
        const auto endOf
            = [&](std::size_t number) { return std::max<std::size_t>(m_pieces[number].endUnit, begin + 1); };
        while (!fits(begin, endOf(piece)) && m_pieces[piece].next > piece + 1)
            ++piece;
        return fits(at, fits(begin, endOf(piece)) ? endOf(piece) : begin + 1) ? at : m_next;
    }

    /// Begins the next chunk with units before `at`, none before `lowest`, that leave room for all up to `roomEnd`.
    void carry(std::size_t at, std::size_t roomEnd, std::size_t lowest)
    {
        std::size_t first = at;
        const std::size_t bound = std::max(lowest, m_open.first + 1);
        while (first > bound && mayBeCarried(m_units[first - 1].kind)
               && countOf(first - 1, at) <= m_request.overlapTokens && fits(first - 1, roomEnd))
            --first;
        open(first, at);
    }

    /// Cuts the headings that were taken, and the unit behind them, into windows. The last one stays open.
    bool cut(std::size_t unit)
    {
        m_windows.clear();
        const ByteRange bytes{m_open.beginByte, m_units[unit].emit.end};
        if (!cutIntoWindows({bytes, bytes, m_open.reason}, m_sources, m_request.index, roomForWindows(unit), m_stop,
                            m_windows, &m_words))
            return false;
        std::size_t first = m_open.first;
        for (std::size_t number = 0; number < m_windows.size(); ++number) {
            const WindowPiece &window = m_windows[number];
            while (first < unit && m_units[first].emit.end <= window.unit.emit.begin)
                ++first;
            m_open.first = first;
            m_open.newFrom = first;
            m_open.beginByte = window.unit.emit.begin;
            m_open.reason = window.unit.startReason;
            m_open.isPartial = true;
            m_open.begin = window.begin;
            m_open.prefix = prefixAt(first, m_open.beginByte);
            const Chunk chunk = windowChunk(window, unit);
            m_open.room = roomFor(m_open.prefix);
            if (number + 1 < m_windows.size()) {
                m_chunks.push_back(chunk);
                m_chunks.back().endReason = m_windows[number + 1].unit.startReason;
                m_last = m_open;
                m_last.hasContent = false; // nothing can be taken from it
            }
        }
        take(unit + 1);
        m_open.hasContent = true;
        remember();
        return true;
    }

    /// With any prefix a window may come to have.
    [[nodiscard]] std::size_t roomForWindows(std::size_t lastUnit)
    {
        constexpr std::size_t spareTokens = 2;
        std::size_t room = roomFor(m_open.prefix);
        if (!m_prefixes)
            return room;
        for (std::size_t unit = m_open.first; unit <= lastUnit; ++unit) {
            for (const std::size_t byte : {std::size_t{m_units[unit].emit.begin}, lastCharacterOf(unit)}) {
                const ChunkPrefix prefix = prefixAt(unit, byte);
                const std::size_t left = roomFor(prefix);
                room = std::min(room, prefix.isCertain || left <= spareTokens ? left : left - spareTokens);
            }
        }
        return room;
    }

    [[nodiscard]] std::size_t lastCharacterOf(std::size_t unit) const
    {
        return previousCharacterStart(*m_request.segmentation.emitted.text(), m_units[unit].emit.end);
    }

    /// Of the open window. Drops its prefix when there is no room for both.
    [[nodiscard]] Chunk windowChunk(const WindowPiece &window, std::size_t lastUnit)
    {
        std::size_t end = m_open.first + 1;
        while (end <= lastUnit && m_units[end].emit.begin < window.unit.emit.end)
            ++end;
        Chunk chunk = uncountedTo(m_open, end);
        chunk.emit = window.unit.emit;
        chunk.source = window.unit.source;
        chunk.tokens = window.end.isExact && window.begin.holdsTo(chunk.emit.end)
            ? window.end.upTo - window.begin.before
            : static_cast<std::uint32_t>(m_request.index.count(chunk.emit));
        chunk.isIndivisible = chunk.tokens > m_request.maxTokens;
        if (!setPrefix(chunk, m_open.prefix, m_open.first)) {
            m_open.prefix = {};
            setPrefix(chunk, m_open.prefix, m_open.first);
        }
        return chunk;
    }

    /// The last chunk. One that is all headings joins the one before or takes its last unit. False when it is too long
    /// after all.
    bool finish()
    {
        if (!m_open.hasContent && !m_chunks.empty() && !m_last.isPartial) {
            const std::size_t middle = m_open.newFrom;
            if (countFrom(m_last, m_next, m_request.maxTokens) <= m_last.room && replaceLast(m_next))
                return true;
            const std::size_t moved = middle - 1;
            const bool leavesContent = moved > m_last.newFrom && !leads(m_units, moved - 1);
            const bool endsCode = isClosing(m_request.segmentation, middle); // and what it ends would be cut
            if (leavesContent && !endsCode && fits(moved, m_next) && replaceLast(moved))
                open(moved, moved);
        }
        return closeAt(m_next);
    }

    /// Lets the last chunk end elsewhere. False when it would be over max.
    bool replaceLast(std::size_t end)
    {
        Chunk chunk = chunkTo(m_last, end);
        if (!setPrefix(chunk, m_last.prefix, m_last.first))
            return false;
        m_chunks.back() = chunk;
        return true;
    }

    const PiecePackRequest &m_request;
    const std::vector<Unit> &m_units;
    const std::vector<Piece> &m_pieces;
    const UnitEdges *m_edges; ///< null when counts have to be asked for
    UnitCounts m_counts;
    std::stop_token m_stop;
    EmittedText::RisingSource m_sources;
    WordWindows m_words;
    std::optional<Prefixes> m_prefixes;
    std::vector<Chunk> m_chunks;
    std::vector<WindowPiece> m_windows;
    ChainWatch<PiecePlace> m_watch;
    std::size_t m_chunksAtPlace = static_cast<std::size_t>(-1); ///< when it was watched last
    bool m_isAtEnd = false;

    std::size_t m_piece = 0; ///< the candidate, or what holds it
    bool m_isInUnits = false; ///< candidates are the units of the piece, from m_next on
    std::size_t m_next = 0; ///< the first unit not taken
    std::size_t m_lastTaken = 0; ///< the first unit of what was taken last
    std::vector<std::uint32_t> m_longEnds; ///< of the long declarations being gone through, units
    std::size_t m_longBegin = 0; ///< the first unit of the innermost
    std::size_t m_longHeaderEnd = 0; ///< behind what stands before its first member
    std::size_t m_sectionFirst = 0; ///< the first unit of the section that was begun last
    std::size_t m_apartEnd = 0; ///< the unit behind what is being put into chunks of its own; 0: nothing is
    std::size_t m_steps = 0;
    OpenChunk m_open;
    OpenChunk m_last; ///< of the chunk closed last
    OpenedPlace m_opened; ///< of the open chunk when its prefix is not certain
};

} // namespace

Outcome<std::vector<Chunk>> packPieces(const PiecePackRequest &request, std::stop_token stop)
{
    const std::vector<std::size_t> firstUnits = sectionsByText(request.segmentation.units, request.threads);
    return packInSections(firstUnits, request.threads.threads, [&](std::size_t firstUnit, std::size_t section) {
        return std::make_unique<PiecePacker>(request, stop, firstUnit, section == 0 ? 1 : firstUnits.size());
    });
}

} // namespace cw
