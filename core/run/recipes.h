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
    std::string preparation; ///< CachesAccess::preparationKey()

    [[nodiscard]] static bool preparesLike(const Recipe &a, const Recipe &b) { return a.preparation == b.preparation; }
    /// Whether both make the same of a document: chunks, and what is returned for them.
    [[nodiscard]] static bool packsLike(const Recipe &a, const Recipe &b)
    {
        return preparesLike(a, b) && a.strategy == b.strategy && a.max == b.max && a.overlap == b.overlap
            && a.config.returned == b.config.returned && a.config.parameters == b.config.parameters;
    }

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

    /// Number in `all`.
    [[nodiscard]] std::size_t numberOf(std::size_t document) const
    {
        return overrideUsed[document] == RunSnapshot::noOverride ? 0 : overrideUsed[document] + 1;
    }
    [[nodiscard]] const Recipe &of(std::size_t document) const { return all[numberOf(document)]; }
};

/// Compares the recipes of documents in two runs of the same documents.
class RecipeComparison final
{
public:
    using Equal = bool (*)(const Recipe &now, const Recipe &before);

    RecipeComparison(const Recipes &now, const Recipes &before, Equal equal)
        : m_now(now), m_before(before), m_equal(equal), m_commonIsSame(equal(now.all.front(), before.all.front()))
    {
    }

    [[nodiscard]] bool isSame(std::size_t document) const
    {
        const std::size_t now = m_now.numberOf(document);
        const std::size_t before = m_before.numberOf(document);
        return now == 0 && before == 0 ? m_commonIsSame : m_equal(m_now.all[now], m_before.all[before]);
    }

private:
    const Recipes &m_now;
    const Recipes &m_before;
    Equal m_equal;
    bool m_commonIsSame;
};

/// Precondition: the configuration was checked.
[[nodiscard]] Result<Recipes> recipesOf(const RunRequest &request);

/// Metrics, histogram and all other figures of the snapshot's chunk sets and parent sets.
void measureInto(RunSnapshot &snapshot, const Recipes &recipes);

/// What rules are told of each document; nothing where one holds for all.
[[nodiscard]] std::vector<ChunkedWith> chunkedWith(const Recipes &recipes);

} // namespace cw
