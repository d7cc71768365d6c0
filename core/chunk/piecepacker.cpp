// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/piecepacker.h"

#include "chunk/windows.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFF;

/// The chunk being filled: units from `first` on, the first of them perhaps in part.
struct Open
{
    std::size_t first = 0;
    std::size_t newFrom = 0; ///< the first unit that is not carried
    std::size_t beginByte = 0;
    BoundaryReason reason = BoundaryReason::DocumentStart;
    bool isPartial = false; ///< begins inside its first unit
    BeginEdge begin = {}; ///< when it does
    bool hasContent = false; ///< holds something new that is no heading
};

class PiecePacker
{
public:
    PiecePacker(const PiecePackRequest &request, std::stop_token stop)
        : m_request(request), m_units(request.segmentation.units), m_pieces(request.segmentation.pieces),
          m_edges(request.edges && request.edges->isComplete() ? request.edges : nullptr), m_stop(std::move(stop)),
          m_sources(request.segmentation.emitted)
    {
        m_chunks.reserve(request.index.total() / std::max<std::size_t>(request.desiredTokens / 2, 1) / 4 + 1);
    }

    Outcome<std::vector<Chunk>> pack()
    {
        if (!m_units.empty())
            open(0, 0);
        while (m_piece < m_pieces.size()) {
            if ((m_steps++ & stopCheckMask) == 0 && m_stop.stop_requested())
                return Cancelled{};
            if (!step())
                return Cancelled{};
        }
        if (m_next > m_open.first)
            finish();
        return std::move(m_chunks);
    }

private:
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
        const std::size_t max = m_request.maxTokens;
        const std::size_t tokens = countTo(end);
        if (!m_longEnds.empty() && begin >= m_longEnds.back())
            return leaveLong(end, tokens);
        if (!m_isInUnits && m_open.hasContent && piece.isEmptySection && tokens <= max) {
            take(end);
            return true;
        }
        if (!m_isInUnits && isBound(piece) && m_open.hasContent) {
            closeAt(m_next);
            carry(m_next, end, m_request.overlapsSections ? 0 : m_next);
            return true;
        }
        if (tokens <= m_request.desiredTokens) {
            take(end);
        } else if (!m_open.hasContent) {
            if (tokens <= max)
                take(end);
            else if (m_open.first < m_open.newFrom)
                open(m_open.newFrom, m_open.newFrom);
            else if (m_next > m_open.first && isClosing(m_next - 1) && countOf(begin, end) <= max)
                closeAndOpen();
            else if (!openUp(piece, begin, end))
                return cut(begin);
        } else if (isSmall() && tokens <= max) {
            take(end);
        } else if (!isSmall() || mustPart(piece) || end - begin == 1 || countOf(begin, end) <= max
                   || !openUp(piece, begin, end)) {
            if (isClosing(begin) && moveLast(end))
                return true;
            const std::size_t at = beforeHeadings(m_next);
            closeAt(at);
            const std::size_t roomEnd = countOf(begin, end) <= max ? end : begin + 1;
            carry(at, roomEnd, m_request.overlapsSections ? 0 : m_sectionFirst);
        }
        return true;
    }

    /// Of source code: whether a unit is no more than marks that end what is before it.
    [[nodiscard]] bool isClosing(std::size_t unit) const
    {
        constexpr std::size_t longest = 16;
        const Unit &candidate = m_units[unit];
        if (candidate.kind != BlockKind::Statement || candidate.emit.size() > longest)
            return false;
        const std::string_view text = m_request.segmentation.emitted.slice(candidate.emit);
        return text == "end" || text.find_first_not_of("}]);,: \t\r\n") == std::string_view::npos;
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
        if (isClosing(m_next) && end == m_next + 1 && tokens <= m_request.maxTokens) {
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
        if (at <= m_open.newFrom || m_units[at - 1].kind == BlockKind::Heading
            || countOf(at, end) > m_request.maxTokens)
            return false;
        closeAt(at);
        open(at, at);
        m_open.hasContent = true;
        return true;
    }

    [[nodiscard]] bool isBound(const Piece &piece) const
    {
        if (piece.level == 0 || m_request.bound == SectionBound::None)
            return false;
        return m_request.bound == SectionBound::Every || piece.level <= m_request.deepestLevel;
    }

    /// Less than half of what is desired.
    [[nodiscard]] bool isSmall() const { return 2 * countTo(m_next) < m_request.desiredTokens; }

    /// Goes on with the pieces or units inside the piece. False when it is one unit.
    bool openUp(const Piece &piece, std::size_t begin, std::size_t end)
    {
        if (m_isInUnits || end - begin == 1)
            return false;
        if (isLong(piece)) {
            m_longEnds.push_back(piece.endUnit);
            m_longBegin = begin;
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
            m_open.hasContent = m_units[unit].kind != BlockKind::Heading && !isClosing(unit);
        if (!m_isInUnits && m_pieces[m_piece].level > 0 && isBound(m_pieces[m_piece]))
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

    [[nodiscard]] std::size_t countOf(std::size_t begin, std::size_t end) const
    {
        if (m_edges)
            return m_edges->count(begin, end - 1);
        return m_request.index.count({m_units[begin].emit.begin, m_units[end - 1].emit.end});
    }

    /// Tokens of the open chunk, were it to end with unit `end` - 1.
    [[nodiscard]] std::size_t countTo(std::size_t end) const { return countFrom(m_open, end); }

    [[nodiscard]] std::size_t countFrom(const Open &from, std::size_t end) const
    {
        if (end == from.first)
            return 0;
        if (!from.isPartial)
            return countOf(from.first, end);
        const std::size_t byte = m_units[end - 1].emit.end;
        if (m_edges && byte >= from.begin.exactFrom)
            return m_edges->upTo()[end - 1] - from.begin.before;
        return m_request.index.count({from.beginByte, byte});
    }

    // Chunks.

    void open(std::size_t first, std::size_t newFrom)
    {
        m_open = {};
        m_open.first = first;
        m_open.newFrom = newFrom;
        m_open.beginByte = m_units[first].emit.begin;
        m_open.reason = m_units[first].startReason;
    }

    [[nodiscard]] Chunk chunkTo(const Open &from, std::size_t end) const
    {
        Chunk chunk;
        chunk.emit = {from.beginByte, m_units[end - 1].emit.end};
        chunk.source = chunk.emit;
        chunk.units = static_cast<std::uint32_t>(end - from.first);
        chunk.carriedUnits = static_cast<std::uint32_t>(from.newFrom - from.first);
        chunk.tokens = static_cast<std::uint32_t>(countFrom(from, end));
        if (chunk.carriedUnits > 0)
            chunk.overlapTokens = static_cast<std::uint32_t>(countOf(from.first, from.newFrom));
        chunk.startReason = from.reason;
        chunk.endReason = end < m_units.size() ? m_units[end].startReason : BoundaryReason::DocumentEnd;
        chunk.isIndivisible = chunk.tokens > m_request.maxTokens;
        return chunk;
    }

    void closeAt(std::size_t end)
    {
        m_chunks.push_back(chunkTo(m_open, end));
        m_last = m_open;
    }

    void closeAndOpen()
    {
        closeAt(m_next);
        open(m_next, m_next);
    }

    /// Headings that the chunk would end with go to the next one.
    [[nodiscard]] std::size_t beforeHeadings(std::size_t end) const
    {
        std::size_t at = end;
        while (at > m_open.newFrom + 1 && m_units[at - 1].kind == BlockKind::Heading)
            --at;
        return m_units[at - 1].kind == BlockKind::Heading ? end : at;
    }

    [[nodiscard]] bool mayBeCarried(std::size_t unit) const
    {
        switch (m_units[unit].kind) {
        case BlockKind::Paragraph:
        case BlockKind::List:
        case BlockKind::ListItem:
        case BlockKind::Quote:
        case BlockKind::Footnote:
        case BlockKind::Declaration:
        case BlockKind::Statement:
        case BlockKind::Comment:
            return true;
        default:
            return false;
        }
    }

    /// Begins the next chunk with units before `at`, none before `lowest`, that leave room for all up to `roomEnd`.
    void carry(std::size_t at, std::size_t roomEnd, std::size_t lowest)
    {
        std::size_t first = at;
        const std::size_t bound = std::max(lowest, m_open.first + 1);
        while (first > bound && mayBeCarried(first - 1) && countOf(first - 1, at) <= m_request.overlapTokens
               && countOf(first - 1, roomEnd) <= m_request.maxTokens)
            --first;
        open(first, at);
    }

    /// Cuts the headings that were taken, and the unit behind them, into windows. The last one stays open.
    bool cut(std::size_t unit)
    {
        m_windows.clear();
        const ByteRange bytes{m_open.beginByte, m_units[unit].emit.end};
        if (!cutIntoWindows({bytes, bytes, m_open.reason}, m_sources, m_request.index, m_request.maxTokens, m_stop,
                            m_windows))
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
            if (number + 1 < m_windows.size())
                closeWindow(window, m_windows[number + 1].unit.startReason, unit);
        }
        take(unit + 1);
        m_open.hasContent = true;
        return true;
    }

    void closeWindow(const WindowPiece &window, BoundaryReason endReason, std::size_t lastUnit)
    {
        std::size_t end = m_open.first + 1;
        while (end <= lastUnit && m_units[end].emit.begin < window.unit.emit.end)
            ++end;
        Chunk chunk = chunkTo(m_open, end);
        chunk.emit = window.unit.emit;
        chunk.source = window.unit.source;
        chunk.tokens = static_cast<std::uint32_t>(m_request.index.count(chunk.emit));
        chunk.endReason = endReason;
        chunk.isIndivisible = chunk.tokens > m_request.maxTokens;
        m_chunks.push_back(chunk);
        m_last = m_open;
        m_last.hasContent = false; // nothing can be taken from it
    }

    /// The last chunk. One that is all headings joins the one before or takes its last unit.
    void finish()
    {
        if (!m_open.hasContent && !m_chunks.empty() && !m_last.isPartial) {
            const std::size_t middle = m_open.newFrom;
            if (countFrom(m_last, m_next) <= m_request.maxTokens) {
                m_chunks.back() = chunkTo(m_last, m_next);
                return;
            }
            const std::size_t moved = middle - 1;
            const bool leavesContent = moved > m_last.newFrom && m_units[moved - 1].kind != BlockKind::Heading;
            if (leavesContent && countOf(moved, m_next) <= m_request.maxTokens) {
                m_chunks.back() = chunkTo(m_last, moved);
                open(moved, moved);
            }
        }
        m_chunks.push_back(chunkTo(m_open, m_next));
    }

    const PiecePackRequest &m_request;
    const std::vector<Unit> &m_units;
    const std::vector<Piece> &m_pieces;
    const UnitEdges *m_edges; ///< null when counts have to be asked for
    std::stop_token m_stop;
    EmittedText::RisingSource m_sources;
    std::vector<Chunk> m_chunks;
    std::vector<WindowPiece> m_windows;

    std::size_t m_piece = 0; ///< the candidate, or what holds it
    bool m_isInUnits = false; ///< candidates are the units of the piece, from m_next on
    std::size_t m_next = 0; ///< the first unit not taken
    std::size_t m_lastTaken = 0; ///< the first unit of what was taken last
    std::vector<std::uint32_t> m_longEnds; ///< of the long declarations being gone through, units
    std::size_t m_longBegin = 0; ///< the first unit of the innermost
    std::size_t m_longHeaderEnd = 0; ///< behind what stands before its first member
    std::size_t m_sectionFirst = 0; ///< the first unit of the section that was begun last
    std::size_t m_steps = 0;
    Open m_open;
    Open m_last; ///< of the chunk closed last
};

} // namespace

Outcome<std::vector<Chunk>> packPieces(const PiecePackRequest &request, std::stop_token stop)
{
    return PiecePacker(request, std::move(stop)).pack();
}

} // namespace cw
