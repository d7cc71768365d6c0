// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenizerreference.h"
#include "support/chunking.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

/// As if read from a file.
class FileTokenizer final : public Tokenizer
{
public:
    FileTokenizer(std::string path, std::string sha256) : m_path(std::move(path)), m_sha256(std::move(sha256)) { }

    std::string_view id() const noexcept override { return m_path; }
    std::string_view vocabularySha256() const noexcept override { return m_sha256; }
    std::size_t count(std::string_view text) const override { return text.size(); }
    std::vector<std::uint32_t> encode(std::string_view) const override { return {}; }
    std::vector<Token> tokens(std::string_view) const override { return {}; }
    Outcome<std::shared_ptr<const TokenIndex>> index(SharedText, std::stop_token, unsigned) const override
    {
        return Cancelled{};
    }

private:
    std::string m_path;
    std::string m_sha256;
};

TEST(TokenizerReference, IsAFileWhenItLooksLikeOne)
{
    for (const char *file : {"tokenizer.json", "a/b", "spiece.model", "./x", "/tokenizer"})
        EXPECT_TRUE(isTokenizerFile(file)) << file;
    for (const char *id : {"o200k_base", "bert-uncased", "", "json", "model"})
        EXPECT_FALSE(isTokenizerFile(id)) << id;
}

TEST(TokenizerReference, OpensBundledOnesOnce)
{
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        const auto opened = openTokenizer(descriptor->id);
        ASSERT_TRUE(opened) << opened.error().message;
        EXPECT_EQ((*opened)->id(), descriptor->id);
        EXPECT_EQ(*opened, *openTokenizer(descriptor->id));
    }
}

TEST(TokenizerReference, KnowsAliases)
{
    EXPECT_EQ(canonicalTokenizerReference("gpt2"), "r50k_base");
    EXPECT_EQ(canonicalTokenizerReference("words"), "words");
    EXPECT_EQ((*openTokenizer("gpt2"))->id(), "r50k_base");
    EXPECT_EQ(findTokenizer(""), nullptr);
}

TEST(TokenizerReference, FindsAFileOnceItIsRegistered)
{
    const std::string path = "/models/first/tokenizer.json";
    const auto unknown = openTokenizer(path);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::MissingResource);
    EXPECT_EQ(unknown.error().subject, "tokenizer");
    EXPECT_NE(unknown.error().message.find(path), std::string::npos);

    const auto first = std::make_shared<const FileTokenizer>(path, "aa");
    registerTokenizer(first);
    EXPECT_EQ(*openTokenizer(path), first);
    const auto changed = std::make_shared<const FileTokenizer>(path, "bb");
    registerTokenizer(changed);
    EXPECT_EQ(*openTokenizer(path), changed);
    EXPECT_FALSE(openTokenizer("tokenizer.json"));
}

TEST(TokenizerReference, SaysWhichIdsThereAre)
{
    const auto unknown = openTokenizer("p99k");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::InvalidParameter);
    EXPECT_NE(unknown.error().message.find("p99k"), std::string::npos);
    EXPECT_NE(unknown.error().message.find("bert-uncased"), std::string::npos);
}

TEST(TokenizerReference, HasALabelWhetherOrNotItExists)
{
    EXPECT_EQ(labelOfTokenizer("words").tokenNoun, "word");
    EXPECT_EQ(labelOfTokenizer("words").title, "Words");
    const TokenizerLabel file = labelOfTokenizer("models/e5/tokenizer.json");
    EXPECT_EQ(file.name, "tokenizer.json");
    EXPECT_EQ(file.title, "tokenizer.json");
    EXPECT_NE(file.help.find("models/e5/tokenizer.json"), std::string::npos);
    EXPECT_EQ(labelOfTokenizer("p99k").name, "p99k");
}

TEST(TokenizerReference, TakesFilesFromManyThreads)
{
    std::vector<std::thread> threads;
    for (int number = 0; number < 8; ++number) {
        threads.emplace_back([number] {
            for (int i = 0; i < 200; ++i) {
                const std::string path = "/threads/" + std::to_string((number + i) % 5) + ".json";
                registerTokenizer(std::make_shared<const FileTokenizer>(path, std::to_string(number)));
                ASSERT_TRUE(openTokenizer(path));
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
}

} // namespace
} // namespace cw::testing
