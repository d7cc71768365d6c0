// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/jsonlines.h"
#include "support/tokenplaces.h"
#include "text/utf8.h"
#include "tokenize/fragmenttokens.h"
#include "tokenize/tokenizer.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace cw {
namespace {

constexpr std::size_t longestCutBytes = 200; ///< every cut tokenizes a text anew

using testing::characterPlaces;
using testing::numbersOf;
using testing::stringOf;
using Numbers = std::vector<std::uint64_t>;

std::string textOf(const rapidjson::Value &value)
{
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    value.Accept(writer);
    return {buffer.GetString(), buffer.GetSize()};
}

std::shared_ptr<const Tokenizer> read(const std::string &json)
{
    auto tokenizer = readTokenizerJson(json, {"test.json", "00"});
    EXPECT_TRUE(tokenizer.hasValue()) << tokenizer.error().message << '\n' << json.substr(0, 500);
    return tokenizer ? *tokenizer : nullptr;
}

Error errorOf(const std::string &json)
{
    const auto tokenizer = readTokenizerJson(json, {"test.json", "00"});
    return tokenizer ? Error{} : tokenizer.error();
}

Numbers idsOf(const std::vector<Token> &tokens)
{
    Numbers ids;
    for (const Token &token : tokens)
        ids.push_back(token.id);
    return ids;
}

/// What a row of the vectors says the strings after it are tokenized with: a file, where one is, or a bundled
/// tokenizer. `name` becomes what failures call it.
std::shared_ptr<const Tokenizer> tokenizerOf(const rapidjson::Document &row, std::string &name)
{
    if (row.HasMember("tokenizer")) {
        name = stringOf(row["tokenizer"]);
        return *openTokenizer(name);
    }
    if (row.HasMember("file")) {
        const std::string json = textOf(row["file"]);
        name = json.substr(0, 1000);
        return read(json);
    }
    name = stringOf(row["path"]);
    std::ifstream file(name, std::ios::binary);
    return read(std::string(std::istreambuf_iterator<char>(file), {}));
}

Numbers bytesOf(const std::vector<Token> &tokens)
{
    Numbers bytes;
    for (const Token &token : tokens)
        bytes.push_back(token.bytes.size());
    return bytes;
}

std::vector<std::string> vectorFiles()
{
    if (const char *other = std::getenv("CHUNKWRIGHT_PIPELINE_VECTORS"))
        return {other};
    // The second: expressions with scripts, word edges and sets in common.
    return {CW_TEST_DATA "/pipelinevectors.jsonl", CW_TEST_DATA "/patternvectors.jsonl"};
}

/// Calls `visit` with each string's row, the tokenizer of the row before it that names one, and what to call that.
template<typename Visit>
void forEachVector(Visit visit)
{
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string name;
    const auto visitRow = [&](const rapidjson::Document &row) {
        if (row.HasMember("around")) {
            tokenizer = tokenizerOf(row, name);
            EXPECT_TRUE(!tokenizer || tokenizer->specialTokensAdded() == row["around"].GetUint64()) << name;
        } else if (tokenizer) {
            visit(row, *tokenizer, name);
        }
    };
    for (const std::string &file : vectorFiles())
        testing::forEachJsonLine(file, visitRow);
}

/// Ids, and places where the reference tells them: in characters, or as the number of bytes of each token in a row.
TEST(PipelineTokenizer, TokensOfReferences)
{
    std::size_t compared = 0;
    forEachVector([&](const rapidjson::Document &row, const Tokenizer &tokenizer, const std::string &name) {
        const std::string text = stringOf(row["s"]);
        const std::vector<Token> tokens = tokenizer.tokens(text);
        EXPECT_EQ(idsOf(tokens), numbersOf(row["ids"])) << textOf(row["s"]) << '\n' << name;
        if (row.HasMember("at")) {
            EXPECT_EQ(characterPlaces(tokens, text), numbersOf(row["at"])) << textOf(row["s"]) << '\n' << name;
        } else {
            EXPECT_EQ(bytesOf(tokens), numbersOf(row["bytes"])) << textOf(row["s"]) << '\n' << name;
        }
        EXPECT_EQ(tokenizer.count(text), tokens.size()) << textOf(row["s"]) << '\n' << name;
        ++compared;
    });
    EXPECT_GT(compared, 500U);
}

/// At a certain boundary the tokens of a text are those of its two parts.
TEST(PipelineTokenizer, TextsMayBeCutAtCertainBoundaries)
{
    std::string previous;
    const Tokenizer *previousTokenizer = nullptr;
    std::size_t cuts = 0;
    forEachVector([&](const rapidjson::Document &row, const Tokenizer &tokenizer, const std::string &name) {
        const auto *parts = dynamic_cast<const FragmentTokens *>(&tokenizer);
        if (parts == nullptr) {
            EXPECT_NE(findTokenizer(name), nullptr) << name;
            return;
        }
        if (std::exchange(previousTokenizer, &tokenizer) != &tokenizer)
            previous.clear();
        const std::string text = previous + stringOf(row["s"]);
        previous = stringOf(row["s"]);
        if (text.size() > longestCutBytes)
            return;
        std::vector<Token> whole;
        parts->fragmentTokens(text, {0, text.size()}, true, true, whole);
        for (std::size_t byte = 1; byte < text.size(); ++byte) {
            if (!isCharacterBoundary(text, byte) || !parts->isCertainBoundary(text, byte))
                continue;
            std::vector<Token> cut;
            parts->fragmentTokens(text, {0, byte}, true, false, cut);
            parts->fragmentTokens(text, {byte, text.size()}, false, true, cut);
            EXPECT_EQ(idsOf(cut), idsOf(whole)) << textOf(row["s"]) << " at " << byte << '\n' << name;
            ++cuts;
            if (!parts->dependsOnTextBegin() && !parts->dependsOnTextEnd()) {
                std::vector<Token> apart;
                parts->fragmentTokens(text, {0, byte}, true, true, apart);
                parts->fragmentTokens(text, {byte, text.size()}, true, true, apart);
                EXPECT_EQ(idsOf(apart), idsOf(whole)) << textOf(row["s"]) << " apart at " << byte << '\n' << name;
            }
        }
    });
    EXPECT_GT(cuts, 1000U);
}

std::string fileWith(const std::string &member)
{
    return R"({"version":"1.0",)" + member + R"(,"model":{"type":"WordLevel","unk_token":"?","vocab":{"?":0}}})";
}

TEST(PipelineTokenizer, WhatItCannotDoIsRefusedByName)
{
    const std::pair<const char *, const char *> refused[] = {
        {R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Whitespace"},{"type":"UnicodeScripts"}]})",
         "pre_tokenizer.pretokenizers[1]"},
        {R"("normalizer":{"type":"Lowercase","locale":"tr"})", "normalizer.locale"},
        {R"("normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Strip","strip_left":true}]})",
         "normalizer.normalizers[1].strip_right"},
        {R"("normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAA"})", "normalizer.precompiled_charsmap"},
        {R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a"},"behavior":"Isolated","invert":false})",
         "pre_tokenizer.pattern.Regex"},
        {R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(a+)+b"},"behavior":"Isolated","invert":false})",
         "pre_tokenizer.pattern.Regex"},
        {R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"\\p{Cherokee}"},"behavior":"Isolated","invert":false})",
         "pre_tokenizer.pattern.Regex"},
        {R"("pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Joined","invert":false})",
         "pre_tokenizer.behavior"},
        {R"("post_processor":{"type":"Unknown"})", "post_processor"},
        {R"("added_tokens":{})", "added_tokens"},
        {R"("added_tokens":[{"id":5}])", "added_tokens[0].content"},
        {R"("added_tokens":[{"id":5,"content":"a","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true},{"id":5,"content":"b","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":true}])",
         "added_tokens[1].id"},
    };
    for (const auto &[member, subject] : refused) {
        const Error error = errorOf(fileWith(member));
        EXPECT_EQ(error.code, ErrorCode::InvalidConfig) << member;
        EXPECT_EQ(error.subject, subject) << error.message;
    }
}

/// Where an expression goes back and forth too long there is no answer, rather than a wrong one.
TEST(PipelineTokenizer, TextsThatTakeTooManyStepsAreErrors)
{
    const std::string split = R"({"type":"Split","pattern":{"Regex":"a+b"},"behavior":"Isolated","invert":false})";
    const std::string replace = R"({"type":"Replace","pattern":{"Regex":"a+b"},"content":"c"})";
    const std::string byteLevel = R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":false})";
    for (const std::string &member :
         {R"("pre_tokenizer":)" + split, R"("normalizer":)" + replace,
          R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[)" + split + ',' + byteLevel + "]}"}) {
        const auto tokenizer = read(fileWith(member));
        ASSERT_TRUE(tokenizer) << member;
        EXPECT_TRUE(tokenizer->tryTokens(std::string(1000, 'a')).hasValue()) << member;
        const auto text = std::make_shared<const std::string>(30000, 'a');
        const auto tokens = tokenizer->tryTokens(*text);
        ASSERT_FALSE(tokens.hasValue()) << member;
        EXPECT_EQ(tokens.error().code, ErrorCode::BadInput);
        const auto index = tokenizer->index(text, {}, 1);
        ASSERT_TRUE(index.hasError()) << member;
        EXPECT_EQ(index.error().message, tokens.error().message);
    }
}

/// Steps forward count like steps back: an atomic group takes none back.
TEST(PipelineTokenizer, StepsForwardsAreCounted)
{
    const auto tokenizer = read(fileWith(
        R"("pre_tokenizer":{"type":"Split","pattern":{"Regex":"(?>a+)b"},"behavior":"Isolated","invert":false})"));
    ASSERT_TRUE(tokenizer);
    EXPECT_TRUE(tokenizer->tryTokens(std::string(1000, 'a')).hasValue());
    const auto tokens = tokenizer->tryTokens(std::string(60000, 'a'));
    ASSERT_FALSE(tokens.hasValue());
    EXPECT_EQ(tokens.error().code, ErrorCode::BadInput);
}

TEST(PipelineTokenizer, TextsThatNormalizersMakeHugeAreErrors)
{
    const auto replace = [](std::size_t bytes) {
        return R"({"type":"Replace","pattern":{"String":"a"},"content":")" + std::string(bytes, 'a') + "\"}";
    };
    const auto sequence = [&](std::size_t count, std::size_t bytes) {
        std::string all = replace(bytes);
        for (std::size_t i = 1; i < count; ++i)
            all += ',' + replace(bytes);
        return fileWith(R"("normalizer":{"type":"Sequence","normalizers":[)" + all + "]}");
    };
    EXPECT_TRUE(read(sequence(3, 3))->tryTokens("aaa").hasValue());
    for (const std::string &file : {sequence(6, 1000), sequence(60, 2)}) {
        const auto tokens = read(file)->tryTokens("aaa");
        ASSERT_FALSE(tokens.hasValue());
        EXPECT_EQ(tokens.error().code, ErrorCode::BadInput);
    }
    EXPECT_EQ(errorOf(sequence(300, 1)).subject, "normalizer.normalizers[255]");
}

TEST(PipelineTokenizer, TokensAroundATextAreChecked)
{
    const auto file = [](std::size_t count, const std::string &tokens) {
        std::string parts;
        for (std::size_t i = 0; i < count; ++i)
            parts += R"({"SpecialToken":{"id":"[X]","type_id":0}},)";
        return fileWith(R"("post_processor":{"type":"TemplateProcessing","single":[)" + parts
                        + R"({"Sequence":{"id":"A","type_id":0}}],"pair":[],"special_tokens":)" + tokens + '}');
    };
    const std::string known = R"({"[X]":{"id":"[X]","ids":[0],"tokens":["[X]"]}})";
    EXPECT_EQ(read(file(1000, known))->specialTokensAdded(), 1000U);
    EXPECT_EQ(errorOf(file(1001, known)).subject, "post_processor.single");
    EXPECT_EQ(errorOf(file(1, "{}")).subject, "post_processor.special_tokens");
    EXPECT_EQ(errorOf(file(1, R"({"[X]":{"id":"[X]"}})")).subject, "post_processor.special_tokens");
}

TEST(PipelineTokenizer, DamagedFilesAreErrors)
{
    const std::string good = fileWith(R"("normalizer":{"type":"NFC"})");
    ASSERT_TRUE(read(good));
    for (std::size_t size = 0; size < good.size(); ++size)
        EXPECT_FALSE(readTokenizerJson(good.substr(0, size), {"test.json", ""}).hasValue()) << size;
    std::string deep = R"({"type":"NFC"})";
    for (int i = 0; i < 40; ++i)
        deep = R"({"type":"Sequence","normalizers":[)" + deep + "]}";
    EXPECT_FALSE(errorOf(fileWith(R"("normalizer":)" + deep)).message.empty());
    EXPECT_FALSE(errorOf(std::string(100000, '[')).message.empty());
    EXPECT_FALSE(errorOf("[]").message.empty());
    EXPECT_FALSE(errorOf(std::string("{\0}", 3)).message.empty());
}

} // namespace
} // namespace cw
