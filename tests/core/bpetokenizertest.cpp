// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/chunking.h"
#include "support/jsonlines.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <utility>

namespace cw {
namespace {

using testing::sharedTokenizer;
using testing::stringOf;
using Ids = std::vector<std::uint32_t>;

constexpr std::array<std::pair<std::string_view, const char *>, 2> encodings{{
    {"o200k_base", "o200k"},
    {"cl100k_base", "cl100k"},
}};

Ids idsOf(const rapidjson::Value &list)
{
    Ids ids;
    for (const rapidjson::Value &id : list.GetArray())
        ids.push_back(id.GetUint());
    return ids;
}

std::shared_ptr<const TokenIndex> indexOf(std::string_view tokenizer, std::string text)
{
    return *sharedTokenizer(tokenizer).index(std::make_shared<const std::string>(std::move(text)), {});
}

void expectTokens(const std::string &text, const rapidjson::Value &row)
{
    for (const auto &[id, key] : encodings) {
        const Tokenizer &tokenizer = sharedTokenizer(id);
        const Ids expected = idsOf(row[key]);
        EXPECT_EQ(tokenizer.encode(text), expected) << id << ": " << text;
        EXPECT_EQ(tokenizer.count(text), expected.size()) << id << ": " << text;
        EXPECT_EQ(indexOf(id, text)->total(), expected.size()) << id << ": " << text;
    }
}

TEST(BpeTokenizer, TokensOfTiktoken)
{
    const auto rows = testing::readJsonLines(CW_TEST_DATA "/tokenizervectors.jsonl");
    ASSERT_EQ(rows.size(), 500U);
    for (const auto &row : rows)
        expectTokens(stringOf(row["s"]), row);
}

std::string bytesOfHex(std::string_view hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

void expectRangeCounts(const rapidjson::Value &row)
{
    const ByteRange range{row["a"].GetUint64(), row["b"].GetUint64()};
    for (const auto &[id, key] : encodings) {
        const std::size_t expected = row[(std::string(key) + "_count").c_str()].GetUint64();
        EXPECT_EQ(indexOf(id, stringOf(row["text"]))->count(range), expected)
            << id << ' ' << range.begin << ' ' << range.end;
    }
}

void expectJoinCounts(const rapidjson::Value &row)
{
    const auto sentences = testing::stringsOf(row["sentences"]);
    std::string joined;
    for (rapidjson::SizeType i = 0; i < sentences.size(); ++i) {
        if (i > 0)
            joined += ' ';
        joined += sentences[i];
        EXPECT_EQ(sharedTokenizer("o200k_base").count(sentences[i]), row["o200k_c0"][i].GetUint64());
        EXPECT_EQ(sharedTokenizer("o200k_base").count(' ' + sentences[i]), row["o200k_c1"][i].GetUint64());
    }
    EXPECT_EQ(sharedTokenizer("o200k_base").count(joined), row["o200k_count"].GetUint64()) << joined;
    EXPECT_EQ(sharedTokenizer("cl100k_base").count(joined), row["cl100k_count"].GetUint64()) << joined;
}

TEST(BpeTokenizer, SharedVectors)
{
    const auto rows = testing::readJsonLines(CW_SHARED_DIR "/golden/tokenizer-vectors.jsonl");
    if (rows.empty())
        GTEST_SKIP() << "The shared golden vectors are not here.";
    for (const auto &row : rows) {
        const std::string kind = stringOf(row["kind"]);
        if (kind == "encode") {
            expectTokens(stringOf(row["s"]), row);
        } else if (kind == "bytes") {
            const std::string decoded = repairUtf8(bytesOfHex(stringOf(row["hex"]))).text;
            EXPECT_EQ(decoded, stringOf(row["decoded"]));
            expectTokens(decoded, row);
        } else if (kind == "slice") {
            expectRangeCounts(row);
        } else {
            ASSERT_EQ(kind, "join");
            expectJoinCounts(row);
        }
    }
}

TEST(BpeTokenizer, SpecialTokenTextIsOrdinaryText)
{
    EXPECT_EQ(sharedTokenizer("o200k_base").count("a<|endoftext|>b"), 9U);
}

TEST(BpeTokenizer, CountsThatEstimatesGetWrong)
{
    const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
    EXPECT_EQ(tokenizer.count(R"({"id":12345,"ok":true})"), 10U);
    EXPECT_EQ(tokenizer.count("550e8400-e29b-41d4-a716-446655440000"), 18U);
    EXPECT_EQ(tokenizer.count("The quick brown fox jumps over the lazy dog."), 10U);
}

TEST(BpeTokenizer, ScriptWithoutSpaces)
{
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "你好";
    EXPECT_EQ(sharedTokenizer("o200k_base").count(text), 500U);
    EXPECT_EQ(sharedTokenizer("cl100k_base").count(text), 1000U);
}

TEST(BpeTokenizer, CountsFallWhenTextGrows)
{
    const std::string text = "hello world";
    const auto index = indexOf("o200k_base", text);
    const std::array<std::size_t, 11> expected{1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 2};
    for (std::size_t size = 1; size <= text.size(); ++size) {
        EXPECT_EQ(sharedTokenizer("o200k_base").count(text.substr(0, size)), expected[size - 1]) << size;
        EXPECT_EQ(index->count({0, size}), expected[size - 1]) << size;
    }
}

TEST(BpeTokenizer, LongRandomWord)
{
    std::string letters;
    std::uint64_t state = 12345;
    for (int i = 0; i < 4000; ++i) {
        state = state * 16807 % 2147483647;
        letters += static_cast<char>('a' + state % 26);
    }
    ASSERT_EQ(letters.substr(0, 20), "xagkvhcwopilacaasint");
    EXPECT_EQ(sharedTokenizer("o200k_base").count(letters), 2108U);
}

TEST(BpeTokenizer, LongRunsOfOneCharacter)
{
    EXPECT_EQ(sharedTokenizer("o200k_base").count(std::string(100'000, 'a')), 12'500U);
    EXPECT_EQ(indexOf("o200k_base", std::string(4'000'000, 'a'))->total(), 500'000U);
}

// A quadratic step anywhere would take hours here.
TEST(BpeTokenizer, TakesMegabytesOfOnePretoken)
{
    for (const auto &[id, key] : encodings) {
        for (const std::string_view unit :
             {" ", "\n", " \n", "=", "a", "7", "\u4E2D", "\u0301", "\u00A0", "\u4E2DA", "\t", "'s"}) {
            std::string text;
            while (text.size() < 1'000'000)
                text += unit;
            const auto index = indexOf(id, text);
            EXPECT_EQ(index->count({0, text.size()}), index->total());
            const std::size_t middle = text.size() / 2 / unit.size() * unit.size();
            EXPECT_EQ(index->count({middle, text.size()}), sharedTokenizer(id).count(text.substr(middle))) << unit;
        }
    }
}

TEST(BpeTokenizer, IndexGivesTheStartsOfTokens)
{
    const auto index = indexOf("o200k_base", "hello world, 12345");
    const std::array<std::size_t, 6> starts{0, 5, 11, 12, 13, 16};
    ASSERT_EQ(index->total(), starts.size());
    for (std::size_t token = 0; token < starts.size(); ++token) {
        EXPECT_EQ(index->tokenStart(token), starts[token]);
        EXPECT_EQ(index->tokensBefore(starts[token]), token);
    }
    EXPECT_EQ(index->tokenStart(starts.size()), 18U);
    EXPECT_EQ(index->tokensBefore(14), 5U);
    EXPECT_EQ(index->tokensBefore(1000), 6U);
}

TEST(BpeTokenizer, EmptyTextHasNoTokens)
{
    for (const auto &[id, key] : encodings) {
        EXPECT_EQ(sharedTokenizer(id).count(""), 0U);
        EXPECT_TRUE(sharedTokenizer(id).encode("").empty());
        const auto index = indexOf(id, "");
        EXPECT_EQ(index->total(), 0U);
        EXPECT_EQ(index->count({0, 0}), 0U);
        EXPECT_EQ(index->tokenStart(0), 0U);
    }
}

TEST(BpeTokenizer, ThreadsShareATokenizer)
{
    std::string text;
    for (int i = 0; i < 4000; ++i)
        text += "Word" + std::to_string(i * 7919) + " and others; ";
    const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
    const std::size_t expected = tokenizer.encode(text).size();
    std::array<std::size_t, 4> totals{};
    {
        std::vector<std::jthread> threads;
        for (std::size_t &total : totals)
            threads.emplace_back([&] { total = indexOf("o200k_base", text)->total(); });
    }
    EXPECT_THAT(totals, ::testing::Each(expected));
}

TEST(BpeTokenizer, StopIsHonoured)
{
    std::stop_source source;
    source.request_stop();
    for (const auto &[id, key] : encodings) {
        const auto text = std::make_shared<const std::string>("some text");
        EXPECT_TRUE(sharedTokenizer(id).index(text, source.get_token()).isCancelled());
    }
}

} // namespace
} // namespace cw
