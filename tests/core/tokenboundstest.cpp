// SPDX-License-Identifier: GPL-3.0-or-later
// Differences of token numbers against counting each range afresh, on text made to break it.
#include "tokenize/tokenbounds.h"

#include "base/instructionset.h"
#include "segment/words.h"
#include "text/utf8.h"
#include "tokenize/bpetokenindex.h"
#include "tokenize/embeddedvocabularies.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace cw {
namespace {

std::shared_ptr<const BpeModel> modelOf(PretokenPattern pattern)
{
    const auto merges = pattern == PretokenPattern::O200k ? embeddedMerges(cwO200kBaseMerges, cwO200kBaseMergesEnd)
        : pattern == PretokenPattern::Gpt2                ? embeddedMerges(cwP50kBaseMerges, cwP50kBaseMergesEnd)
                                                          : embeddedMerges(cwCl100kBaseMerges, cwCl100kBaseMergesEnd);
    return std::make_shared<const BpeModel>(*BpeVocabulary::fromMerges(merges), pattern);
}

const std::vector<std::vector<std::string_view>> &alphabets()
{
    static const std::vector<std::vector<std::string_view>> all{
        {" ", " ", "\n", "\r", "\t", "\r\n", "\u00A0", "\u3000", "a", ".", "1"},
        {"0", "12", "345", "6789", "\u0967", "\u00BD", " ", "a", ",", "\n"},
        {"a", "A", "\u4E2D", "\u0301", "\u20DD", " ", ".", "'", "ab", "AB", "\u00C9"},
        {"'s", "'T", "'re", "'VE", "'ll", "'\u017F", "'", "don", "I", "\u0301", " "},
        {"\u4E2D", "\u56FD", "\u306E", "\u30AB", "\uD55C", "\u3002", " ", "A", "a", "1", "\u4E2D\u6587\u672C"},
        {"\U0001F600", "\U0001F44D", "\U0001F3FD", "\u200D", "\u2764", "\uFE0F", " ", "1"},
        {"/", "//", "\n", "\r", "...", "!", "==", "-", " ", "a", "\u0301", "#/"},
        {" ", "[", "#", "**", "\\", "'", "(", "a", "1", "\u00E9", "--", "`", "\u2014", "s", "Q"},
        {"The ", "quick", " brown", "Fox", ". ", "\n\n", "tokens", "ize", "2024", "(", "antidisestablishment"},
        {"ABC", "AB", "A", "\u00C9", "\u0416", "\u01C5", "\u4E2D", "\u02B0", "\u0301", "a", "bc", "'LL", " "},
        {"**", "[[", "`", "#", "-", ":", "'", "0", "12", " ", "\n", "/", "a", "B", "\u2014"},
        {"\x1C", "\x1D\x1D\x1D", "\x1E", "\x1F\x1F", "\x1C\x1C\x1C\x1C\x1C\x1C\x1C\x1C", " ", "\n", "a", "\x1B"},
        {"                ", "\t\t\t", " \t", "\u3000\u3000", "\r \r ", "\n\n", "a", "}", "\u00A0 "},
        {"\u0431\u0443\u043A", "\u0412", "\u0633\u0644\u0627\u0645", "\u05E9", " ", ". ", "\n", "'", "\u01C5",
         "\u02B0"},
    };
    return all;
}

struct Bounded
{
    std::shared_ptr<const std::string> text;
    std::shared_ptr<const BpeModel> model;
    TokenStarts starts;
    TokenBounds bounds;

    Bounded(std::shared_ptr<const BpeModel> bpe, std::string bytes, InstructionSet set)
        : text(std::make_shared<const std::string>(std::move(bytes))), model(std::move(bpe)),
          starts(*model->findStarts(*text, {})), bounds(model->pattern(), *text, starts, set)
    {
    }
};

void expectTrue(const Bounded &given, const TokenIndex &index, std::size_t begin, std::size_t end)
{
    const std::string_view text = *given.text;
    const std::size_t first = given.starts.select(begin);
    const std::size_t last = given.starts.select(end);
    ASSERT_TRUE(isCharacterBoundary(text, first));
    ASSERT_TRUE(isCharacterBoundary(text, last));
    const std::string_view range = text.substr(first, last - first);
    EXPECT_EQ(given.model->countTokens(range), end - begin) << "tokens " << begin << " to " << end << ": " << range;
    EXPECT_EQ(index.byteAfter(first, end - begin, text.size()), last) << range << "|" << text.substr(last, 20);
    EXPECT_LT(skipSpaces(text, first, last), last) << "nothing to be seen";
}

TEST(TokenBounds, CountsAreDifferencesBetweenThem)
{
    std::mt19937 random(20261201);
    for (const PretokenPattern pattern :
         {PretokenPattern::O200k, PretokenPattern::Cl100k, PretokenPattern::Gpt2, PretokenPattern::Qwen}) {
        const auto model = modelOf(pattern);
        std::size_t compared = 0;
        for (int round = 0; round < 400; ++round) {
            const auto &alphabet = alphabets()[static_cast<std::size_t>(round) % alphabets().size()];
            std::string bytes;
            const std::size_t size = 100 + random() % 400;
            while (bytes.size() < size) {
                const auto &source = random() % 8 == 0 ? alphabets()[random() % alphabets().size()] : alphabet;
                bytes += source[random() % source.size()];
            }
            const Bounded given(model, std::move(bytes), bestInstructionSet());
            const BpeTokenIndex index(given.text, model, TokenStarts(*model->findStarts(*given.text, {})));
            const std::size_t total = given.starts.total();
            for (std::size_t begin = 0; begin < total; ++begin) {
                if (!given.bounds.begins(begin))
                    continue;
                // The shortest range that is told, and one that is any number of tokens longer.
                for (const std::size_t more : {std::size_t{0}, std::size_t{1}, random() % 40}) {
                    const std::size_t end = begin + TokenBounds::fewestTokens + more;
                    if (end >= total || !given.bounds.ends(end))
                        continue;
                    expectTrue(given, index, begin, end);
                    ++compared;
                }
                if (HasFailure())
                    return;
            }
        }
        EXPECT_GT(compared, 20000U);
    }
}

TEST(TokenBounds, EveryInstructionSetFindsTheSame)
{
    std::mt19937 random(7);
    const auto model = modelOf(PretokenPattern::O200k);
    for (int round = 0; round < 60; ++round) {
        std::string bytes;
        const std::size_t size = random() % 700;
        while (bytes.size() < size) {
            const auto &source = alphabets()[random() % alphabets().size()];
            bytes += source[random() % source.size()];
        }
        const Bounded portable(model, bytes, InstructionSet::Portable);
        for (const InstructionSet set : availableInstructionSets()) {
            const Bounded other(model, bytes, set);
            for (std::size_t token = 0; token < portable.starts.total(); ++token) {
                ASSERT_EQ(portable.bounds.begins(token), other.bounds.begins(token)) << token << " of " << bytes;
                ASSERT_EQ(portable.bounds.ends(token), other.bounds.ends(token)) << token << " of " << bytes;
            }
        }
    }
}

TEST(TokenBounds, MostTokensOfProseAreBounds)
{
    std::string bytes;
    for (int line = 0; line < 50; ++line)
        bytes += "A retriever finds what the chunks hold, and nothing more; since 2019 that is well-known.\n"
                 "It isn't the model's fault: 48 % of them were cut in two.\n\n";
    const Bounded given(modelOf(PretokenPattern::O200k), std::move(bytes), bestInstructionSet());
    const std::size_t total = given.starts.total();
    std::size_t begins = 0;
    std::size_t ends = 0;
    for (std::size_t token = 0; token < total; ++token) {
        begins += given.bounds.begins(token) ? 1 : 0;
        ends += given.bounds.ends(token) ? 1 : 0;
    }
    EXPECT_GT(begins, total * 95 / 100);
    EXPECT_GT(ends, total * 90 / 100);
}

} // namespace
} // namespace cw
