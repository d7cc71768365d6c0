// SPDX-License-Identifier: GPL-3.0-or-later
#include "vectorfetcher.h"

#include "report.h"

#include "io/vectorfile.h"

namespace cw::cli {

VectorFetcher::VectorFetcher(const RunConfig &config, bool tellsProgress)
    : m_config(config), m_isNeeded(usesVectors(config)), m_tellsProgress(tellsProgress),
      m_lastTold(std::chrono::steady_clock::now())
{
}

VectorFetcher::~VectorFetcher()
{
    if (m_isNeeded)
        tell(saveVectors(m_config.embedding.model));
}

Outcome<FetchedVectors> VectorFetcher::fetchFor(const std::vector<std::shared_ptr<const Document>> &documents,
                                                const RunConfig &config, Caches &caches, const std::stop_token &stop)
{
    if (!m_isNeeded)
        return FetchedVectors{};
    const std::scoped_lock lock(m_mutex);
    const auto fetched
        = fetchMissingVectors({.documents = documents,
                               .config = config,
                               .key = embeddingKey(),
                               .progress = [this](std::size_t done, std::size_t total) { tellProgress(done, total); },
                               .remark = [this](const std::string &sentence) { tell(sentence); }},
                              caches, stop, false);
    if (fetched)
        m_fetchedBefore += fetched->sentences;
    return fetched;
}

/// Once: a folder that cannot be written is one for every document.
void VectorFetcher::tell(const std::string &sentence)
{
    if (!sentence.empty() && m_told.insert(sentence).second)
        say(sentence);
}

void VectorFetcher::tellProgress(std::size_t done, std::size_t total)
{
    constexpr std::chrono::seconds pause{2};
    const auto now = std::chrono::steady_clock::now();
    if (!m_tellsProgress || (done < total && now - m_lastTold < pause))
        return;
    if (done == total && m_fetchedBefore > 0 && now - m_lastTold < pause)
        return; // one of many small documents
    m_lastTold = now;
    say("Fetched vectors of " + std::to_string(m_fetchedBefore + done) + " sentences"
        + (done < total ? ", " + std::to_string(total - done) + " more to come." : "."));
}

} // namespace cw::cli
