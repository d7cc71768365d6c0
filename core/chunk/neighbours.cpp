// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/neighbours.h"

#include "segment/words.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFF;

/// Where a returned text may begin or end.
struct Border
{
    std::uint32_t emitByte = 0;
    BoundaryReason reason = BoundaryReason::Sentence;
};

/// Whole units. Asked about in rising order.
class UnitBorders
{
public:
    UnitBorders(const std::vector<Unit> &units, const UnitEdges *edges)
        : m_units(units), m_edges(edges && edges->isComplete() ? edges : nullptr)
    {
    }

    [[nodiscard]] std::size_t beginsBefore(std::size_t emitByte)
    {
        while (m_begins < m_units.size() && m_units[m_begins].emit.begin < emitByte)
            ++m_begins;
        return m_begins;
    }
    [[nodiscard]] std::size_t endsUpTo(std::size_t emitByte)
    {
        while (m_ends < m_units.size() && m_units[m_ends].emit.end <= emitByte)
            ++m_ends;
        return m_ends;
    }
    [[nodiscard]] std::size_t endCount() const { return m_units.size(); }
    [[nodiscard]] Border begin(std::size_t number) const
    {
        return {m_units[number].emit.begin, m_units[number].startReason};
    }
    [[nodiscard]] Border end(std::size_t number) const
    {
        const bool isLast = number + 1 == m_units.size();
        return {m_units[number].emit.end, isLast ? BoundaryReason::DocumentEnd : m_units[number + 1].startReason};
    }
    [[nodiscard]] std::optional<std::uint32_t> tokens(std::size_t first, std::size_t last) const
    {
        return m_edges ? std::optional(m_edges->count(first, last)) : std::nullopt;
    }

private:
    const std::vector<Unit> &m_units;
    const UnitEdges *m_edges;
    std::size_t m_begins = 0;
    std::size_t m_ends = 0;
};

/// Units, and the pieces of those that are cut often. Asked about in rising order.
class PieceBorders
{
public:
    PieceBorders(const std::vector<Unit> &units, const std::vector<Chunk> &chunks)
    {
        m_begins.reserve(units.size());
        m_ends.reserve(units.size());
        std::size_t firstBegin = 0;
        std::size_t firstEnd = 0;
        for (std::size_t i = 0; i < units.size(); ++i) {
            const Unit &unit = units[i];
            while (firstBegin < chunks.size() && chunks[firstBegin].emit.begin <= unit.emit.begin)
                ++firstBegin;
            while (firstEnd < chunks.size() && chunks[firstEnd].emit.end <= unit.emit.begin)
                ++firstEnd;
            add(m_begins, {unit.emit.begin, unit.startReason});
            if (isCutOften(chunks, firstBegin, unit)) {
                for (; firstBegin < chunks.size() && chunks[firstBegin].emit.begin < unit.emit.end; ++firstBegin)
                    add(m_begins,
                        {static_cast<std::uint32_t>(chunks[firstBegin].emit.begin), chunks[firstBegin].startReason});
                for (; firstEnd < chunks.size() && chunks[firstEnd].emit.end < unit.emit.end; ++firstEnd)
                    add(m_ends, {static_cast<std::uint32_t>(chunks[firstEnd].emit.end), chunks[firstEnd].endReason});
            }
            const bool isLast = i + 1 == units.size();
            add(m_ends, {unit.emit.end, isLast ? BoundaryReason::DocumentEnd : units[i + 1].startReason});
        }
    }

    [[nodiscard]] static bool isCutOften(const std::vector<Chunk> &chunks, std::size_t firstBegin, const Unit &unit)
    {
        return firstBegin + 1 < chunks.size() && chunks[firstBegin + 1].emit.begin < unit.emit.end;
    }

    [[nodiscard]] std::size_t beginsBefore(std::size_t emitByte)
    {
        while (m_before < m_begins.size() && m_begins[m_before].emitByte < emitByte)
            ++m_before;
        return m_before;
    }
    [[nodiscard]] std::size_t endsUpTo(std::size_t emitByte)
    {
        while (m_upTo < m_ends.size() && m_ends[m_upTo].emitByte <= emitByte)
            ++m_upTo;
        return m_upTo;
    }
    [[nodiscard]] std::size_t endCount() const { return m_ends.size(); }
    [[nodiscard]] Border begin(std::size_t number) const { return m_begins[number]; }
    [[nodiscard]] Border end(std::size_t number) const { return m_ends[number]; }
    [[nodiscard]] static std::optional<std::uint32_t> tokens(std::size_t, std::size_t) { return std::nullopt; }

private:
    static void add(std::vector<Border> &borders, Border border)
    {
        if (borders.empty() || borders.back().emitByte < border.emitByte)
            borders.push_back(border);
    }

    std::vector<Border> m_begins;
    std::vector<Border> m_ends;
    std::size_t m_before = 0;
    std::size_t m_upTo = 0;
};

class WordBorders
{
public:
    WordBorders(const RankedBits &starts, std::string_view text) : m_starts(starts), m_text(text) { }

    [[nodiscard]] std::size_t beginsBefore(std::size_t emitByte) const { return m_starts.rank(emitByte); }
    [[nodiscard]] std::size_t endsUpTo(std::size_t emitByte) const
    {
        const std::size_t begun = m_starts.rank(emitByte);
        return begun > 0 && end(begun - 1).emitByte > emitByte ? begun - 1 : begun;
    }
    [[nodiscard]] std::size_t endCount() const { return m_starts.total(); }
    [[nodiscard]] Border begin(std::size_t number) const
    {
        return {static_cast<std::uint32_t>(m_starts.select(number)),
                number == 0 ? BoundaryReason::DocumentStart : BoundaryReason::Word};
    }
    [[nodiscard]] Border end(std::size_t number) const
    {
        const std::size_t byte = skipWord(m_text, m_starts.select(number), m_text.size());
        return {static_cast<std::uint32_t>(byte),
                number + 1 == m_starts.total() ? BoundaryReason::DocumentEnd : BoundaryReason::Word};
    }
    [[nodiscard]] static std::optional<std::uint32_t> tokens(std::size_t, std::size_t) { return std::nullopt; }

private:
    const RankedBits &m_starts;
    std::string_view m_text;
};

template<class Borders>
Outcome<std::vector<Chunk>> widen(const NeighbourRequest &request, Borders borders, const std::stop_token &stop)
{
    std::vector<Chunk> widened;
    widened.reserve(request.chunks.size());
    EmittedText::RisingSource sourceBegins(request.emitted);
    EmittedText::RisingSource sourceEnds(request.emitted);
    for (const Chunk &chunk : request.chunks) {
        if ((widened.size() & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        Chunk wide = chunk;
        wide.carriedUnits = 0;
        wide.overlapTokens = 0;
        wide.isIndivisible = false;
        wide.prefixHeadings = 0;
        wide.repeatsTableHead = false;
        wide.prefixTokens = 0;

        const std::size_t before = borders.beginsBefore(chunk.emit.begin);
        const std::size_t behind = borders.endsUpTo(chunk.emit.end);
        const std::size_t first = before - std::min(before, request.neighbours);
        const std::size_t end = behind + std::min(borders.endCount() - behind, request.neighbours);
        if (first < before) {
            const Border border = borders.begin(first);
            wide.emit.begin = border.emitByte;
            wide.startReason = border.reason;
            wide.source.begin = sourceBegins.of(wide.emit.begin);
        }
        if (end > behind) {
            const Border border = borders.end(end - 1);
            wide.emit.end = border.emitByte;
            wide.endReason = border.reason;
            wide.source.end = sourceEnds.of(wide.emit.end - 1) + 1;
        }
        wide.units += static_cast<std::uint32_t>((before - first) + (end - behind));
        const auto known
            = first < before && end > behind ? borders.tokens(first, end - 1) : std::optional<std::uint32_t>();
        wide.tokens = known ? *known : static_cast<std::uint32_t>(request.index.count(wide.emit));
        widened.push_back(wide);
    }
    return widened;
}

bool isAnyUnitCutOften(const std::vector<Unit> &units, const std::vector<Chunk> &chunks)
{
    std::size_t firstBegin = 0;
    return std::ranges::any_of(units, [&](const Unit &unit) {
        while (firstBegin < chunks.size() && chunks[firstBegin].emit.begin <= unit.emit.begin)
            ++firstBegin;
        return PieceBorders::isCutOften(chunks, firstBegin, unit);
    });
}

} // namespace

Outcome<std::vector<Chunk>> withNeighbours(const NeighbourRequest &request, std::stop_token stop)
{
    const std::vector<Unit> &units = request.segmentation.units;
    if (units.empty())
        return widen(request, WordBorders(request.segmentation.wordStarts, *request.emitted.text()), stop);
    if (isAnyUnitCutOften(units, request.chunks))
        return widen(request, PieceBorders(units, request.chunks), stop);
    return widen(request, UnitBorders(units, request.edges), stop);
}

} // namespace cw
