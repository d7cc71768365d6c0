// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/runpins.h"

#include "segment/words.h"
#include "strategies/packregions.h"

#include <algorithm>

namespace cw {

namespace {

void sortOut(std::vector<std::size_t> &bytes)
{
    std::ranges::sort(bytes);
    const auto rest = std::ranges::unique(bytes);
    bytes.erase(rest.begin(), rest.end());
}

} // namespace

Outcome<RunPins> RunPins::of(std::span<const Pin> pins, std::span<const std::shared_ptr<const Document>> documents,
                             Caches &caches, const std::stop_token &stop)
{
    RunPins all(pins);
    for (std::size_t number = 0; number < documents.size() && !pins.empty(); ++number) {
        const Document &document = *documents[number];
        const std::span<const Pin> own = pinsOf(pins, document.id());
        if (own.empty())
            continue;
        auto found = CachesAccess::pinPlaces(caches, documents[number], own, stop);
        if (found.isCancelled())
            return Cancelled{};
        if (!found)
            return found.error();
        PinnedPlaces places;
        for (PinPlace &place : *found) {
            if (place.holds() && place.byte > 0 && place.byte < document.text().size())
                (own[place.pin].kind == PinKind::Break ? places.breaks : places.keeps).push_back(place.byte);
            place.pin += static_cast<std::size_t>(own.data() - pins.data());
            place.document = static_cast<std::uint32_t>(number);
            all.m_places.push_back(std::move(place));
        }
        if (places.isEmpty())
            continue;
        sortOut(places.breaks);
        sortOut(places.keeps);
        all.m_byDocument.add(number, std::move(places));
    }
    return all;
}

std::vector<PinPlace> RunPins::judged(std::span<const std::shared_ptr<const ChunkSet>> chunkSets) const
{
    std::vector<PinPlace> places = m_places;
    for (PinPlace &place : places) {
        if (!place.holds() || m_pins[place.pin].kind == PinKind::Break)
            continue;
        const ChunkSet &chunks = *chunkSets[place.document];
        const Document &document = chunks.document();
        const bool isBehind = place.byte >= document.text().size(); // of a beginning of the document
        if (isBehind || !isBoundaryAt(document, chunks.chunks(), place.byte))
            continue;
        place.state = PinState::Overruled;
        const std::vector<std::size_t> &breaks = placesOf(place.document)->breaks;
        const auto next = std::ranges::lower_bound(breaks, trimSpacesBack(document.text(), 0, place.byte));
        const bool isAtBreak
            = next != breaks.end() && *next <= skipSpaces(document.text(), place.byte, document.text().size());
        place.problem = isAtBreak ? "A break is pinned at the same place."
                                  : "What stands on both sides does not fit into one chunk: raise max.";
    }
    return places;
}

} // namespace cw
