// SPDX-License-Identifier: GPL-3.0-or-later
// Stored counts of runs of units, held against the tokenizer's count of the run's text.
#include "chunk/unitedges.h"

#include "support/chunking.h"
#include "support/preparedunits.h"
#include "support/randomtext.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>

namespace cw::testing {
namespace {

const Tokenizer &tokenizerOf(const std::string &name)
{
    if (!name.ends_with(".model"))
        return sharedTokenizer(name);
    static std::map<std::string, std::shared_ptr<const Tokenizer>> models;
    auto &model = models[name];
    if (!model) {
        std::ifstream file(CW_TEST_DATA "/" + name, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        model = *readSentencePieceModel(bytes, {name, ""});
    }
    return *model;
}

/// Sentences of words, lines of Chinese with and without words between them, and what randomText() thinks of.
std::string mixedText(std::mt19937 &random, std::size_t lines)
{
    constexpr std::array<std::string_view, 8> words{"the", "chunk", "of", "text", "is", "cut", "at", "sentences"};
    std::string text;
    for (std::size_t line = 0; line < lines; ++line) {
        const unsigned kind = random() % 8;
        if (kind == 0) {
            text += randomText(random, {.pieces = 8});
        } else if (kind < 3) {
            for (std::size_t i = 1 + random() % 12; i > 0; --i)
                text += i % 5 == 0 ? "，" : "中文分词";
            text += "。";
        } else {
            for (std::size_t i = 1 + random() % 20; i > 0; --i)
                text += std::string(words[random() % words.size()]) + (i == 1 ? "." : " ");
        }
        text += random() % 4 == 0 ? "\n\n" : random() % 2 == 0 ? "\n" : " ";
    }
    return text;
}

constexpr std::array tokenizers{"o200k_base",
                                "bert-uncased",
                                "sentencepiecebpe.model",
                                "sentencepieceunigram.model",
                                "sentencepiecekeepsspaces.model",
                                "sentencepieceuserdefined.model"};

TEST(UnitEdges, RunsThatHoldCountAsTheirTextDoes)
{
    std::mt19937 random(17);
    std::map<std::string, std::size_t> held;
    std::size_t notHeld = 0;
    for (const char *name : tokenizers) {
        const Tokenizer &tokenizer = tokenizerOf(name);
        for (int round = 0; round < 12; ++round) {
            const PreparedUnits made = prepareUnits(mixedText(random, 1 + random() % 60), tokenizer,
                                                    round % 2 ? "structured" : "recursive-sentence");
            const std::vector<Unit> &units = made.segmentation->units;
            const UnitCounts counts(units, *made.index, made.edges.get());
            for (int tries = 0; tries < 200 && !units.empty(); ++tries) {
                const std::size_t first = random() % units.size();
                const std::size_t last = first + (tries < 40 ? 0 : random() % (units.size() - first));
                const ByteRange bytes{units[first].emit.begin, units[last].emit.end};
                const std::size_t expected = tokenizer.count(made.segmentation->emitted.slice(bytes));
                SCOPED_TRACE(::testing::Message() << name << ", " << first << " to " << last);
                if (made.edges->holds(first, last)) {
                    ASSERT_EQ(made.edges->count(first, last), expected);
                    held[name] += first != last ? 1U : 0U;
                } else {
                    ++notHeld;
                }
                if (made.edges->endEdge(last).isExact && made.edges->endsInStep(first)) {
                    ASSERT_EQ(made.edges->countTo(first, made.edges->endEdge(last)), expected);
                }
                ASSERT_EQ(counts.count(first, last), expected);
                const std::size_t most = random() % (2 * expected + 2);
                const std::size_t upTo = counts.countUpTo(first, last, most);
                ASSERT_TRUE(expected > most ? upTo > most : upTo == expected) << upTo << " for " << expected;
            }
        }
        EXPECT_GT(held[name], 300U) << name;
    }
    EXPECT_GT(notHeld, 100U);
}

TEST(UnitEdges, APartSaysWhatTheWholeDoes)
{
    std::mt19937 random(19);
    for (const char *name : tokenizers) {
        for (int round = 0; round < 8; ++round) {
            const PreparedUnits made = prepareUnits(mixedText(random, 40), tokenizerOf(name), "recursive-sentence");
            const std::size_t units = made.segmentation->units.size();
            const std::size_t begin = random() % units;
            const std::size_t end = begin + 1 + random() % (units - begin);
            const auto part = made.edges->part(begin, end);
            for (std::size_t first = begin; first < end; ++first) {
                for (std::size_t last = first; last < end; ++last) {
                    ASSERT_EQ(part->holds(first - begin, last - begin), made.edges->holds(first, last)) << name;
                    if (made.edges->holds(first, last)) {
                        ASSERT_EQ(part->count(first - begin, last - begin), made.edges->count(first, last)) << name;
                    }
                }
            }
        }
    }
}

TEST(UnitEdges, UnigramHoldsForRangesOfUsualSizesOnly)
{
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += "The text is cut at sentences " + std::to_string(i) + ".\n";
    const Tokenizer &tokenizer = tokenizerOf("sentencepieceunigram.model");
    const PreparedUnits made = prepareUnits(text, tokenizer, "recursive-sentence");
    const std::size_t units = made.segmentation->units.size();
    ASSERT_EQ(units, 3000U);
    std::size_t held = 0;
    for (std::size_t i = 0; i + 5 < units; ++i)
        held += made.edges->holds(i, i + 5) ? 1 : 0;
    EXPECT_GT(held, units * 9 / 10);
    EXPECT_FALSE(made.edges->holds(0, units - 1));
    EXPECT_FALSE(made.edges->isComplete());
    const UnitCounts counts(made.segmentation->units, *made.index, made.edges.get());
    EXPECT_GT(counts.countUpTo(0, units - 1, 300), 300U);
    EXPECT_LT(counts.countUpTo(0, units - 1, 300), 2000U); // did not go through all of it
}

TEST(UnitEdges, ChangeNoChunk)
{
    std::mt19937 random(23);
    for (const char *name : tokenizers) {
        const Tokenizer &tokenizer = tokenizerOf(name);
        for (int round = 0; round < 25; ++round) {
            const std::string text = mixedText(random, 1 + random() % 80);
            const std::size_t max = 1 + random() % 120;
            const std::size_t overlap = random() % 2 == 0 ? 0 : random() % max;
            for (const char *strategy : {"recursive-sentence", "structured", "token-packed", "sentence-window"}) {
                const PreparedUnits made = prepareUnits(text, tokenizer, strategy);
                const ParameterValues none;
                PackInput input{*made.document, *made.segmentation, *made.index, tokenizer, none, max, overlap};
                const auto without = *findStrategy(strategy)->pack(input, {});
                input.edges = made.edges.get();
                const auto with = *findStrategy(strategy)->pack(input, {});
                SCOPED_TRACE(::testing::Message() << name << ", " << strategy << ' ' << max << '/' << overlap);
                ASSERT_EQ(with.size(), without.size());
                for (std::size_t i = 0; i < with.size(); ++i) {
                    ASSERT_EQ(with[i].emit, without[i].emit);
                    ASSERT_EQ(with[i].source, without[i].source);
                    ASSERT_EQ(with[i].tokens, without[i].tokens);
                    ASSERT_EQ(with[i].overlapTokens, without[i].overlapTokens);
                    ASSERT_EQ(with[i].tokens, tokenizer.count(made.segmentation->emitted.slice(with[i].emit)));
                }
            }
        }
    }
}

} // namespace
} // namespace cw::testing
