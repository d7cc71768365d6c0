// SPDX-License-Identifier: GPL-3.0-or-later
// Inside run(): which document is chunked how, and the figures that depend on it.
#pragma once

#include "run/effectiveconfig.h"
#include "segment/sentencevectors.h"
#include "strategies/strategy.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace cw {

/// How documents are chunked: by the configuration, or by one of its overrides.
struct Recipe
{
    RunConfig config; ///< effective
    const StrategyDescriptor *strategy = nullptr;
    std::size_t max = 0; ///< without what the model adds
    std::size_t overlap = 0;
    /// What is kept of config.embedding.model as the run begins; null when nothing is, or nobody asks.
    std::shared_ptr<const SentenceVectors> vectors;

    [[nodiscard]] std::size_t maxTokens() const { return strategy->sizeUnit == SizeUnit::Tokens ? max : 0; }
    [[nodiscard]] double requestedPercent() const
    {
        return 100.0 * static_cast<double>(overlap) / static_cast<double>(max);
    }
};

/// Which document is chunked how.
struct Recipes
{
    std::vector<Recipe> all; ///< the configuration's first, then one an override
    std::vector<std::size_t> overrideUsed; ///< one a document
    bool areMixed = false; ///< an override is used

    [[nodiscard]] const Recipe &of(std::size_t document) const
    {
        return all[overrideUsed[document] == RunSnapshot::noOverride ? 0 : overrideUsed[document] + 1];
    }
};

/// Precondition: the configuration was checked.
[[nodiscard]] Result<Recipes> recipesOf(const RunRequest &request);

/// Tells apart all that prepares the documents differently. The same whatever only packing depends on, so that a slider
/// in an override redoes as little as one outside.
[[nodiscard]] std::string preparationKeyOf(const Recipes &recipes, const RunConfig &config);

/// Metrics and histogram of the snapshot's chunk sets.
void measureInto(RunSnapshot &snapshot, const Recipes &recipes);

/// What rules are told of each document; nothing where one holds for all.
[[nodiscard]] std::vector<ChunkedWith> chunkedWith(const Recipes &recipes);

} // namespace cw
