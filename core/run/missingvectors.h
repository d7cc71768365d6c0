// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be fetched before a configuration that needs vectors can be run.
#pragma once

#include "base/result.h"
#include "run/run.h"

#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

struct MissingVectors
{
    std::vector<std::string_view> sentences; ///< different ones, in order of document and text
    std::size_t documents = 0; ///< that have one
    std::vector<SharedText> texts; ///< that hold the sentences
};

/// Sentences of the documents that no vector is kept of, for the recipes that compare vectors; none for configurations
/// for which usesVectors() is false. Errors as run(), but never for missing vectors. O(bytes) the first time, then what
/// hashing the sentences costs.
[[nodiscard]] Outcome<MissingVectors> missingVectors(const std::vector<std::shared_ptr<const Document>> &documents,
                                                     const RunConfig &config, Caches &caches, std::stop_token stop);

} // namespace cw
