// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of sentences before a run that compares them.
#pragma once

#include "io/sentencevectorfetch.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace cw::cli {

/// Does nothing for configurations that need no vectors.
class VectorFetcher final
{
public:
    /// With `tellsProgress` a line now and then says how far it is.
    VectorFetcher(const RunConfig &config, bool tellsProgress);
    /// Keeps what was fetched.
    ~VectorFetcher();
    VectorFetcher(const VectorFetcher &) = delete;
    VectorFetcher &operator=(const VectorFetcher &) = delete;

    /// Fetches what the documents' run with `config`, a part of the whole, lacks. Any thread; one fetches at a time, so
    /// that the server is asked no more at once than its client limits.
    [[nodiscard]] Outcome<FetchedVectors> fetchFor(const std::vector<std::shared_ptr<const Document>> &documents,
                                                   const RunConfig &config, Caches &caches,
                                                   const std::stop_token &stop);

private:
    void tell(const std::string &sentence);
    void tellProgress(std::size_t done, std::size_t total);

    const RunConfig &m_config;
    bool m_isNeeded = false;
    bool m_tellsProgress = false;
    std::mutex m_mutex;
    std::set<std::string> m_told;
    std::size_t m_fetchedBefore = 0;
    std::chrono::steady_clock::time_point m_lastTold;
};

} // namespace cw::cli
