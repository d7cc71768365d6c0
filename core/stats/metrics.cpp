// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/metrics.h"

#include "stats/sizecounts.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace cw {

namespace {

class CoverageProof
{
public:
    explicit CoverageProof(RunMetrics &metrics) : m_metrics(metrics) { }

    void beginDocument(std::size_t document, std::string_view text)
    {
        m_document = document;
        m_text = text;
        m_coveredEnd = 0;
    }

    void cover(ByteRange source)
    {
        if (source.begin > m_coveredEnd)
            inspectGap({m_coveredEnd, source.begin});
        m_coveredEnd = std::max(m_coveredEnd, source.end);
    }

    /// Begins to load a gap that is soon inspected.
    void prefetch(std::size_t byte) const { __builtin_prefetch(m_text.data() + byte); }

    void endDocument() { cover({m_text.size(), m_text.size()}); }

private:
    void inspectGap(ByteRange gap)
    {
        for (std::size_t byte = gap.begin; byte < gap.end;) {
            const DecodedCharacter character = decodeCharacter(m_text, byte);
            if (!isPythonSpace(character.codePoint)) {
                if (m_metrics.uncoveredCharacters++ == 0) {
                    m_metrics.firstUncoveredDocument = m_document;
                    m_metrics.firstUncoveredByte = byte;
                }
            }
            byte += character.byteLength;
        }
    }

    RunMetrics &m_metrics;
    std::size_t m_document = 0;
    std::string_view m_text;
    std::size_t m_coveredEnd = 0;
};

} // namespace

Distribution distributionOf(const SizeCounts &sizes)
{
    Distribution result;
    sizes.forEach([&](std::uint32_t size, std::uint32_t count) {
        result.minimum = result.count == 0 ? size : result.minimum;
        result.maximum = size;
        result.count += count;
        result.sum += std::uint64_t{size} * count;
    });
    if (result.count == 0)
        return result;
    const std::uint64_t nearestRank = (95 * result.count + 99) / 100;
    const std::array<std::uint64_t, 3> ranks{(result.count - 1) / 2, result.count / 2, nearestRank - 1};
    std::array<std::uint32_t, 3> values{};
    std::size_t found = 0;
    std::uint64_t upTo = 0;
    sizes.forEach([&](std::uint32_t size, std::uint32_t count) {
        upTo += count;
        while (found < ranks.size() && ranks[found] < upTo)
            values[found++] = size;
    });
    result.mean = static_cast<double>(result.sum) / static_cast<double>(result.count);
    result.median = (static_cast<double>(values[0]) + static_cast<double>(values[1])) / 2.0;
    result.p95 = values[2];
    return result;
}

Distribution distributionOf(std::vector<std::uint32_t> values)
{
    SizeCounts sizes;
    for (const std::uint32_t value : values)
        sizes.add(value);
    return distributionOf(sizes);
}

RunMetrics measure(std::span<const std::shared_ptr<const ChunkSet>> chunkSets, std::span<const std::size_t> maxTokens,
                   double requestedOverlapPercent)
{
    MetSizes met;
    return measure(chunkSets, maxTokens, requestedOverlapPercent, met);
}

RunMetrics measure(std::span<const std::shared_ptr<const ChunkSet>> chunkSets, std::span<const std::size_t> maxTokens,
                   double requestedOverlapPercent, MetSizes &met)
{
    RunMetrics metrics;
    met.documents.resize(chunkSets.size());
    metrics.requestedOverlapPercent = requestedOverlapPercent;
    constexpr std::size_t ahead = 12;
    CoverageProof proof(metrics);
    for (std::size_t document = 0; document < chunkSets.size(); ++document) {
        const std::vector<Chunk> &chunks = chunkSets[document]->chunks();
        const std::size_t most = maxTokens.size() == 1 ? maxTokens.front() : maxTokens[document];
        DocumentFigures figures;
        proof.beginDocument(document, chunkSets[document]->document().text());
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const Chunk &chunk = chunks[i];
            if (i + ahead + 1 < chunks.size() && chunks[i + ahead].source.end < chunks[i + ahead + 1].source.begin)
                proof.prefetch(chunks[i + ahead].source.end);
            proof.cover(chunk.source);
            const std::uint32_t tokens = chunk.embeddedTokens();
            met.tokens.add(tokens);
            figures.tokens += tokens;
            figures.largestTokens = std::max(figures.largestTokens, tokens);
            metrics.prefixTokens += chunk.prefixTokens;
            if (i > 0) {
                met.overlapTokens.add(chunk.overlapTokens);
                metrics.duplicatedTokens += chunk.overlapTokens;
                metrics.pairsWithoutOverlap += chunk.overlapTokens == 0 ? 1 : 0;
            }
            metrics.overCeilingChunks += most > 0 && tokens > most ? 1 : 0;
            ++metrics.startReasons[static_cast<std::size_t>(chunk.startReason)];
            ++metrics.endReasons[static_cast<std::size_t>(chunk.endReason)];
            metrics.forcedEnds += isForced(chunk.endReason) ? 1 : 0;
        }
        proof.endDocument();
        met.documents[document] = figures;
    }

    metrics.tokens = distributionOf(met.tokens);
    metrics.overlapTokens = distributionOf(met.overlapTokens);
    const double textTokens = static_cast<double>(metrics.tokens.sum) - static_cast<double>(metrics.prefixTokens);
    if (textTokens > 0)
        metrics.effectiveOverlapPercent = 100.0 * static_cast<double>(metrics.duplicatedTokens) / textTokens;
    return metrics;
}

TextSize textSize(std::string_view text) noexcept
{
    TextSize size;
    bool insideWord = false;
    for (std::size_t byte = 0; byte < text.size();) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        const bool isSpace = isPythonSpace(character.codePoint);
        size.words += !isSpace && !insideWord ? 1 : 0;
        insideWord = !isSpace;
        ++size.characters;
        byte += character.byteLength;
    }
    return size;
}

} // namespace cw
