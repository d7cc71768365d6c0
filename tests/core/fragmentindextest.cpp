// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of ranges against the tokens of each range as a text by itself, for tokenizers made of small models.
#include "tokenize/fragmentindex.h"

#include "text/utf8.h"
#include "tokenize/piecemodel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cw {
namespace {

/// A model without pre-tokenizer. Ends of a text may add tokens, and places near them be less certain.
class ModelFragments final : public FragmentTokens
{
public:
    struct Choices
    {
        bool marksBegin = false;
        bool marksEnd = false;
        bool isNeverCertain = false;
    };

    ModelFragments(std::shared_ptr<const PieceModel> model, Choices choices)
        : m_model(std::move(model)), m_choices(choices)
    {
    }

    bool fragmentTokens(std::string_view text, ByteRange fragment, bool isTextBegin, bool isTextEnd,
                        std::vector<Token> &tokens) const override
    {
        if (isTextBegin && m_choices.marksBegin)
            tokens.push_back({900, {fragment.begin, fragment.begin}});
        std::vector<PieceModel::Piece> pieces;
        m_model->tokenize(text.substr(fragment.begin, fragment.size()), pieces);
        for (const PieceModel::Piece &piece : pieces)
            tokens.push_back({piece.id, {fragment.begin + piece.begin, fragment.begin + piece.end}});
        // Two of them, unless the text ends with a letter that swallows one.
        if (isTextEnd && m_choices.marksEnd) {
            for (int i = fragment.isEmpty() || text[fragment.end - 1] != 'a' ? 2 : 1; i > 0; --i)
                tokens.push_back({901, {fragment.end, fragment.end}});
        }
        return true;
    }

    [[nodiscard]] bool isCertainBoundary(std::string_view text, std::size_t byte) const override
    {
        return !m_choices.isNeverCertain
            && m_model->isCertainBoundary(decodeCharacter(text, previousCharacterStart(text, byte)).codePoint,
                                          decodeCharacter(text, byte).codePoint);
    }
    [[nodiscard]] bool dependsOnTextBegin() const noexcept override { return m_choices.marksBegin; }
    [[nodiscard]] bool dependsOnTextEnd() const noexcept override { return m_choices.marksEnd; }

private:
    std::shared_ptr<const PieceModel> m_model;
    Choices m_choices;
};

std::vector<std::shared_ptr<const PieceModel>> models()
{
    std::vector<std::shared_ptr<const PieceModel>> all;
    std::ifstream file(CW_TEST_DATA "/piecemodelvectors.jsonl", std::ios::binary);
    simdjson::dom::parser parser;
    for (std::string line; std::getline(file, line);) {
        simdjson::dom::element model;
        if (parser.parse(line).at_key("model").get(model) == simdjson::SUCCESS)
            all.push_back(readPieceModel(model).value());
    }
    return all;
}

std::string randomText(std::mt19937 &random, std::size_t parts)
{
    const std::vector<std::string_view> alphabet{"a", "b", "c", "d",  "▁",  "é",  "中", "文",   "\U0001F600",
                                                 "<", ">", "x", "本", "\n", "ab", "▁a", "<unk>"};
    std::string text;
    for (; parts > 0; --parts) {
        const std::string_view part = alphabet[random() % alphabet.size()];
        for (std::size_t copies = random() % 12 == 0 ? 1 + random() % 60 : 1; copies > 0; --copies)
            text += part;
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

std::shared_ptr<const TokenIndex> indexOf(const SharedText &text,
                                          const std::shared_ptr<const FragmentTokens> &tokenizer, unsigned threads = 1)
{
    return FragmentIndex::of(text, tokenizer, {}, threads).value();
}

TEST(FragmentIndexTest, CountsEveryRangeAsATextByItself)
{
    std::mt19937 random(11);
    for (const auto &model : models()) {
        for (unsigned choice = 0; choice < 5; ++choice) {
            const auto tokenizer = std::make_shared<const ModelFragments>(
                model, ModelFragments::Choices{(choice & 1) != 0, (choice & 2) != 0, choice == 4});
            const auto text = std::make_shared<const std::string>(randomText(random, 1 + random() % 120));
            const auto index = indexOf(text, tokenizer);
            std::vector<Token> tokens;
            tokenizer->fragmentTokens(*text, {0, text->size()}, true, true, tokens);
            ASSERT_EQ(index->total(), tokens.size());
            for (int tries = 0; tries < 60; ++tries) {
                std::size_t begin = randomBoundary(random, *text);
                std::size_t end = randomBoundary(random, *text);
                if (begin > end)
                    std::swap(begin, end);
                const std::string alone = text->substr(begin, end - begin);
                tokens.clear();
                tokenizer->fragmentTokens(alone, {0, alone.size()}, true, true, tokens);
                const std::size_t expected = begin == end ? 0 : tokens.size();
                // The second answer comes from memory.
                ASSERT_EQ(index->count({begin, end}), expected) << *text << ' ' << begin << ' ' << end;
                ASSERT_EQ(index->count({begin, end}), expected);
                const BeginEdge left = index->beginEdge(begin);
                const EndEdge right = index->endEdge(end);
                if (begin < end && right.isExact && left.holdsTo(end)) {
                    ASSERT_EQ(right.upTo - left.before, expected) << *text << ' ' << begin << ' ' << end;
                }
            }
        }
    }
}

TEST(FragmentIndexTest, FindsTokensByNumberAndPlace)
{
    std::mt19937 random(12);
    for (const auto &model : models()) {
        const auto tokenizer
            = std::make_shared<const ModelFragments>(model, ModelFragments::Choices{true, true, false});
        const auto text = std::make_shared<const std::string>(randomText(random, 300));
        const auto index = indexOf(text, tokenizer);
        std::vector<Token> tokens;
        tokenizer->fragmentTokens(*text, {0, text->size()}, true, true, tokens);
        std::size_t start = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            start = std::max(start, std::min(tokens[i].bytes.begin, text->size() - 1));
            ASSERT_EQ(index->tokenStart(i), start);
            ASSERT_LE(index->tokensBefore(start), i);
            ASSERT_GT(index->tokensBefore(start + 1), i);
        }
        ASSERT_EQ(index->tokenStart(tokens.size()), text->size());
        ASSERT_EQ(index->tokensBefore(text->size() + 10), tokens.size());
    }
}

TEST(FragmentIndexTest, IsTheSameWithAnyNumberOfThreads)
{
    std::mt19937 random(13);
    const auto model = models().at(1);
    const auto tokenizer = std::make_shared<const ModelFragments>(model, ModelFragments::Choices{true, true, false});
    std::string long_;
    while (long_.size() < 700000)
        long_ += randomText(random, 500);
    const auto text = std::make_shared<const std::string>(std::move(long_));
    const auto one = indexOf(text, tokenizer);
    std::vector<Token> tokens;
    tokenizer->fragmentTokens(*text, {0, text->size()}, true, true, tokens);
    EXPECT_EQ(one->total(), tokens.size());
    for (const unsigned threads : {2U, 5U}) {
        const auto other = indexOf(text, tokenizer, threads);
        ASSERT_EQ(other->total(), one->total());
        for (std::size_t byte = 0; byte <= text->size(); byte += 61)
            ASSERT_EQ(other->tokensBefore(byte), one->tokensBefore(byte));
        for (std::size_t token = 0; token < one->total(); token += 37)
            ASSERT_EQ(other->tokenStart(token), one->tokenStart(token));
    }
}

TEST(FragmentIndexTest, AnswersManyThreadsAtOnce)
{
    std::mt19937 random(14);
    const auto tokenizer
        = std::make_shared<const ModelFragments>(models().at(1), ModelFragments::Choices{true, true, false});
    const auto text = std::make_shared<const std::string>(randomText(random, 400));
    const auto index = indexOf(text, tokenizer);
    std::vector<ByteRange> ranges;
    std::vector<std::size_t> expected;
    for (int i = 0; i < 400; ++i) {
        const std::size_t one = randomBoundary(random, *text);
        const std::size_t other = randomBoundary(random, *text);
        const ByteRange range{std::min(one, other), std::max(one, other)};
        const std::string alone = text->substr(range.begin, range.size());
        std::vector<Token> tokens;
        tokenizer->fragmentTokens(alone, {0, alone.size()}, true, true, tokens);
        ranges.push_back(range);
        expected.push_back(range.isEmpty() ? 0 : tokens.size());
    }
    std::array<std::size_t, 3> wrong{};
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < wrong.size(); ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t asked = 0; asked < 5'000; ++asked) {
                const std::size_t i = (asked * 7 + thread * 131) % ranges.size();
                wrong[thread] += index->count(ranges[i]) != expected[i] ? 1 : 0;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    for (const std::size_t answers : wrong)
        EXPECT_EQ(answers, 0U);
}

TEST(FragmentIndexTest, StopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    const auto tokenizer = std::make_shared<const ModelFragments>(models().at(0), ModelFragments::Choices{});
    const auto index = FragmentIndex::of(std::make_shared<const std::string>("abc"), tokenizer, stop.get_token(), 1);
    EXPECT_TRUE(index.isCancelled());
}

TEST(FragmentIndexTest, HoldsNothingForAnEmptyText)
{
    const auto tokenizer = std::make_shared<const ModelFragments>(models().at(0), ModelFragments::Choices{});
    const auto index = indexOf(std::make_shared<const std::string>(), tokenizer);
    EXPECT_EQ(index->total(), 0U);
    EXPECT_EQ(index->count({0, 0}), 0U);
    EXPECT_EQ(index->tokenStart(0), 0U);
    EXPECT_EQ(index->endEdge(0).upTo, 0U);
}

TEST(TokenMarksTest, CountsManyTokensAtOneByte)
{
    // Byte 70 of two parts' common word, and 63, 64 beside a word's edge.
    std::vector<TokenMarks::Part> parts;
    parts.emplace_back(0, 70);
    parts.emplace_back(70, 200);
    const std::vector<std::size_t> first{0, 0, 0, 5, 63, 63, 64, 64, 69};
    const std::vector<std::size_t> second{70, 70, 71, 150, 199, 199, 199};
    for (const std::size_t byte : first)
        parts[0].add(byte);
    for (const std::size_t byte : second)
        parts[1].add(byte);
    std::vector<std::size_t> all = first;
    all.insert(all.end(), second.begin(), second.end());
    TokenMarks marks;
    ASSERT_TRUE(marks.set(200, parts));
    EXPECT_EQ(marks.total(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(marks.select(i), all[i]) << i;
    for (std::size_t byte = 0; byte <= 200; ++byte) {
        const auto before = std::ranges::count_if(all, [byte](std::size_t start) { return start < byte; });
        EXPECT_EQ(marks.rank(byte), static_cast<std::size_t>(before)) << byte;
    }
}

} // namespace
} // namespace cw
