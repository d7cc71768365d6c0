// SPDX-License-Identifier: GPL-3.0-or-later
// Known edges of words: chunks are those of looking everything up, and hardly anything is looked up.
#include "chunk/wordedges.h"

#include "chunk/longunitwords.h"
#include "chunk/windows.h"
#include "run/pinplaces.h"
#include "run/run.h"
#include "segment/words.h"
#include "strategies/strategy.h"
#include "support/chunkfacts.h"
#include "support/chunking.h"
#include "support/preparedunits.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace cw::testing {
namespace {

/// Words without ends of sentences, so that units are long; white space of all kinds, huge words, other scripts.
std::string longUnits(std::mt19937 &random, std::size_t words)
{
    constexpr std::array<std::string_view, 14> some{
        "the", "chunk", "HTTPServer's", "|",       "}",        "text",  "2024",
        "--",  "a",     "it's",         "überall", "中文分词", "don’t", "e\xCC\x81t\xC3\xA9"};
    constexpr std::array<std::string_view, 8> gaps{"\n", "  ", "\t", " \n ", "\n    ", "\u00A0", "\r\n", "\u2003"};
    std::string text;
    for (std::size_t word = 0; word < words; ++word) {
        const auto kind = random() % 200;
        if (kind == 0)
            text += randomText(random, {.pieces = 12});
        else if (kind == 1)
            text += std::string(1 + random() % 900, random() % 2 ? 'x' : '-');
        else if (kind < 5)
            text += ". New " + std::string(kind, ' ') + "sentence";
        else
            text += some[random() % some.size()];
        if (random() % 300 == 0)
            text += std::string(random() % 5000, ' ');
        text += random() % 12 == 0 ? gaps[random() % gaps.size()] : " ";
    }
    return text;
}

std::vector<std::string> chunksOf(const PreparedUnits &made, const Tokenizer &tokenizer,
                                  const StrategyDescriptor &strategy, const ParameterValues &parameters,
                                  std::size_t max, WordEdgesView words, PackThreads threads = {})
{
    std::vector<std::string> lines;
    const auto chunks = *strategy.pack({.document = *made.document,
                                        .segmentation = *made.segmentation,
                                        .index = *made.index,
                                        .tokenizer = tokenizer,
                                        .parameters = parameters,
                                        .max = max,
                                        .overlap = max / 6,
                                        .edges = made.edges.get(),
                                        .words = words,
                                        .threads = threads},
                                       {});
    for (const Chunk &chunk : chunks)
        lines.push_back(describe(chunk));
    return lines;
}

/// A table for each of some runs of words, none of which need be a unit.
WordEdgesList someTables(const PreparedUnits &made, std::mt19937 &random)
{
    const std::string_view text = *made.index->text();
    WordEdgesList tables;
    for (std::size_t begin = skipSpaces(text, 0, text.size()); begin < text.size();) {
        std::size_t end = std::min(text.size(), begin + 200 + random() % 3000);
        while (!isCharacterBoundary(text, end))
            ++end;
        end = skipWord(text, end, text.size());
        const std::array ranges{ByteRange{begin, trimSpacesBack(text, begin, end)}};
        if (random() % 3 != 0) {
            auto table = *WordEdges::of(made.segmentation->emitted, ranges, *made.index, {});
            if (table->words() > 0)
                tables.push_back(std::move(table));
        }
        begin = skipSpaces(text, end, text.size());
    }
    return tables;
}

std::shared_ptr<const WordEdges> putTogether(const WordEdgesList &tables)
{
    auto all = WordEdges::withRoomFor(20'000);
    for (const auto &table : tables)
        all = WordEdges::appended(*all, *table);
    return all;
}

TEST(WordEdges, PutTogetherStayWhatTheyWereUntilTheRoomIsUsedUp)
{
    std::mt19937 random(31);
    const PreparedUnits made
        = prepareUnits(longUnits(random, 4000), sharedTokenizer("o200k_base"), "recursive-sentence", {});
    const WordEdgesList tables = someTables(made, random);
    ASSERT_GT(tables.size(), 2U);
    const auto all = WordEdges::appended(*WordEdges::withRoomFor(tables[0]->words()), *tables[0]);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->words(), tables[0]->words());
    std::shared_ptr<const WordEdges> grown = all;
    std::size_t words = all->words();
    for (std::size_t i = 1; const auto next = WordEdges::appended(*grown, *tables[i % tables.size()]); ++i) {
        words += tables[i % tables.size()]->words();
        grown = next;
        ASSERT_EQ(grown->words(), words);
    }
    EXPECT_GT(words, 2 * tables[0]->words());
    EXPECT_EQ(all->words(), tables[0]->words());
}

TEST(WordEdges, ChunksAreTheSameWithoutThem)
{
    constexpr std::array strategyIds{"recursive-sentence", "token-packed", "structured"};
    constexpr std::array<std::string_view, 3> tokenizerIds{"o200k_base", "bert-uncased", "words"};
    std::mt19937 random(23);
    std::size_t wordsKnown = 0;
    for (int round = 0; round < 36; ++round) {
        const Tokenizer &tokenizer = sharedTokenizer(tokenizerIds[random() % tokenizerIds.size()]);
        const StrategyDescriptor &strategy = *findStrategy(strategyIds[random() % strategyIds.size()]);
        const bool hasJoin = strategy.id != std::string_view("structured");
        const ParameterValues parameters
            = hasJoin ? choices({{"join", random() % 2 ? "space" : "source"}}) : ParameterValues();
        const PreparedUnits made = prepareUnits(longUnits(random, 2000), tokenizer, strategy.id, parameters);
        WordEdgesList tables = someTables(made, random);
        if (round % 4 == 0 && !tables.empty())
            tables = {putTogether(tables)};
        for (const auto &table : tables)
            wordsKnown += table->words();
        for (const std::size_t max : {1U, 2U, 5U, 17U, 64U, 130U, 300U, 301U, 1200U, 50'000U}) {
            SCOPED_TRACE(::testing::Message()
                         << "round " << round << ", " << strategy.id << ", " << tokenizer.id() << ", max " << max);
            const auto expected = chunksOf(made, tokenizer, strategy, parameters, max, {});
            ASSERT_EQ(chunksOf(made, tokenizer, strategy, parameters, max, tables), expected);
            ASSERT_EQ(chunksOf(made, tokenizer, strategy, parameters, max, tables, {.sections = 3}), expected);
        }
    }
    EXPECT_GT(wordsKnown, 20'000U);
}

/// Breaks divide units anywhere, also inside words.
TEST(WordEdges, UnitsThatEndInsideAWordAreCutAsWithoutThem)
{
    std::mt19937 random(37);
    std::size_t insideWords = 0;
    for (int round = 0; round < 60; ++round) {
        std::string text;
        for (int word = 0; word < 400; ++word)
            text += random() % 3 == 0 ? "https://example.org/harbour/index.html?page=12&tide=high " : "gamma delta ";
        const Tokenizer &tokenizer = sharedTokenizer(round % 2 ? "o200k_base" : "bert-uncased");
        const PreparedUnits made = prepareUnits(text, tokenizer, "recursive-sentence", {});
        const std::array ranges{stripSpaces(text, {0, text.size()})};
        const WordEdgesList tables{*WordEdges::of(made.segmentation->emitted, ranges, *made.index, {})};
        ASSERT_GT(tables[0]->words(), 0U);
        for (int tries = 0; tries < 40; ++tries) {
            const std::size_t begin = random() % (text.size() / 2);
            const ByteRange bytes{begin, begin + 1 + random() % (text.size() - begin)};
            const Unit unit{bytes, bytes};
            const std::size_t max = 1 + random() % 300;
            std::vector<std::vector<WindowPiece>> pieces(2);
            for (std::vector<WindowPiece> &each : pieces) {
                EmittedText::RisingSource sources(made.segmentation->emitted);
                WordWindows words(tables);
                ASSERT_TRUE(
                    cutIntoWindows(unit, sources, *made.index, max, {}, each, &each == &pieces[0] ? nullptr : &words));
            }
            ASSERT_EQ(pieces[0].size(), pieces[1].size()) << "round " << round << ", max " << max;
            for (std::size_t i = 0; i < pieces[0].size(); ++i) {
                ASSERT_EQ(pieces[1][i].unit.emit, pieces[0][i].unit.emit) << "round " << round << ", max " << max;
                ASSERT_EQ(pieces[1][i].unit.source, pieces[0][i].unit.source);
                ASSERT_EQ(pieces[1][i].unit.startReason, pieces[0][i].unit.startReason);
            }
            insideWords += bytes.end < text.size() && text[bytes.end] != ' ' && text[bytes.end - 1] != ' ' ? 1U : 0U;
        }
    }
    EXPECT_GT(insideWords, 1000U);
}

std::size_t wordsIn(const WordEdgesList &tables)
{
    std::size_t words = 0;
    for (const auto &table : tables)
        words += table->words();
    return words;
}

std::string plainWords(std::size_t count)
{
    std::string text;
    for (std::size_t word = 0; word < count; ++word)
        text += "word" + std::to_string(word % 977) + (word % 11 == 0 ? "\n" : " ");
    return text;
}

TEST(LongUnitWords, AreMadeAPartAtATimeFromTheSecondCallOn)
{
    constexpr std::size_t words = 300'000; // one unit
    const PreparedUnits made = prepareUnits(plainWords(words), sharedTokenizer("o200k_base"), "recursive-sentence", {});
    ASSERT_TRUE(LongUnitWords::areWorthIt(*made.segmentation, *made.edges));
    const LongUnitWords longUnits(made.segmentation, made.index, made.edges);
    EXPECT_TRUE(longUnits.forPacking(2, {})->empty());
    std::size_t known = 0;
    int calls = 0;
    for (; !longUnits.isComplete(); ++calls) {
        const std::size_t now = wordsIn(*longUnits.forPacking(2, {}));
        EXPECT_GT(now, known);
        EXPECT_LT(now - known, words / 8);
        known = now;
    }
    EXPECT_GT(calls, 8);
    EXPECT_EQ(known, words);
    EXPECT_EQ(longUnits.forPacking(2, {})->size(), 1U);
    EXPECT_EQ(wordsIn(*longUnits.forPacking(1, {})), words);
}

TEST(LongUnitWords, OfFewWordsAreNotWorthIt)
{
    const PreparedUnits made = prepareUnits(plainWords(2000), sharedTokenizer("o200k_base"), "recursive-sentence", {});
    ASSERT_FALSE(made.edges->longUnits().empty());
    EXPECT_FALSE(LongUnitWords::areWorthIt(*made.segmentation, *made.edges));
}

TEST(LongUnitWords, StopWhenAskedTo)
{
    const PreparedUnits made
        = prepareUnits(plainWords(60'000), sharedTokenizer("o200k_base"), "recursive-sentence", {});
    const LongUnitWords longUnits(made.segmentation, made.index, made.edges);
    (void)longUnits.forPacking(1, {});
    std::stop_source source;
    source.request_stop();
    for (int i = 0; i < 30; ++i)
        EXPECT_TRUE(longUnits.forPacking(2, source.get_token()).isCancelled());
    // Nothing is lost by that.
    while (!longUnits.isComplete())
        (void)longUnits.forPacking(2, {});
    EXPECT_EQ(wordsIn(*longUnits.forPacking(1, {})), 60'000U);
}

/// What a slider shows after a while is what a first run shows, pins inside long units and all.
TEST(LongUnitWords, RunsThatHaveThemChunkAsAFirstRunDoes)
{
    std::mt19937 random(29);
    const std::string text = longUnits(random, 60'000);
    const auto document = Document::fromText("d", text);
    RunConfig config = defaultConfig("recursive-sentence", "o200k_base");
    constexpr std::size_t pins = 40;
    for (std::size_t pin = 0; pin < pins; ++pin) {
        std::size_t byte = (pin + 1) * text.size() / (pins + 2) + random() % 100;
        while (!isCharacterBoundary(document->text(), byte))
            ++byte;
        config.pins.push_back(pinAt(*document, pin % 2 ? PinKind::Break : PinKind::Keep, byte));
    }
    Caches kept;
    for (const std::int64_t max : {300, 290, 64, 500, 301, 133, 1000, 300}) {
        config.max = max;
        Caches fresh;
        const auto first = run({{document}, config, 1, {}}, fresh, {});
        ASSERT_TRUE(first) << first.error().message;
        const auto expected = *first;
        const auto actual = *run({{document}, config, 2, {}}, kept, {});
        ASSERT_EQ(actual->chunkCount, expected->chunkCount) << max;
        for (std::size_t chunk = 0; chunk < expected->chunkCount; ++chunk)
            ASSERT_EQ(describe(actual->chunkSets[0]->chunks()[chunk]),
                      describe(expected->chunkSets[0]->chunks()[chunk]))
                << "chunk " << chunk << ", max " << max;
    }
}

} // namespace
} // namespace cw::testing
