// SPDX-License-Identifier: GPL-3.0-or-later
// Findings that are about a second chunk, and which one that is.
#pragma once

#include "run/run.h"

#include <cstdint>
#include <optional>
#include <string>

namespace cw {

/// A chunk as people name it: by its document and its place in it.
struct ChunkOfRun
{
    std::uint32_t document = 0; ///< position in the run's documents
    std::uint32_t chunk = 0; ///< position in the document's chunks

    bool operator==(const ChunkOfRun &) const = default;
};

/// The chunk besides its own that the finding is about. Empty for rules without RuleDescriptor::messageOfOther.
/// O(log documents).
[[nodiscard]] std::optional<ChunkOfRun> otherChunk(const RunSnapshot &snapshot, const Finding &finding);

/// The message as people read it: with the other chunk named by its document, and numbered in it from 1 as everywhere
/// on the screen. Of all other rules what findingMessage(finding) gives.
[[nodiscard]] std::string findingMessage(const RunSnapshot &snapshot, const Finding &finding);

} // namespace cw
