// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/breaks.h"

#include "segment/words.h"
#include "tokenize/partindex.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace cw {

namespace {

/// Cuts units and pieces at one break after the other, going through both lists once.
class UnitCutter
{
public:
    UnitCutter(const Document &document, const Segmentation &whole, const std::shared_ptr<const TokenIndex> &index,
               const UnitEdges *edges, std::span<const std::size_t> keeps)
        : m_text(document.text()), m_whole(whole), m_index(index), m_edges(edges), m_keeps(keeps)
    {
    }

    /// Goes on behind `byte`, as if everything before it had been cut.
    void skipTo(std::size_t byte)
    {
        const auto unit
            = std::ranges::partition_point(m_whole.units, [byte](const Unit &u) { return u.source.end <= byte; });
        m_begin = byte;
        m_next = static_cast<std::size_t>(unit - m_whole.units.begin());
        m_isFirstDivided = unit != m_whole.units.end() && unit->source.begin < byte;
        static_cast<void>(cutPieces(m_next, m_isFirstDivided ? m_next + 1 : m_next));
    }

    /// What stands before `end`, from where the region before ended.
    [[nodiscard]] Outcome<PackRegion> cutTo(std::size_t end, const std::stop_token &stop)
    {
        const std::vector<Unit> &units = m_whole.units;
        std::size_t first = m_next;
        const auto after = std::partition_point(units.begin() + static_cast<std::ptrdiff_t>(first), units.end(),
                                                [end](const Unit &unit) { return unit.source.begin < end; });
        auto behind = static_cast<std::size_t>(after - units.begin());
        PackRegion region;
        std::vector<Unit> &own = region.segmentation.units;
        own.assign(units.begin() + static_cast<std::ptrdiff_t>(first), after);
        const std::size_t begin = std::exchange(m_begin, end);
        const bool isFirstDivided = std::exchange(m_isFirstDivided, !own.empty() && own.back().source.end > end);
        bool isOfWholeUnits = !isFirstDivided && !m_isFirstDivided;
        m_next = m_isFirstDivided ? behind - 1 : behind;
        // White space alone may be left on one side.
        if (isFirstDivided && !own.empty() && !beginsAt(own.front(), begin, end)) {
            own.erase(own.begin());
            ++first;
        }
        if (m_isFirstDivided && !own.empty() && !endsAt(own.back(), end)) {
            own.pop_back();
            --behind;
        }
        if (own.empty())
            return region;
        region.segmentation.emitted = m_whole.emitted.within({own.front().emit.begin, own.back().emit.end});
        region.segmentation.pieces = cutPieces(first, behind);
        region.index = m_index;
        if (joinUnits(region.segmentation))
            isOfWholeUnits = false;
        if (m_edges && isOfWholeUnits) {
            region.edges = m_edges->part(first, behind);
        } else {
            auto edges = UnitEdges::of(own, *m_index, stop);
            if (!edges)
                return Cancelled{};
            region.edges = *edges;
        }
        return region;
    }

private:
    /// Leaves of the unit what is behind `byte`. False when nothing of that is before `end`.
    [[nodiscard]] bool beginsAt(Unit &unit, std::size_t byte, std::size_t end) const
    {
        const std::size_t begin = skipSpaces(m_text, byte, unit.source.end);
        if (begin >= end || begin == unit.source.end)
            return false;
        unit.source.begin = static_cast<std::uint32_t>(begin);
        unit.emit.begin = static_cast<std::uint32_t>(m_whole.emitted.emitOf(begin));
        return true;
    }

    /// Leaves of the unit what is before `byte`. False when that is nothing.
    [[nodiscard]] bool endsAt(Unit &unit, std::size_t byte) const
    {
        const std::size_t end = trimSpacesBack(m_text, unit.source.begin, byte);
        if (end == unit.source.begin)
            return false;
        unit.source.end = static_cast<std::uint32_t>(end);
        unit.emit.end = static_cast<std::uint32_t>(m_whole.emitted.emitOf(end - 1) + 1);
        return true;
    }

    /// The pieces with units in [first, end), as far as they are; a piece that began earlier opens no section here.
    [[nodiscard]] std::vector<Piece> cutPieces(std::size_t first, std::size_t end)
    {
        const std::vector<Piece> &all = m_whole.pieces;
        std::vector<std::size_t> numbers;
        for (const std::size_t piece : m_open) {
            if (all[piece].endUnit > first)
                numbers.push_back(piece);
        }
        for (; m_nextPiece < all.size() && all[m_nextPiece].firstUnit < end; ++m_nextPiece) {
            while (!m_open.empty() && all[m_open.back()].endUnit <= all[m_nextPiece].firstUnit)
                m_open.pop_back();
            m_open.push_back(m_nextPiece);
            numbers.push_back(m_nextPiece);
        }
        std::vector<Piece> pieces;
        pieces.reserve(numbers.size());
        for (const std::size_t number : numbers) {
            Piece piece = all[number];
            if (piece.firstUnit < first)
                piece.level = piece.endedLevel = 0;
            piece.firstUnit = static_cast<std::uint32_t>(std::max<std::size_t>(piece.firstUnit, first) - first);
            piece.endUnit = static_cast<std::uint32_t>(std::min<std::size_t>(piece.endUnit, end) - first);
            piece.next = static_cast<std::uint32_t>(std::ranges::lower_bound(numbers, piece.next) - numbers.begin());
            pieces.push_back(piece);
        }
        return pieces;
    }

    /// Joins units at the keeps. Pieces lose the units that those before them take. True when there were any.
    [[nodiscard]] bool joinUnits(Segmentation &region)
    {
        std::vector<Unit> &units = region.units;
        const auto first = std::ranges::upper_bound(m_keeps, units.front().source.begin);
        if (first == m_keeps.end() || *first > units.back().source.begin)
            return false;
        std::vector<std::uint32_t> taken; // by the unit before
        for (auto keep = first; keep != m_keeps.end() && *keep <= units.back().source.begin; ++keep) {
            const auto after
                = std::ranges::partition_point(units, [&](const Unit &unit) { return unit.source.begin < *keep; });
            const auto number = static_cast<std::uint32_t>(after - units.begin());
            if (std::prev(after)->source.end <= *keep && (taken.empty() || taken.back() != number))
                taken.push_back(number);
        }
        if (taken.empty())
            return false;
        std::size_t kept = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < units.size(); ++i) {
            if (next == taken.size() || taken[next] != i) {
                units[kept++] = units[i];
                continue;
            }
            ++next;
            Unit &whole = units[kept - 1];
            whole.source.end = units[i].source.end;
            whole.emit.end = units[i].emit.end;
            if (whole.kind == BlockKind::Heading)
                whole.kind = units[i].kind;
        }
        units.resize(kept);
        const auto takenBefore = [&](std::uint32_t unit) {
            return static_cast<std::uint32_t>(std::ranges::lower_bound(taken, unit) - taken.begin());
        };
        for (Piece &piece : region.pieces) {
            if (std::ranges::binary_search(taken, piece.firstUnit)) {
                piece.level = piece.endedLevel = 0;
                piece.isEmptySection = false;
            }
            piece.firstUnit -= takenBefore(piece.firstUnit);
            piece.endUnit -= takenBefore(piece.endUnit);
        }
        return true;
    }

    std::string_view m_text;
    const Segmentation &m_whole;
    const std::shared_ptr<const TokenIndex> &m_index;
    const UnitEdges *m_edges;
    std::span<const std::size_t> m_keeps;
    std::size_t m_begin = 0;
    std::size_t m_next = 0; ///< the region's first unit
    bool m_isFirstDivided = false;
    std::size_t m_nextPiece = 0;
    std::vector<std::size_t> m_open; ///< pieces around the unit before the next piece, outermost first
};

RankedBits cutWordStarts(const RankedBits &whole, ByteRange emit, std::string_view part)
{
    std::vector<std::uint64_t> bits(RankedBits::wordsFor(part.size()));
    const auto set = [&](std::size_t byte) {
        bits[byte / RankedBits::wordBits] |= std::uint64_t{1} << (byte % RankedBits::wordBits);
    };
    if (spaceLengthAt(part, 0) == 0)
        set(0);
    const std::size_t end = whole.rank(emit.end);
    std::size_t byte = emit.begin;
    for (std::size_t word = whole.rank(emit.begin); word < end; ++word) {
        byte = whole.select(word, byte);
        set(byte - emit.begin);
    }
    return {std::move(bits), part.size()};
}

PackRegion cutText(const Segmentation &whole, const std::shared_ptr<const TokenIndex> &index, ByteRange emit)
{
    PackRegion region;
    region.segmentation.emitted = whole.emitted.copyOf(emit);
    region.emitBegin = emit.begin;
    region.hasOwnText = true;
    const SharedText &text = region.segmentation.emitted.text();
    if (whole.wordStarts.total() > 0)
        region.segmentation.wordStarts = cutWordStarts(whole.wordStarts, emit, *text);
    region.index = partIndex(index, emit.begin, text);
    return region;
}

} // namespace

Outcome<std::shared_ptr<const PackRegions>> PackRegions::of(const Document &document, const Segmentation &whole,
                                                            const std::shared_ptr<const TokenIndex> &index,
                                                            const UnitEdges *edges, const PinnedPlaces &places,
                                                            std::stop_token stop)
{
    auto made = std::make_shared<PackRegions>();
    made->m_regions.reserve(places.breaks.size() + 1);
    made->m_joined = places.keeps;
    UnitCutter cutter(document, whole, index, edges, places.keeps);
    std::size_t begin = 0;
    std::size_t emitBegin = 0;
    for (std::size_t i = 0; i <= places.breaks.size(); ++i) {
        if (stop.stop_requested())
            return Cancelled{};
        const bool isLast = i == places.breaks.size();
        const std::size_t end = isLast ? document.text().size() : places.breaks[i];
        if (!whole.units.empty()) {
            auto region = cutter.cutTo(end, stop);
            if (!region)
                return Cancelled{};
            region->source = {begin, end};
            if (!region->segmentation.units.empty())
                made->m_regions.push_back(std::move(*region));
        } else {
            const std::size_t emitEnd = isLast ? whole.emitted.text()->size() : whole.emitted.emitOf(end);
            if (emitEnd > emitBegin) {
                made->m_regions.push_back(cutText(whole, index, {emitBegin, emitEnd}));
                made->m_regions.back().source = {begin, end};
            }
            emitBegin = std::max(emitBegin, emitEnd);
        }
        begin = end;
    }
    return std::shared_ptr<const PackRegions>(std::move(made));
}

Outcome<std::shared_ptr<const PackRegion>> PackRegions::between(ByteRange source, const Document &document,
                                                                const Segmentation &whole,
                                                                const std::shared_ptr<const TokenIndex> &index,
                                                                std::span<const std::size_t> keeps,
                                                                std::stop_token stop)
{
    PackRegion region;
    if (!whole.units.empty()) {
        UnitCutter cutter(document, whole, index, nullptr, keeps);
        cutter.skipTo(source.begin);
        auto cut = cutter.cutTo(source.end, stop);
        if (!cut)
            return Cancelled{};
        region = std::move(*cut);
        if (region.segmentation.units.empty())
            return std::shared_ptr<const PackRegion>();
    } else {
        const bool isLast = source.end == document.text().size();
        const ByteRange emit{whole.emitted.emitOf(source.begin),
                             isLast ? whole.emitted.text()->size() : whole.emitted.emitOf(source.end)};
        if (emit.begin >= emit.end)
            return std::shared_ptr<const PackRegion>();
        region = cutText(whole, index, emit);
    }
    region.source = source;
    return std::make_shared<const PackRegion>(std::move(region));
}

std::vector<std::size_t> joinableKeeps(const Document &document, const Segmentation &whole, const TokenIndex &index,
                                       const PinnedPlaces &places,
                                       const std::function<std::size_t(std::size_t byte)> &room)
{
    const std::vector<Unit> &units = whole.units;
    const std::string_view text = document.text();
    std::vector<std::size_t> joinable;
    std::size_t joinedEnd = 0; ///< of the units joined last
    std::size_t joinedBegin = 0;
    for (const std::size_t keep : places.keeps) {
        const auto after
            = std::ranges::partition_point(units, [&](const Unit &unit) { return unit.source.begin < keep; });
        if (after == units.begin() || after == units.end() || std::prev(after)->source.end > keep)
            continue;
        const Unit &before = *std::prev(after);
        const auto nextBreak = std::ranges::lower_bound(places.breaks, before.source.end);
        if (nextBreak != places.breaks.end() && *nextBreak <= after->source.begin)
            continue;
        std::size_t begin = before.source.begin;
        if (nextBreak != places.breaks.begin())
            begin = std::max(begin, skipSpaces(text, std::max(begin, *std::prev(nextBreak)), before.source.end));
        if (joinedEnd > begin)
            begin = joinedBegin;
        std::size_t end = after->source.end;
        if (nextBreak != places.breaks.end() && *nextBreak < end)
            end = trimSpacesBack(text, after->source.begin, *nextBreak);
        const ByteRange emit{whole.emitted.emitOf(begin), whole.emitted.emitOf(end - 1) + 1};
        if (room && index.count(emit) > room(begin))
            continue;
        joinable.push_back(keep);
        joinedBegin = begin;
        joinedEnd = end;
    }
    return joinable;
}

} // namespace cw
