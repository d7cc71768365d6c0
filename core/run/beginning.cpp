// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/beginning.h"

#include "run/effectiveconfig.h"
#include "run/returning.h"
#include "run/runpins.h"
#include "segment/settled.h"
#include "stats/sizecounts.h"
#include "strategies/packregions.h"
#include "strategies/strategy.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace cw {

namespace {

std::vector<std::size_t> placesBefore(const std::vector<std::size_t> &places, std::size_t byte)
{
    return {places.begin(), std::ranges::lower_bound(places, byte)};
}

/// In the beginning's emitted text. Where a strategy asks what the rest of the text is, it is told of the region that
/// the beginning ends in; what it makes of one around a keep it cannot say.
std::size_t settledPackingEnd(const StrategyDescriptor &strategy, const PackInput &beginning,
                              const std::shared_ptr<const TokenIndex> &index, std::string_view whole,
                              const PinnedPlaces &places, std::stop_token stop)
{
    if (!strategy.settledEnd)
        return settledUnitsEnd(beginning.segmentation);
    if (!beginning.segmentation.units.empty() || places.isEmpty())
        return strategy.settledEnd(beginning, whole);
    const std::size_t cut = beginning.document.text().size();
    if (!placesBefore(places.keeps, cut).empty())
        return 0;
    const auto next = std::ranges::lower_bound(places.breaks, cut);
    const std::size_t end = next == places.breaks.end() ? whole.size() : *next;
    const std::size_t begin = next == places.breaks.begin() ? 0 : *std::prev(next);
    const auto region
        = PackRegions::between({begin, cut}, beginning.document, beginning.segmentation, index, {}, std::move(stop));
    if (!region || !*region)
        return 0;
    const PackInput part{beginning.document,   (*region)->segmentation, *(*region)->index, beginning.tokenizer,
                         beginning.parameters, beginning.max,           beginning.overlap};
    return (*region)->emitBegin + strategy.settledEnd(part, whole.substr(begin, end - begin));
}

/// Titles that text behind the beginning may change are in prefixes from their headings on.
std::size_t settledTitlesEnd(const StrategyDescriptor &strategy, const PackInput &beginning)
{
    constexpr auto all = static_cast<std::size_t>(-1);
    if (!strategy.prefixStyleOf(beginning.parameters).namesHeadings)
        return all;
    const BlockTree &tree = beginning.document.blocks();
    if (tree.firstOpenTitle() == Heading::none)
        return all;
    const std::size_t heading = tree.blocks()[tree.outline()[tree.firstOpenTitle()].block].bytes.begin;
    const auto unit = std::ranges::lower_bound(beginning.segmentation.units, heading, {},
                                               [](const Unit &each) { return each.source.begin; });
    return unit == beginning.segmentation.units.begin() ? 0 : std::prev(unit)->emit.end;
}

std::size_t settledEndOf(const StrategyDescriptor &strategy, const PackInput &beginning,
                         const std::shared_ptr<const TokenIndex> &index, std::string_view whole,
                         const PinnedPlaces &places, std::stop_token stop)
{
    return std::min(settledPackingEnd(strategy, beginning, index, whole, places, std::move(stop)),
                    settledTitlesEnd(strategy, beginning));
}

} // namespace

std::size_t settledChunks(const std::vector<Chunk> &chunks, const TokenIndex &index, std::size_t settledEnd)
{
    constexpr std::size_t chunksToSpare = 2;
    constexpr std::size_t tokensToSpare = 64;
    const std::size_t settledTokens = index.tokensBefore(settledEnd);
    std::size_t settled = 0;
    while (settled + chunksToSpare < chunks.size() && chunks[settled + chunksToSpare].emit.end <= settledEnd
           && index.tokensBefore(chunks[settled].emit.end) + tokensToSpare <= settledTokens)
        ++settled;
    return settled;
}

Outcome<Beginning> runBeginning(const std::shared_ptr<const Document> &document, const RunConfig &given,
                                std::size_t bytes, Caches &caches, std::stop_token stop)
{
    if (auto checked = checkConfig(given); !checked)
        return checked.error();
    const std::size_t overrideNumber = OverrideFinder(given).overrideFor(*document);
    const RunConfig config = effectiveConfig(given, overrideNumber);
    const StrategyDescriptor &strategy = *findStrategy(config.strategy);
    if (strategy.topicSearch)
        return Beginning{}; // which changes are the greatest, only the whole text can tell
    auto tokenizer = caches.tokenizer(config.tokenizer);
    if (!tokenizer)
        return tokenizer.error();
    const auto model = modelInput(config);
    if (!model)
        return model.error();

    const std::string_view whole = document->text();
    std::size_t cut = std::min(bytes, whole.size());
    while (!isCharacterBoundary(whole, cut))
        --cut;
    const auto beginning = document->beginning(cut);
    auto segmentation = strategy.segment(*beginning, config.parameters, stop);
    if (segmentation.isCancelled())
        return Cancelled{};
    if (!segmentation)
        return segmentation.error();
    const Tokenizer &counting = *model ? *model->tokenizer : **tokenizer;
    auto index = counting.index((*segmentation)->emitted.text(), stop);
    if (index.isCancelled())
        return Cancelled{};
    if (!index)
        return index.error();
    const PackInput input{*beginning,
                          **segmentation,
                          **index,
                          counting,
                          config.parameters,
                          static_cast<std::size_t>(config.max) - model->reserved(),
                          static_cast<std::size_t>(config.overlap)};
    const auto pins = RunPins::of(given.pins, {&document, 1}, caches, stop);
    if (pins.isCancelled())
        return Cancelled{};
    if (!pins)
        return pins.error();
    const PinnedPlaces places = pins->placesOf(0) ? *pins->placesOf(0) : PinnedPlaces{};
    const PinnedPlaces shownPlaces{placesBefore(places.breaks, cut), placesBefore(places.keeps, cut)};

    // Inside parents that are sure, all chunks are.
    const bool hasParents = config.returned.kind == ReturnedKind::Parent;
    const ParameterValues outerParameters
        = hasParents ? parentParameters(strategy, config.parameters) : config.parameters;
    const PackInput outerInput{*beginning,
                               **segmentation,
                               **index,
                               counting,
                               outerParameters,
                               hasParents ? static_cast<std::size_t>(config.returned.parentMax) : input.max,
                               hasParents ? 0 : input.overlap};
    const auto packed = [&](const PackInput &part, const PinnedPlaces &at) {
        return packWithPlaces(strategy, part, *index, at, stop);
    };
    auto outer = packed(outerInput, shownPlaces);
    if (outer.isCancelled())
        return Cancelled{};
    if (!outer)
        return outer.error();
    outer->resize(settledChunks(*outer, **index, settledEndOf(strategy, outerInput, *index, whole, places, stop)));
    if (outer->empty())
        return Beginning{};
    auto chunks = hasParents ? packInside(input, *outer, shownPlaces, packed) : *outer;
    if (chunks.isCancelled())
        return Cancelled{};
    if (!chunks)
        return chunks.error();

    const auto shown = document->beginning(outer->back().source.end);
    auto snapshot = std::make_shared<RunSnapshot>();
    snapshot->config = given;
    snapshot->overrideUsed = {overrideNumber};
    snapshot->model = *model;
    snapshot->maxTextTokens = strategy.sizeUnit == SizeUnit::Tokens ? input.max : 0;
    snapshot->tokenizer = *tokenizer;
    snapshot->documents = {shown};
    snapshot->firstChunkNumber = {0};
    snapshot->chunkCount = chunks->size();
    snapshot->chunkSets = {std::make_shared<const ChunkSet>(shown, *segmentation, std::move(*chunks),
                                                            strategy.prefixStyleOf(config.parameters))};
    if (hasParents)
        snapshot->parentSets = {std::make_shared<const ChunkSet>(shown, *segmentation, std::move(*outer))};
    MetSizes met;
    static_cast<void>(measure(snapshot->chunkSets, std::span(&snapshot->maxTextTokens, 1), 0, met));
    snapshot->documentFigures = std::move(met.documents);
    snapshot->pinPlaces = pins->judged(snapshot->chunkSets);
    std::erase_if(snapshot->pinPlaces, [&](const PinPlace &place) { return place.byte >= shown->text().size(); });
    return Beginning{std::move(snapshot), shown->text().size(), whole.size()};
}

} // namespace cw
