// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/longunitwords.h"

#include "base/parallel.h"
#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cw {

namespace {

/// A part takes as long as a few ticks of the whole text; so many of them and all is done.
constexpr std::size_t parts = 24;
constexpr std::size_t fewestBytesAPart = std::size_t{64} * 1024;

std::size_t bytesOfLongUnits(const Segmentation &segmentation, const UnitEdges &edges) noexcept
{
    std::size_t bytes = 0;
    for (const std::uint32_t unit : edges.longUnits())
        bytes += segmentation.units[unit].emit.size();
    return bytes;
}

} // namespace

bool LongUnitWords::areWorthIt(const Segmentation &segmentation, const UnitEdges &edges) noexcept
{
    return bytesOfLongUnits(segmentation, edges) >= fewestBytesAPart;
}

LongUnitWords::LongUnitWords(std::shared_ptr<const Segmentation> segmentation, std::shared_ptr<const TokenIndex> index,
                             std::shared_ptr<const UnitEdges> edges, std::shared_ptr<Counter> made)
    : m_segmentation(std::move(segmentation)), m_index(std::move(index)), m_edges(std::move(edges)),
      m_counter(std::move(made)),
      m_bytesAPart(std::max(fewestBytesAPart, bytesOfLongUnits(*m_segmentation, *m_edges) / parts + 1))
{
}

bool LongUnitWords::isComplete() const
{
    const std::scoped_lock lock(m_mutex);
    return m_next.longUnit == m_edges->longUnits().size();
}

Outcome<WordEdgesList> LongUnitWords::forPacking(unsigned threads, const std::stop_token &stop) const
{
    const std::unique_lock making(m_making, std::try_to_lock);
    std::vector<Part> parts;
    {
        const std::scoped_lock lock(m_mutex);
        if (!making || !std::exchange(m_isWanted, true))
            return m_made;
        while (parts.size() < threads && m_next.longUnit < m_edges->longUnits().size()) {
            const Place begin = m_next;
            parts.push_back({begin, takeWords(), {}});
        }
    }
    forEachNumber(parts.size(), threads, [&](std::size_t number) {
        Part &part = parts[number];
        if (auto edges = WordEdges::of(m_segmentation->emitted, part.words, *m_index, stop))
            part.edges = std::move(*edges);
    });
    const std::scoped_lock lock(m_mutex);
    for (const Part &part : parts) {
        if (!part.edges) { // stopped: it is made another time, and what is behind it as well
            m_next = part.begin;
            return Cancelled{};
        }
        if (part.edges->words() > 0 && !append(*part.edges))
            m_next.longUnit = m_edges->longUnits().size();
        if (m_counter)
            ++*m_counter;
    }
    if (stop.stop_requested())
        return Cancelled{};
    return m_made;
}

/// Puts a part behind those there are. One table lies in large pages and is never copied. False when its room is used
/// up, by words far shorter than those of any language: the rest is looked up as before.
bool LongUnitWords::append(const WordEdges &part) const
{
    constexpr std::size_t fewestBytesABlock = 32; // of eight words
    if (!m_all)
        m_all = WordEdges::withRoomFor(bytesOfLongUnits(*m_segmentation, *m_edges) / fewestBytesABlock + 1);
    auto all = WordEdges::appended(*m_all, part);
    if (!all)
        return false;
    m_all = std::move(all);
    m_made = {m_all};
    return true;
}

/// The next part's words.
std::vector<ByteRange> LongUnitWords::takeWords() const
{
    const std::string_view text = *m_index->text();
    std::vector<ByteRange> ranges;
    std::size_t room = m_bytesAPart;
    while (room > 0 && m_next.longUnit < m_edges->longUnits().size()) {
        ByteRange words = stripSpaces(text, m_segmentation->units[m_edges->longUnits()[m_next.longUnit]].emit);
        words.begin = std::max(words.begin, m_next.byte);
        std::size_t next = words.end;
        if (words.size() > room + room / 4) {
            std::size_t cut = words.begin + room;
            while (!isCharacterBoundary(text, cut))
                ++cut;
            next = skipSpaces(text, skipWord(text, cut, words.end), words.end);
        }
        const bool endsUnit = next == words.end;
        ranges.push_back({words.begin, trimSpacesBack(text, words.begin, next)});
        room -= std::min(room, words.size());
        m_next = endsUnit ? Place{m_next.longUnit + 1, 0} : Place{m_next.longUnit, next};
    }
    return ranges;
}

} // namespace cw
