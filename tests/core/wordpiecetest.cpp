// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/chunking.h"
#include "support/jsonlines.h"
#include "support/tokenplaces.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"
#include "tokenize/wordpiecevocabulary.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace cw {
namespace {

using testing::sharedTokenizer;
using testing::stringOf;
using Ids = std::vector<std::uint32_t>;

const Tokenizer &bert()
{
    return sharedTokenizer("bert-uncased");
}

std::shared_ptr<const TokenIndex> indexOf(std::string text)
{
    return *bert().index(std::make_shared<const std::string>(std::move(text)), {});
}

TEST(WordPiece, TokensOfHuggingFaceTokenizers)
{
    const auto rows = testing::readJsonLines(CW_TEST_DATA "/bertvectors.jsonl");
    ASSERT_EQ(rows.size(), 609U);
    for (const auto &row : rows) {
        const std::string text = stringOf(row["s"]);
        Ids expected;
        for (const rapidjson::Value &id : row["ids"].GetArray())
            expected.push_back(id.GetUint());
        EXPECT_EQ(bert().encode(text), expected) << text;
        const std::vector<Token> tokens = bert().tokens(text);
        EXPECT_EQ(testing::characterPlaces(tokens, text), testing::numbersOf(row["at"])) << text;
        EXPECT_EQ(indexOf(text)->tokensOf({0, text.size()}), tokens) << text;
        EXPECT_EQ(bert().count(text), expected.size()) << text;
        EXPECT_EQ(indexOf(text)->total(), expected.size()) << text;
    }
}

TEST(WordPiece, TokensStartWhereTheirLettersDo)
{
    // una ##ffa ##ble, then a word of jamo: three tokens in the three bytes of one syllable.
    const auto index = indexOf("unaffable \uAC01");
    ASSERT_EQ(index->total(), 6U);
    const std::vector<std::size_t> starts{0, 3, 6, 10, 11, 12};
    for (std::size_t token = 0; token < starts.size(); ++token)
        EXPECT_EQ(index->tokenStart(token), starts[token]);
}

/// Cut anywhere, also far inside words that are one unknown token because they are too long.
TEST(WordPiece, RangesOfGiantWordsCountAsTextsByThemselves)
{
    std::mt19937 random(99);
    const std::vector<std::string> parts{"e", "e", "e", "\uAC01", "\u0130", "\u00AD", "\u302E", "\u1B44", "\u0301"};
    for (int round = 0; round < 60; ++round) {
        std::string text;
        for (int word = 0; word < 4; ++word) {
            for (std::size_t letters = random() % 260; letters > 0; --letters)
                text += parts[random() % parts.size()];
            text += random() % 2 == 0 ? " " : "[SEP]";
        }
        const auto index = indexOf(text);
        for (int query = 0; query < 200; ++query) {
            std::size_t begin = random() % (text.size() + 1);
            std::size_t end = random() % (text.size() + 1);
            while (!isCharacterBoundary(text, begin))
                --begin;
            while (!isCharacterBoundary(text, end))
                --end;
            const ByteRange range{std::min(begin, end), std::max(begin, end)};
            ASSERT_EQ(index->count(range), bert().count(text.substr(range.begin, range.size())))
                << range.begin << ' ' << range.end << ' ' << text;
        }
    }
}

TEST(WordPiece, ThreadsDoNotShowInAnIndex)
{
    std::string text;
    for (int i = 0; text.size() < 1'500'000; ++i)
        text += "Word" + std::to_string(i) + (i % 3 == 0 ? ", \uAC01e\u0301 " : " unaffable");
    const auto shared = std::make_shared<const std::string>(text);
    const auto one = *bert().index(shared, {}, 1);
    const auto four = *bert().index(shared, {}, 4);
    ASSERT_EQ(one->total(), bert().count(text));
    ASSERT_EQ(four->total(), one->total());
    for (std::size_t token = 0; token < one->total(); ++token)
        ASSERT_EQ(four->tokenStart(token), one->tokenStart(token));
}

TEST(WordPieceVocabulary, RefusesWhatIsNoVocabulary)
{
    EXPECT_FALSE(WordPieceVocabulary::create(""));
    EXPECT_FALSE(WordPieceVocabulary::create("[UNK]\na\n\nb\n"));
    EXPECT_FALSE(WordPieceVocabulary::create("[UNK]\na\na\n"));
    EXPECT_FALSE(WordPieceVocabulary::create("a\nb\n"));
    EXPECT_TRUE(WordPieceVocabulary::create("[UNK]\na\n##a"));
}

TEST(WordPieceVocabulary, TakesTheLongestPiece)
{
    const auto vocabulary = WordPieceVocabulary::create("[UNK]\na\nab\n##b\n##bcd\nabcx\n");
    ASSERT_TRUE(vocabulary);
    const auto start = vocabulary->longestMatch("abcd", true);
    EXPECT_EQ(start.piece, 2U);
    EXPECT_EQ(start.bytes, 2U);
    const auto inside = vocabulary->longestMatch("bcd", false);
    EXPECT_EQ(inside.piece, 4U);
    EXPECT_EQ(inside.bytes, 3U);
    EXPECT_EQ(vocabulary->longestMatch("x", true).piece, WordPieceVocabulary::noPiece);
}

} // namespace
} // namespace cw
