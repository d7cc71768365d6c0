// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/packer.h"

#include "chunk/chainsections.h"
#include "chunk/chunkofunits.h"
#include "chunk/runcounts.h"
#include "chunk/unitsumpacker.h"
#include "chunk/windows.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace cw {

namespace {

/// Fewest chunks that make it worth asking whether to stop.
constexpr std::size_t stopCheckMask = 0xFF;

constexpr std::size_t unitsPerLine = 3;
constexpr std::size_t unitsAhead = 64;

/// All that chunks from one on depend on, where the chunk is about to be filled with whole units.
struct Place
{
    std::uint32_t first = 0; ///< unit, of the chunk
    std::uint32_t next = 0; ///< unit not taken yet
    std::uint32_t carried = 0;

    bool operator==(const Place &) const = default;
};

/// Units come from the request, over-long ones as pieces first. As long as a chunk is made of whole units, it is just
/// two numbers and all counts come from the edges. Around pieces, and when there are no edges, units taken are kept in
/// order; the chunk being filled is their tail from `m_first` on, so carrying units back means no more than moving
/// `m_first`.
class Packer
{
public:
    /// Begins with a unit, and has room for one of so many parts of all chunks.
    Packer(const PackRequest &request, std::stop_token stop, std::size_t firstUnit = 0, std::size_t parts = 1)
        : m_request(request), m_edges(request.edges), m_counts(request.units, request.index, request.edges),
          m_stop(std::move(stop)), m_sources(request.emitted), m_words(request.words), m_nextUnit(firstUnit)
    {
        const std::size_t total = request.index.total();
        const std::size_t perChunk = request.maxTokens - std::min(request.overlapTokens, request.maxTokens - 1);
        m_chunks.reserve(std::min(request.units.size(), total / perChunk + total / perChunk / 3 + 1) / parts + 1);
        if (m_edges && firstUnit > 0) {
            const std::vector<std::uint32_t> &longUnits = m_edges->longUnits();
            m_nextLong = static_cast<std::size_t>(std::ranges::lower_bound(longUnits, firstUnit) - longUnits.begin());
        }
    }

    /// Packs to the end, or until it rests. False when stopped.
    [[nodiscard]] bool run()
    {
        m_isResting = false;
        while (hasNext() && !m_isResting) {
            if (m_stop.stop_requested())
                return false;
            if (isOfWholeUnits() ? !packWholeUnits() : !packNext())
                return false;
        }
        if (!m_isResting)
            flush();
        return true;
    }

    [[nodiscard]] bool isAtEnd() const noexcept { return !m_isResting; }
    [[nodiscard]] std::vector<Chunk> &chunks() noexcept { return m_chunks; }
    [[nodiscard]] ChainWatch<Place> &watch() noexcept { return m_watch; }

private:
    static constexpr std::size_t noNumber = static_cast<std::size_t>(-1);
    static constexpr std::size_t all = static_cast<std::size_t>(-1);

    struct Item
    {
        Unit unit;
        std::size_t number = noNumber; ///< of the unit; none for a piece of one
        BeginEdge begin = {}; ///< of a piece
        EndEdge end = {}; ///< of a piece
    };

    /// Whether the chunk being filled and what comes next can be described by numbers of units.
    [[nodiscard]] bool isOfWholeUnits() const { return m_edges && !hasPieces() && m_first >= m_afterLastPiece; }

    /// Packs to the end of the text or until a unit is too long, which is cut. False when stopped.
    [[nodiscard]] bool packWholeUnits()
    {
        if (m_edges->isPlain() && m_request.maxTokens <= largestBudget)
            return packWholeUnits(PlainCounts(*m_edges, m_request.units.size()));
        return packWholeUnits(KnownCounts(m_counts, m_request.units.size()));
    }

    template<class Counts>
    [[nodiscard]] bool packWholeUnits(const Counts counts)
    {
        const std::vector<Unit> &units = m_request.units;
        const std::size_t max = m_request.maxTokens;
        const std::size_t overlap = m_request.overlapTokens;
        std::size_t next = m_nextUnit;
        std::size_t first = next - (m_taken.size() - m_first);
        std::size_t carried = m_carried;
        m_taken.clear();
        m_first = 0;
        m_afterLastPiece = 0;
        m_carried = 0;
        std::size_t fetched = next;
        const auto putBack = [&] {
            m_nextUnit = first;
            while (m_nextUnit < next)
                take();
            m_carried = static_cast<std::uint32_t>(carried);
        };
        if (rests(first, next, carried)) {
            putBack();
            return true;
        }

        while (next < units.size()) {
            if (first == next && counts.countUpTo(next, next, max) <= max)
                ++next;
            if (first < next) {
                next = counts.firstOver(first, next, max);
                if (next == units.size())
                    break;
            }
            if (counts.countUpTo(next, next, max) > max) {
                putBack();
                return cutNextUnit();
            }
            // Edges are read one after the other, but of units only two or three a chunk: those are fetched ahead.
            for (const std::size_t end = std::min(next + unitsAhead, units.size()); fetched < end;
                 fetched += unitsPerLine)
                __builtin_prefetch(units.data() + fetched);
            addWholeUnits(counts, first, next, carried).endReason = units[next].startReason;
            if ((m_chunks.size() & stopCheckMask) == 0 && m_stop.stop_requested())
                return false;
            first = counts.carriedFrom(first, next, overlap, max);
            carried = next - first;
            if (rests(first, next, carried)) {
                putBack();
                return true;
            }
            ++next;
        }
        if (first < next)
            addWholeUnits(counts, first, next, carried).endReason = BoundaryReason::DocumentEnd;
        m_nextUnit = next;
        return true;
    }

    [[nodiscard]] bool rests(std::size_t first, std::size_t next, std::size_t carried)
    {
        if (!m_watch.isWatching(next)) [[likely]]
            return false;
        const Place place{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(next),
                          static_cast<std::uint32_t>(carried)};
        m_isResting = m_watch.restsAt(place, m_chunks.size());
        return m_isResting;
    }

    template<class Counts>
    Chunk &addWholeUnits(const Counts &counts, std::size_t first, std::size_t end, std::size_t carried)
    {
        const Unit *units = m_request.units.data();
        Chunk &chunk = addChunk(m_chunks, units[first], units[end - 1], end - first, carried);
        chunk.tokens = static_cast<std::uint32_t>(counts.countUpTo(first, end - 1, all));
        if (carried > 0)
            chunk.overlapTokens = static_cast<std::uint32_t>(counts.countUpTo(first, first + carried - 1, all));
        return chunk;
    }

    [[nodiscard]] bool packNext()
    {
        if (!hasPieces()) {
            takeRun();
            if (m_nextUnit == m_request.units.size())
                return true;
            if (isOverlong(next()))
                return cutNextUnit();
        } else {
            flushPieces();
            if (!hasPieces())
                return true;
        }
        if (!isEmpty() && !fits(m_taken[m_first], next(), m_request.maxTokens)) {
            flush();
            carryBack();
        }
        take();
        return true;
    }

    /// As long as the chunk being filled is one piece that is not carried over and has no room for the next one, as
    /// nearly all pieces of a long unit are.
    void flushPieces()
    {
        if (m_nextPiece == 0 || !hasPieces() || m_first + 1 != m_taken.size() || m_carried > 0
            || m_taken.back().number != noNumber)
            return;
        for (; hasPieces(); ++m_nextPiece) {
            const WindowPiece &piece = m_pieces[m_nextPiece - 1];
            const WindowPiece &next = m_pieces[m_nextPiece];
            const bool isKnown = piece.end.isExact && next.end.isExact && piece.begin.holdsTo(piece.unit.emit.end)
                && piece.begin.holdsTo(next.unit.emit.end);
            const std::uint32_t tokens = piece.end.upTo - piece.begin.before;
            if (!isKnown || tokens <= m_request.overlapTokens
                || next.end.upTo - piece.begin.before <= m_request.maxTokens)
                break;
            Chunk &chunk = addChunk(m_chunks, piece.unit, piece.unit, 1, 0);
            chunk.endReason = next.unit.startReason;
            chunk.tokens = tokens;
            chunk.isIndivisible = tokens > m_request.maxTokens;
        }
        const WindowPiece &last = m_pieces[m_nextPiece - 1];
        m_taken.back() = {last.unit, noNumber, last.begin, last.end};
    }

    [[nodiscard]] bool cutNextUnit()
    {
        m_pieces.clear();
        m_nextPiece = 0;
        if (m_edges)
            prefetchOverlong();
        return cutIntoWindows(m_request.units[m_nextUnit++], m_sources, m_request.index, m_request.maxTokens, m_stop,
                              m_pieces, &m_words);
    }

    /// While a unit is cut, what the next one's windows need is fetched from memory.
    void prefetchOverlong()
    {
        const std::vector<Unit> &units = m_request.units;
        const std::vector<std::uint32_t> &longUnits = m_edges->longUnits();
        const std::size_t max = m_request.maxTokens;
        if (max < UnitEdges::longTokens)
            return;
        const std::size_t known = m_nextLong;
        while (m_nextLong < longUnits.size()
               && (longUnits[m_nextLong] <= m_nextUnit || m_edges->alone(longUnits[m_nextLong]) <= max))
            ++m_nextLong;
        if (m_nextLong == longUnits.size() || (m_nextLong == known && known > 0))
            return;
        const std::size_t unit = longUnits[m_nextLong];
        if (m_words.prefetch(units[unit].emit.begin, max))
            return;
        m_request.index.prefetchEdges(units[unit].emit.begin);
        m_request.index.prefetchEdges(units[unit].emit.end);
        const std::size_t tokens = m_edges->alone(unit);
        for (std::size_t end = max; end < std::min(tokens, 3 * max + 1); end += max)
            m_request.index.prefetchToken(m_edges->before()[unit] + end);
    }

    [[nodiscard]] bool hasPieces() const { return m_nextPiece < m_pieces.size(); }
    [[nodiscard]] bool hasNext() const { return hasPieces() || m_nextUnit < m_request.units.size(); }
    [[nodiscard]] bool isEmpty() const { return m_first == m_taken.size(); }
    [[nodiscard]] Item next() const
    {
        if (!hasPieces())
            return {m_request.units[m_nextUnit], m_nextUnit};
        const WindowPiece &piece = m_pieces[m_nextPiece];
        return {piece.unit, noNumber, piece.begin, piece.end};
    }

    void take()
    {
        if (m_taken.size() == m_taken.capacity() && m_first > m_taken.size() / 2)
            forgetTaken();
        m_taken.push_back(next());
        if (hasPieces()) {
            ++m_nextPiece;
            m_afterLastPiece = m_taken.size();
        } else {
            ++m_nextUnit;
        }
    }

    /// Drops what lies before the chunk being filled, so that the list stays as short as a few chunks.
    void forgetTaken()
    {
        m_taken.erase(m_taken.begin(), m_taken.begin() + static_cast<std::ptrdiff_t>(m_first));
        m_afterLastPiece -= std::min(m_afterLastPiece, m_first);
        m_first = 0;
    }

    [[nodiscard]] std::size_t count(const Item &first, const Item &last) const { return countUpTo(first, last, all); }
    [[nodiscard]] std::size_t countUpTo(const Item &first, const Item &last, std::size_t most) const
    {
        if (first.number != noNumber && last.number != noNumber)
            return m_counts.countUpTo(first.number, last.number, most);
        if (m_edges && first.number != noNumber && last.end.isExact && m_edges->endsInStep(first.number))
            return m_edges->countTo(first.number, last.end);
        if (first.number == noNumber && first.begin.holdsTo(last.unit.emit.end)) {
            const EndEdge end = m_edges && last.number != noNumber ? m_edges->endEdge(last.number) : last.end;
            if (end.isExact)
                return end.upTo - first.begin.before;
        }
        return m_request.index.countUpTo({first.unit.emit.begin, last.unit.emit.end}, most);
    }
    [[nodiscard]] bool fits(const Item &first, const Item &last, std::size_t most) const
    {
        return countUpTo(first, last, most) <= most;
    }

    [[nodiscard]] bool isOverlong(const Item &item) const { return !fits(item, item, m_request.maxTokens); }

    /// Takes whole units while the chunk fits. Without edges the difference of ranks says nearly where the budget ends;
    /// exact counts then move the end unit by unit, so that a chunk costs the same however many units it holds.
    void takeRun()
    {
        const std::vector<Unit> &units = m_request.units;
        if (m_nextUnit == units.size())
            return;
        const Item first = isEmpty() ? next() : m_taken[m_first];
        const auto reaches = [&](std::size_t unit) { return fits(first, {units[unit], unit}, m_request.maxTokens); };
        std::size_t end = m_nextUnit;
        if (!m_edges) {
            end = guessedEnd(first);
            while (end > m_nextUnit && !reaches(end - 1))
                --end;
            if (end == m_nextUnit)
                return;
        }
        while (end < units.size() && reaches(end))
            ++end;
        while (m_nextUnit < end)
            take();
    }

    [[nodiscard]] std::size_t guessedEnd(const Item &first) const
    {
        const std::vector<Unit> &units = m_request.units;
        const std::size_t limit = m_request.index.tokensBefore(first.unit.emit.begin) + m_request.maxTokens;
        const auto reaches = [&](const Unit &unit) { return m_request.index.tokensBefore(unit.emit.end) <= limit; };
        std::size_t low = m_nextUnit;
        std::size_t step = 1;
        while (low + step < units.size() && reaches(units[low + step])) {
            low += step;
            step *= 2;
        }
        const auto from = units.begin() + static_cast<std::ptrdiff_t>(low);
        const auto to = units.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, units.size()));
        const auto end = static_cast<std::size_t>(std::partition_point(from, to, reaches) - units.begin());
        return std::max(end, m_nextUnit + 1);
    }

    /// Ends the chunk being filled, if it holds anything.
    void flush()
    {
        if (isEmpty())
            return;
        const Item &first = m_taken[m_first];
        const Item &last = m_taken.back();
        Chunk &chunk = addChunk(m_chunks, first.unit, last.unit, m_taken.size() - m_first, m_carried);
        chunk.endReason = hasNext() ? next().unit.startReason : BoundaryReason::DocumentEnd;
        chunk.tokens = static_cast<std::uint32_t>(count(first, last));
        if (m_carried > 0)
            chunk.overlapTokens = static_cast<std::uint32_t>(count(first, m_taken[m_first + m_carried - 1]));
        chunk.isIndivisible = chunk.tokens > m_request.maxTokens;
        m_first = m_taken.size();
        m_carried = 0;
    }

    /// Begins the next chunk with as many trailing units of the last one as the overlap holds and the next unit leaves
    /// room for.
    void carryBack()
    {
        const std::size_t units = m_chunks.back().units;
        const Item upcoming = next();
        while (m_carried < units && fits(m_taken[m_first - 1], m_taken.back(), m_request.overlapTokens)
               && fits(m_taken[m_first - 1], upcoming, m_request.maxTokens)) {
            --m_first;
            ++m_carried;
        }
    }

    const PackRequest &m_request;
    const UnitEdges *m_edges; ///< null when counts have to be asked for
    UnitCounts m_counts;
    std::stop_token m_stop;
    std::vector<Item> m_taken;
    std::vector<WindowPiece> m_pieces;
    EmittedText::RisingSource m_sources; ///< for pieces, which come in order
    WordWindows m_words; ///< likewise
    std::vector<Chunk> m_chunks;
    ChainWatch<Place> m_watch;
    bool m_isResting = false; ///< else, once it has run, at the end
    std::size_t m_first = 0;
    std::size_t m_afterLastPiece = 0; ///< in m_taken
    std::size_t m_nextUnit;
    std::size_t m_nextPiece = 0;
    std::size_t m_nextLong = 0; ///< in the list of long units, the one that was fetched last
    std::uint32_t m_carried = 0;
};

} // namespace

Outcome<std::vector<Chunk>> packGreedily(const PackRequest &request, std::stop_token stop)
{
    if (request.budget == Budget::UnitSums)
        return packByUnitSums(request, std::move(stop));
    PackThreads threads = request.threads;
    if (!request.edges)
        threads.sections = 1;
    const std::vector<std::size_t> firstUnits = sectionsByText(request.units, threads);
    return packInSections(firstUnits, request.threads.threads, [&](std::size_t firstUnit, std::size_t section) {
        return std::make_unique<Packer>(request, stop, firstUnit, section == 0 ? 1 : firstUnits.size());
    });
}

void countTokens(Chunk &chunk, const Chunk *previous, const TokenIndex &index)
{
    chunk.tokens = static_cast<std::uint32_t>(index.count(chunk.emit));
    const ByteRange shared = previous ? intersection(previous->emit, chunk.emit) : ByteRange{};
    chunk.overlapTokens = shared.isEmpty() ? 0 : static_cast<std::uint32_t>(index.count(shared));
}

} // namespace cw
