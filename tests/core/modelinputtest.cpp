// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/run.h"
#include "tokenize/tokenizer.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cw {
namespace {

std::shared_ptr<const RunSnapshot> runWith(const RunConfig &config, const std::string &text)
{
    Caches caches;
    auto snapshot = run({{Document::create("a.txt", text, {})}, config, 1, {}}, caches, {});
    EXPECT_TRUE(snapshot) << (snapshot.hasError() ? snapshot.error().message : "");
    return snapshot ? *snapshot : nullptr;
}

RunConfig configWith(const std::string &model, std::int64_t max, std::int64_t overlap = 0)
{
    RunConfig config = defaultConfig("recursive-sentence", "bert-uncased");
    config.model = model;
    config.max = max;
    config.overlap = overlap;
    return config;
}

std::string subjectOf(const RunConfig &config)
{
    const auto checked = checkConfig(config);
    return checked ? std::string() : checked.error().subject;
}

const std::string sentence = "The pump stands beside the old wall and drips all night. ";

std::string longText()
{
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += sentence;
    return text;
}

TEST(ModelInput, MaxHoldsWhatTheModelAdds)
{
    // [CLS] "passage" ":" ... [SEP]
    const auto counted = runWith(configWith("e5-base-v2", 60), longText());
    EXPECT_EQ(counted->model.specialTokens, 2U);
    EXPECT_EQ(counted->model.prefixTokens, 2U);
    EXPECT_EQ(counted->maxTextTokens, 56U);
    RunConfig plain = configWith("", 56);
    const auto same = runWith(plain, longText());
    EXPECT_EQ(same->maxTextTokens, 56U);
    ASSERT_EQ(counted->chunkCount, same->chunkCount);
    for (std::size_t i = 0; i < same->chunkCount; ++i)
        EXPECT_EQ(counted->chunkSets[0]->chunks()[i].source, same->chunkSets[0]->chunks()[i].source);

    RunConfig uncounted = configWith("e5-base-v2", 60);
    uncounted.countSpecialTokens = false;
    EXPECT_EQ(runWith(uncounted, longText())->maxTextTokens, 60U);
}

TEST(ModelInput, OverheadIsWhatEncodingTheWholeSays)
{
    const auto tokenizer = openTokenizer("bert-uncased");
    ASSERT_TRUE(tokenizer);
    for (const ModelProfile &profile : modelProfiles()) {
        if (profile.tokenizer != "bert-uncased")
            continue;
        const auto input = modelInput(findModelProfile(profile.id), *tokenizer, true);
        for (const std::string text : {"a", " a", "##ing", "\u0301x", "\u65e5\u672c", "[CLS]", "! b"}) {
            EXPECT_EQ(input.tokensOf((*tokenizer)->count(text)),
                      (*tokenizer)->count(profile.passagePrefix + text) + profile.specialTokens())
                << profile.id << ": " << text;
        }
    }
}

TEST(ModelInput, WhatCannotBeIsRefusedByName)
{
    EXPECT_EQ(subjectOf(configWith("e5-base-v2", 5)), "");
    EXPECT_EQ(subjectOf(configWith("e5-base-v2", 4)), "max");
    EXPECT_EQ(subjectOf(configWith("e5-base-v2", 60, 55)), "");
    EXPECT_EQ(subjectOf(configWith("e5-base-v2", 60, 56)), "overlap");
    EXPECT_EQ(subjectOf(configWith("no-such-model", 60)), "model");
    EXPECT_EQ(subjectOf(configWith("bge-m3", 60)), "tokenizer");
    EXPECT_EQ(subjectOf(configWith("text-embedding-3-small", 60)), "tokenizer");
}

/// Byte-pair tokenizers join the prefix's last space with the text: max then holds what the model sees all the same.
TEST(ModelInput, PrefixesThatJoinTheTextAreCountedWithIt)
{
    ModelProfile joined = *findModelProfile("text-embedding-3-small");
    for (const std::string prefix : {"passage: ", "passage:", "#", "a\n\n", " ", "title: none | text: "}) {
        joined.passagePrefix = prefix;
        keepModelProfile("test/joined.json", joined);
        RunConfig config = configWith("test/joined.json", 60, 10);
        config.tokenizer = "cl100k_base";
        const auto snapshot = runWith(config, "123 apples. 456 's pears! " + longText() + " 7. 8. 9. \"A b\" c.");
        const auto tokenizer = openTokenizer("cl100k_base");
        ASSERT_GT(snapshot->chunkCount, 5U);
        std::size_t largest = 0;
        for (const Chunk &chunk : snapshot->chunkSets[0]->chunks()) {
            const std::string text(
                snapshot->chunkSets[0]->emitted().text()->substr(chunk.emit.begin, chunk.emit.size()));
            const std::size_t seen = (*tokenizer)->count(prefix + text);
            EXPECT_EQ(snapshot->model.tokensOf(chunk.tokens), seen) << prefix << text;
            largest = std::max(largest, seen);
        }
        EXPECT_LE(largest, 60U) << prefix;
        EXPECT_GT(largest, 40U) << prefix;
    }
}

TEST(ModelInput, SaysWhereAFileAddsOtherSpecialTokens)
{
    const std::string json = R"({"version":"1.0","added_tokens":[],"normalizer":null,"pre_tokenizer":null,)"
                             R"("post_processor":{"type":"BertProcessing","sep":["</s>",2],"cls":["<s>",0]},)"
                             R"("model":{"type":"WordLevel","vocab":{"<s>":0,"a":1,"</s>":2},"unk_token":"a"}})";
    const auto tokenizer = readTokenizerJson(json, {"folder/tokenizer.json", "00"});
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    const std::string remark = modelInput(findModelProfile("bge-base-en-v1.5"), *tokenizer, true).remark;
    for (const char *part :
         {"BGE base", "[CLS] before and [SEP] behind", "<s> before and </s> behind", "folder/tokenizer.json"})
        EXPECT_NE(remark.find(part), std::string::npos) << remark;
    EXPECT_EQ(modelInput(findModelProfile("bge-m3"), *tokenizer, true).remark, "");
}

TEST(ModelInput, SizesInWordsAreLeftAlone)
{
    RunConfig config = defaultConfig("fixed-words", "bert-uncased");
    config.model = "e5-base-v2";
    const auto snapshot = runWith(config, longText());
    EXPECT_FALSE(snapshot->model.isCounted);
    EXPECT_EQ(snapshot->model.overhead(), 4U);
    EXPECT_EQ(snapshot->maxTextTokens, 0U);
}

std::vector<Finding> overLimit(const RunSnapshot &snapshot)
{
    std::vector<Finding> found;
    for (const Finding &finding : snapshot.audit.findings) {
        if (rules()[finding.rule]->id == "over-model-limit")
            found.push_back(finding);
    }
    return found;
}

TEST(OverModelLimit, MarksWhatTheModelDoesNotSee)
{
    ModelProfile small = *findModelProfile("e5-base-v2");
    small.inputLimit = 20;
    keepModelProfile("test/small.json", small);
    EXPECT_TRUE(overLimit(*runWith(configWith("test/small.json", 20), longText())).empty());
    EXPECT_TRUE(overLimit(*runWith(configWith("", 40), longText())).empty());

    const auto snapshot = runWith(configWith("test/small.json", 40), longText());
    const auto found = overLimit(*snapshot);
    ASSERT_EQ(found.size(), snapshot->chunkCount);
    const auto tokenizer = openTokenizer("bert-uncased");
    const std::string_view text = snapshot->documents[0]->text();
    for (const Finding &finding : found) {
        const Chunk &chunk = snapshot->chunkSets[0]->chunks()[finding.chunk];
        EXPECT_EQ(finding.limit, 20);
        EXPECT_EQ(finding.value, chunk.tokens + 4);
        EXPECT_EQ(finding.where.end, chunk.source.end);
        const std::string_view seen = text.substr(chunk.source.begin, finding.where.begin - chunk.source.begin);
        EXPECT_EQ((*tokenizer)->count(seen), 16U) << seen;
    }
    EXPECT_EQ(findingMessage(found.front()),
              "The model sees " + std::to_string(found.front().value) + " tokens, "
                  + std::to_string(found.front().value - 20) + " over its limit of 20: the end is cut off.");
}

TEST(OverModelLimit, HoldsWhetherSpecialTokensCountOrNot)
{
    ModelProfile small = *findModelProfile("e5-base-v2");
    small.inputLimit = 30;
    keepModelProfile("test/small30.json", small);
    RunConfig config = configWith("test/small30.json", 30);
    EXPECT_TRUE(overLimit(*runWith(config, longText())).empty());
    config.countSpecialTokens = false;
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "word ";
    EXPECT_FALSE(overLimit(*runWith(config, text)).empty());
}

} // namespace
} // namespace cw
