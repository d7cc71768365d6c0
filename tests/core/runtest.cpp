// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.h"

#include "run/otherchunk.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <tuple>

namespace {

using Documents = std::vector<std::shared_ptr<const cw::Document>>;

auto fields(const cw::Chunk &chunk)
{
    return std::tuple(chunk.source, chunk.emit, chunk.tokens, chunk.overlapTokens, chunk.units, chunk.carriedUnits,
                      chunk.startReason, chunk.endReason, chunk.isIndivisible);
}

auto fields(const cw::Finding &finding)
{
    return std::tuple(finding.rule, finding.severity, finding.document, finding.chunk, finding.where, finding.value,
                      finding.limit);
}

template<class T>
auto allFields(const std::vector<T> &items)
{
    std::vector<decltype(fields(items.front()))> all;
    for (const T &item : items)
        all.push_back(fields(item));
    return all;
}

Documents someDocuments()
{
    Documents documents;
    for (int i = 0; i < 9; ++i) {
        std::string text;
        for (int sentence = 0; sentence < 40 + i; ++sentence) {
            text += "Sentence " + std::to_string(sentence * i) + " of document " + std::to_string(i)
                + " has some wörds, 日本語 and 😀. ";
            if (sentence % 7 == 6)
                text += "\n\n";
        }
        documents.push_back(cw::Document::fromText("document " + std::to_string(i), text));
    }
    documents.push_back(cw::Document::fromText("empty", ""));
    return documents;
}

std::shared_ptr<const cw::RunSnapshot> mustRun(const cw::RunRequest &request, cw::Caches &caches)
{
    auto outcome = cw::run(request, caches, {});
    EXPECT_TRUE(outcome) << (outcome.hasError() ? outcome.error().message : "cancelled");
    return outcome ? *outcome : nullptr;
}

TEST(Run, AnyThreadCountGivesTheSameSnapshot)
{
    const Documents documents = someDocuments();
    for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
        const cw::RunConfig config = cw::defaultConfig(strategy->id, "o200k_base");
        cw::Caches one;
        const auto expected = mustRun({documents, config, 1, {}}, one);
        ASSERT_TRUE(expected);
        ASSERT_EQ(expected->chunkSets.size(), documents.size());
        for (const unsigned threads : {2U, 3U, 16U}) {
            cw::Caches caches;
            const auto snapshot = mustRun({documents, config, threads, {}}, caches);
            ASSERT_TRUE(snapshot);
            for (std::size_t i = 0; i < documents.size(); ++i) {
                EXPECT_EQ(allFields(snapshot->chunkSets[i]->chunks()), allFields(expected->chunkSets[i]->chunks()))
                    << strategy->id << ", " << threads << " threads, document " << i;
            }
            EXPECT_EQ(allFields(snapshot->audit.findings), allFields(expected->audit.findings));
            EXPECT_EQ(snapshot->firstChunkNumber, expected->firstChunkNumber);
            EXPECT_EQ(snapshot->audit.chunksAffected, expected->audit.chunksAffected);
            EXPECT_EQ(snapshot->audit.gravest, expected->audit.gravest);
        }
    }
}

TEST(Run, MovingMaxOrOverlapSegmentsAndTokenizesNothing)
{
    const Documents documents = someDocuments();
    for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
        for (const cw::TokenizerDescriptor *tokenizer : cw::tokenizers()) {
            cw::Caches caches;
            cw::RunConfig config = cw::defaultConfig(strategy->id, tokenizer->id);
            ASSERT_TRUE(mustRun({documents, config, 1, {}}, caches));
            const auto first = caches.counters();
            EXPECT_EQ(first.segmentations, documents.size());
            EXPECT_EQ(first.indexings, documents.size());
            EXPECT_GT(first.textFacts, 0U);
            for (config.max = 10; config.max < 60; config.max += 7) {
                config.overlap = config.max / 5;
                ASSERT_TRUE(mustRun({documents, config, 2, {}}, caches));
            }
            EXPECT_EQ(caches.counters().segmentations, first.segmentations) << strategy->id;
            EXPECT_EQ(caches.counters().indexings, first.indexings) << strategy->id << ' ' << tokenizer->id;
            EXPECT_EQ(caches.counters().edges, first.edges) << strategy->id << ' ' << tokenizer->id;
            EXPECT_EQ(caches.counters().textFacts, first.textFacts) << strategy->id << ' ' << tokenizer->id;
        }
    }
}

TEST(Run, GoingBackToAnEarlierJoinDoesNoWork)
{
    const Documents documents = someDocuments();
    cw::Caches caches;
    cw::RunConfig sourceJoin = cw::defaultConfig("recursive-sentence");
    sourceJoin.parameters.set("join", std::string("source"));
    ASSERT_TRUE(mustRun({documents, cw::defaultConfig("recursive-sentence"), 1, {}}, caches));
    ASSERT_TRUE(mustRun({documents, sourceJoin, 1, {}}, caches));
    const auto before = caches.counters();
    ASSERT_TRUE(mustRun({documents, cw::defaultConfig("recursive-sentence"), 1, {}}, caches));
    EXPECT_EQ(caches.counters().segmentations, before.segmentations);
    EXPECT_EQ(caches.counters().indexings, before.indexings);
}

TEST(Run, ForgottenDocumentsAreMadeAgain)
{
    const Documents documents = someDocuments();
    cw::Caches caches;
    const cw::RunConfig config = cw::defaultConfig();
    ASSERT_TRUE(mustRun({documents, config, 1, {}}, caches));
    caches.keepOnly({documents.front()});
    const auto before = caches.counters();
    ASSERT_TRUE(mustRun({documents, config, 1, {}}, caches));
    EXPECT_EQ(caches.counters().indexings - before.indexings, documents.size() - 1);
}

TEST(Run, InvalidParametersAreNamed)
{
    const struct
    {
        std::int64_t max;
        std::int64_t overlap;
        const char *subject;
    } wrong[] = {{5, 5, "overlap"}, {5, -1, "overlap"}, {0, 0, "max"},
                 {5, 9, "overlap"}, {-3, 0, "max"},     {cw::largestMax + 1, 0, "max"}};
    cw::Caches caches;
    for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
        for (const auto &[max, overlap, subject] : wrong) {
            cw::RunConfig config = cw::defaultConfig(strategy->id);
            config.max = max;
            config.overlap = overlap;
            const auto outcome = cw::run({someDocuments(), config, 1, {}}, caches, {});
            ASSERT_TRUE(outcome.hasError()) << strategy->id << ' ' << max << ' ' << overlap;
            EXPECT_EQ(outcome.error().code, cw::ErrorCode::InvalidParameter);
            EXPECT_EQ(outcome.error().subject, subject);
        }
    }
    cw::RunConfig unknown = cw::defaultConfig();
    unknown.strategy = "semantic-magic";
    EXPECT_EQ(cw::checkConfig(unknown).error().subject, "strategy");
    unknown = cw::defaultConfig();
    unknown.tokenizer = "p99k";
    EXPECT_EQ(cw::checkConfig(unknown).error().subject, "tokenizer");
    unknown = cw::defaultConfig();
    unknown.parameters.set("jion", std::string("source"));
    EXPECT_EQ(cw::checkConfig(unknown).error().subject, "jion");
}

TEST(Run, AStoppedRunIsCancelled)
{
    std::stop_source stop;
    stop.request_stop();
    cw::Caches caches;
    EXPECT_TRUE(cw::run({someDocuments(), cw::defaultConfig(), 2, {}}, caches, stop.get_token()).isCancelled());
}

TEST(Run, ProgressReachesTheTotal)
{
    const Documents documents = someDocuments();
    std::vector<std::size_t> seen;
    cw::Caches caches;
    cw::RunRequest request{documents, cw::defaultConfig(), 3,
                           [&](cw::RunProgress p) { seen.push_back(p.documentsDone); }};
    ASSERT_TRUE(mustRun(request, caches));
    ASSERT_EQ(seen.size(), documents.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        EXPECT_EQ(seen[i], i + 1);
}

TEST(Run, ManySmallDocumentsAreTheSameOnAnyNumberOfThreadsAndPreparedOnce)
{
    Documents documents;
    for (int i = 0; i < 3000; ++i) {
        documents.push_back(cw::Document::fromText(
            std::to_string(i), "Document " + std::to_string(i) + " holds little. See above.\n\nIt ends. here"));
    }
    cw::RunConfig config = cw::defaultConfig("recursive-sentence", "words");
    config.max = 6;
    config.overlap = 2;
    cw::Caches one;
    cw::Caches many;
    for (const std::int64_t max : {6, 5, 9}) {
        config.max = max;
        const auto expected = mustRun({documents, config, 1, {}}, one);
        std::size_t done = 0;
        const auto snapshot
            = mustRun({documents, config, 4, [&](cw::RunProgress progress) { done = progress.documentsDone; }}, many);
        ASSERT_TRUE(expected && snapshot);
        EXPECT_EQ(done, documents.size());
        for (std::size_t i = 0; i < documents.size(); ++i) {
            ASSERT_EQ(snapshot->chunkSets[i]->document().id(), std::to_string(i));
            ASSERT_EQ(allFields(snapshot->chunkSets[i]->chunks()), allFields(expected->chunkSets[i]->chunks()));
        }
        EXPECT_FALSE(expected->audit.findings.empty());
        EXPECT_EQ(allFields(snapshot->audit.findings), allFields(expected->audit.findings));
        EXPECT_EQ(many.counters().indexings, documents.size());
    }
    documents.erase(documents.begin(), documents.begin() + 1000);
    many.keepOnly(documents);
    const auto fewer = mustRun({documents, config, 4, {}}, many);
    ASSERT_TRUE(fewer);
    EXPECT_EQ(fewer->chunkSets.front()->document().id(), "1000");
    EXPECT_EQ(many.counters().indexings, 3000U);
}

TEST(Run, FindingsNameTheOtherChunkByDocumentAndNumber)
{
    const std::string repeated = "Said twice, word for word. ";
    const Documents documents{cw::Document::fromText("none", ""),
                              cw::Document::fromText("a", "This one stands alone here. " + repeated),
                              cw::Document::fromText("nothing either", " \n"),
                              cw::Document::fromText("b", repeated + "The last one is different. " + repeated)};
    cw::RunConfig config = cw::defaultConfig("recursive-sentence", "words");
    config.max = 5;
    config.overlap = 0;
    cw::Caches caches;
    const auto snapshot = mustRun({documents, config, 1, {}}, caches);
    ASSERT_TRUE(snapshot);
    ASSERT_EQ(snapshot->chunkCount, 5U);
    std::size_t duplicates = 0;
    for (const cw::Finding &finding : snapshot->audit.findings) {
        const std::optional<cw::ChunkOfRun> other = cw::otherChunk(*snapshot, finding);
        const bool isDuplicate = cw::rules()[finding.rule]->id == "duplicate";
        ASSERT_EQ(other.has_value(), isDuplicate);
        if (!isDuplicate) {
            EXPECT_EQ(cw::findingMessage(*snapshot, finding), cw::findingMessage(finding));
            continue;
        }
        ++duplicates;
        EXPECT_EQ(*other, (cw::ChunkOfRun{1, 1}));
        EXPECT_EQ(snapshot->chunkSets[other->document]->text(other->chunk),
                  snapshot->chunkSets[finding.document]->text(finding.chunk));
        EXPECT_EQ(cw::findingMessage(*snapshot, finding), "Has the same text as chunk 2 of a.");
    }
    EXPECT_EQ(duplicates, 2U);
}

TEST(Run, NoDocumentsGiveAnEmptySnapshot)
{
    cw::Caches caches;
    const auto snapshot = mustRun({{}, cw::defaultConfig(), 2, {}}, caches);
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(snapshot->chunkCount, 0U);
    EXPECT_TRUE(snapshot->audit.findings.empty());
}

} // namespace
