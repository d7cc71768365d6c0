// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece models: small ones that spm_train made of this project's READMEs, one for each option that matters, and
// damaged ones. Tokens are held against spm_encode, counts of ranges against the answer for the range as a text.
#include "support/jsonlines.h"
#include "text/utf8.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace cw {
namespace {

constexpr const char *models = CW_TEST_DATA "/../fuzz/corpus/sentencepiece/";

std::string fileBytes(const std::string &name, const std::string &folder = CW_TEST_DATA "/")
{
    std::ifstream file(folder + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SentencePieceTest, CountsRangesAsTheLibraryDoes)
{
    const std::vector<std::string_view> parts{"a", " the", " ", "  ", " word", "中", "é", "\n", "😀", "x", ".", "▁"};
    std::mt19937 random(3);
    for (const char *name : {"sentencepiecebpe.model", "sentencepieceunigram.model"}) {
        const auto tokenizer = readSentencePieceModel(fileBytes(name), {name, ""});
        ASSERT_TRUE(tokenizer) << tokenizer.error().message;
        for (int texts = 0; texts < 40; ++texts) {
            std::string text;
            for (std::size_t i = random() % 60; i > 0; --i)
                text += parts[random() % parts.size()];
            const auto index = (*tokenizer)->index(std::make_shared<const std::string>(text), {}, 1);
            for (int tries = 0; tries < 40; ++tries) {
                std::size_t begin = random() % (text.size() + 1);
                std::size_t end = begin + random() % (text.size() - begin + 1);
                while (!isCharacterBoundary(text, begin))
                    --begin;
                while (!isCharacterBoundary(text, end))
                    --end;
                const std::size_t expected = (*tokenizer)->count(text.substr(begin, end - begin));
                ASSERT_EQ((*index)->count({begin, end}), expected) << name << ": " << text << begin << ' ' << end;
                const BeginEdge left = (*index)->beginEdge(begin);
                const EndEdge right = (*index)->endEdge(end);
                if (begin < end && right.isExact && left.holdsTo(end)) {
                    ASSERT_EQ(right.upTo - left.before, expected) << name << ": " << text;
                }
            }
        }
    }
}

/// Calls `visit` with each string's row, the tokenizer it is for and that one's name.
template<typename Visit>
void forEachVector(Visit visit)
{
    const char *other = std::getenv("CHUNKWRIGHT_SENTENCEPIECE_VECTORS"); // a folder with models and vectors
    const std::string folder = other != nullptr ? std::string(other) + "/" : CW_TEST_DATA "/";
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string name;
    testing::forEachJsonLine(folder + "sentencepiecevectors.jsonl", [&](const rapidjson::Document &row) {
        if (!row.HasMember("model")) {
            ASSERT_TRUE(tokenizer) << name;
            visit(row, *tokenizer, name);
            return;
        }
        name = testing::stringOf(row["model"]);
        auto read = readSentencePieceModel(fileBytes(name, other != nullptr ? folder : models), {name, ""});
        EXPECT_EQ(read.hasValue(), !row.HasMember("refused")) << name << (read ? "" : read.error().message);
        if (read)
            tokenizer = *read;
        else
            EXPECT_EQ(read.error().subject.substr(0, 7), "pieces[") << name;
    });
}

/// The pieces that spm_encode prints: with spaces between them, unknown ones as what they stand for.
TEST(SentencePieceTest, MakesTheTokensOfSpmEncode)
{
    std::size_t compared = 0;
    forEachVector([&](const rapidjson::Document &row, const Tokenizer &tokenizer, const std::string &name) {
        const std::string text = testing::stringOf(row["s"]);
        const std::vector<Token> tokens = tokenizer.tokens(text);
        std::vector<std::uint64_t> ids;
        std::size_t begin = 0;
        for (const Token &token : tokens) {
            ids.push_back(token.id);
            ASSERT_LE(begin, token.bytes.begin) << name << ": " << text;
            ASSERT_LE(token.bytes.begin, token.bytes.end) << name << ": " << text;
            ASSERT_LE(token.bytes.end, text.size()) << name << ": " << text;
            begin = token.bytes.begin;
        }
        EXPECT_EQ(ids, testing::numbersOf(row["ids"])) << name << ": " << text;
        EXPECT_EQ(tokenizer.count(text), ids.size()) << name << ": " << text;
        const auto index = tokenizer.index(std::make_shared<const std::string>(text), {}, 1);
        EXPECT_EQ((*index)->total(), ids.size()) << name << ": " << text;
        ++compared;
    });
    EXPECT_GT(compared, 900U);
}

TEST(SentencePieceTest, CountsRangesUnderEveryOption)
{
    std::mt19937 random(5);
    forEachVector([&](const rapidjson::Document &row, const Tokenizer &tokenizer, const std::string &name) {
        const std::string text = testing::stringOf(row["s"]);
        const auto index = tokenizer.index(std::make_shared<const std::string>(text), {}, 1);
        for (int tries = 0; tries < 8; ++tries) {
            std::size_t begin = random() % (text.size() + 1);
            std::size_t end = begin + random() % (text.size() - begin + 1);
            while (!isCharacterBoundary(text, begin))
                --begin;
            while (!isCharacterBoundary(text, end))
                --end;
            EXPECT_EQ((*index)->count({begin, end}), tokenizer.count(text.substr(begin, end - begin)))
                << name << ": " << text << '\n'
                << begin << ' ' << end;
        }
    });
}

/// Whatever becomes a space, and what only looks like it: all ranges of a text around each of them.
TEST(SentencePieceTest, CountsRangesAroundEveryControlCharacter)
{
    for (const char *name : {"unigram-blanks.model", "unigram-plain.model", "unigram-rulesspaces.model",
                             "unigram-noprefix.model", "bpe-blanks.model", "bpe-rawspaces.model"}) {
        const auto tokenizer = readSentencePieceModel(fileBytes(name, models), {name, ""});
        ASSERT_TRUE(tokenizer) << tokenizer.error().message;
        for (char control = 1; control <= ' '; ++control) {
            const std::string space(1, control);
            const std::string text = "one" + space + "two" + space + space + "a|>" + space + "\u0301." + space + "\n"
                + space + " the \u3000" + space + "\r\nend" + space;
            const auto index = (*tokenizer)->index(std::make_shared<const std::string>(text), {}, 1);
            for (std::size_t begin = 0; begin <= text.size(); ++begin) {
                for (std::size_t end = begin; end <= text.size() && isCharacterBoundary(text, begin); ++end) {
                    if (!isCharacterBoundary(text, end))
                        continue;
                    const std::size_t expected = (*tokenizer)->count(text.substr(begin, end - begin));
                    ASSERT_EQ((*index)->count({begin, end}), expected)
                        << name << ' ' << int{control} << ' ' << begin << ' ' << end;
                    const BeginEdge left = (*index)->beginEdge(begin);
                    const EndEdge right = (*index)->endEdge(end);
                    if (begin < end && right.isExact && left.holdsTo(end)) {
                        ASSERT_EQ(right.upTo - left.before, expected) << name << ' ' << int{control};
                    }
                }
            }
        }
    }
}

TEST(SentencePieceTest, RefusesDamagedFiles)
{
    const std::string bytes = fileBytes("sentencepiecebpe.model");
    ASSERT_GT(bytes.size(), 1000U);
    for (std::size_t size = 0; size + 300 < bytes.size(); size += 97)
        EXPECT_FALSE(readSentencePieceModel(bytes.substr(0, size), {"x", ""})) << size;
    const auto text = readSentencePieceModel("{\"model\": 1}", {"x", ""});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::InvalidConfig);
}

} // namespace
} // namespace cw
