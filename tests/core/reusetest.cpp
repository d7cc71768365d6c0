// SPDX-License-Identifier: GPL-3.0-or-later
// What a run takes over from the one before it: counted as work that is not done again, and never seen in a result.
#include "run/cachesaccess.h"
#include "run/effectiveconfig.h"
#include "strategies/strategy.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace cw {
namespace {

using Documents = std::vector<std::shared_ptr<const Document>>;

std::shared_ptr<const Document> documentOf(std::string id, std::string_view format, int sentences)
{
    DocumentParts parts;
    for (int i = 0; i < sentences; ++i) {
        parts.text += "Sentence " + std::to_string(i) + " of " + id + " says a little. ";
        if (i % 5 == 4)
            parts.text += "\n\n";
    }
    parts.format = format;
    return Document::create(std::move(id), std::move(parts), {});
}

/// Every fourth is Markdown.
Documents manyDocuments(int count)
{
    Documents documents;
    for (int i = 0; i < count; ++i)
        documents.push_back(documentOf("d" + std::to_string(i), i % 4 == 0 ? "markdown" : "text", 12 + i % 7));
    return documents;
}

RunConfig configOf(std::string_view strategy, std::int64_t max, std::int64_t overlap)
{
    RunConfig config = defaultConfig(strategy, "words");
    config.max = max;
    config.overlap = overlap;
    return config;
}

std::shared_ptr<const RunSnapshot> mustRun(const Documents &documents, const RunConfig &config, Caches &caches,
                                           unsigned threads = 1)
{
    auto outcome = run({documents, config, threads, {}}, caches, {});
    EXPECT_TRUE(outcome) << (outcome.hasError() ? outcome.error().message : "cancelled");
    return outcome ? *outcome : nullptr;
}

std::size_t packings(const Caches &caches)
{
    return CachesAccess::packCounters(caches).packings;
}

auto chunksOf(const std::vector<std::shared_ptr<const ChunkSet>> &sets)
{
    std::vector<std::tuple<std::size_t, ByteRange, ByteRange, std::uint32_t, std::uint32_t, BoundaryReason,
                           BoundaryReason, std::string>>
        all;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        for (std::size_t number = 0; number < sets[i]->size(); ++number) {
            const Chunk &chunk = sets[i]->chunks()[number];
            all.emplace_back(i, chunk.source, chunk.emit, chunk.tokens, chunk.overlapTokens, chunk.startReason,
                             chunk.endReason, sets[i]->prefix(number));
        }
    }
    return all;
}

TEST(Reuse, AnOverrideRepacksItsDocumentsAlone)
{
    const Documents documents = manyDocuments(40);
    Caches caches;
    RunConfig config = configOf("recursive-sentence", 30, 5);
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 40U);
    const auto first = caches.counters();

    config.overrides = {{OverrideScope::Document, "d7", "recursive-sentence", 20, 0, {}}};
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 41U) << "given";
    config.overrides[0].max = 21;
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 42U) << "changed";
    config.overrides.push_back({OverrideScope::Format, "markdown", "fixed-words", 15, 0, {}});
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 52U) << "given for a format";
    config.max = 31;
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 81U) << "what all others are chunked with has changed";
    config.overrides.erase(config.overrides.begin());
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 82U) << "taken back";
    config.audit = emptyAuditProfile();
    mustRun(documents, config, caches, 2);
    EXPECT_EQ(packings(caches), 82U) << "rules cut nothing";
    EXPECT_EQ(caches.counters().segmentations - first.segmentations, 10U) << "Markdown by words";
}

TEST(Reuse, APinRepacksItsDocumentAlone)
{
    const Documents documents = manyDocuments(10);
    Caches caches;
    RunConfig config = configOf("recursive-sentence", 30, 5);
    mustRun(documents, config, caches);
    config.pins = {pinAt(*documents[3], PinKind::Break, 60)};
    const auto pinned = mustRun(documents, config, caches);
    EXPECT_EQ(packings(caches), 11U);
    mustRun(documents, config, caches);
    EXPECT_EQ(packings(caches), 11U);
    config.pins[0] = pinAt(*documents[3], PinKind::Break, 90);
    const auto moved = mustRun(documents, config, caches);
    EXPECT_EQ(packings(caches), 12U);
    EXPECT_NE(chunksOf(pinned->chunkSets), chunksOf(moved->chunkSets));
}

TEST(Reuse, ParentsAndWhereTheyCutStayWhileMaxMoves)
{
    const Documents documents = manyDocuments(6);
    Caches caches;
    RunConfig config = configOf("recursive-sentence", 20, 4);
    config.returned = {ReturnedKind::Parent, 60, 3};
    const auto before = mustRun(documents, config, caches);
    EXPECT_EQ(CachesAccess::packCounters(caches).parents, 6U);
    const std::size_t regions = caches.counters().regions;
    EXPECT_EQ(regions, 6U);
    for (config.max = 21; config.max < 40; ++config.max) {
        const auto snapshot = mustRun(documents, config, caches);
        EXPECT_EQ(snapshot->parentSets, before->parentSets);
    }
    EXPECT_EQ(packings(caches), 6U * 20U);
    EXPECT_EQ(CachesAccess::packCounters(caches).parents, 6U);
    EXPECT_EQ(caches.counters().regions, regions);
    config.returned.parentMax = 61;
    mustRun(documents, config, caches);
    EXPECT_EQ(CachesAccess::packCounters(caches).parents, 12U);
}

TEST(Reuse, AnotherTokenizerOrOtherDocumentsTakeNothingOver)
{
    Documents documents = manyDocuments(5);
    Caches caches;
    RunConfig config = configOf("recursive-sentence", 30, 5);
    mustRun(documents, config, caches);
    config.tokenizer = "o200k_base";
    mustRun(documents, config, caches);
    EXPECT_EQ(packings(caches), 10U);
    documents[2] = documentOf("d2", "text", 30);
    const auto changed = mustRun(documents, config, caches);
    EXPECT_EQ(packings(caches), 15U);
    Caches fresh;
    EXPECT_EQ(chunksOf(changed->chunkSets), chunksOf(mustRun(documents, config, fresh)->chunkSets));
}

TEST(Reuse, NoResultDependsOnTheRunsBefore)
{
    std::mt19937 random(20261130);
    const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    const Documents documents = manyDocuments(9);
    constexpr std::array<std::string_view, 4> strategiesUsed{"structured", "recursive-sentence", "token-window",
                                                             "fixed-words"};
    Caches kept;
    RunConfig config = configOf("structured", 30, 5);
    for (int step = 0; step < 150; ++step) {
        switch (below(7)) {
        case 0:
            config.max = 20 + static_cast<std::int64_t>(below(20));
            break;
        case 1: {
            const auto pins = std::move(config.pins);
            const auto overrides = std::move(config.overrides);
            const ReturnedText returned = config.returned;
            config = configOf(strategiesUsed[below(strategiesUsed.size())], 30, 5);
            config.pins = pins;
            config.overrides = overrides;
            config.returned = returned;
            break;
        }
        case 2: {
            const Document &document = *documents[below(documents.size())];
            const PinKind kind = below(2) ? PinKind::Break : PinKind::Keep;
            const std::size_t byte = 1 + below(document.text().size() - 1);
            config.pins = {pinAt(document, kind, byte)};
            break;
        }
        case 3:
            config.pins.clear();
            break;
        case 4:
            config.overrides = {{OverrideScope::Document,
                                 "d" + std::to_string(below(9)),
                                 std::string(strategiesUsed[below(strategiesUsed.size())]),
                                 20 + static_cast<std::int64_t>(below(3)),
                                 2,
                                 {}}};
            break;
        case 5:
            config.overrides.clear();
            break;
        default:
            config.returned = {static_cast<ReturnedKind>(below(3)), 60 + static_cast<std::int64_t>(below(2)),
                               1 + static_cast<std::int64_t>(below(2))};
        }
        Caches fresh;
        const auto expected = mustRun(documents, config, fresh);
        const auto found = mustRun(documents, config, kept, 1 + static_cast<unsigned>(below(2)));
        ASSERT_TRUE(expected && found) << step;
        ASSERT_EQ(chunksOf(found->chunkSets), chunksOf(expected->chunkSets)) << step;
        ASSERT_EQ(chunksOf(found->parentSets), chunksOf(expected->parentSets)) << step;
        ASSERT_EQ(found->histogram, expected->histogram) << step;
        ASSERT_EQ(found->audit.findings.size(), expected->audit.findings.size()) << step;
    }
    EXPECT_LT(packings(kept), 150U * 9U * 3U / 4U) << "much must have been taken over, or nothing was tested";
}

} // namespace
} // namespace cw
