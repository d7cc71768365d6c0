// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/modellimits.h"
#include "formats/format.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cw {
namespace {

const std::string text = [] {
    std::string all;
    for (int i = 0; i < 60; ++i)
        all += "Sentence " + std::to_string(i * i * 7919) + " tells of ferrymen, l\u00e9gumes and \u6e2f\u306e\u671d. ";
    return all;
}();

class ModelLimitsTest : public testing::TestWithParam<std::string>
{
};

/// Everything is held against tokenizing each chunk by itself.
TEST_P(ModelLimitsTest, AreWhatTokenizingEveryChunkSays)
{
    ModelProfile small = *findModelProfile("e5-base-v2");
    small.inputLimit = 60;
    keepModelProfile("test/limits.json", small);
    Caches caches;
    RunConfig config = defaultConfig();
    config.max = 90;
    config.overlap = 20;
    const auto snapshot = run(
        {{Document::create("a.txt", text, {}), Document::create("b.txt", "Short.", {})}, config, 1, {}}, caches, {});
    ASSERT_TRUE(snapshot);
    const auto limits = modelLimits(**snapshot, GetParam(), {}, caches, {});
    ASSERT_TRUE(limits) << limits.error().message;
    const auto profile = findModelProfile(GetParam());
    const auto tokenizer = openTokenizer(profile ? profile->tokenizer : GetParam());
    ASSERT_TRUE(tokenizer);

    std::vector<std::size_t> tokens;
    std::size_t over = 0;
    std::size_t cutTokens = 0;
    std::size_t cutBytes = 0;
    for (std::uint32_t document = 0; document < 2; ++document) {
        const ChunkSet &set = *(*snapshot)->chunkSets[document];
        for (std::uint32_t chunk = 0; chunk < set.size(); ++chunk) {
            const std::string prefix = profile ? profile->passagePrefix : std::string();
            const std::size_t around = profile ? profile->specialTokens() : 0;
            const std::string whole = prefix + std::string(set.text(chunk));
            tokens.push_back((*tokenizer)->count(whole) + around);
            if (!profile || tokens.back() <= profile->inputLimit)
                continue;
            ASSERT_LT(over, limits->over.size());
            const ChunkOverLimit &found = limits->over[over++];
            EXPECT_EQ(found.document, document);
            EXPECT_EQ(found.chunk, chunk);
            EXPECT_EQ(found.tokens, tokens.back());
            cutTokens += tokens.back() - profile->inputLimit;
            const std::size_t end = set.chunks()[chunk].source.end;
            cutBytes += end - found.from;
            const std::size_t begin = set.chunks()[chunk].source.begin;
            const std::string_view seen = std::string_view(text).substr(begin, found.from - begin);
            EXPECT_EQ((*tokenizer)->count(prefix + std::string(seen)) + around, profile->inputLimit);
        }
    }
    std::ranges::sort(tokens);
    EXPECT_EQ(limits->chunks, tokens.size());
    EXPECT_EQ(limits->minimum, tokens.front());
    EXPECT_EQ(limits->maximum, tokens.back());
    EXPECT_EQ(limits->median * 2, static_cast<double>(tokens[(tokens.size() - 1) / 2] + tokens[tokens.size() / 2]));
    EXPECT_EQ(limits->over.size(), over);
    EXPECT_EQ(limits->truncatedTokens, cutTokens);
    EXPECT_EQ(limits->truncatedBytes, cutBytes);
    EXPECT_EQ(over > 0, GetParam() == "test/limits.json");

    const std::size_t indexings = caches.counters().indexings;
    ASSERT_TRUE(modelLimits(**snapshot, GetParam(), {}, caches, {}));
    EXPECT_EQ(caches.counters().indexings, indexings);
}

INSTANTIATE_TEST_SUITE_P(Models, ModelLimitsTest,
                         testing::Values("test/limits.json", "text-embedding-3-small", "bert-uncased", "words"));

TEST(ModelLimits, CountPrefixesWithTheText)
{
    std::string markdown = "# A guide to harbours\n\n## Tides (at night)\n\n";
    for (int i = 0; i < 30; ++i)
        markdown += "The tide table of day " + std::to_string(i) + " hangs at the door. ";
    Caches caches;
    RunConfig config = defaultConfig("structured");
    config.max = 60;
    config.parameters.set("prefix", std::string("heading-path"));
    const auto snapshot
        = run({{*readDocument("a.md", markdown, {}, *findFormat("markdown"), {})}, config, 1, {}}, caches, {});
    ASSERT_TRUE(snapshot);
    const ChunkSet &set = *(*snapshot)->chunkSets[0];
    ASSERT_GT(set.size(), 3U);
    for (const char *id : {"o200k_base", "bert-uncased", "words"}) {
        const auto limits = modelLimits(**snapshot, id, {}, caches, {});
        ASSERT_TRUE(limits);
        std::size_t smallest = 1000;
        std::size_t largest = 0;
        for (std::size_t i = 0; i < set.size(); ++i) {
            const std::size_t tokens = (*openTokenizer(id))->count(set.prefix(i).append(set.text(i)));
            smallest = std::min(smallest, tokens);
            largest = std::max(largest, tokens);
        }
        EXPECT_EQ(limits->minimum, smallest) << id;
        EXPECT_EQ(limits->maximum, largest) << id;
    }
    EXPECT_EQ(modelLimits(**snapshot, "o200k_base", {}, caches, {})->maximum, (*snapshot)->metrics.tokens.maximum);
}

TEST(ModelLimits, NamesWhatIsMissing)
{
    Caches caches;
    const auto snapshot = run({{Document::create("a.txt", text, {})}, defaultConfig(), 1, {}}, caches, {});
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(modelLimits(**snapshot, "bge-m3", {}, caches, {}).error().subject, "tokenizer");
    EXPECT_TRUE(modelLimits(**snapshot, "no-such-model", {}, caches, {}).hasError());
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(modelLimits(**snapshot, "bge-base-en-v1.5", {}, caches, source.get_token()).isCancelled());
}

} // namespace
} // namespace cw
