// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/packregions.h"

#include "chunk/packer.h"
#include "segment/words.h"

#include <algorithm>
#include <string>
#include <utility>

namespace cw {

namespace {

/// The white space around a place; the place alone inside a word.
ByteRange gapAt(std::string_view text, std::size_t byte) noexcept
{
    return {trimSpacesBack(text, 0, byte), skipSpaces(text, byte, text.size())};
}

auto firstEndingAt(const std::vector<Chunk> &chunks, std::size_t byte) noexcept
{
    return std::ranges::partition_point(chunks, [byte](const Chunk &chunk) { return chunk.source.end < byte; });
}

auto firstBeginningAt(const std::vector<Chunk> &chunks, std::size_t byte) noexcept
{
    return std::ranges::partition_point(chunks, [byte](const Chunk &chunk) { return chunk.source.begin < byte; });
}

class RegionPacker
{
public:
    RegionPacker(const StrategyDescriptor &strategy, const PackInput &whole,
                 const std::shared_ptr<const TokenIndex> &index, const PackRegions &regions, const PinnedPlaces &places,
                 std::stop_token stop)
        : m_strategy(strategy), m_whole(whole), m_emitted(whole.segmentation.emitted), m_text(whole.document.text()),
          m_index(index), m_regions(regions), m_keeps(places.keeps), m_stop(std::move(stop))
    {
    }

    Outcome<std::vector<Chunk>> pack()
    {
        for (const PackRegion &region : m_regions.regions()) {
            auto packed = packAlone(region);
            if (!packed)
                return packed;
            m_region = std::move(*packed);
            const auto end = std::ranges::lower_bound(m_keeps, region.source.end);
            for (auto keep = std::ranges::upper_bound(m_keeps, region.source.begin); keep < end; ++keep) {
                if (!isInsideUnit(*keep))
                    continue;
                const Outcome<bool> kept = keepWhole(gapAt(m_text, *keep), region.source.end);
                if (kept.isCancelled())
                    return Cancelled{};
                if (!kept)
                    return kept.error();
            }
            append();
        }
        if (!m_chunks.empty()) {
            m_chunks.front().startReason = BoundaryReason::DocumentStart;
            m_chunks.back().endReason = BoundaryReason::DocumentEnd;
        }
        return std::move(m_chunks);
    }

private:
    [[nodiscard]] Outcome<std::vector<Chunk>> packAlone(const PackRegion &region) const
    {
        auto packed = m_strategy.pack({.document = m_whole.document,
                                       .segmentation = region.segmentation,
                                       .index = *region.index,
                                       .tokenizer = m_whole.tokenizer,
                                       .parameters = m_whole.parameters,
                                       .max = m_whole.max,
                                       .overlap = m_whole.overlap,
                                       .edges = region.edges.get(),
                                       .words = region.hasOwnText ? WordEdgesView() : m_whole.words,
                                       .prefixCosts = m_whole.prefixCosts,
                                       .whole = &m_whole.segmentation,
                                       .threads = m_whole.threads},
                                      m_stop);
        if (!packed || !region.hasOwnText)
            return packed;
        EmittedText::RisingSource begins(m_emitted);
        EmittedText::RisingSource ends(m_emitted);
        for (Chunk &chunk : *packed) {
            chunk.emit = {chunk.emit.begin + region.emitBegin, chunk.emit.end + region.emitBegin};
            chunk.source = {begins.of(chunk.emit.begin), ends.of(chunk.emit.end - 1) + 1};
        }
        return packed;
    }

    void append()
    {
        if (m_region.empty())
            return;
        if (!m_chunks.empty()) {
            m_chunks.back().endReason = BoundaryReason::Pinned;
            m_region.front().startReason = BoundaryReason::Pinned;
        }
        m_chunks.insert(m_chunks.end(), m_region.begin(), m_region.end());
    }

    /// What stands between two units was joined with them, or they are too long together.
    [[nodiscard]] bool isInsideUnit(std::size_t byte) const
    {
        const std::vector<Unit> &units = m_whole.segmentation.units;
        const auto after
            = std::ranges::partition_point(units, [byte](const Unit &unit) { return unit.source.begin < byte; });
        return units.empty() || (after != units.begin() && std::prev(after)->source.end > byte);
    }

    /// Moves boundaries in the region away from the gap, where they can be. The value says nothing.
    [[nodiscard]] Outcome<bool> keepWhole(ByteRange gap, std::size_t regionEnd)
    {
        for (int attempt = 0; attempt < 2; ++attempt) {
            const auto ending = firstEndingAt(m_region, gap.begin);
            if (ending == m_region.end() || std::next(ending) == m_region.end() || ending->source.end > gap.end)
                break;
            const auto number = static_cast<std::size_t>(ending - m_region.begin());
            const std::size_t end = wordEndBefore(m_region[number].source.begin, gap.begin);
            if (end == m_region[number].source.begin)
                break;
            const Outcome<bool> packed = packAgain(number, end, regionEnd, attempt == 0);
            if (!packed)
                return packed;
        }
        for (std::size_t left = m_region.size(); left > 0; --left) {
            const auto beginning = firstBeginningAt(m_region, gap.begin);
            const auto number = static_cast<std::size_t>(beginning - m_region.begin());
            if (beginning == m_region.end() || number == 0 || beginning->source.begin > gap.end
                || beginning->source.begin >= std::prev(beginning)->source.end || !beginLater(number, gap.end))
                break;
        }
        return true;
    }

    [[nodiscard]] bool isKept(std::size_t byte) const
    {
        const ByteRange gap = gapAt(m_text, byte);
        const auto keep = std::ranges::lower_bound(m_keeps, gap.begin);
        return keep != m_keeps.end() && *keep <= gap.end;
    }

    /// The end of the last word that ends before the one at `end` begins, where no keep is; `begin` when there is none.
    [[nodiscard]] std::size_t wordEndBefore(std::size_t begin, std::size_t end) const
    {
        do
            end = trimSpacesBack(m_text, begin, trimWordBack(m_text, begin, end));
        while (end > begin && isKept(end));
        return end;
    }

    [[nodiscard]] BoundaryReason wordReason() const
    {
        return m_whole.segmentation.units.empty() ? BoundaryReason::Word : BoundaryReason::ForcedWord;
    }

    /// Ends a chunk at `end` and packs anew what follows, up to the region's end.
    [[nodiscard]] Outcome<bool> packAgain(std::size_t number, std::size_t end, std::size_t regionEnd, bool mayRepeat)
    {
        std::vector<Chunk> before(m_region.begin(), m_region.begin() + static_cast<std::ptrdiff_t>(number) + 1);
        if (number > 0 && end <= before[number - 1].source.end) {
            before.pop_back();
            end = before.back().source.end;
        } else {
            endAt(before, end);
        }
        before.back().endReason = wordReason();
        const std::size_t goesOn = skipSpaces(m_text, end, regionEnd);
        const std::size_t begin = mayRepeat ? repeatedFrom(before.back(), end) : end;
        auto packed = packFrom({begin < end ? begin : goesOn, regionEnd});
        if (packed && begin < end && (packed->empty() || packed->front().source.end <= end))
            packed = packFrom({goesOn, regionEnd});
        if (packed.isCancelled())
            return Cancelled{};
        if (!packed)
            return packed.error();
        if (!packed->empty()) {
            Chunk &first = packed->front();
            first.startReason = wordReason();
            if (first.source.begin < end) {
                countTokens(first, &before.back(), *m_index);
                first.carriedUnits = m_strategy.sizeUnit == SizeUnit::Words
                    ? static_cast<std::uint32_t>(wordsIn({first.emit.begin, before.back().emit.end}))
                    : std::min(first.overlapTokens, first.units);
            }
        }
        m_region = std::move(before);
        m_region.insert(m_region.end(), packed->begin(), packed->end());
        return true;
    }

    [[nodiscard]] Outcome<std::vector<Chunk>> packFrom(ByteRange source) const
    {
        auto region
            = PackRegions::between(source, m_whole.document, m_whole.segmentation, m_index, m_regions.joined(), m_stop);
        if (region.isCancelled())
            return Cancelled{};
        if (!region)
            return region.error();
        return *region ? packAlone(**region) : Outcome<std::vector<Chunk>>(std::vector<Chunk>());
    }

    /// From where on a chunk's last words are repeated. Chunks of units that are cut repeat nothing.
    [[nodiscard]] std::size_t repeatedFrom(const Chunk &chunk, std::size_t end) const
    {
        std::size_t begin = end;
        if (!m_whole.segmentation.units.empty() || m_whole.overlap == 0)
            return begin;
        const std::size_t emitEnd = chunk.emit.end;
        for (std::size_t words = 1;; ++words) {
            const std::size_t word
                = trimWordBack(m_text, chunk.source.begin, trimSpacesBack(m_text, chunk.source.begin, begin));
            const bool fits = m_strategy.sizeUnit == SizeUnit::Words
                ? words <= m_whole.overlap
                : m_index->count({m_emitted.emitOf(word), emitEnd}) <= m_whole.overlap;
            if (word <= chunk.source.begin || !fits)
                return begin == end || !isKept(begin) ? begin : end;
            begin = word;
        }
    }

    [[nodiscard]] std::size_t wordsIn(ByteRange emit) const
    {
        std::size_t count = 0;
        for (WordScanner words(m_emitted.slice(emit)); words.next();)
            ++count;
        return count;
    }

    void endAt(std::vector<Chunk> &chunks, std::size_t end) const
    {
        Chunk &chunk = chunks.back();
        chunk.source.end = end;
        chunk.emit.end = m_emitted.emitOf(end - 1) + 1;
        recount(chunk, chunks.size() > 1 ? &chunks[chunks.size() - 2] : nullptr, 1);
    }

    /// A chunk repeats a word less of the one before. Where it would begin where the next one does, it goes. False when
    /// nothing can be done.
    [[nodiscard]] bool beginLater(std::size_t number, std::size_t byte)
    {
        const Chunk &before = m_region[number - 1];
        std::size_t begin = byte;
        do
            begin = skipSpaces(m_text, skipWord(m_text, begin, m_text.size()), m_text.size());
        while (begin < before.source.end && isKept(begin));
        begin = std::min(begin, skipSpaces(m_text, before.source.end, m_text.size()));
        Chunk &chunk = m_region[number];
        const bool isLast = number + 1 == m_region.size();
        if (isLast ? begin >= chunk.source.end : begin >= m_region[number + 1].source.begin) {
            if (isLast)
                return false;
            m_region.erase(m_region.begin() + static_cast<std::ptrdiff_t>(number));
            repeatLess(m_region[number], m_region[number - 1]);
            return true;
        }
        chunk.source.begin = begin;
        chunk.emit.begin = m_emitted.emitOf(begin);
        chunk.startReason = begin < before.source.end ? wordReason() : before.endReason;
        const std::uint32_t fewer = begin < before.source.end ? 1 : chunk.carriedUnits;
        chunk.carriedUnits -= std::min(chunk.carriedUnits, fewer);
        recount(chunk, &before, fewer);
        return true;
    }

    /// The chunk before is another one, which shares less.
    void repeatLess(Chunk &chunk, const Chunk &before) const
    {
        const bool areTokens = chunk.carriedUnits == chunk.overlapTokens;
        countTokens(chunk, &before, *m_index);
        if (chunk.source.begin < before.source.end) {
            chunk.carriedUnits = areTokens ? chunk.overlapTokens : chunk.carriedUnits;
            return;
        }
        chunk.carriedUnits = 0;
        chunk.startReason = before.endReason;
    }

    /// What a chunk of a new range holds, `fewer` pieces less at most.
    void recount(Chunk &chunk, const Chunk *previous, std::uint32_t fewer) const
    {
        const bool areTokens = chunk.units == chunk.tokens;
        countTokens(chunk, previous, *m_index);
        if (m_strategy.sizeUnit == SizeUnit::Words)
            chunk.units = static_cast<std::uint32_t>(wordsIn(chunk.emit));
        else if (m_whole.segmentation.units.empty())
            chunk.units = areTokens ? chunk.tokens : chunk.units - std::min(fewer, chunk.units - 1);
        if (areTokens && m_whole.segmentation.units.empty() && m_strategy.sizeUnit == SizeUnit::Tokens)
            chunk.carriedUnits = chunk.overlapTokens;
        chunk.carriedUnits = std::min(chunk.carriedUnits, chunk.units);
        if (!chunk.hasPrefix())
            return;
        const PrefixStyle style = m_strategy.prefixStyleOf(m_whole.parameters);
        const std::size_t unit = unitAt(m_whole.segmentation, chunk.emit.begin);
        const PrefixPlace place = prefixPlace(m_whole.document, m_whole.segmentation, style, unit, chunk.source.begin);
        std::string together = prefixText(m_whole.document, m_whole.segmentation, style, place, chunk.prefixHeadings,
                                          chunk.repeatsTableHead);
        together += m_emitted.slice(chunk.emit);
        chunk.prefixTokens
            = static_cast<std::int32_t>(m_whole.tokenizer.count(together)) - static_cast<std::int32_t>(chunk.tokens);
    }

    const StrategyDescriptor &m_strategy;
    const PackInput &m_whole;
    const EmittedText &m_emitted;
    std::string_view m_text;
    const std::shared_ptr<const TokenIndex> &m_index;
    const PackRegions &m_regions;
    const std::vector<std::size_t> &m_keeps;
    std::stop_token m_stop;
    std::vector<Chunk> m_chunks;
    std::vector<Chunk> m_region; ///< chunks of the region being packed
};

} // namespace

std::vector<std::size_t> joinableKeeps(const StrategyDescriptor &strategy, const PackInput &whole,
                                       const PinnedPlaces &places)
{
    if (places.keeps.empty() || whole.segmentation.units.empty())
        return {};
    if (strategy.sizeUnit != SizeUnit::Tokens)
        return joinableKeeps(whole.document, whole.segmentation, whole.index, places, {});
    const PrefixStyle style = strategy.prefixStyleOf(whole.parameters);
    if (!style) {
        return joinableKeeps(whole.document, whole.segmentation, whole.index, places,
                             [&](std::size_t) { return whole.max; });
    }
    Prefixes prefixes(whole.document, whole.segmentation, whole.tokenizer, style, whole.max, whole.prefixCosts,
                      PrefixUnits::OfPart);
    return joinableKeeps(whole.document, whole.segmentation, whole.index, places, [&](std::size_t byte) {
        const std::int32_t tokens = std::max(prefixes.at(0, byte).tokens, 0);
        return whole.max - std::min(whole.max, static_cast<std::size_t>(tokens));
    });
}

Outcome<std::vector<Chunk>> packRegions(const StrategyDescriptor &strategy, const PackInput &whole,
                                        const std::shared_ptr<const TokenIndex> &index, const PackRegions &regions,
                                        const PinnedPlaces &places, std::stop_token stop)
{
    return RegionPacker(strategy, whole, index, regions, places, std::move(stop)).pack();
}

Outcome<std::vector<Chunk>> packWithPlaces(const StrategyDescriptor &strategy, const PackInput &whole,
                                           const std::shared_ptr<const TokenIndex> &index, const PinnedPlaces &places,
                                           std::stop_token stop)
{
    if (places.isEmpty())
        return strategy.pack(whole, stop);
    auto regions = PackRegions::of(whole.document, whole.segmentation, index, whole.edges,
                                   {places.breaks, joinableKeeps(strategy, whole, places)}, stop);
    if (regions.isCancelled())
        return Cancelled{};
    if (!regions)
        return regions.error();
    return packRegions(strategy, whole, index, **regions, places, stop);
}

bool isBoundaryAt(const Document &document, const std::vector<Chunk> &chunks, std::size_t byte) noexcept
{
    const ByteRange gap = gapAt(document.text(), byte);
    if (chunks.empty() || gap.begin == 0 || gap.end == document.text().size())
        return false;
    const auto ending = firstEndingAt(chunks, gap.begin);
    const auto beginning = firstBeginningAt(chunks, gap.begin);
    return (ending != chunks.end() && ending->source.end <= gap.end)
        || (beginning != chunks.end() && beginning->source.begin <= gap.end);
}

} // namespace cw
