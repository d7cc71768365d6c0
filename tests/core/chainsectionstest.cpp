// SPDX-License-Identifier: GPL-3.0-or-later
// Packing in sections: the same chunks as in one go, whatever the sections and threads.
#include "chunk/chainsections.h"

#include "formats/code/language.h"
#include "formats/format.h"
#include "strategies/strategy.h"
#include "support/chunkfacts.h"
#include "support/chunking.h"
#include "support/randommarkdown.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>
#include <string>

namespace cw::testing {
namespace {

struct Stand
{
    std::size_t next = 0;

    bool operator==(const Stand &) const = default;
};

/// Steps over numbers by `step(number)`; a chunk is a step.
class Steps
{
public:
    using Step = std::size_t (*)(std::size_t);

    Steps(std::size_t first, std::size_t end, Step step, std::atomic<std::size_t> &made)
        : m_next(first), m_end(end), m_step(step), m_made(made)
    {
    }

    bool run()
    {
        while (m_next < m_end) {
            if (m_watch.isWatching(m_next) && m_watch.restsAt({m_next}, m_chunks.size()))
                return true;
            Chunk chunk;
            chunk.source = {m_next, m_next + m_step(m_next)};
            m_next = chunk.source.end;
            m_chunks.push_back(chunk);
            ++m_made;
        }
        return true;
    }
    [[nodiscard]] bool isAtEnd() const { return m_next >= m_end; }
    [[nodiscard]] std::vector<Chunk> &chunks() { return m_chunks; }
    [[nodiscard]] ChainWatch<Stand> &watch() { return m_watch; }

private:
    std::size_t m_next;
    std::size_t m_end;
    Step m_step;
    std::atomic<std::size_t> &m_made;
    std::vector<Chunk> m_chunks;
    ChainWatch<Stand> m_watch;
};

std::size_t mixedStep(std::size_t number)
{
    return 1 + (number * 0x9E37'79B9'7F4A'7C15U >> 40) % 9;
}

std::size_t evenStep(std::size_t)
{
    return 7;
}

/// Longer than any section.
std::size_t hugeStep(std::size_t number)
{
    return number < 100 ? 3 : 40'000;
}

TEST(ChainSections, AreTheChainOfTheWhole)
{
    constexpr std::size_t end = 100'003;
    for (const Steps::Step step : {mixedStep, evenStep, hugeStep}) {
        std::atomic<std::size_t> made = 0;
        Steps whole(0, end, step, made);
        whole.run();
        const std::size_t chunks = whole.chunks().size();
        for (const std::size_t sections : {1U, 2U, 3U, 7U, 64U}) {
            for (const std::size_t threads : {1U, 2U, 5U}) {
                made = 0;
                std::vector<std::size_t> firsts;
                for (std::size_t section = 0; section < sections; ++section)
                    firsts.push_back(end * section / sections);
                const auto packed = packInSections(firsts, threads, [&](std::size_t first, std::size_t /*section*/) {
                    return std::make_unique<Steps>(first, end, step, made);
                });
                SCOPED_TRACE(::testing::Message() << sections << " sections, " << threads << " threads");
                ASSERT_TRUE(packed);
                ASSERT_EQ(packed->size(), chunks);
                for (std::size_t i = 0; i < chunks; ++i)
                    ASSERT_EQ((*packed)[i].source, whole.chunks()[i].source) << i;
                // Chains that meet cost hardly anything twice, others are gone through once more.
                if (step == mixedStep) {
                    EXPECT_LE(made, chunks + 100 * sections);
                } else {
                    EXPECT_LE(made, 2 * chunks + 2 * sections);
                }
            }
        }
    }
}

TEST(ChainSections, HoldAsMuchTextEach)
{
    // Nine tenths of the units hold a tenth of the text.
    std::vector<Unit> units;
    std::size_t byte = 5;
    for (std::size_t number = 0; number < 1000; ++number) {
        const std::size_t size = number < 900 ? 1 : 81;
        units.push_back({.source = ByteRange{byte, byte + size}, .emit = ByteRange{byte, byte + size}});
        byte += size;
    }
    const auto firsts = sectionsByText(units, {.threads = 2, .sections = 9});
    ASSERT_EQ(firsts.size(), 9U);
    EXPECT_EQ(firsts[0], 0U);
    for (std::size_t section = 1; section < 9; ++section) {
        const std::size_t begin = units[firsts[section]].emit.begin - 5;
        EXPECT_GE(begin, 9000 * section / 9);
        EXPECT_LT(begin, 9000 * section / 9 + 81);
    }
    // A unit that is longer than a section begins one and ends one.
    units[500].emit = ByteRange{505, 100'000};
    units.resize(501);
    EXPECT_EQ(sectionsByText(units, {.threads = 2, .sections = 9}), std::vector<std::size_t>{0});
    EXPECT_EQ(sectionsByText({}, {.threads = 2, .sections = 9}), std::vector<std::size_t>{0});
    EXPECT_EQ(sectionsByText(units, {.threads = 1}), std::vector<std::size_t>{0});
}

void expectSameInSections(const std::shared_ptr<const Document> &document, const ChunkingSetup &setup)
{
    const auto whole = chunkDocument(document, setup);
    for (const std::size_t sections : {2U, 3U, 8U, 25U}) {
        ChunkingSetup divided = setup;
        divided.threads = {.threads = sections == 3 ? 2U : 1U, .sections = sections};
        const auto chunks = chunkDocument(document, divided);
        SCOPED_TRACE(::testing::Message() << sections << ' ' << setup.strategy << ' ' << setup.max << '/'
                                          << setup.overlap << ' ' << document->text());
        ASSERT_EQ(chunks->size(), whole->size());
        for (std::size_t i = 0; i < whole->size(); ++i)
            ASSERT_EQ(describe(chunks->chunks()[i]), describe(whole->chunks()[i])) << i;
    }
}

std::string randomPython(std::mt19937 &random)
{
    std::string text;
    std::size_t depth = 0;
    for (int line = 0; line < 120; ++line) {
        const std::string name = std::to_string(random() % 50);
        text += std::string(4 * depth, ' ');
        if (random() % 4 == 0) {
            text += (random() % 2 == 0 ? "class C" + name + ":\n" : "def f" + name + "(a, b):\n");
            text += std::string(4 * ++depth, ' ') + "pass\n";
        } else {
            text += random() % 3 == 0 ? "x" + name + " = [\n1,\n2]\n" : "call" + name + "(a, b + " + name + ")\n";
            depth -= random() % 3 == 0 ? std::min<std::size_t>(depth, 1 + random() % 2) : 0;
        }
    }
    return text;
}

std::shared_ptr<const Document> randomDocument(std::mt19937 &random)
{
    if (random() % 5 == 0)
        return *readDocument("d.py", randomPython(random), {}, {});
    std::string text;
    for (std::size_t parts = 1 + random() % 6; parts > 0; --parts)
        text += random() % 3 == 0 ? randomText(random, {.pieces = 1 + random() % 150}) : randomMarkdown(random);
    return *readDocument("d.md", text, {}, *findFormat("markdown"), {});
}

ChunkingSetup randomSetup(std::mt19937 &random, const StrategyDescriptor &strategy, std::string_view text)
{
    const std::size_t max = 1 + random() % (random() % 3 == 0 ? 8 : 90);
    ChunkingSetup setup{.strategy = std::string(strategy.id),
                        .tokenizer = random() % 5 == 0 ? "words" : "o200k_base",
                        .max = max,
                        .overlap = random() % 3 == 0 ? 0 : random() % max};
    for (const ParameterSpec &spec : strategy.parameters) {
        if (random() % 2 == 0)
            continue;
        if (spec.kind == ParameterKind::Choice && !spec.choices.empty())
            setup.parameters.set(spec.id, std::string(spec.choices[random() % spec.choices.size()].id));
        else if (spec.kind == ParameterKind::Boolean)
            setup.parameters.set(spec.id, random() % 2 == 0);
        else if (spec.kind == ParameterKind::Integer)
            setup.parameters.set(spec.id,
                                 std::min(spec.maximum, spec.minimum + static_cast<std::int64_t>(random() % 40)));
    }
    setup.withEdges = random() % 8 != 0;
    if (random() % 4 == 0) {
        for (std::size_t byte = 1 + random() % 200; byte < text.size(); byte += 1 + random() % 900) {
            while (byte < text.size() && !isCharacterBoundary(text, byte))
                ++byte;
            if (byte < text.size())
                setup.places.breaks.push_back(byte);
        }
    }
    return setup;
}

/// Documents and parameters in which strategies differ in state: sections, tables, lists, declarations, long units,
/// prefixes; with breaks among them.
TEST(ChainSections, GiveEveryStrategyTheSameChunks)
{
    std::mt19937 random(71);
    std::size_t longOnes = 0;
    for (int round = 0; round < 120; ++round) {
        const auto document = randomDocument(random);
        for (const StrategyDescriptor *strategy : strategies()) {
            ASSERT_NO_FATAL_FAILURE(expectSameInSections(document, randomSetup(random, *strategy, document->text())));
            longOnes += document->text().size() > 2000 ? 1 : 0;
        }
    }
    EXPECT_GT(longOnes, 400U);
}

std::string wordsAndStop(std::size_t words)
{
    std::string text;
    for (; words > 1; --words)
        text += "word ";
    return text + "End. ";
}

/// The mark behind a statement's lines takes the last of them along where that is new to the chunk, and finds it
/// carried where it is not: chunks of the same lines, of which one says that they are new.
TEST(ChainSections, TellLinesThatMovedFromCarriedOnes)
{
    if (!code::grammar("javascript"))
        GTEST_SKIP() << "The program was built without grammars; run app/fetch-grammars and configure again.";
    std::mt19937 random(11);
    for (int round = 0; round < 40; ++round) {
        const std::size_t words = 2 + random() % 5;
        std::string text;
        for (int statement = 0; statement < 12; ++statement) {
            text += "call([\n";
            for (std::size_t line = 2 + random() % 6; line > 0; --line) {
                for (std::size_t word = 0; word < words; ++word)
                    text += "1, ";
                text += "\n";
            }
            text += "]);\n";
        }
        ASSERT_NO_FATAL_FAILURE(
            expectSameInSections(*readDocument("d.js", text, {}, {}),
                                 {.strategy = "code", .tokenizer = "words", .max = 2 * words, .overlap = words}));
    }
}

/// A long paragraph is opened up by a chunk that is small, and waits for the next chunk behind one that is not. What is
/// carried stays with its first sentence or gives way to the paragraph.
TEST(ChainSections, TellOpenedPiecesFromWholeOnes)
{
    std::mt19937 random(12);
    for (int round = 0; round < 40; ++round) {
        std::string text;
        for (int paragraph = 0; paragraph < 60; ++paragraph) {
            if (random() % 4 == 0) {
                text += wordsAndStop(20) + wordsAndStop(20);
            } else {
                text += wordsAndStop(2 + 2 * (random() % 5));
            }
            text += "\n\n";
        }
        ASSERT_NO_FATAL_FAILURE(
            expectSameInSections(*readDocument("d.md", text, {}, *findFormat("markdown"), {}),
                                 {.strategy = "structured", .tokenizer = "words", .max = 30, .overlap = 8}));
    }
}

/// Every chunk of every chain has the same size in units, so that chains hardly ever meet.
TEST(ChainSections, OfTextThatRepeatsItself)
{
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += "It is the same again. ";
    for (const char *strategy : {"recursive-sentence", "structured", "token-packed", "sentence-window"}) {
        for (const std::size_t overlap : {0U, 7U, 20U})
            expectSameInSections(Document::fromText("d", text),
                                 {.strategy = strategy, .tokenizer = "o200k_base", .max = 50, .overlap = overlap});
    }
}

/// By run(), where sections are as many as pay.
TEST(ChainSections, AreMadeForLongDocumentsOnSeveralThreads)
{
    std::mt19937 random(5);
    std::string text;
    while (text.size() < 6'000'000) {
        for (std::size_t words = 1 + random() % 14; words > 0; --words)
            text += words == 1 ? "end. " : random() % 2 == 0 ? "some " : "words, ";
        if (random() % 16 == 0)
            text += "\n\n";
    }
    for (const char *strategy : {"recursive-sentence", "structured", "sentence-window", "fixed-words"}) {
        const auto whole = chunkText(text, {.strategy = strategy, .tokenizer = "words", .max = 90, .overlap = 12});
        const auto divided = chunkText(
            text, {.strategy = strategy, .tokenizer = "words", .max = 90, .overlap = 12, .threads = {.threads = 3}});
        ASSERT_EQ(divided->size(), whole->size());
        for (std::size_t i = 0; i < whole->size(); ++i)
            ASSERT_EQ(describe(divided->chunks()[i]), describe(whole->chunks()[i])) << strategy << ' ' << i;
    }
}

TEST(ChainSections, StopWhenAsked)
{
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += "Sentence number " + std::to_string(i) + " is here. ";
    const auto document = Document::fromText("d", text);
    std::stop_source source;
    source.request_stop();
    for (const char *id : {"recursive-sentence", "structured", "sentence-window", "fixed-words"}) {
        const StrategyDescriptor &strategy = *findStrategy(id);
        const auto segmentation = *strategy.segment(*document, {}, {});
        const auto index = *sharedTokenizer("words").index(segmentation->emitted.text(), {});
        const auto edges = *UnitEdges::of(segmentation->units, *index, {});
        const auto chunks = strategy.pack({.document = *document,
                                           .segmentation = *segmentation,
                                           .index = *index,
                                           .tokenizer = sharedTokenizer("words"),
                                           .parameters = {},
                                           .max = 20,
                                           .overlap = 3,
                                           .edges = edges.get(),
                                           .threads = {.threads = 2, .sections = 4}},
                                          source.get_token());
        EXPECT_TRUE(chunks.isCancelled()) << id;
    }
}

} // namespace
} // namespace cw::testing
