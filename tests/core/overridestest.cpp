// SPDX-License-Identifier: GPL-3.0-or-later
// Documents and formats that are chunked differently: what they give is what the same configuration gives alone.
#include "run/beginning.h"
#include "run/effectiveconfig.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace {

using ::testing::HasSubstr;

using Documents = std::vector<std::shared_ptr<const cw::Document>>;

std::string prose(int seed, int sentences)
{
    std::string text;
    for (int i = 0; i < sentences; ++i) {
        text += "Sentence " + std::to_string(i * seed) + " of text " + std::to_string(seed)
            + " says a little, wörds and 日本語 included. ";
        if (i % 6 == 5)
            text += "\n\n";
    }
    return text;
}

std::shared_ptr<const cw::Document> documentOf(std::string id, std::string_view format, std::string text)
{
    cw::DocumentParts parts;
    parts.text = std::move(text);
    parts.format = format;
    return cw::Document::create(std::move(id), std::move(parts), {});
}

/// a and c are Markdown, b is plain text, d is HTML.
Documents fourDocuments()
{
    return {documentOf("a", "markdown", prose(1, 40)), documentOf("b", "text", prose(2, 30)),
            documentOf("c", "markdown", prose(3, 50)), documentOf("d", "html", prose(4, 20))};
}

cw::ChunkingOverride overrideFor(cw::OverrideScope scope, std::string target, std::string strategy, std::int64_t max,
                                 std::int64_t overlap)
{
    return {scope, std::move(target), std::move(strategy), max, overlap, {}};
}

cw::RunConfig baseConfig()
{
    cw::RunConfig config = cw::defaultConfig("recursive-sentence", "words");
    config.max = 40;
    config.overlap = 10;
    return config;
}

/// Markdown in windows of 25 tokens, c in sentences of at most 60.
cw::RunConfig mixedConfig()
{
    cw::RunConfig config = baseConfig();
    config.overrides = {overrideFor(cw::OverrideScope::Format, "markdown", "token-window", 25, 5),
                        overrideFor(cw::OverrideScope::Document, "c", "token-packed", 60, 0)};
    return config;
}

auto fieldsOf(const cw::ChunkSet &set)
{
    std::vector<std::tuple<cw::ByteRange, std::uint32_t, std::uint32_t>> all;
    for (const cw::Chunk &chunk : set.chunks())
        all.emplace_back(chunk.source, chunk.tokens, chunk.overlapTokens);
    return all;
}

std::shared_ptr<const cw::RunSnapshot> mustRun(const Documents &documents, const cw::RunConfig &config,
                                               cw::Caches &caches, unsigned threads = 1)
{
    auto outcome = cw::run({documents, config, threads, {}}, caches, {});
    EXPECT_TRUE(outcome) << (outcome.hasError() ? outcome.error().message : "cancelled");
    return outcome ? *outcome : nullptr;
}

std::shared_ptr<const cw::RunSnapshot> mustRun(const Documents &documents, const cw::RunConfig &config)
{
    cw::Caches caches;
    return mustRun(documents, config, caches);
}

cw::RunConfig configLike(std::string_view strategy, std::int64_t max, std::int64_t overlap)
{
    cw::RunConfig config = cw::defaultConfig(strategy, "words");
    config.max = max;
    config.overlap = overlap;
    return config;
}

TEST(Overrides, EachDocumentIsChunkedAsItsOwnConfigurationAloneWould)
{
    const Documents documents = fourDocuments();
    const std::vector<cw::RunConfig> alone{configLike("token-window", 25, 5), baseConfig(),
                                           configLike("token-packed", 60, 0), baseConfig()};
    for (const unsigned threads : {1U, 4U}) {
        cw::Caches caches;
        const auto mixed = mustRun(documents, mixedConfig(), caches, threads);
        ASSERT_TRUE(mixed);
        for (std::size_t i = 0; i < documents.size(); ++i) {
            const auto single = mustRun({documents[i]}, alone[i]);
            ASSERT_TRUE(single);
            EXPECT_EQ(fieldsOf(*mixed->chunkSets[i]), fieldsOf(*single->chunkSets[0])) << documents[i]->id();
            EXPECT_EQ(cw::maxTextTokensOf(*mixed, i), single->maxTextTokens) << documents[i]->id();
            EXPECT_EQ(cw::effectiveConfig(*mixed, i), alone[i]) << documents[i]->id();
        }
        EXPECT_EQ(mixed->overrideUsed,
                  (std::vector<std::size_t>{0, cw::RunSnapshot::noOverride, 1, cw::RunSnapshot::noOverride}));
    }
}

TEST(Overrides, WhatIsLikeTheConfigurationChangesNothing)
{
    const Documents documents = fourDocuments();
    cw::RunConfig config = baseConfig();
    const auto plain = mustRun(documents, config);
    config.overrides
        = {overrideFor(cw::OverrideScope::Format, "markdown", config.strategy, config.max, config.overlap)};
    const auto same = mustRun(documents, config);
    ASSERT_TRUE(plain && same);
    for (std::size_t i = 0; i < documents.size(); ++i)
        EXPECT_EQ(fieldsOf(*plain->chunkSets[i]), fieldsOf(*same->chunkSets[i]));
    EXPECT_EQ(plain->histogram, same->histogram);
    EXPECT_EQ(plain->metrics.overCeilingChunks, same->metrics.overCeilingChunks);
    EXPECT_DOUBLE_EQ(plain->metrics.requestedOverlapPercent, same->metrics.requestedOverlapPercent);
    EXPECT_EQ(plain->audit.findings.size(), same->audit.findings.size());
}

TEST(Overrides, FindingsHoldEachDocumentAgainstItsOwnSizes)
{
    // One word of a document is over its max of 1 in tokens of o200k_base; overlap is asked of the plain text alone.
    const Documents documents{documentOf("long", "markdown", "Internationalisierungsbemühungen"),
                              documentOf("plain", "text", prose(5, 30))};
    cw::RunConfig config = cw::defaultConfig("recursive-sentence", "words");
    config.max = 16;
    config.overlap = 2; // no sentence is that short
    config.overrides = {overrideFor(cw::OverrideScope::Format, "markdown", "fixed-words", 5, 0)};
    const auto snapshot = mustRun(documents, config);
    ASSERT_TRUE(snapshot);
    const auto count = [&](std::string_view rule, std::uint32_t document) {
        return std::ranges::count_if(snapshot->audit.findings, [&](const cw::Finding &finding) {
            return cw::rules()[finding.rule]->id == rule && finding.document == document;
        });
    };
    EXPECT_EQ(count("no-overlap", 0), 0);
    EXPECT_EQ(count("no-overlap", 1), static_cast<std::ptrdiff_t>(snapshot->chunkSets[1]->size()) - 1);
    for (const cw::Finding &finding : snapshot->audit.findings) {
        if (cw::rules()[finding.rule]->id == "no-overlap") {
            EXPECT_EQ(finding.limit, 2);
        }
    }
}

TEST(Overrides, CeilingsAreThoseOfTheDocuments)
{
    // With the reference ceiling sentences stay whole: each of 9 words is over a max of 5, none over one of 20.
    std::string nine;
    for (int i = 0; i < 12; ++i)
        nine += "One two three four five six seven eight nine. ";
    const Documents documents{documentOf("small", "markdown", nine), documentOf("large", "text", nine)};
    cw::RunConfig config = configLike("token-packed", 20, 0);
    cw::ChunkingOverride small = overrideFor(cw::OverrideScope::Format, "markdown", "token-packed", 5, 0);
    small.parameters.set("ceiling", std::string("reference"));
    config.overrides = {small};
    const auto snapshot = mustRun(documents, config);
    ASSERT_TRUE(snapshot);
    ASSERT_EQ(snapshot->chunkSets[0]->size(), 12U);
    EXPECT_EQ(snapshot->metrics.overCeilingChunks, 12U);
    std::size_t found = 0;
    for (const cw::Finding &finding : snapshot->audit.findings) {
        if (cw::rules()[finding.rule]->id != "over-ceiling")
            continue;
        EXPECT_EQ(finding.document, 0U);
        EXPECT_EQ(finding.limit, 5);
        EXPECT_EQ(finding.value, 9);
        ++found;
    }
    EXPECT_EQ(found, 12U);
    EXPECT_EQ(snapshot->histogram.upper, 20U);
}

TEST(Overrides, AskedOverlapIsTheMeanByTokens)
{
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += "word ";
    // 100 tokens with 50 % asked, 300 with none: 12.5 %.
    const Documents documents{documentOf("half", "markdown", text), documentOf("none", "text", text + text + text)};
    cw::RunConfig config = configLike("token-window", 300, 0);
    config.overrides = {overrideFor(cw::OverrideScope::Format, "markdown", "token-window", 200, 100)};
    const auto snapshot = mustRun(documents, config);
    ASSERT_TRUE(snapshot);
    const auto windows = snapshot->metrics.tokens.sum;
    ASSERT_EQ(snapshot->chunkSets[0]->size(), 1U);
    ASSERT_EQ(windows, 400U);
    EXPECT_DOUBLE_EQ(snapshot->metrics.requestedOverlapPercent, 12.5);
}

TEST(Overrides, ASliderInAnOverrideTokenizesNothing)
{
    const Documents documents = fourDocuments();
    cw::Caches caches;
    cw::RunConfig config = mixedConfig();
    ASSERT_TRUE(mustRun(documents, config, caches));
    const auto first = caches.counters();
    EXPECT_EQ(first.segmentations, documents.size());
    EXPECT_EQ(first.indexings, documents.size());
    for (std::int64_t max = 20; max < 50; max += 3) {
        config.overrides[0].max = max;
        config.overrides[1].max = max + 1;
        ASSERT_TRUE(mustRun(documents, config, caches, 2));
    }
    const auto last = caches.counters();
    EXPECT_EQ(last.segmentations, first.segmentations);
    EXPECT_EQ(last.indexings, first.indexings);
    EXPECT_EQ(last.edges, first.edges);
    EXPECT_EQ(last.textFacts, first.textFacts);
}

TEST(Overrides, AnotherStrategyForOneFormatPreparesItsDocumentsAlone)
{
    const Documents documents = fourDocuments();
    cw::Caches caches;
    cw::RunConfig config = baseConfig();
    ASSERT_TRUE(mustRun(documents, config, caches));
    const auto before = caches.counters();
    config.overrides = {overrideFor(cw::OverrideScope::Format, "markdown", "token-packed", 60, 0)};
    ASSERT_TRUE(mustRun(documents, config, caches));
    EXPECT_EQ(caches.counters().segmentations - before.segmentations, 2U);
    config.overrides[0].target = "html"; // the same strategy for another format: the prepared list must not be taken
    const auto snapshot = mustRun(documents, config, caches);
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(caches.counters().segmentations - before.segmentations, 3U);
    EXPECT_EQ(fieldsOf(*snapshot->chunkSets[0]), fieldsOf(*mustRun({documents[0]}, baseConfig())->chunkSets[0]));
}

TEST(Overrides, TheBeginningOfADocumentKnowsIt)
{
    const auto document = documentOf("c", "markdown", prose(3, 4000));
    const cw::RunConfig config = mixedConfig();
    cw::Caches caches;
    const auto beginning = cw::runBeginning(document, config, 16384, caches, {});
    ASSERT_TRUE(beginning && beginning->snapshot);
    const auto whole = mustRun({document}, config);
    ASSERT_TRUE(whole);
    const auto shown = fieldsOf(*beginning->snapshot->chunkSets[0]);
    auto expected = fieldsOf(*whole->chunkSets[0]);
    ASSERT_GT(shown.size(), 5U);
    expected.resize(shown.size());
    EXPECT_EQ(shown, expected);
    EXPECT_EQ(cw::maxTextTokensOf(*beginning->snapshot, 0), 60U);
}

TEST(Overrides, ModelsAreCountedWhereMaxCountsTokens)
{
    const Documents documents = fourDocuments();
    cw::RunConfig config = cw::defaultConfig("recursive-sentence", "bert-base-uncased");
    const auto profile = cw::findModelProfile("all-minilm-l6-v2");
    ASSERT_TRUE(profile);
    config.tokenizer = profile->tokenizer;
    config.model = "all-minilm-l6-v2";
    config.max = 40;
    config.overlap = 0;
    config.overrides = {overrideFor(cw::OverrideScope::Format, "markdown", "fixed-words", 30, 0),
                        overrideFor(cw::OverrideScope::Document, "b", "token-window", 20, 0)};
    const auto snapshot = mustRun(documents, config);
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(cw::maxTextTokensOf(*snapshot, 0), 0U);
    EXPECT_EQ(cw::maxTextTokensOf(*snapshot, 1), 18U); // [CLS] and [SEP]
    EXPECT_EQ(cw::maxTextTokensOf(*snapshot, 3), 38U);
    for (const cw::Chunk &chunk : snapshot->chunkSets[1]->chunks())
        EXPECT_LE(chunk.tokens, 18U);
}

TEST(Overrides, FaultsNameTheOverride)
{
    const auto faultOf = [](std::vector<cw::ChunkingOverride> overrides) {
        cw::RunConfig config = baseConfig();
        config.overrides = std::move(overrides);
        const auto checked = cw::checkConfig(config);
        EXPECT_FALSE(checked);
        return checked ? cw::Error{} : checked.error();
    };
    const auto good = overrideFor(cw::OverrideScope::Format, "markdown", "token-window", 25, 5);
    auto wrong = overrideFor(cw::OverrideScope::Document, "guide/a.md", "token-window", 25, 25);
    EXPECT_EQ(faultOf({good, wrong}).subject, "overrides[1].overlap");
    EXPECT_THAT(faultOf({good, wrong}).message, HasSubstr("the document guide/a.md"));
    wrong = overrideFor(cw::OverrideScope::Format, "markdown", "token-window", 0, 0);
    EXPECT_EQ(faultOf({wrong}).subject, "overrides[0].max");
    wrong = overrideFor(cw::OverrideScope::Format, "markdown", "no-such", 5, 0);
    EXPECT_EQ(faultOf({wrong}).subject, "overrides[0].strategy");
    wrong = overrideFor(cw::OverrideScope::Format, "no-such", "token-window", 5, 0);
    EXPECT_EQ(faultOf({wrong}).subject, "overrides[0].format");
    wrong = overrideFor(cw::OverrideScope::Document, "", "token-window", 5, 0);
    EXPECT_EQ(faultOf({wrong}).subject, "overrides[0].document");
    wrong = good;
    wrong.parameters.set("nothing", true);
    EXPECT_EQ(faultOf({wrong}).subject, "overrides[0].nothing");
    EXPECT_EQ(faultOf({good, good}).subject, "overrides[1].format");
    EXPECT_THAT(faultOf({good, good}).message, HasSubstr("two overrides for the format markdown"));
}

TEST(Overrides, SentencesOfAnOverrideNameTheirEngine)
{
    cw::RunConfig config = baseConfig();
    const std::string plain = cw::engineAbiOf(config);
    config.overrides = {overrideFor(cw::OverrideScope::Format, "markdown", "recursive-sentence", 25, 5)};
    EXPECT_EQ(cw::engineAbiOf(config), plain);
    config.overrides[0].parameters.set("sentence", std::string("smart"));
    EXPECT_THAT(cw::engineAbiOf(config), HasSubstr(" sentences="));
}

} // namespace
