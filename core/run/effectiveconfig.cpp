// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/effectiveconfig.h"

#include "strategies/strategy.h"

namespace cw {

OverrideFinder::OverrideFinder(const RunConfig &config)
{
    for (std::size_t number = 0; number < config.overrides.size(); ++number) {
        const ChunkingOverride &given = config.overrides[number];
        (given.scope == OverrideScope::Document ? m_byDocument : m_byFormat).emplace(given.target, number);
    }
}

std::size_t OverrideFinder::overrideFor(const Document &document) const
{
    if (!m_byDocument.empty()) {
        if (const auto found = m_byDocument.find(document.id()); found != m_byDocument.end())
            return found->second;
    }
    if (!m_byFormat.empty()) {
        if (const auto found = m_byFormat.find(document.format()); found != m_byFormat.end())
            return found->second;
    }
    return RunSnapshot::noOverride;
}

RunConfig effectiveConfig(const RunConfig &config, std::size_t overrideNumber)
{
    // Member by member: there may be tens of thousands of overrides and pins, for each of which this is asked.
    RunConfig effective{.name = config.name,
                        .strategy = config.strategy,
                        .tokenizer = config.tokenizer,
                        .model = config.model,
                        .countSpecialTokens = config.countSpecialTokens,
                        .max = config.max,
                        .overlap = config.overlap,
                        .parameters = config.parameters,
                        .embedding = config.embedding,
                        .audit = config.audit,
                        .returned = config.returned,
                        .pins = {},
                        .overrides = {}};
    if (overrideNumber < config.overrides.size()) {
        const ChunkingOverride &given = config.overrides[overrideNumber];
        effective.strategy = given.strategy;
        effective.max = given.max;
        effective.overlap = given.overlap;
        effective.parameters = given.parameters;
    }
    return effective;
}

RunConfig effectiveConfig(const RunConfig &config, const Document &document)
{
    return effectiveConfig(config, OverrideFinder(config).overrideFor(document));
}

RunConfig effectiveConfig(const RunSnapshot &snapshot, std::size_t document)
{
    return effectiveConfig(snapshot.config, overrideUsed(snapshot, document));
}

std::size_t overrideUsed(const RunSnapshot &snapshot, std::size_t document) noexcept
{
    return document < snapshot.overrideUsed.size() ? snapshot.overrideUsed[document] : RunSnapshot::noOverride;
}

std::size_t maxTextTokensOf(const RunSnapshot &snapshot, std::size_t document)
{
    const std::size_t number = overrideUsed(snapshot, document);
    if (number == RunSnapshot::noOverride)
        return snapshot.maxTextTokens;
    const ChunkingOverride &used = snapshot.config.overrides[number];
    const StrategyDescriptor *strategy = findStrategy(used.strategy);
    if (!strategy || strategy->sizeUnit != SizeUnit::Tokens)
        return 0;
    return static_cast<std::size_t>(used.max)
        - (snapshot.config.countSpecialTokens ? snapshot.model.overhead() : std::size_t{0});
}

std::string overrideTargetText(const ChunkingOverride &given)
{
    return (given.scope == OverrideScope::Document ? "the document " : "the format ") + given.target;
}

} // namespace cw
