// SPDX-License-Identifier: GPL-3.0-or-later
// What every tokenizer's index promises, on text made to break it.
#include "segment/words.h"
#include "support/chunking.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cw {
namespace {

const std::vector<std::vector<std::string_view>> &alphabets()
{
    static const std::vector<std::vector<std::string_view>> all{
        {" ", " ", "\n", "\r", "\t", "\r\n", "\u00A0", "\u3000", "\u2028", "a", ".", "1"},
        {"0", "12", "345", "6789", "\u0967", "\u00BD", " ", "a", ","},
        {"a", "A", "\u4E2D", "\u0301", "\u20DD", " ", ".", "'", "ab", "AB"},
        {"'s", "'T", "'re", "'VE", "'ll", "'\u017F", "'", "don", "I", "\u0301", " "},
        {"\u4E2D", "\u56FD", "\u306E", "\u30AB", "\uD55C", "\u3002", " ", "A", "a", "1"},
        {"\U0001F600", "\U0001F44D", "\U0001F3FD", "\u200D", "\u2764", "\uFE0F", " ", "1"},
        {"/", "//", "\n", "\r", "...", "!", "==", "-", " ", "a", "\u0301", "\""},
        {"[CLS]", "[SEP]", "[CL", "S]", "[", "\u00AD", "\u200B", "\uAC01", "\u302E", "\u1B44", "e", "E"},
        {" ", " ", "[", "#", "**", "\\", "'", "(", "a", "1", "\u00E9", "--", "`", "\u2014", "s"},
        {"The ", "quick", " brown", "Fox", ". ", "\n\n", "tokens", "ize", "2024", "("},
    };
    return all;
}

std::string randomText(std::mt19937 &random, std::size_t size)
{
    std::string text;
    while (text.size() < size) {
        const auto &alphabet = alphabets()[random() % alphabets().size()];
        for (std::size_t parts = 1 + random() % 30; parts > 0; --parts) {
            const std::string_view part = alphabet[random() % alphabet.size()];
            for (std::size_t copies = random() % 12 == 0 ? 1 + random() % 40 : 1; copies > 0; --copies)
                text += part;
        }
    }
    return text;
}

std::size_t randomBoundary(std::mt19937 &random, std::string_view text)
{
    std::size_t byte = random() % (text.size() + 1);
    while (!isCharacterBoundary(text, byte))
        --byte;
    return byte;
}

struct IndexedText
{
    std::string text;
    const Tokenizer *tokenizer;
    std::shared_ptr<const TokenIndex> index;
};

std::vector<IndexedText> indexedTexts(unsigned seed, int count, std::size_t size)
{
    std::mt19937 random(seed);
    std::vector<IndexedText> all;
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        for (int i = 0; i < count; ++i) {
            const Tokenizer &tokenizer = testing::sharedTokenizer(descriptor->id);
            std::string text = randomText(random, size);
            auto index = *tokenizer.index(std::make_shared<const std::string>(text), {});
            all.push_back({std::move(text), &tokenizer, std::move(index)});
        }
    }
    return all;
}

TEST(TokenIndex, RangesCountAsTheirTextAlone)
{
    std::mt19937 random(11);
    for (const auto &[text, tokenizer, index] : indexedTexts(1, 40, 400)) {
        for (int i = 0; i < 500; ++i) {
            const auto [begin, end] = std::minmax({randomBoundary(random, text), randomBoundary(random, text)});
            ASSERT_EQ(index->count({begin, end}), tokenizer->count(std::string_view(text).substr(begin, end - begin)))
                << tokenizer->id() << ' ' << begin << ' ' << end << '\n'
                << text;
        }
    }
}

TEST(TokenIndex, FindsTheTokensOfAPart)
{
    std::mt19937 random(42);
    for (const auto &[text, tokenizer, index] : indexedTexts(43, 40, 600)) {
        const std::vector<Token> all = tokenizer->tokens(text);
        for (int part = 0; part < 60; ++part) {
            const auto [begin, end] = std::minmax({randomBoundary(random, text), randomBoundary(random, text)});
            std::vector<Token> expected;
            std::ranges::copy_if(all, std::back_inserter(expected), [a = begin, b = end](const Token &token) {
                return token.bytes.begin >= a && token.bytes.begin < b;
            });
            ASSERT_EQ(index->tokensOf({begin, end}), expected) << tokenizer->id() << ' ' << begin << ' ' << end << '\n'
                                                               << text;
        }
    }
}

/// Few begins and ends in many combinations: what the index remembers of an edge must hold with every other edge,
/// asked for in any order.
TEST(TokenIndex, RangesThatShareEdgesCountAsTheirTextAlone)
{
    std::mt19937 random(13);
    for (const IndexedText &indexed : indexedTexts(14, 60, 900)) {
        std::vector<std::size_t> places;
        for (int i = 0; i < 14; ++i)
            places.push_back(randomBoundary(random, indexed.text));
        std::vector<ByteRange> ranges;
        for (const std::size_t a : places) {
            for (const std::size_t b : places) {
                if (a <= b)
                    ranges.push_back({a, b});
            }
        }
        std::ranges::shuffle(ranges, random);
        for (const ByteRange range : ranges) {
            const std::string part = indexed.text.substr(range.begin, range.size());
            ASSERT_EQ(indexed.index->count(range), indexed.tokenizer->count(part))
                << indexed.tokenizer->id() << " [" << part << "] of [" << indexed.text << ']';
        }
    }
}

/// Every pair of places of short texts, and of longer ones as many as time allows.
TEST(TokenIndex, EdgesAddUpToCounts)
{
    std::mt19937 random(15);
    std::size_t exact = 0;
    std::size_t all = 0;
    const auto check = [&](const IndexedText &indexed, std::size_t begin, std::size_t end) {
        const BeginEdge left = indexed.index->beginEdge(begin);
        const EndEdge right = indexed.index->endEdge(end);
        ++all;
        if (!right.isExact || !left.holdsTo(end))
            return;
        ++exact;
        const std::string part = indexed.text.substr(begin, end - begin);
        ASSERT_EQ(right.upTo - left.before, indexed.tokenizer->count(part))
            << indexed.tokenizer->id() << " [" << part << "] of [" << indexed.text << ']';
    };
    for (const IndexedText &indexed : indexedTexts(16, 25, 60)) {
        for (std::size_t begin = 0; begin < indexed.text.size(); ++begin) {
            for (std::size_t end = begin + 1; end <= indexed.text.size(); ++end) {
                if (isCharacterBoundary(indexed.text, begin) && isCharacterBoundary(indexed.text, end))
                    check(indexed, begin, end);
            }
        }
    }
    for (const IndexedText &indexed : indexedTexts(17, 20, 3000)) {
        for (int i = 0; i < 400; ++i) {
            const auto [begin, end]
                = std::minmax({randomBoundary(random, indexed.text), randomBoundary(random, indexed.text)});
            if (begin < end)
                check(indexed, begin, end);
        }
    }
    EXPECT_GT(exact, all / 2);
}

TEST(TokenIndex, OneLookTellsWhatEdgesDo)
{
    std::size_t inStep = 0;
    for (const IndexedText &indexed : indexedTexts(27, 30, 300)) {
        const TokenIndex &index = *indexed.index;
        for (std::size_t byte = 0; byte + TokensNear::bytes <= indexed.text.size(); ++byte) {
            const TokensNear near = index.tokensNear(byte);
            if (near.inStep == 0)
                continue;
            std::size_t tokens = near.before;
            std::size_t highest = 0; // of the places in step so far
            for (unsigned bit = 0; bit < TokensNear::bytes; ++bit) {
                const std::size_t place = byte + bit;
                ASSERT_EQ(tokens, index.tokensBefore(place));
                tokens += near.starts >> bit & 1U;
                const bool isInStep = (near.inStep >> bit & 1U) != 0;
                if (place > 0 && isCharacterBoundary(indexed.text, place)
                    && spaceLengthAt(indexed.text, previousCharacterStart(indexed.text, place)) == 0) {
                    const EndEdge edge = index.endEdge(place);
                    ASSERT_TRUE(!edge.isExact || edge.upTo >= highest) << indexed.tokenizer->id() << indexed.text;
                    ASSERT_TRUE(!isInStep || (edge.isExact && edge.upTo == index.tokensBefore(place)))
                        << indexed.tokenizer->id() << ' ' << place << indexed.text;
                    inStep += isInStep ? 1 : 0;
                }
                if (isInStep)
                    highest = index.tokensBefore(place);
            }
            ASSERT_EQ(tokens, index.tokensBefore(byte + TokensNear::bytes));
        }
    }
    EXPECT_GT(inStep, 10'000U);
}

/// Ranges grow no shorter behind a place in step: by fresh counts.
TEST(TokenIndex, CountsNeverFallBehindAPlaceInStep)
{
    std::mt19937 random(28);
    std::size_t compared = 0;
    for (const IndexedText &indexed : indexedTexts(29, 60, 250)) {
        const std::string_view text = indexed.text;
        for (int i = 0; i < 60; ++i) {
            const std::size_t place = randomBoundary(random, text);
            const std::size_t begin = randomBoundary(random, text.substr(0, place));
            const std::size_t end = place + randomBoundary(random, text.substr(place));
            if (begin == place || place + TokensNear::bytes > text.size()
                || (indexed.index->tokensNear(place).inStep & 1U) == 0
                || spaceLengthAt(text, previousCharacterStart(text, place)) > 0
                || !indexed.index->beginEdge(begin).holdsTo(place))
                continue;
            ++compared;
            ASSERT_GE(indexed.tokenizer->count(text.substr(begin, end - begin)),
                      indexed.tokenizer->count(text.substr(begin, place - begin)))
                << indexed.tokenizer->id() << ' ' << begin << ' ' << place << ' ' << end << text;
        }
    }
    EXPECT_GT(compared, 1'500U);
}

TEST(TokenIndex, CountsFromAPlaceAreCountsOfRanges)
{
    std::mt19937 random(18);
    for (const IndexedText &indexed : indexedTexts(19, 20, 500)) {
        for (int i = 0; i < 40; ++i) {
            const std::size_t begin = randomBoundary(random, indexed.text);
            const CountsFrom counts(*indexed.index, begin);
            for (int j = 0; j < 20; ++j) {
                const std::size_t end = randomBoundary(random, indexed.text);
                if (end >= begin) {
                    ASSERT_EQ(counts.to(end), indexed.tokenizer->count(indexed.text.substr(begin, end - begin)))
                        << indexed.tokenizer->id() << ' ' << begin << ' ' << end << '\n'
                        << indexed.text;
                }
            }
        }
    }
}

TEST(TokenIndex, EdgesInsideHugePretokensAreLeftToCounting)
{
    const Tokenizer &tokenizer = testing::sharedTokenizer("o200k_base");
    const auto text = std::make_shared<const std::string>("x" + std::string(100'000, 'a') + "y z");
    const auto index = *tokenizer.index(text, {});
    EXPECT_EQ(index->beginEdge(10).exactFrom, BeginEdge::never);
    EXPECT_FALSE(index->endEdge(text->size() / 2).isExact);
    EXPECT_TRUE(index->endEdge(text->size() - 2).isExact);
}

TEST(TokenIndex, TokensAndBytesAgree)
{
    for (const auto &[text, tokenizer, index] : indexedTexts(2, 10, 1000)) {
        EXPECT_EQ(index->total(), tokenizer->count(text));
        EXPECT_EQ(index->count({0, text.size()}), index->total());
        EXPECT_EQ(index->tokensBefore(text.size()), index->total());
        EXPECT_EQ(index->tokenStart(index->total()), text.size());
        for (std::size_t token = 0; token < index->total(); ++token) {
            const std::size_t start = index->tokenStart(token);
            ASSERT_LT(start, index->tokenStart(token + 1));
            ASSERT_EQ(index->tokensBefore(start), token);
            ASSERT_EQ(index->tokensBefore(start + 1), token + 1);
        }
    }
}

TEST(TokenIndex, ByteAfterIsTheLastBoundaryWithinTheBudget)
{
    std::mt19937 random(12);
    for (const auto &[text, tokenizer, index] : indexedTexts(3, 20, 300)) {
        for (int i = 0; i < 50; ++i) {
            const auto [begin, limit] = std::minmax({randomBoundary(random, text), randomBoundary(random, text)});
            const std::size_t tokens = random() % 40;
            std::size_t expected = begin;
            for (std::size_t token = 0; token <= index->total(); ++token) {
                const std::size_t end = index->tokenStart(token);
                if (end > begin && end <= limit && isCharacterBoundary(text, end)
                    && tokenizer->count(std::string_view(text).substr(begin, end - begin)) <= tokens)
                    expected = end;
            }
            ASSERT_EQ(index->byteAfter(begin, tokens, limit), expected)
                << tokenizer->id() << ' ' << begin << ' ' << tokens << ' ' << limit << '\n'
                << text;
        }
    }
}

} // namespace
} // namespace cw
