// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace cw {
namespace {

std::shared_ptr<const Tokenizer> make(std::string_view id)
{
    return *findTokenizer(id)->create();
}

std::shared_ptr<const TokenIndex> indexOf(const Tokenizer &tokenizer, std::string text)
{
    return *tokenizer.index(std::make_shared<const std::string>(std::move(text)), {});
}

TEST(WordTokenizer, InvisibleCharactersAreHandledAsPythonDoes)
{
    const std::array<std::pair<std::string_view, std::size_t>, 7> cases{{
        {"10\u00A0kg", 2},
        {"a\u200Bb", 1},
        {"co\u00ADoperate", 1},
        {"\uFEFF a", 2},
        {"a\u3000b", 2},
        {"a\u180Eb", 1},
        {"a\x1C"
         "b",
         2},
    }};
    const auto tokenizer = make("words");
    for (const auto &[text, words] : cases)
        EXPECT_EQ(tokenizer->count(text), words) << text;
}

TEST(WordTokenizer, ScriptWithoutSpacesIsOneWord)
{
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "你好";
    EXPECT_EQ(make("words")->count(text), 1U);
    EXPECT_EQ(make("characters")->count(text), 1000U);
}

TEST(WordTokenizer, IndexKnowsStartsAndCutsInsideWords)
{
    const auto index = indexOf(*make("words"), " one two\nthree ");
    EXPECT_EQ(index->total(), 3U);
    EXPECT_EQ(index->tokenStart(0), 1U);
    EXPECT_EQ(index->tokenStart(2), 9U);
    EXPECT_EQ(index->tokenStart(3), 15U);
    EXPECT_EQ(index->tokensBefore(5), 1U);
    EXPECT_EQ(index->tokensBefore(6), 2U);
    EXPECT_EQ(index->tokensBefore(99), 3U);
    EXPECT_EQ(index->count({2, 7}), 2U); // "ne tw"
    EXPECT_EQ(index->count({4, 5}), 0U);
    EXPECT_EQ(index->count({6, 6}), 0U);
    EXPECT_EQ(index->count({0, 15}), 3U);
}

TEST(CharacterTokenizer, CountsCodePoints)
{
    const std::string text = "a\u00E9\u4E2D\U0001F600\u0301";
    const auto tokenizer = make("characters");
    EXPECT_EQ(tokenizer->count(text), 5U);
    const auto index = indexOf(*tokenizer, text);
    EXPECT_EQ(index->total(), 5U);
    EXPECT_EQ(index->tokenStart(3), 6U);
    EXPECT_EQ(index->count({1, 10}), 3U);
}

TEST(SimpleTokenizers, EmptyTextHasNoTokens)
{
    for (const std::string_view id : {"words", "characters"}) {
        const auto index = indexOf(*make(id), "");
        EXPECT_EQ(index->total(), 0U);
        EXPECT_EQ(index->count({0, 0}), 0U);
        EXPECT_EQ(index->tokenStart(0), 0U);
        EXPECT_EQ(index->byteAfter(0, 5, 0), 0U);
    }
}

TEST(SimpleTokenizers, StopIsHonoured)
{
    std::stop_source source;
    source.request_stop();
    for (const std::string_view id : {"words", "characters"}) {
        const auto text = std::make_shared<const std::string>("some text");
        EXPECT_TRUE(make(id)->index(text, source.get_token()).isCancelled());
    }
}

TEST(SimpleTokenizers, ByteAfterEndsAtBoundariesOfTheWholeText)
{
    const auto words = indexOf(*make("words"), "one two  three four");
    EXPECT_EQ(words->byteAfter(0, 1, 19), 4U);
    EXPECT_EQ(words->byteAfter(0, 2, 19), 9U);
    EXPECT_EQ(words->byteAfter(0, 9, 19), 19U);
    EXPECT_EQ(words->byteAfter(0, 9, 18), 15U);
    EXPECT_EQ(words->byteAfter(1, 1, 19), 4U);
    EXPECT_EQ(words->byteAfter(0, 0, 19), 0U);
    EXPECT_EQ(words->byteAfter(4, 3, 8), 4U);

    const auto characters = indexOf(*make("characters"), "\u4E2D\u4E2D\u4E2Dabc");
    EXPECT_EQ(characters->byteAfter(0, 2, 12), 6U);
    EXPECT_EQ(characters->byteAfter(3, 4, 12), 11U);
    EXPECT_EQ(characters->byteAfter(0, 9, 7), 6U);
}

} // namespace
} // namespace cw
