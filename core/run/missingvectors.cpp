// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/missingvectors.h"

#include "run/cachesaccess.h"
#include "run/effectiveconfig.h"

#include <unordered_set>
#include <utility>

namespace cw {

Outcome<MissingVectors> missingVectors(const std::vector<std::shared_ptr<const Document>> &documents,
                                       const RunConfig &config, Caches &caches, std::stop_token stop)
{
    MissingVectors missing;
    if (const auto checked = checkConfig(config); !checked)
        return checked.error();
    if (!usesVectors(config))
        return missing;
    const auto kept = sentenceVectors(config.embedding.model);
    const OverrideFinder finder(config);
    std::unordered_set<std::string_view> met;
    for (const auto &document : documents) {
        const RunConfig effective = effectiveConfig(config, finder.overrideFor(*document));
        const StrategyDescriptor &strategy = *findStrategy(effective.strategy);
        if (!strategy.topicSearch)
            continue;
        const auto units
            = CachesAccess::topicUnits(caches, document, strategy.topicSearch(effective.parameters).sentences, stop);
        if (units.hasError())
            return units.error();
        if (!units)
            return Cancelled{};
        const SharedText &text = (*units)->emitted.text();
        const auto sentences = sentencesWithoutVector(*text, (*units)->units, kept.get(), stop);
        if (!sentences)
            return Cancelled{};
        if (sentences->empty())
            continue;
        ++missing.documents;
        missing.texts.push_back(text);
        for (const std::string_view sentence : *sentences) {
            if (met.insert(sentence).second)
                missing.sentences.push_back(sentence);
        }
    }
    return missing;
}

} // namespace cw
