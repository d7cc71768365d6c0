// SPDX-License-Identifier: GPL-3.0-or-later
// Everything between documents and the vectors that a run of them needs: what is kept, what is missing, the server.
#pragma once

#include "base/result.h"
#include "io/embeddingclient.h"
#include "run/run.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace cw {

struct VectorFetchRequest
{
    std::vector<std::shared_ptr<const Document>> documents;
    RunConfig config;
    std::string key; ///< embeddingKey()
    EmbeddingLimits limits = {};
    std::function<void(std::size_t done, std::size_t total)> progress = {}; ///< of sentences; may be empty
    std::function<void(const std::string &sentence)> remark = {}; ///< kept vectors that cannot be read or written
};

struct FetchedVectors
{
    std::size_t sentences = 0; ///< fetched
};

/// How many sentences of the documents no vector is kept of, on disk neither; 0 where words are compared. Asks no
/// server.
[[nodiscard]] Outcome<std::size_t> countMissingVectors(const VectorFetchRequest &request, Caches &caches,
                                                       std::stop_token stop);

/// Fetches the missing ones from config.embedding.server and keeps them, also those that came before an error or a
/// stop. Sends nothing when none is missing. MissingResource (subject "embedding.server") when the configuration names
/// no server; else as missingVectors() and fetchEmbeddings(). With `isLast` false, saveVectors() is to follow.
[[nodiscard]] Outcome<FetchedVectors> fetchMissingVectors(const VectorFetchRequest &request, Caches &caches,
                                                          std::stop_token stop, bool isLast = true);

} // namespace cw
