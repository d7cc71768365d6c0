// SPDX-License-Identifier: GPL-3.0-or-later
// Going from place to place by chunk and document.
#pragma once

#include "workbench/workbench.h"

#include <optional>

namespace cw {

/// Pure: where a step leads in a snapshot, or nothing when there is nowhere to go. Chunks run through all
/// documents in order.
[[nodiscard]] std::optional<Place> stepChunk(const RunSnapshot &snapshot, const std::optional<Place> &from,
                                             bool forward);
[[nodiscard]] std::optional<Place> stepDocument(const RunSnapshot &snapshot, const std::optional<Place> &from,
                                                bool forward);
/// The chunk with a number that counts through all documents from 1.
[[nodiscard]] std::optional<Place> chunkByNumber(const RunSnapshot &snapshot, std::size_t number);
/// The first chunk of the run with the text of `from`'s chunk; empty when the audit found no such chunk.
[[nodiscard]] std::optional<Place> sameTextPlace(const RunSnapshot &snapshot, const std::optional<Place> &from);
/// The place of one chunk of a document.
[[nodiscard]] Place chunkPlace(const RunSnapshot &snapshot, std::uint32_t document, std::size_t chunk);

} // namespace cw
