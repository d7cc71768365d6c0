// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/metrics.h"

#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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

namespace {

/// The values at the given rising ranks of the values in order: by counting when their range is small, as that of
/// chunk sizes is, otherwise by partial sorting.
template<std::size_t Count>
std::array<std::uint32_t, Count> valuesAtRanks(std::vector<std::uint32_t> &values, std::uint32_t minimum,
                                               std::uint32_t maximum, const std::array<std::size_t, Count> &ranks)
{
    std::array<std::uint32_t, Count> found{};
    const std::size_t range = std::size_t{maximum} - minimum + 1;
    if (range <= 4096 || range <= values.size()) {
        std::vector<std::uint32_t> counts(range, 0);
        for (const std::uint32_t value : values)
            ++counts[value - minimum];
        std::size_t below = 0;
        std::uint32_t value = minimum;
        for (std::size_t i = 0; i < Count; ++i) {
            while (below + counts[value - minimum] <= ranks[i])
                below += counts[value++ - minimum];
            found[i] = value;
        }
        return found;
    }
    auto sorted = values.begin();
    for (std::size_t i = 0; i < Count; ++i) {
        const auto place = values.begin() + static_cast<std::ptrdiff_t>(ranks[i]);
        if (place >= sorted) {
            std::nth_element(sorted, place, values.end());
            sorted = std::next(place);
        }
        found[i] = *place;
    }
    return found;
}

} // namespace

Distribution distributionOf(std::vector<std::uint32_t> values)
{
    Distribution result;
    if (values.empty())
        return result;
    const std::size_t count = values.size();
    const auto [minimum, maximum] = std::ranges::minmax_element(values);
    result.count = count;
    result.minimum = *minimum;
    result.maximum = *maximum;
    for (const std::uint32_t value : values)
        result.sum += value;
    result.mean = static_cast<double>(result.sum) / static_cast<double>(count);
    const std::size_t nearestRank = (95 * count + 99) / 100;
    const auto [lower, upper, p95]
        = valuesAtRanks<3>(values, *minimum, *maximum, {(count - 1) / 2, count / 2, nearestRank - 1});
    result.median = (static_cast<double>(lower) + static_cast<double>(upper)) / 2.0;
    result.p95 = p95;
    return result;
}

RunMetrics measure(std::span<const std::shared_ptr<const ChunkSet>> chunkSets, std::span<const std::size_t> maxTokens,
                   double requestedOverlapPercent)
{
    RunMetrics metrics;
    metrics.requestedOverlapPercent = requestedOverlapPercent;

    std::vector<std::uint32_t> tokens;
    std::vector<std::uint32_t> overlaps;
    std::size_t chunkCount = 0;
    for (const auto &set : chunkSets)
        chunkCount += set->size();
    tokens.reserve(chunkCount);
    overlaps.reserve(chunkCount);

    constexpr std::size_t ahead = 12;
    CoverageProof proof(metrics);
    for (std::size_t document = 0; document < chunkSets.size(); ++document) {
        const std::vector<Chunk> &chunks = chunkSets[document]->chunks();
        const std::size_t most = maxTokens.size() == 1 ? maxTokens.front() : maxTokens[document];
        proof.beginDocument(document, chunkSets[document]->document().text());
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            const Chunk &chunk = chunks[i];
            if (i + ahead + 1 < chunks.size() && chunks[i + ahead].source.end < chunks[i + ahead + 1].source.begin)
                proof.prefetch(chunks[i + ahead].source.end);
            proof.cover(chunk.source);
            tokens.push_back(chunk.embeddedTokens());
            metrics.prefixTokens += chunk.prefixTokens;
            if (i > 0) {
                overlaps.push_back(chunk.overlapTokens);
                metrics.duplicatedTokens += chunk.overlapTokens;
                metrics.pairsWithoutOverlap += chunk.overlapTokens == 0 ? 1 : 0;
            }
            metrics.overCeilingChunks += most > 0 && chunk.embeddedTokens() > most ? 1 : 0;
            ++metrics.startReasons[static_cast<std::size_t>(chunk.startReason)];
            ++metrics.endReasons[static_cast<std::size_t>(chunk.endReason)];
            metrics.forcedEnds += isForced(chunk.endReason) ? 1 : 0;
        }
        proof.endDocument();
    }

    metrics.tokens = distributionOf(std::move(tokens));
    metrics.overlapTokens = distributionOf(std::move(overlaps));
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
