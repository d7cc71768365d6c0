// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens with their places.
#include "support/chunking.h"
#include "support/randomtext.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

using Tokens = std::vector<Token>;

Tokens tokensOf(std::string_view id, std::string_view text)
{
    return sharedTokenizer(id).tokens(text);
}

TEST(Tokens, AreAsManyAsCountedWithTheIdsOfEncode)
{
    std::mt19937 random(41);
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        const Tokenizer &tokenizer = sharedTokenizer(descriptor->id);
        for (int i = 0; i < 200; ++i) {
            const std::string text = randomText(random);
            const Tokens tokens = tokenizer.tokens(text);
            ASSERT_EQ(tokens.size(), tokenizer.count(text)) << descriptor->id << text;
            std::vector<std::uint32_t> ids;
            if (tokenizer.vocabularySize() > 0)
                std::ranges::transform(tokens, std::back_inserter(ids), &Token::id);
            ASSERT_EQ(ids, tokenizer.encode(text)) << descriptor->id << text;
            std::size_t begin = 0;
            for (const Token &token : tokens) {
                ASSERT_LE(begin, token.bytes.begin) << text;
                ASSERT_LT(token.bytes.begin, token.bytes.end) << text;
                ASSERT_LE(token.bytes.end, text.size()) << text;
                begin = token.bytes.begin;
            }
        }
    }
}

TEST(Tokens, OfByteLevelVocabulariesSpellTheTextTheyStandFor)
{
    std::mt19937 random(43);
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        if (!descriptor->source.ends_with("tiktoken, MIT"))
            continue;
        const Tokenizer &tokenizer = sharedTokenizer(descriptor->id);
        const std::string text
            = randomText(random, {.pieces = 800}) + std::string(300, '=') + std::string(200, ' ') + "x";
        std::string spelled;
        for (const Token &token : tokenizer.tokens(text)) {
            EXPECT_EQ(token.bytes.begin, spelled.size());
            spelled += tokenizer.tokenText(token.id);
            EXPECT_EQ(token.bytes.end, spelled.size());
        }
        EXPECT_EQ(spelled, text) << descriptor->id;
    }
}

TEST(Tokens, OfWordsAndCharactersAreTheWordsAndCharacters)
{
    EXPECT_EQ(tokensOf("words", " a\u00E9\u3000bc "), (Tokens{{0, {1, 4}}, {0, {7, 9}}}));
    EXPECT_EQ(tokensOf("characters", "a\u00E9\U0001F600"), (Tokens{{0, {0, 1}}, {0, {1, 3}}, {0, {3, 7}}}));
}

/// Offsets worked out by hand from the reference's rules, in bytes.
TEST(Tokens, OfBertStandForTheLettersTheyWereMadeOf)
{
    // "unaffable" = una ##ffa ##ble
    EXPECT_EQ(tokensOf("bert-uncased", "Unaffable!"),
              (Tokens{{14477, {0, 3}}, {20961, {3, 6}}, {3468, {6, 9}}, {999, {9, 10}}}));
    const Tokens accents = tokensOf("bert-uncased", " Zu\u0308rich\u0301 ");
    EXPECT_EQ(accents, (Tokens{{10204, {1, 9}}}));
    EXPECT_EQ(tokensOf("bert-uncased", "x[SEP]y"), (Tokens{{1060, {0, 1}}, {102, {1, 6}}, {1061, {6, 7}}}));
}

TEST(Tokens, OfAWordThatIsTooLongForBertCoverTheWord)
{
    const std::string text = "a " + std::string(500, 'b') + "\u00AD c";
    EXPECT_EQ(tokensOf("bert-uncased", text), (Tokens{{1037, {0, 1}}, {100, {2, 502}}, {1039, {505, 506}}}));
    const auto index = *sharedTokenizer("bert-uncased").index(std::make_shared<const std::string>(text), {});
    EXPECT_EQ(index->tokensOf({300, text.size()}), (Tokens{{1039, {505, 506}}}));
    EXPECT_EQ(index->tokensOf({0, 3}), (Tokens{{1037, {0, 1}}, {100, {2, 502}}}));
}

TEST(Tokens, HaveTexts)
{
    EXPECT_EQ(sharedTokenizer("bert-uncased").tokenText(20961), "##ffa");
    EXPECT_EQ(sharedTokenizer("bert-uncased").tokenText(30522), "");
    EXPECT_EQ(sharedTokenizer("o200k_base").tokenText(300000), "");
    EXPECT_EQ(sharedTokenizer("words").tokenText(0), "");
}

TEST(Tokens, SayWhatAModelAddsAndWhichTextIsSpecial)
{
    EXPECT_EQ(sharedTokenizer("bert-uncased").specialTokensAdded(), 2U);
    EXPECT_EQ(sharedTokenizer("bert-uncased").vocabularySize(), 30522U);
    EXPECT_EQ(sharedTokenizer("o200k_base").specialTokensAdded(), 0U);
    EXPECT_EQ(sharedTokenizer("o200k_base").vocabularySize(), 199998U);
    for (const std::string &special : sharedTokenizer("bert-uncased").specialTokenTexts())
        EXPECT_EQ(tokensOf("bert-uncased", special).size(), 1U) << special;
    EXPECT_TRUE(sharedTokenizer("o200k_base").specialTokenTexts().empty());
}

} // namespace
} // namespace cw::testing
