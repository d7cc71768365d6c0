// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/cachesaccess.h"

#include "segment/pieces.h"
#include "segment/topicshifts.h"
#include "segment/vectorshifts.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cw {

namespace {

/// How many segmentations, and how many indices, one document keeps: enough to go back and forth between two strategies
/// and two tokenizers without work, few enough that memory stays a small multiple of the text.
constexpr std::size_t keptPerDocument = 4;
/// Of indices more: one run's chunks are compared under several models.
constexpr std::size_t indicesPerDocument = 8;

/// One value made by whoever comes first; others wait for it. Stays empty when making it failed or was cancelled.
template<class T>
struct Slot
{
    std::mutex mutex;
    std::shared_ptr<const T> value;
};

/// Slots by key, the most recently used first. Empty ones cost no memory: there may be a hundred thousand.
template<class Key, class T, std::size_t kept = keptPerDocument>
class RecentSlots
{
public:
    std::shared_ptr<Slot<T>> slot(const Key &key)
    {
        auto it = std::ranges::find(m_entries, key, &Entry::key);
        if (it == m_entries.end()) {
            if (m_entries.size() == kept)
                m_entries.pop_back();
            it = m_entries.insert(m_entries.end(), {key, std::make_shared<Slot<T>>()});
        }
        std::rotate(m_entries.begin(), it, std::next(it));
        return m_entries.front().slot;
    }

private:
    struct Entry
    {
        Key key;
        std::shared_ptr<Slot<T>> slot;
    };
    std::vector<Entry> m_entries;
};

struct IndexKey
{
    SharedText text; ///< owned, so that its address cannot be reused while the entry lives
    std::string tokenizer;

    bool operator==(const IndexKey &) const = default;
};

struct EdgesKey
{
    std::shared_ptr<const Segmentation> segmentation; ///< both owned, so that no address is reused
    std::shared_ptr<const TokenIndex> index;

    bool operator==(const EdgesKey &) const = default;
};

struct SeparatorsKey
{
    std::shared_ptr<const TokenIndex> index; ///< owned, so that no address is reused
    std::vector<std::string> separators;

    bool operator==(const SeparatorsKey &) const = default;
};

struct PrefixKey
{
    std::shared_ptr<const Segmentation> segmentation;
    std::string tokenizer;
    PrefixStyle style;

    bool operator==(const PrefixKey &) const = default;
};

struct RegionsKey
{
    std::shared_ptr<const Segmentation> segmentation; ///< both owned, so that no address is reused
    std::shared_ptr<const TokenIndex> index;
    PinnedPlaces places;

    bool operator==(const RegionsKey &) const = default;
};

struct ShiftsKey
{
    std::shared_ptr<const Segmentation> units; ///< owned, so that no address is reused
    std::size_t window = 0;
    std::string model; ///< empty: by words
    std::uint64_t generation = 0; ///< of the vectors

    bool operator==(const ShiftsKey &) const = default;
};

struct ShiftsWithVectors
{
    TopicShifts shifts;
    std::shared_ptr<const UnitVectors> vectors; ///< null: by words
};

/// Of pins of one document.
struct PinOrder
{
    bool operator()(const Pin &a, const Pin &b) const
    {
        return std::tie(a.byte, a.before, a.after, a.kind) < std::tie(b.byte, b.before, b.after, b.kind);
    }
};

struct DocumentEntry
{
    std::shared_ptr<const Document> document;
    RecentSlots<std::string, Segmentation> segmentations;
    RecentSlots<SentenceRule, Segmentation, 2> topicUnits;
    RecentSlots<ShiftsKey, ShiftsWithVectors> topicShifts;
    RecentSlots<IndexKey, TokenIndex, indicesPerDocument> indices;
    RecentSlots<EdgesKey, UnitEdges> edges;
    RecentSlots<EdgesKey, LongUnitWords> longUnitWords;
    RecentSlots<SeparatorsKey, SeparatorPieces, 2> separatorPieces;
    RecentSlots<PrefixKey, PrefixCosts> prefixCosts;
    RecentSlots<RegionsKey, PackRegions, 2> regions;
    RecentSlots<ParentsKey, ChunkSet, 2> parents;
    std::map<Pin, PinPlace, PinOrder> searchedPins;
    std::shared_ptr<const TextFacts> facts;
};

/// A file may be replaced by another of the same name.
std::string tokenizerKey(const Tokenizer &tokenizer)
{
    std::string key(tokenizer.id());
    key += '\n';
    key += tokenizer.vocabularySha256();
    return key;
}

void appendToKey(std::string &key, const ParameterValue &value)
{
    if (const auto *integer = std::get_if<std::int64_t>(&value)) {
        key += std::to_string(*integer);
    } else if (const auto *boolean = std::get_if<bool>(&value)) {
        key += *boolean ? "true" : "false";
    } else if (const auto *text = std::get_if<std::string>(&value)) {
        key += *text;
    } else {
        for (const std::string &item : std::get<std::vector<std::string>>(value))
            key += std::to_string(item.size()) + ':' + item;
    }
}

std::string segmentationKey(const StrategyDescriptor &strategy, const ParameterValues &parameters)
{
    std::string key(strategy.id);
    for (const ParameterSpec &spec : strategy.parameters) {
        if (spec.affects != Affects::Segmentation)
            continue;
        const ParameterValue *value = parameters.find(spec.id);
        key += '\n';
        key += spec.id;
        key += '=';
        appendToKey(key, value ? *value : spec.defaultValue());
    }
    return key;
}

/// Vectors that were only added to change nothing that was made with them.
std::string segmentationKey(const StrategyDescriptor &strategy, const ParameterValues &parameters,
                            std::string_view model, const std::shared_ptr<const SentenceVectors> &vectors)
{
    std::string key = segmentationKey(strategy, parameters);
    if (strategy.topicSearch && !model.empty())
        key.append("\nvectors=").append(std::to_string(vectors ? vectors->generation() : 0)).append("=").append(model);
    return key;
}

/// Whose units' costs serve for the segmentation.
std::shared_ptr<const Segmentation> ownerOfUnits(const std::shared_ptr<const Segmentation> &segmentation)
{
    return segmentation->base ? segmentation->base : segmentation;
}

Outcome<std::shared_ptr<const ShiftsWithVectors>> shiftsOf(const Document &document, const Segmentation &units,
                                                           std::size_t window, std::string_view model,
                                                           const std::shared_ptr<const SentenceVectors> &vectors,
                                                           const std::stop_token &stop)
{
    auto made = std::make_shared<ShiftsWithVectors>();
    const std::string_view text = *units.emitted.text();
    Outcome<TopicShifts> shifts = Cancelled{};
    if (model.empty()) {
        shifts = topicShifts(text, units.units, window, stop);
    } else {
        auto found = unitVectors(document.id(), text, units.units, model, vectors, stop);
        if (found.hasError())
            return found.error();
        if (!found)
            return Cancelled{};
        made->vectors = std::move(*found);
        shifts = vectorShifts(*made->vectors, units.units, window, stop);
    }
    if (!shifts)
        return Cancelled{};
    made->shifts = std::move(*shifts);
    return std::shared_ptr<const ShiftsWithVectors>(std::move(made));
}

template<class T, class Make>
Outcome<std::shared_ptr<const T>> valueOf(Slot<T> &slot, std::atomic<std::size_t> &counter, Make make)
{
    const std::scoped_lock lock(slot.mutex);
    if (slot.value)
        return slot.value;
    Outcome<std::shared_ptr<const T>> made = make();
    if (made) {
        slot.value = *made;
        ++counter;
    }
    return made;
}

} // namespace

struct Caches::Private
{
    std::mutex mutex;
    std::unordered_map<const Document *, DocumentEntry> documents;
    std::atomic<std::size_t> segmentationsMade = 0;
    std::atomic<std::size_t> indicesMade = 0;
    std::atomic<std::size_t> edgesMade = 0;
    std::atomic<std::size_t> prefixesMade = 0;
    std::atomic<std::size_t> regionsMade = 0;
    std::atomic<std::size_t> shiftsMade = 0;
    std::atomic<std::size_t> topicCutsMade = 0;
    std::atomic<std::size_t> parentsMade = 0;
    std::atomic<std::size_t> packings = 0;
    std::shared_ptr<LongUnitWords::Counter> wordTablesMade = std::make_shared<LongUnitWords::Counter>(0);
    std::shared_ptr<TextFacts::Counter> factsMade = std::make_shared<TextFacts::Counter>(0);

    struct LastRun
    {
        std::vector<std::shared_ptr<const Document>> documents;
        std::string tokenizer;
        LastPrepared prepared;
    };
    LastRun lastRun;
    struct LastResult
    {
        std::string tokenizer;
        LastChunked chunked;
    };
    LastResult lastResult;

    DocumentEntry &entry(const std::shared_ptr<const Document> &document)
    {
        DocumentEntry &found = documents[document.get()];
        if (!found.document)
            found.document = document;
        return found;
    }
};

Caches::Caches() : d(std::make_unique<Private>()) { }

Caches::~Caches() = default;

Result<std::shared_ptr<const Tokenizer>> Caches::tokenizer(std::string_view reference)
{
    return openTokenizer(reference);
}

void Caches::keepOnly(const std::vector<std::shared_ptr<const Document>> &documents)
{
    std::unordered_map<const Document *, DocumentEntry> all;
    Private::LastRun lastRun; // all are given up outside the lock
    Private::LastResult lastResult;
    const std::scoped_lock lock(d->mutex);
    const std::shared_ptr<const RunSnapshot> &result = d->lastResult.chunked.snapshot;
    if (d->lastRun.documents == documents && d->documents.size() == documents.size()
        && (!result || result->documents == documents))
        return;
    std::swap(lastRun, d->lastRun);
    std::swap(lastResult, d->lastResult);
    all.swap(d->documents);
    for (const auto &document : documents) {
        if (auto node = all.extract(document.get()))
            d->documents.insert(std::move(node));
    }
}

Caches::Counters Caches::counters() const
{
    return {d->segmentationsMade, d->indicesMade, *d->factsMade,    d->edgesMade,      d->prefixesMade,
            d->regionsMade,       d->shiftsMade,  d->topicCutsMade, *d->wordTablesMade};
}

Outcome<std::shared_ptr<const Segmentation>>
CachesAccess::segmentation(Caches &caches, const std::shared_ptr<const Document> &document,
                           const StrategyDescriptor &strategy, const ParameterValues &parameters, std::stop_token stop,
                           std::string_view model, const std::shared_ptr<const SentenceVectors> &vectors)
{
    std::shared_ptr<Slot<Segmentation>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).segmentations.slot(segmentationKey(strategy, parameters, model, vectors));
    }
    if (!strategy.topicSearch)
        return valueOf(*slot, caches.d->segmentationsMade,
                       [&] { return strategy.segment(*document, parameters, stop); });
    return valueOf(*slot, caches.d->topicCutsMade, [&]() -> Outcome<std::shared_ptr<const Segmentation>> {
        const TopicSearch search = strategy.topicSearch(parameters);
        auto units = topicUnits(caches, document, search.sentences, stop);
        if (!units)
            return units;
        std::shared_ptr<Slot<ShiftsWithVectors>> shiftsSlot;
        {
            const std::scoped_lock lock(caches.d->mutex);
            shiftsSlot = caches.d->entry(document).topicShifts.slot(
                ShiftsKey{*units, search.window, std::string(model), vectors ? vectors->generation() : 0});
        }
        const auto shifts = valueOf(*shiftsSlot, caches.d->shiftsMade,
                                    [&] { return shiftsOf(*document, **units, search.window, model, vectors, stop); });
        if (shifts.hasError())
            return shifts.error();
        if (!shifts)
            return Cancelled{};
        return cutAtTopics(*units, (*shifts)->shifts, search.percentile, (*shifts)->vectors);
    });
}

Outcome<std::shared_ptr<const Segmentation>> CachesAccess::topicUnits(Caches &caches,
                                                                      const std::shared_ptr<const Document> &document,
                                                                      SentenceRule rule, std::stop_token stop)
{
    std::shared_ptr<Slot<Segmentation>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).topicUnits.slot(rule);
    }
    return valueOf(*slot, caches.d->segmentationsMade, [&] { return segmentBlocks(*document, stop, rule); });
}

Outcome<std::shared_ptr<const TokenIndex>> CachesAccess::index(Caches &caches,
                                                               const std::shared_ptr<const Document> &document,
                                                               const SharedText &emitted, const Tokenizer &tokenizer,
                                                               std::stop_token stop, unsigned threads)
{
    std::shared_ptr<Slot<TokenIndex>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).indices.slot(IndexKey{emitted, tokenizerKey(tokenizer)});
    }
    return valueOf(*slot, caches.d->indicesMade, [&] { return tokenizer.index(emitted, stop, threads); });
}

Outcome<std::shared_ptr<const UnitEdges>> CachesAccess::edges(Caches &caches,
                                                              const std::shared_ptr<const Document> &document,
                                                              const std::shared_ptr<const Segmentation> &segmentation,
                                                              const std::shared_ptr<const TokenIndex> &index,
                                                              std::stop_token stop)
{
    std::shared_ptr<Slot<UnitEdges>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).edges.slot(EdgesKey{ownerOfUnits(segmentation), index});
    }
    return valueOf(*slot, caches.d->edgesMade, [&] { return UnitEdges::of(segmentation->units, *index, stop); });
}

std::shared_ptr<const LongUnitWords>
CachesAccess::longUnitWords(Caches &caches, const std::shared_ptr<const Document> &document,
                            const std::shared_ptr<const Segmentation> &segmentation,
                            const std::shared_ptr<const TokenIndex> &index,
                            const std::shared_ptr<const UnitEdges> &edges)
{
    const std::shared_ptr<const Segmentation> owner = ownerOfUnits(segmentation);
    if (!LongUnitWords::areWorthIt(*owner, *edges))
        return nullptr;
    const std::scoped_lock lock(caches.d->mutex);
    const auto slot = caches.d->entry(document).longUnitWords.slot(EdgesKey{owner, index});
    const std::scoped_lock slotLock(slot->mutex);
    if (!slot->value)
        slot->value = std::make_shared<const LongUnitWords>(owner, index, edges, caches.d->wordTablesMade);
    return slot->value;
}

std::shared_ptr<const SeparatorPieces> CachesAccess::separatorPieces(Caches &caches,
                                                                     const std::shared_ptr<const Document> &document,
                                                                     const std::shared_ptr<const TokenIndex> &index,
                                                                     const std::vector<std::string> &separators)
{
    const std::scoped_lock lock(caches.d->mutex);
    const auto slot = caches.d->entry(document).separatorPieces.slot(SeparatorsKey{index, separators});
    const std::scoped_lock slotLock(slot->mutex);
    if (!slot->value)
        slot->value = std::make_shared<const SeparatorPieces>(index, separators);
    return slot->value;
}

Outcome<std::shared_ptr<const PrefixCosts>>
CachesAccess::prefixCosts(Caches &caches, const std::shared_ptr<const Document> &document,
                          const std::shared_ptr<const Segmentation> &segmentation, const Tokenizer &tokenizer,
                          const PrefixStyle &style, std::stop_token stop)
{
    std::shared_ptr<Slot<PrefixCosts>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).prefixCosts.slot(PrefixKey{segmentation, tokenizerKey(tokenizer), style});
    }
    return valueOf(*slot, caches.d->prefixesMade,
                   [&] { return PrefixCosts::of(*document, *segmentation, tokenizer, style, stop); });
}

Outcome<std::shared_ptr<const PackRegions>> CachesAccess::regions(Caches &caches,
                                                                  const std::shared_ptr<const Document> &document,
                                                                  const PreparedDocument &prepared,
                                                                  const PinnedPlaces &places, std::stop_token stop)
{
    std::shared_ptr<Slot<PackRegions>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).regions.slot(RegionsKey{prepared.segmentation, prepared.index, places});
    }
    return valueOf(*slot, caches.d->regionsMade, [&] {
        return PackRegions::of(*document, *prepared.segmentation, prepared.index, prepared.edges.get(), places, stop);
    });
}

Outcome<std::vector<PinPlace>> CachesAccess::pinPlaces(Caches &caches, const std::shared_ptr<const Document> &document,
                                                       std::span<const Pin> pins, const std::stop_token &stop)
{
    constexpr std::size_t mostRemembered = 100'000;
    std::vector<PinPlace> places(pins.size());
    std::vector<Pin> sought;
    std::vector<std::size_t> numbers; // of those sought
    {
        const std::scoped_lock lock(caches.d->mutex);
        const DocumentEntry &entry = caches.d->entry(document);
        for (std::size_t i = 0; i < pins.size(); ++i) {
            if (isPlaced(pins[i], document->text())) {
                places[i].state = PinState::Placed;
                places[i].byte = pins[i].byte;
            } else if (const auto known = entry.searchedPins.find(pins[i]); known != entry.searchedPins.end()) {
                places[i] = known->second;
            } else {
                sought.push_back(pins[i]);
                numbers.push_back(i);
            }
            places[i].pin = i;
        }
    }
    if (sought.empty())
        return places;
    const auto found = findPins(sought, document->text(), stop);
    if (!found)
        return found;
    const std::scoped_lock lock(caches.d->mutex);
    auto &known = caches.d->entry(document).searchedPins;
    for (std::size_t k = 0; k < sought.size(); ++k) {
        PinPlace &place = places[numbers[k]];
        place = (*found)[k];
        place.pin = numbers[k];
        if (known.size() < mostRemembered)
            known.emplace(std::move(sought[k]), place);
    }
    return places;
}

std::string CachesAccess::preparationKey(const StrategyDescriptor &strategy, const ParameterValues &parameters,
                                         std::string_view model, const std::shared_ptr<const SentenceVectors> &vectors)
{
    const PrefixStyle style = strategy.prefixStyleOf(parameters);
    std::string key = segmentationKey(strategy, parameters, model, vectors);
    key += style.namesHeadings ? "\nh" : "\n";
    key += style.repeatsTableHead ? "t" : "";
    key += style.separator;
    if (strategy.separators) {
        key += '\n';
        appendToKey(key, strategy.separators(parameters));
    }
    return key;
}

Outcome<std::shared_ptr<const ChunkSet>>
CachesAccess::parents(Caches &caches, const std::shared_ptr<const Document> &document, const ParentsKey &key,
                      const std::function<Outcome<std::shared_ptr<const ChunkSet>>()> &make)
{
    std::shared_ptr<Slot<ChunkSet>> slot;
    {
        const std::scoped_lock lock(caches.d->mutex);
        slot = caches.d->entry(document).parents.slot(key);
    }
    return valueOf(*slot, caches.d->parentsMade, make);
}

LastPrepared CachesAccess::lastPrepared(Caches &caches, const std::vector<std::shared_ptr<const Document>> &documents,
                                        const Tokenizer &tokenizer)
{
    const std::scoped_lock lock(caches.d->mutex);
    const Caches::Private::LastRun &last = caches.d->lastRun;
    const bool isSame = last.tokenizer == tokenizerKey(tokenizer) && last.documents == documents;
    return isSame ? last.prepared : LastPrepared{};
}

void CachesAccess::keepPrepared(Caches &caches, const std::vector<std::shared_ptr<const Document>> &documents,
                                const Tokenizer &tokenizer, LastPrepared prepared)
{
    Caches::Private::LastRun last{documents, tokenizerKey(tokenizer), std::move(prepared)};
    const std::scoped_lock lock(caches.d->mutex);
    std::swap(caches.d->lastRun, last);
}

LastChunked CachesAccess::lastChunked(Caches &caches, const std::vector<std::shared_ptr<const Document>> &documents,
                                      const Tokenizer &tokenizer)
{
    const std::scoped_lock lock(caches.d->mutex);
    const Caches::Private::LastResult &last = caches.d->lastResult;
    const bool isSame = last.chunked.snapshot && last.tokenizer == tokenizerKey(tokenizer)
        && last.chunked.snapshot->documents == documents;
    return isSame ? last.chunked : LastChunked{};
}

void CachesAccess::keepChunked(Caches &caches, const Tokenizer &tokenizer, LastChunked chunked)
{
    Caches::Private::LastResult last{tokenizerKey(tokenizer), std::move(chunked)};
    const std::scoped_lock lock(caches.d->mutex);
    std::swap(caches.d->lastResult, last);
}

CachesAccess::PackCounters CachesAccess::packCounters(const Caches &caches)
{
    return {caches.d->packings, caches.d->parentsMade};
}

void CachesAccess::countPacking(Caches &caches)
{
    ++caches.d->packings;
}

std::shared_ptr<const TextFacts> CachesAccess::facts(Caches &caches, const std::shared_ptr<const Document> &document)
{
    const std::scoped_lock lock(caches.d->mutex);
    DocumentEntry &entry = caches.d->entry(document);
    if (!entry.facts)
        entry.facts = std::make_shared<const TextFacts>(document->sharedText(), caches.d->factsMade);
    return entry.facts;
}

} // namespace cw
