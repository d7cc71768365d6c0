// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks of source code: declarations that fit are never cut, long ones share no chunk with what is around them.
#include "formats/code/language.h"
#include "formats/format.h"
#include "strategies/strategy.h"
#include "support/chunking.h"
#include "text/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

struct Chunked
{
    std::shared_ptr<const Document> document;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const TokenIndex> index;
    std::vector<Chunk> chunks;

    [[nodiscard]] Texts texts() const
    {
        Texts all;
        for (const Chunk &chunk : chunks)
            all.emplace_back(document->slice(chunk.source));
        return all;
    }
};

struct Sizes
{
    std::size_t max = 1;
    std::size_t overlap = 0;
    std::string_view tokenizer = "words";
    std::string_view strategy = "code";
    ParameterValues parameters = {};
};

Chunked chunk(std::string name, std::string text, const Sizes &sizes)
{
    Chunked chunked;
    chunked.document = *readDocument(std::move(name), std::move(text), {}, {});
    const StrategyDescriptor &strategy = *findStrategy(sizes.strategy);
    chunked.segmentation = *strategy.segment(*chunked.document, sizes.parameters, {});
    const Tokenizer &tokenizer = sharedTokenizer(sizes.tokenizer);
    chunked.index = *tokenizer.index(chunked.segmentation->emitted.text(), {});
    const auto edges = *UnitEdges::of(chunked.segmentation->units, *chunked.index, {});
    chunked.chunks = *strategy.pack({*chunked.document, *chunked.segmentation, *chunked.index, tokenizer,
                                     sizes.parameters, sizes.max, sizes.overlap, edges.get()},
                                    {});
    return chunked;
}

class CodeStrategy : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!code::grammar("python") || !code::grammar("cpp"))
            GTEST_SKIP() << "The program was built without grammars; run app/fetch-grammars and configure again.";
    }
};

TEST_F(CodeStrategy, ChunksNameTheDeclarationsTheyAreInWhenAsked)
{
    const std::string text = "class Harbour:\n    def open(self):\n        return 1\n\n    def close(self):\n"
                             "        return 2\n";
    ChunkingSetup setup{.strategy = "code", .tokenizer = "words", .max = 7, .overlap = 0};
    setup.parameters.set("prefix", std::string("heading-path"));
    const auto document = *readDocument("harbour.py", text, {}, {});
    const auto chunks = chunkDocument(document, setup);
    ASSERT_EQ(textsOf(*chunks),
              (std::vector<std::string>{"class Harbour:\n    def open(self):\n        return 1",
                                        "    def close(self):\n        return 2"}));
    const Heading &around = document->blocks().outline().front();
    EXPECT_EQ(chunks->prefix(0), "");
    EXPECT_EQ(chunks->prefix(1), headingTitle(text, around.title) + "\n\n");
}

TEST_F(CodeStrategy, NeighboursArePackedUpToMaxAndFunctionsStayWhole)
{
    const std::string text = "import a\nimport b\n\n# of f\ndef f(x):\n    return x\n\ndef g():\n    return 2\n";
    // 4 words of imports, 7 of f with its comment, 4 of g
    EXPECT_THAT(chunk("a.py", text, {.max = 15}).texts(), ElementsAre(text.substr(0, text.size() - 1)));
    EXPECT_THAT(chunk("a.py", text, {.max = 11}).texts(),
                ElementsAre("import a\nimport b\n\n# of f\ndef f(x):\n    return x", "def g():\n    return 2"));
    EXPECT_THAT(chunk("a.py", text, {.max = 10}).texts(),
                ElementsAre("import a\nimport b", "# of f\ndef f(x):\n    return x", "def g():\n    return 2"));
}

TEST_F(CodeStrategy, AClassThatIsTooLongIsCutBetweenItsMembersAndSharesNothing)
{
    const std::string text = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n\n"
                             "    def h(self):\n        return 3\n\ndef k():\n    return 4\n";
    EXPECT_THAT(chunk("a.py", text, {.max = 10}).texts(),
                ElementsAre("class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2",
                            "    def h(self):\n        return 3", "def k():\n    return 4"));
    ParameterValues together;
    together.set("long-declarations", std::string("together"));
    EXPECT_THAT(chunk("a.py", text, {.max = 10, .parameters = together}).texts(),
                ElementsAre("class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2",
                            "    def h(self):\n        return 3\n\ndef k():\n    return 4"));
}

TEST_F(CodeStrategy, MarksThatEndADeclarationStayWithIt)
{
    const std::string text
        = "class A {\n    int f() { return 1; }\n    int g() { return 2; }\n};\n\nint h() { return 3; }\n";
    // 3 words of the head, 6 of each function, 1 behind
    EXPECT_THAT(
        chunk("a.cpp", text, {.max = 9}).texts(),
        ElementsAre("class A {\n    int f() { return 1; }", "    int g() { return 2; }\n};", "int h() { return 3; }"));
    // no room for the last mark beside any of them
    EXPECT_THAT(chunk("a.cpp", text, {.max = 6}).texts(),
                ElementsAre("class A {", "    int f() { return 1; }", "    int g() { return 2; }", "};",
                            "int h() { return 3; }"));
}

TEST_F(CodeStrategy, AFunctionThatIsTooLongIsCutBetweenStatementsThenLinesThenWords)
{
    const std::string text = "def f():\n    a = 1\n    if a:\n        b = 2\n        c = 3\n    return a\n";
    EXPECT_THAT(chunk("a.py", text, {.max = 8}).texts(),
                ElementsAre("def f():\n    a = 1", "    if a:\n        b = 2\n        c = 3", "    return a"));
    EXPECT_THAT(chunk("a.py", "x = 'one two three four five six'\n", {.max = 3}).texts(),
                ElementsAre("x = 'one", "two three four", "five six'"));
}

TEST_F(CodeStrategy, OverlapRepeatsWholeLines)
{
    const auto chunked = chunk("a.py", "a = 1\nb = 2\nc = 3\nd = 4\n", {.max = 6, .overlap = 3});
    EXPECT_THAT(chunked.texts(), ElementsAre("a = 1\nb = 2", "b = 2\nc = 3", "c = 3\nd = 4"));
    EXPECT_EQ(chunked.chunks[1].overlapTokens, 3U);
}

TEST_F(CodeStrategy, BoundariesSayThatTheyFollowTheSyntax)
{
    const auto chunked = chunk("a.py", "a = 1\nb = 2\n", {.max = 3});
    ASSERT_EQ(chunked.chunks.size(), 2U);
    EXPECT_EQ(chunked.chunks[1].startReason, BoundaryReason::CodeNode);
}

TEST_F(CodeStrategy, OtherDocumentsAreChunkedByTheirStructure)
{
    std::string text;
    for (int section = 0; section < 40; ++section)
        text += "# Section\n\nSome words of text. And a few more of them.\n\n- one\n- two\n\n";
    for (const std::size_t max : {5U, 11U, 30U}) {
        EXPECT_EQ(chunk("a.md", text, {.max = max}).texts(),
                  chunk("a.md", text, {.max = max, .strategy = "structured"}).texts());
    }
}

std::vector<std::filesystem::path> ownSources()
{
    std::vector<std::filesystem::path> files;
    const std::filesystem::path root = std::filesystem::path(CW_TEST_DATA) / ".." / "..";
    for (const char *folder : {"core", "app", "ui"}) {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            const auto suffix = entry.path().extension();
            if (suffix == ".cpp" || suffix == ".h")
                files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

/// In each chunk list: all of the text, nothing over max, and every declaration that fits inside one chunk.
void expectDeclarationsWhole(const Chunked &chunked, std::size_t max)
{
    const std::string_view text = chunked.document->text();
    std::size_t covered = 0;
    for (const Chunk &one : chunked.chunks) {
        ASSERT_TRUE(text.substr(covered, one.source.begin - covered).find_first_not_of(" \t\r\n") == text.npos);
        ASSERT_TRUE(one.tokens <= max || one.isIndivisible);
        ASSERT_EQ(one.tokens, chunked.index->count(one.source));
        covered = one.source.end;
    }
    for (const Block &block : chunked.document->blocks().blocks()) {
        const ByteRange bytes = block.bytes;
        if (block.kind != BlockKind::Declaration || chunked.index->count(bytes) > max)
            continue;
        ASSERT_TRUE(std::ranges::any_of(chunked.chunks, [&](const Chunk &one) { return one.source.contains(bytes); }))
            << chunked.document->id() << " max " << max << ":\n"
            << chunked.document->slice(bytes);
    }
}

TEST_F(CodeStrategy, NoDeclarationOfOurOwnSourcesThatFitsIsEverCut)
{
    std::size_t declarations = 0;
    for (const auto &path : ownSources()) {
        std::ifstream file(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (const std::size_t max : {20U, 77U, 300U}) {
            const Chunked chunked = chunk(path.string(), text, {.max = max});
            ASSERT_NO_FATAL_FAILURE(expectDeclarationsWhole(chunked, max));
            declarations += chunked.document->blocks().outline().size();
        }
        const Chunked counted = chunk(path.string(), text, {.max = 150, .tokenizer = "cl100k_base"});
        ASSERT_NO_FATAL_FAILURE(expectDeclarationsWhole(counted, 150));
    }
    EXPECT_GT(declarations, 3000U);
}

TEST_F(CodeStrategy, ThreadsReadTheSameBlocks)
{
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "def f" + std::to_string(i) + "(a):\n    if a:\n        return " + std::to_string(i) + "\n\n";
    std::vector<Texts> results(4);
    std::vector<std::thread> threads;
    for (Texts &result : results)
        threads.emplace_back([&] { result = chunk("a.py", text, {.max = 50}).texts(); });
    for (std::thread &thread : threads)
        thread.join();
    for (const Texts &result : results)
        EXPECT_EQ(result, results.front());
}

} // namespace
} // namespace cw::testing
