// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/recipes.h"

#include "run/cachesaccess.h"
#include "run/returning.h"
#include "stats/sizecounts.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace cw {

namespace {

/// One figure for all documents: theirs, weighted by their tokens as realised overlap is.
double meanRequestedPercent(const Recipes &recipes, const std::vector<std::shared_ptr<const ChunkSet>> &chunkSets)
{
    double asked = 0;
    double all = 0;
    for (std::size_t i = 0; i < chunkSets.size(); ++i) {
        std::uint64_t tokens = 0;
        for (const Chunk &chunk : chunkSets[i]->chunks())
            tokens += chunk.tokens;
        asked += recipes.of(i).requestedPercent() * static_cast<double>(tokens);
        all += static_cast<double>(tokens);
    }
    return all > 0 ? asked / all : recipes.all.front().requestedPercent();
}

/// The largest max in use; of documents whose max counts no tokens their largest chunk.
std::uint64_t histogramEnd(const Recipes &recipes, const std::vector<std::shared_ptr<const ChunkSet>> &chunkSets)
{
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < chunkSets.size(); ++i) {
        const std::size_t maxTokens = recipes.of(i).maxTokens();
        end = std::max<std::uint64_t>(end, maxTokens);
        if (maxTokens > 0)
            continue;
        for (const Chunk &chunk : chunkSets[i]->chunks())
            end = std::max<std::uint64_t>(end, chunk.embeddedTokens());
    }
    return end;
}

} // namespace

Result<Recipes> recipesOf(const RunRequest &request)
{
    const RunConfig &config = request.config;
    Recipes recipes;
    const auto add = [&](RunConfig effective) -> Result<void> {
        const auto model = modelInput(effective);
        if (!model)
            return model.error();
        Recipe &recipe = recipes.all.emplace_back();
        recipe.strategy = findStrategy(effective.strategy);
        recipe.max = static_cast<std::size_t>(effective.max) - model->reserved();
        recipe.overlap = static_cast<std::size_t>(effective.overlap);
        recipe.config = std::move(effective);
        return {};
    };
    // All recipes see the same vectors, whatever is fetched meanwhile.
    const auto vectors = usesVectors(config) ? sentenceVectors(config.embedding.model) : nullptr;
    if (const auto added = add(effectiveConfig(config, RunSnapshot::noOverride)); !added)
        return added.error();
    for (std::size_t number = 0; number < config.overrides.size(); ++number) {
        if (const auto added = add(effectiveConfig(config, number)); !added)
            return added.error();
    }
    for (Recipe &recipe : recipes.all) {
        recipe.vectors = vectors;
        recipe.preparation = CachesAccess::preparationKey(*recipe.strategy, recipe.config.parameters,
                                                          recipe.config.embedding.model, recipe.vectors);
    }
    recipes.overrideUsed.assign(request.documents.size(), RunSnapshot::noOverride);
    if (config.overrides.empty())
        return recipes;
    const OverrideFinder finder(config);
    for (std::size_t i = 0; i < request.documents.size(); ++i) {
        recipes.overrideUsed[i] = finder.overrideFor(*request.documents[i]);
        recipes.areMixed |= recipes.overrideUsed[i] != RunSnapshot::noOverride;
    }
    return recipes;
}

void measureInto(RunSnapshot &snapshot, const Recipes &recipes)
{
    std::vector<std::size_t> maxTokens{recipes.all.front().maxTokens()};
    double requested = recipes.all.front().requestedPercent();
    std::uint64_t end = maxTokens.front();
    if (recipes.areMixed) {
        maxTokens.clear();
        for (std::size_t i = 0; i < snapshot.chunkSets.size(); ++i)
            maxTokens.push_back(recipes.of(i).maxTokens());
        requested = meanRequestedPercent(recipes, snapshot.chunkSets);
        end = histogramEnd(recipes, snapshot.chunkSets);
    }
    MetSizes met;
    snapshot.metrics = measure(snapshot.chunkSets, maxTokens, requested, met);
    snapshot.histogram = histogramOf(met.tokens, met.overlapTokens, end);
    snapshot.overlapSpread = overlapSpreadOf(met.overlapTokens);
    snapshot.documentFigures = std::move(met.documents);
    snapshot.returnedFigures = returnedFiguresOf(snapshot);
}

std::vector<ChunkedWith> chunkedWith(const Recipes &recipes)
{
    std::vector<ChunkedWith> list;
    if (!recipes.areMixed)
        return list;
    list.reserve(recipes.overrideUsed.size());
    for (std::size_t i = 0; i < recipes.overrideUsed.size(); ++i) {
        const Recipe &recipe = recipes.of(i);
        list.push_back({recipe.strategy->sizeUnit, recipe.max, recipe.overlap});
    }
    return list;
}

} // namespace cw
