// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/packer.h"
#include "chunk/windows.h"
#include "segment/words.h"
#include "support/askedindex.h"
#include "support/chunkfacts.h"
#include "support/chunking.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

namespace cw::testing {
namespace {

std::string joinedWords(const std::vector<std::string> &words, std::size_t begin, std::size_t end)
{
    std::string joined;
    for (std::size_t i = begin; i < end; ++i)
        joined.append(i == begin ? "" : " ").append(words[i]);
    return joined;
}

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    for (WordScanner scanner(text); scanner.next();)
        words.emplace_back(text.substr(scanner.word().begin, scanner.word().size()));
    return words;
}

/// The recipe with strings: every candidate text is joined and encoded from scratch, one unit at a time. Assumes that
/// no single word is over max.
std::vector<std::string> packNaively(const std::vector<std::string> &sentences, const Tokenizer &tokenizer,
                                     std::size_t max, std::size_t overlap)
{
    std::vector<std::string> units;
    for (const std::string &sentence : sentences) {
        if (tokenizer.count(sentence) <= max) {
            units.push_back(sentence);
            continue;
        }
        const std::vector<std::string> words = wordsOf(sentence);
        for (std::size_t begin = 0; begin < words.size();) {
            std::size_t end = begin + 1;
            while (end < words.size() && tokenizer.count(joinedWords(words, begin, end + 1)) <= max)
                ++end;
            units.push_back(joinedWords(words, begin, end));
            begin = end;
        }
    }
    std::vector<std::string> chunks;
    std::vector<std::string> current;
    for (const std::string &unit : units) {
        current.push_back(unit);
        if (current.size() == 1 || tokenizer.count(joinedWords(current, 0, current.size())) <= max)
            continue;
        current.pop_back();
        chunks.push_back(joinedWords(current, 0, current.size()));
        std::vector<std::string> carried;
        while (!current.empty()) {
            std::vector<std::string> longer = carried;
            longer.insert(longer.begin(), current.back());
            if (tokenizer.count(joinedWords(longer, 0, longer.size())) > overlap)
                break;
            longer.push_back(unit);
            if (tokenizer.count(joinedWords(longer, 0, longer.size())) > max)
                break;
            carried.insert(carried.begin(), current.back());
            current.pop_back();
        }
        current = carried;
        current.push_back(unit);
    }
    if (!current.empty())
        chunks.push_back(joinedWords(current, 0, current.size()));
    return chunks;
}

TEST(Packer, AgreesWithRecountingEveryCandidateText)
{
    std::mt19937 random(11);
    std::size_t packed = 0;
    for (int round = 0; round < 150; ++round) {
        const std::string text = randomText(random, {.pieces = 80, .hugeWords = false});
        for (const char *id : {"o200k_base", "cl100k_base", "words", "characters"}) {
            const Tokenizer &tokenizer = sharedTokenizer(id);
            const std::size_t max = 30 + random() % 60; // over every single word of the mix
            const std::size_t overlap = random() % max;
            const ChunkingSetup setup{
                .strategy = "recursive-sentence", .tokenizer = id, .max = max, .overlap = overlap};
            const auto document = Document::fromText("d", text);
            const auto segmentation = findStrategy("recursive-sentence")->segment(*document, {}, {});
            std::vector<std::string> sentences;
            for (const Unit &unit : (*segmentation)->units)
                sentences.emplace_back((*segmentation)->emitted.slice(unit.emit));
            const auto chunks = chunkText(text, setup);
            packed += chunks->size();
            ASSERT_EQ(textsOf(*chunks), packNaively(sentences, tokenizer, max, overlap))
                << id << ' ' << max << ' ' << overlap << ' ' << text;
        }
    }
    EXPECT_GT(packed, 1000U);
}

/// What units cost, known beforehand or asked for one by one: the same chunks, also around units that are cut.
TEST(Packer, EdgesChangeNothing)
{
    std::mt19937 random(29);
    std::size_t packed = 0;
    for (int round = 0; round < 250; ++round) {
        const std::string text = randomText(random, {.pieces = 1 + random() % 200});
        for (const char *strategy : {"recursive-sentence", "token-packed", "sentence-window"}) {
            const std::size_t max = 1 + random() % (round % 2 == 0 ? 8 : 80);
            ChunkingSetup setup{.strategy = strategy,
                                .tokenizer = round % 5 == 4 ? "words" : "o200k_base",
                                .max = max,
                                .overlap = random() % max};
            setup.parameters.set("join", std::string(random() % 2 == 0 ? "space" : "source"));
            if (setup.strategy == "token-packed")
                setup.parameters.set("ceiling", std::string(random() % 2 == 0 ? "exact" : "reference"));
            const auto chunks = chunkText(text, setup);
            setup.withEdges = false;
            const auto expected = chunkText(text, setup);
            packed += chunks->size();
            ASSERT_EQ(chunks->size(), expected->size()) << strategy << ' ' << max << ' ' << setup.overlap << text;
            for (std::size_t i = 0; i < chunks->size(); ++i) {
                ASSERT_EQ(describe(chunks->chunks()[i]), describe(expected->chunks()[i]))
                    << strategy << ' ' << i << ' ' << max << ' ' << setup.overlap << text;
            }
        }
    }
    EXPECT_GT(packed, 5000U);
}

/// Every unit's edge lies inside one pretoken of slashes and line feeds, which is left to counting.
TEST(Packer, HoldsTheCeilingInsideAHugePretoken)
{
    std::string text = "Look here.\n\n";
    for (int i = 0; i < 3000; ++i)
        text += "/\n\n";
    const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
    ChunkingSetup setup{.strategy = "recursive-sentence", .tokenizer = "o200k_base", .max = 50, .overlap = 10};
    setup.parameters.set("join", std::string("source"));
    const auto chunks = chunkText(text, setup);
    ASSERT_GT(chunks->size(), 20U);
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        EXPECT_EQ(chunks->chunks()[i].tokens, tokenizer.count(chunks->text(i)));
        EXPECT_LE(chunks->chunks()[i].tokens, 50U);
    }
}

TEST(Packer, AWordWithoutEndIsCountedAFewTimesOverByEveryStrategy)
{
    constexpr std::size_t characters = 40'000; // of three tokens each, all one pretoken
    std::string text;
    for (std::size_t i = 0; i < characters; ++i)
        text += "\u1100";
    const auto document = Document::fromText("d", text);
    for (const StrategyDescriptor *strategy : strategies()) {
        const auto segmentation = strategy->segment(*document, {}, {});
        ASSERT_TRUE(segmentation);
        const auto index = sharedTokenizer("o200k_base").index((*segmentation)->emitted.text(), {});
        const AskedIndex counting(*index);
        const auto chunks = strategy->pack({.document = *document,
                                            .segmentation = **segmentation,
                                            .index = counting,
                                            .tokenizer = sharedTokenizer("o200k_base"),
                                            .parameters = {},
                                            .max = 300,
                                            .overlap = 0},
                                           {});
        ASSERT_TRUE(chunks) << strategy->id;
        EXPECT_LE(counting.countedBytes, 40 * text.size()) << strategy->id;
    }
}

TEST(Packer, AChunkCostsAFewCountsHoweverManyUnitsItHolds)
{
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += "Go on " + std::to_string(i) + ". ";
    const auto document = Document::fromText("d", text);
    const StrategyDescriptor &strategy = *findStrategy("recursive-sentence");
    const auto segmentation = strategy.segment(*document, {}, {});
    const auto index = sharedTokenizer("o200k_base").index((*segmentation)->emitted.text(), {});
    const AskedIndex counting(*index);
    const auto chunks = packGreedily({.emitted = (*segmentation)->emitted,
                                      .units = (*segmentation)->units,
                                      .index = counting,
                                      .maxTokens = 1000,
                                      .overlapTokens = 0},
                                     {});
    ASSERT_GT(chunks->size(), 50U);
    EXPECT_LT(counting.counts, chunks->size() * 8);

    const auto edges = UnitEdges::of((*segmentation)->units, **index, {});
    counting.counts = 0;
    const auto again = packGreedily({.emitted = (*segmentation)->emitted,
                                     .units = (*segmentation)->units,
                                     .index = counting,
                                     .maxTokens = 1000,
                                     .overlapTokens = 0,
                                     .edges = edges->get()},
                                    {});
    EXPECT_EQ(again->size(), chunks->size());
    EXPECT_EQ(counting.counts, 0U);
}

TEST(Packer, StopsWhenAsked)
{
    std::stop_source source;
    source.request_stop();
    const auto document = Document::fromText("d", "One. Two.");
    for (const StrategyDescriptor *strategy : strategies()) {
        const auto segmentation = strategy->segment(*document, {}, {});
        const Tokenizer &tokenizer = sharedTokenizer("words");
        const auto index = tokenizer.index((*segmentation)->emitted.text(), {});
        const ParameterValues none;
        EXPECT_TRUE(strategy->pack({*document, **segmentation, **index, tokenizer, none, 1, 0}, source.get_token())
                        .isCancelled())
            << strategy->id;
    }
}

TEST(Windows, CountStopsAtTheFirstThatReachesTheEnd)
{
    EXPECT_EQ(windowCount(0, 4, 2), 0U);
    EXPECT_EQ(windowCount(1, 4, 2), 1U);
    EXPECT_EQ(windowCount(4, 4, 3), 1U);
    EXPECT_EQ(windowCount(5, 4, 3), 2U);
    EXPECT_EQ(windowCount(6, 4, 2), 2U);
    EXPECT_EQ(windowCount(7, 4, 2), 3U);
    EXPECT_EQ(windowCount(10, 4, 0), 3U);
    EXPECT_EQ(windowCount(5, 1'000'000'000, 999'999'999), 1U);
}

} // namespace
} // namespace cw::testing
