// SPDX-License-Identifier: GPL-3.0-or-later
// The pins of one run, by document.
#pragma once

#include "chunk/breaks.h"
#include "run/cachesaccess.h"
#include "run/run.h"

#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace cw {

/// Where the pins of a run are. Costs O(documents log pins), nothing without pins; where a text has changed, findPins()
/// once, which caches remember.
class RunPins final
{
public:
    /// `pins` must outlive it.
    static Outcome<RunPins> of(std::span<const Pin> pins, std::span<const std::shared_ptr<const Document>> documents,
                               Caches &caches, const std::stop_token &stop);

    /// Null for a document without pins. O(log documents with pins).
    [[nodiscard]] const PinnedPlaces *placesOf(std::size_t document) const noexcept
    {
        return m_byDocument.of(document);
    }
    [[nodiscard]] const PlacesByDocument &places() const noexcept { return m_byDocument; }
    /// All places, and what became of them in the chunks.
    [[nodiscard]] std::vector<PinPlace> judged(std::span<const std::shared_ptr<const ChunkSet>> chunkSets) const;

private:
    explicit RunPins(std::span<const Pin> pins) : m_pins(pins) { }

    std::span<const Pin> m_pins;
    std::vector<PinPlace> m_places;
    PlacesByDocument m_byDocument;
};

} // namespace cw
