// SPDX-License-Identifier: GPL-3.0-or-later
#include "totals.h"

#include "run/effectiveconfig.h"
#include "run/returning.h"
#include "tokenize/tokenizerreference.h"

#include <algorithm>
#include <cstdio>

namespace cw::cli {

namespace {

std::string percent(double value)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.1f %%", value);
    return buffer;
}

void addTo(std::vector<std::uint64_t> &sums, const std::vector<std::uint64_t> &more)
{
    sums.resize(std::max(sums.size(), more.size()));
    for (std::size_t i = 0; i < more.size(); ++i)
        sums[i] += more[i];
}

} // namespace

void Totals::add(const RunSnapshot &snapshot, const ConfigPart *part)
{
    const RunMetrics &metrics = snapshot.metrics;
    Totals one;
    for (const auto &document : snapshot.documents)
        one.documents.add(document->format());
    one.chunks = snapshot.chunkCount;
    one.parents = parentCount(snapshot);
    one.tokens = metrics.tokens.sum;
    one.largestChunkTokens = metrics.tokens.maximum;
    one.duplicatedTokens = metrics.duplicatedTokens;
    one.pairs = metrics.overlapTokens.count;
    one.pairsWithoutOverlap = metrics.pairsWithoutOverlap;
    one.uncoveredCharacters = metrics.uncoveredCharacters;
    one.findings.resize(rules().size());
    for (const Finding &finding : snapshot.audit.findings) {
        ++one.findings[finding.rule];
        ++one.severities[static_cast<std::size_t>(finding.severity)];
    }
    one.chunksAffected.assign(snapshot.audit.chunksAffected.begin(), snapshot.audit.chunksAffected.end());
    one.textTokens = static_cast<double>(metrics.tokens.sum) - static_cast<double>(metrics.prefixTokens);
    one.askedOverlapTokens = metrics.requestedOverlapPercent * one.textTokens;
    for (const std::size_t number : snapshot.overrideUsed) {
        if (number != RunSnapshot::noOverride)
            ++one.overrideDocuments[part ? part->overrideNumber : number];
    }
    const std::vector<PinPlace> &places = snapshot.pinPlaces;
    for (std::size_t i = 0; i < places.size();) {
        const std::size_t first = i;
        while (i < places.size() && places[i].pin == places[first].pin + (i - first))
            ++i;
        one.pinsMet[places[first].pin + (part ? part->firstPin : 0)] = i - first;
    }
    add(one);
}

void Totals::add(const Totals &other)
{
    documents.add(other.documents);
    documentsLeftOut += other.documentsLeftOut;
    chunks += other.chunks;
    parents += other.parents;
    tokens += other.tokens;
    largestChunkTokens = std::max(largestChunkTokens, other.largestChunkTokens);
    duplicatedTokens += other.duplicatedTokens;
    pairs += other.pairs;
    pairsWithoutOverlap += other.pairsWithoutOverlap;
    uncoveredCharacters += other.uncoveredCharacters;
    textTokens += other.textTokens;
    askedOverlapTokens += other.askedOverlapTokens;
    for (const auto &[number, count] : other.overrideDocuments)
        overrideDocuments[number] += count;
    addTo(findings, other.findings);
    addTo(chunksAffected, other.chunksAffected);
    for (const auto &[first, count] : other.pinsMet)
        pinsMet[first] = std::max(pinsMet[first], count);
    for (std::size_t i = 0; i < severities.size(); ++i)
        severities[i] += other.severities[i];
}

bool Totals::reaches(Severity severity) const noexcept
{
    return std::any_of(severities.begin() + static_cast<std::ptrdiff_t>(severity), severities.end(),
                       [](std::uint64_t count) { return count > 0; });
}

std::string Totals::summary(const RunConfig &config) const
{
    const double effective
        = tokens == 0 ? 0.0 : 100.0 * static_cast<double>(duplicatedTokens) / static_cast<double>(tokens);
    const double requested = !overrideDocuments.empty() && textTokens > 0
        ? askedOverlapTokens / textTokens
        : 100.0 * static_cast<double>(config.overlap) / static_cast<double>(textMax(config));
    std::string text = documents.text() + ", " + counted(chunks, "chunk", "chunks")
        + (parents > 0 ? " in " + counted(parents, "parent", "parents") : std::string()) + ", "
        + counted(tokens, "token", "tokens") + " of " + labelOfTokenizer(config.tokenizer).name + " (largest chunk "
        + std::to_string(largestChunkTokens) + "); effective overlap " + percent(effective) + ", asked for "
        + percent(requested);
    if (requested > 0) { // else no pair was to have any
        text += "; " + std::to_string(pairsWithoutOverlap) + " of " + counted(pairs, "pair", "pairs")
            + " of neighbours without overlap";
    }
    if (uncoveredCharacters > 0)
        text += "; " + counted(uncoveredCharacters, "character is", "characters are") + " in no chunk";
    return text + '.';
}

std::vector<std::string> Totals::unusedOverrides(const RunConfig &config) const
{
    constexpr std::size_t mostNamed = 20;
    std::vector<std::string> sentences;
    std::size_t others = 0;
    for (std::size_t number = 0; number < config.overrides.size(); ++number) {
        if (overrideDocuments.contains(number))
            continue;
        if (sentences.size() == mostNamed) {
            ++others;
            continue;
        }
        const ChunkingOverride &given = config.overrides[number];
        sentences.push_back("The override for " + overrideTargetText(given) + " was not used: "
                            + (given.scope == OverrideScope::Document
                                   ? "no input has that id."
                                   : "no input is of that format, or each has an override of its own."));
    }
    if (others > 0)
        sentences.push_back(counted(others, "more override was", "more overrides were") + " not used.");
    return sentences;
}

std::vector<std::string> Totals::ruleLines() const
{
    std::vector<std::string> lines;
    for (std::size_t rule = 0; rule < findings.size(); ++rule) {
        if (findings[rule] == 0)
            continue;
        std::string line(rules()[rule]->id);
        line += ": affects " + std::to_string(chunksAffected[rule]) + " of " + counted(chunks, "chunk", "chunks");
        if (findings[rule] != chunksAffected[rule])
            line += ", " + counted(findings[rule], "finding", "findings");
        lines.push_back(line + '.');
    }
    return lines;
}

} // namespace cw::cli
