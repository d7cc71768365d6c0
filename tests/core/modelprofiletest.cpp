// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/modelprofile.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cw {
namespace {

const std::string valid = R"({"schema":"chunk-model/1","id":"mine-1","title":"Mine","tokenizer":"bert-uncased",)"
                          R"("special_tokens":{"before":["[CLS]"],"after":["[SEP]"]},"passage_prefix":"doc: ",)"
                          R"("input_limit":300,"source":"our wiki"})";

/// `valid` with the first `from` replaced.
std::string with(const std::string &from, const std::string &to)
{
    std::string json = valid;
    const std::size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return json.replace(at, from.size(), to);
}

std::string subjectOf(const std::string &json)
{
    const auto profile = parseModelProfile(json);
    if (profile)
        return "accepted";
    EXPECT_EQ(profile.error().code, ErrorCode::InvalidConfig);
    EXPECT_NE(profile.error().message.find(profile.error().subject), std::string::npos);
    EXPECT_TRUE(profile.error().message.ends_with('.')) << profile.error().message;
    return profile.error().subject;
}

TEST(ModelProfile, ReadsWhatAUserWrites)
{
    const auto profile = parseModelProfile(valid);
    ASSERT_TRUE(profile) << profile.error().message;
    ModelProfile expected;
    expected.id = "mine-1";
    expected.title = "Mine";
    expected.tokenizer = "bert-uncased";
    expected.specialsBefore = {"[CLS]"};
    expected.specialsAfter = {"[SEP]"};
    expected.passagePrefix = "doc: ";
    expected.inputLimit = 300;
    expected.source = "our wiki";
    EXPECT_EQ(*profile, expected);
    EXPECT_EQ(profile->specialTokens(), 2U);
}

TEST(ModelProfile, NamesTheFieldAtFault)
{
    EXPECT_EQ(subjectOf(with("chunk-model/1", "chunk-model/2")), "schema");
    EXPECT_EQ(subjectOf(with(R"("id":"mine-1",)", "")), "id");
    EXPECT_EQ(subjectOf(with("mine-1", "mine 1")), "id");
    EXPECT_EQ(subjectOf(with("mine-1", "mine.json")), "id");
    EXPECT_EQ(subjectOf(with(R"("Mine")", "7")), "title");
    EXPECT_EQ(subjectOf(with(R"("tokenizer":"bert-uncased",)", "")), "tokenizer");
    EXPECT_EQ(subjectOf(with(R"("tokenizer":)", R"("tokenizer_file":"somewhere","tokenizer":)")), "tokenizer");
    EXPECT_EQ(subjectOf(with(R"(["[CLS]"])", R"("[CLS]")")), "special_tokens.before");
    EXPECT_EQ(subjectOf(with(R"("[SEP]")", R"("")")), "special_tokens.after");
    EXPECT_EQ(subjectOf(with(R"("after")", R"("behind")")), "special_tokens.behind");
    EXPECT_EQ(subjectOf(with(R"("doc: ")", R"("")")), "passage_prefix");
    EXPECT_EQ(subjectOf(with("300", "0")), "input_limit");
    EXPECT_EQ(subjectOf(with("300", "-1")), "input_limit");
    EXPECT_EQ(subjectOf(with("300", "3.5")), "input_limit");
    EXPECT_EQ(subjectOf(with("300", "1000000001")), "input_limit");
    EXPECT_EQ(subjectOf(with(R"(,"source":"our wiki")", "")), "source");
    EXPECT_EQ(subjectOf(with(R"("source")", R"("sauce")")), "sauce");
    EXPECT_EQ(subjectOf(with(R"("title":"Mine",)", R"("title":"Mine","title":"Yours",)")), "title");
}

TEST(ModelProfile, RefusesWhatIsNoProfile)
{
    EXPECT_EQ(subjectOf(""), "");
    EXPECT_EQ(subjectOf("[]"), "");
    EXPECT_EQ(subjectOf(valid.substr(0, valid.size() - 1)), "");
    EXPECT_EQ(subjectOf(valid + " " + valid), "");
    EXPECT_EQ(subjectOf(with("300", std::string(40, '[') + std::string(40, ']'))), "");
    EXPECT_EQ(subjectOf(valid + std::string(largestModelProfile, ' ')), "");
    EXPECT_EQ(subjectOf(with("Mine", "M\xff")), "");
    std::string tokens = "\"[CLS]\"";
    for (int i = 0; i < 16; ++i)
        tokens += ",\"[CLS]\"";
    EXPECT_EQ(subjectOf(with(R"("[CLS]")", tokens)), "special_tokens.before");
}

TEST(ModelProfile, BuiltInModelsCanBeUsed)
{
    std::set<std::string> families;
    std::string family;
    EXPECT_GE(modelProfiles().size(), 30U);
    for (const ModelProfile &model : modelProfiles()) {
        EXPECT_TRUE(model.source.starts_with("https://")) << model.id;
        EXPECT_EQ(findModelProfile(model.id).get(), &model);
        const bool isBundled = findTokenizer(model.tokenizer) != nullptr;
        EXPECT_TRUE(isBundled || model.tokenizerFile.ends_with("/tokenizer.json")) << model.id;
        const bool isTogether = model.family == family || families.insert(model.family).second;
        EXPECT_TRUE(isTogether) << model.family;
        family = model.family;
    }
    EXPECT_EQ(findModelProfile("all-minilm-l6-v2")->inputLimit, 256U);
    EXPECT_EQ(findModelProfile("e5-base-v2")->passagePrefix, "passage: ");
    EXPECT_EQ(findModelProfile("text-embedding-3-small")->specialTokens(), 0U);
    EXPECT_EQ(findModelProfile("qwen3-embedding-0.6b")->specialTokens(), 1U);
    EXPECT_EQ(findModelProfile("embeddinggemma-300m")->passagePrefix, "title: none | text: ");
}

TEST(ModelProfile, FilesAreKnownByTheirPath)
{
    EXPECT_EQ(findModelProfile("no-such-model"), nullptr);
    EXPECT_EQ(findModelProfile("folder/mine.json"), nullptr);
    auto profile = parseModelProfile(valid);
    ASSERT_TRUE(profile);
    keepModelProfile("folder/mine.json", *profile);
    const auto first = findModelProfile("folder/mine.json");
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->id, "mine-1");
    profile->inputLimit = 7;
    keepModelProfile("folder/mine.json", *profile);
    EXPECT_EQ(findModelProfile("folder/mine.json")->inputLimit, 7U);
    EXPECT_EQ(first->inputLimit, 300U);
    EXPECT_EQ(findModelProfile("mine-1"), nullptr);
}

TEST(ModelProfile, TellsFilesFromIds)
{
    EXPECT_TRUE(isFileReference("./a"));
    EXPECT_TRUE(isFileReference("a.json"));
    EXPECT_TRUE(isFileReference("spm.model"));
    EXPECT_FALSE(isFileReference("bert-uncased"));
    EXPECT_FALSE(isFileReference(""));
}

} // namespace
} // namespace cw
