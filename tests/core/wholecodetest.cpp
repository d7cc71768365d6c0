// SPDX-License-Identifier: GPL-3.0-or-later
// What chunks of source code keep whole: declarations that fit, though their comments do not fit beside them, and
// lines.
#include "formats/code/language.h"
#include "formats/format.h"
#include "strategies/strategy.h"
#include "support/chunking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {
namespace {

struct Source
{
    std::string_view name;
    std::string_view grammar;
    std::string_view lineComment;
    std::string_view header; ///< before all declarations
    std::vector<std::string_view> declarations; ///< each with its comment goes into lines of its own
    std::string_view footer = {};
};

const std::vector<Source> &sources()
{
    static const std::vector<Source> all{
        {"a.py",
         "python",
         "#",
         "import os\n",
         {"def tide(at):\n    level = at * 2\n    if level > 3:\n        return level\n    return at + 1",
          "@cached\n@named('low')\ndef low(at):\n    return tide(at) - 1",
          "class Gauge:\n    def read(self):\n        return 1\n\n    def reset(self, to):\n        self.level = to"}},
        {"a.go",
         "go",
         "//",
         "package tides\n",
         {"func Tide(at int) int {\n\tlevel := at * 2\n\tif level > 3 {\n\t\treturn level\n\t}\n\treturn at + 1\n}",
          "type Gauge struct {\n\tlevel int\n\tname string\n}",
          "func (g *Gauge) Read() int {\n\treturn g.level + 1\n}"}},
        {"a.c",
         "c",
         "//",
         "#include <stdio.h>\n",
         {"int tide(int at)\n{\n    int level = at * 2;\n    if (level > 3)\n        return level;\n    return at + "
          "1;\n}",
          "struct gauge {\n    int level;\n    int depth;\n};",
          "static void reset(struct gauge *g)\n{\n    g->level = 0;\n}"}},
        {"a.cpp",
         "cpp",
         "//",
         "#include <vector>\n",
         {"template<class T>\nT tide(T at)\n{\n    T level = at * 2;\n    if (level > 3)\n        return level;\n    "
          "return at;\n}",
          "class Gauge\n{\npublic:\n    int read() const { return m_level; }\nprivate:\n    int m_level = 0;\n};"}},
        {"A.cs",
         "c-sharp",
         "///",
         "namespace Tides {\npublic class Gauge {\n",
         {"[Obsolete]\npublic int Tide(int at) {\n    var level = at * 2;\n    if (level > 3)\n        return level;\n "
          "   return at + 1;\n}",
          "public void Reset() {\n    Level = 0;\n    Depth = 1;\n}"},
         "}\n}\n"},
        {"A.java",
         "java",
         "//",
         "package tides;\n\npublic class A {\n",
         {"@Override\npublic int tide(int at) {\n    int level = at * 2;\n    if (level > 3)\n        return level;\n  "
          "  return at + 1;\n}",
          "void reset() {\n    level = 0;\n    depth = 1;\n}"},
         "}\n"},
        {"a.js",
         "javascript",
         "//",
         "const os = require('os');\n",
         {"function tide(at) {\n  const level = at * 2;\n  if (level > 3) {\n    return level;\n  }\n  return at + "
          "1;\n}",
          "export const low = (at) => {\n  return tide(at) - 1;\n};",
          "class Gauge {\n  read() {\n    return 1;\n  }\n}"}},
        {"a.ts",
         "typescript",
         "//",
         "export class Gauge {\n",
         {"read(at: number): number {\n  const level = at * 2;\n  if (level > 3) {\n    return level;\n  }\n  return "
          "at;\n}",
          "async reset(): Promise<void> {\n  this.level = 0;\n  this.depth = 1;\n}"},
         "}\n"},
        {"a.rb",
         "ruby",
         "#",
         "require 'set'\n",
         {"def tide(at)\n  level = at * 2\n  if level > 3\n    return level\n  end\n  at + 1\nend",
          "class Gauge\n  def read\n    1\n  end\n\n  def reset(to)\n    @level = to\n  end\nend"}},
        {"a.rs",
         "rust",
         "///",
         "use std::fmt;\n",
         {"#[inline]\npub fn tide(at: i32) -> i32 {\n    let level = at * 2;\n    if level > 3 {\n        return "
          "level;\n    }\n    at + 1\n}",
          "#[derive(Clone)]\nstruct Gauge {\n    level: i32,\n    depth: i32,\n}"}},
    };
    return all;
}

std::vector<Chunk> chunksOf(const std::shared_ptr<const Document> &document, std::string_view strategy, std::size_t max,
                            std::string_view tokenizer = "words")
{
    const ChunkingSetup setup{
        .strategy = std::string(strategy), .tokenizer = std::string(tokenizer), .max = max, .overlap = 0};
    return chunkDocument(document, setup)->chunks();
}

std::size_t countOf(const Document &document, ByteRange bytes, std::string_view tokenizer = "words")
{
    return sharedTokenizer(tokenizer).count(document.slice(bytes));
}

bool isWhole(const std::vector<Chunk> &chunks, ByteRange bytes)
{
    return std::ranges::any_of(chunks, [&](const Chunk &one) { return one.source.contains(bytes); });
}

class WholeCode : public ::testing::TestWithParam<std::string_view>
{
};

TEST_P(WholeCode, DeclarationsThatFitAreNeverCutWhateverCommentStandsAboveThem)
{
    for (const Source &source : sources()) {
        if (!code::grammar(source.grammar))
            continue;
        for (const std::size_t comments : {0U, 1U, 5U}) {
            std::string text(source.header);
            std::vector<ByteRange> declarations;
            for (const std::string_view declaration : source.declarations) {
                text += '\n';
                for (std::size_t line = 0; line < comments; ++line)
                    text += std::string(source.lineComment) + " Says what stands below it, and more.\n";
                declarations.push_back({text.size(), text.size() + declaration.size()});
                text += std::string(declaration) + '\n';
            }
            text += source.footer;
            const auto document = *readDocument(std::string(source.name), text, {}, {});
            for (std::size_t max = 3; max < 90; ++max) {
                const auto chunks = chunksOf(document, GetParam(), max);
                for (const ByteRange declaration : declarations) {
                    if (countOf(*document, declaration) <= max) {
                        ASSERT_TRUE(isWhole(chunks, declaration))
                            << source.name << " max " << max << " comments " << comments << ":\n"
                            << document->slice(declaration);
                    }
                }
            }
        }
    }
}

/// Lines of a declaration from the first that is no comment.
ByteRange withoutComments(std::string_view text, ByteRange block)
{
    ByteRange own{block.begin, std::min(text.find('\n', block.end), text.size())};
    for (bool isInComment = false;;) {
        const std::size_t next = text.find('\n', own.begin) + 1;
        const std::string_view rest = text.substr(0, own.end);
        const std::size_t first = std::min(rest.find_first_not_of(" \t\n", own.begin), own.end);
        const std::string_view line = text.substr(first, next - first);
        const bool isAttribute = line.starts_with("#[");
        isInComment = isInComment || line.starts_with("/*");
        if (!isInComment && !line.starts_with("//") && (isAttribute || !line.starts_with("#")))
            return own;
        isInComment = isInComment && line.find("*/") == std::string_view::npos;
        own.begin = next;
    }
}

TEST_P(WholeCode, DeclarationsOfSamplesThatFitAreNeverCut)
{
    std::size_t tested = 0;
    for (const auto &entry : std::filesystem::directory_iterator(CW_TEST_DATA "/formats/code")) {
        if (entry.path().extension() == ".outline")
            continue;
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const auto document = *readDocument(entry.path().filename().string(), text, {}, {});
        const BlockTree &tree = document->blocks();
        for (std::size_t max = 4; max < 200; max += 3) {
            const auto chunks = chunksOf(document, GetParam(), max, "o200k_base");
            for (const Heading &heading : tree.outline()) {
                const ByteRange own = withoutComments(text, tree.blocks()[heading.block].bytes);
                if (countOf(*document, own, "o200k_base") > max)
                    continue;
                ++tested;
                ASSERT_TRUE(isWhole(chunks, own)) << document->id() << " max " << max << ":\n" << document->slice(own);
            }
        }
    }
    if (code::grammar("python")) {
        EXPECT_GT(tested, 1000U);
    }
}

/// Text that the parser loses its way in, and lines that several statements share.
const std::vector<Source> &lines()
{
    static const std::vector<Source> all{
        {"a.h",
         "c",
         "//",
         "#ifndef A_H\n#define A_H 1\n#define TWICE(x) \\\n    do { \\\n        x; x; \\\n    } while (0)\n",
         {"extern int tide (int __at, char **__restrict __end)\n     __THROW __nonnull ((1)) __wur;",
          "ZEXTERN int ZEXPORT low OF((int at, const char *name));",
          "class U_COMMON_API Gauge : public Base {\npublic:\n    virtual int read(void) const = 0;\n};",
          "__BEGIN_DECLS\n#if defined A \\\n    || defined B\nint a; int b; /* of b */ int c;\n#endif",
          "#define DECLARE_ALL(type, name) \\\n    DECLARE_NEW(type, name) \\\n    DECLARE_OLD(type) x;",
          "static __inline__ int __attribute__ ((x)) high (int a) { if (a)\n  return a; else { a++;\n } return 1; }"},
         "#endif\n"},
        {"b.cpp",
         "cpp",
         "//",
         "",
         {"int a; int b; void f() { a = 1;\n    b = 2; } int c; void g() {\n    c = 3;\n} // of g",
          "DECLARE(a) { int x;\n    y(); } struct B { int b;\n}; struct C {\n    int c; };"}},
        {"a.py",
         "python",
         "#",
         "",
         {"I(name='a', doc=\"\"\"One line.\n\n    Another one.\n    \"\"\"), I(name='b', doc=\"\"\"Two.\n    \"\"\")",
          "a = 1; b = 2; c = [1,\n  2, 3]; d = {\n  1: 2}"}},
        {"a.js",
         "javascript",
         "//",
         "",
         {"run('a', function () {\n  one();\n  two();\n}, function () {\n  three();\n}).then(x => {\n  four();\n});",
          "const a = 1; function f() {\n  return 1;\n} const b = () => {\n  two();\n};"}},
    };
    return all;
}

TEST_P(WholeCode, ChunksBeginWhereLinesDo)
{
    std::vector<Source> all = sources();
    all.insert(all.end(), lines().begin(), lines().end());
    for (const Source &source : all) {
        if (!code::grammar(source.grammar))
            continue;
        std::string text(source.header);
        for (const std::string_view declaration : source.declarations)
            text += '\n' + std::string(declaration) + '\n';
        text += source.footer;
        const auto document = *readDocument(std::string(source.name), text, {}, {});
        ASSERT_EQ(document->text(), text);
        for (std::size_t max = 3; max < 90; ++max) {
            for (const Chunk &chunk : chunksOf(document, GetParam(), max)) {
                const std::size_t begin = chunk.source.begin;
                if (begin == 0 || text[begin - 1] == '\n')
                    continue;
                const std::size_t lineBegin = text.rfind('\n', begin - 1) + 1;
                const std::size_t lineEnd = std::min(text.find('\n', begin), text.size());
                ASSERT_GT(countOf(*document, {lineBegin, lineEnd}), max) << source.name << " max " << max << ":\n"
                                                                         << document->slice(chunk.source);
            }
        }
    }
}

/// As packing relies on it.
void expectPiecesNest(const Document &document)
{
    const auto segmentation = *findStrategy("code")->segment(document, {}, {});
    const auto &pieces = segmentation->pieces;
    std::vector<unsigned> leaves(segmentation->units.size());
    for (std::size_t number = 0; number < pieces.size(); ++number) {
        const Piece &piece = pieces[number];
        ASSERT_LE(piece.firstUnit, piece.endUnit);
        ASSERT_LE(piece.endUnit, segmentation->units.size());
        ASSERT_GT(piece.next, number);
        ASSERT_LE(piece.next, pieces.size());
        ASSERT_LE(pieces[number - std::min<std::size_t>(number, 1)].firstUnit, piece.firstUnit);
        for (std::size_t inner = number + 1; inner < piece.next; ++inner) {
            ASSERT_LE(piece.firstUnit, pieces[inner].firstUnit);
            ASSERT_GE(piece.endUnit, pieces[inner].endUnit);
        }
        if (piece.next == number + 1) {
            for (std::uint32_t unit = piece.firstUnit; unit < piece.endUnit; ++unit)
                ++leaves[unit];
        }
    }
    for (const unsigned held : leaves)
        ASSERT_EQ(held, 1U);
}

TEST(WholeCodePieces, NestInOrderOverAllUnitsThoughBlocksShareLines)
{
    std::vector<Source> all = sources();
    all.insert(all.end(), lines().begin(), lines().end());
    for (const Source &source : all) {
        std::string text(source.header);
        for (const std::string_view declaration : source.declarations)
            text += '\n' + std::string(declaration) + '\n';
        text += source.footer;
        std::string fewLines;
        for (std::size_t byte = 0; byte < text.size(); ++byte)
            fewLines += text[byte] == '\n' && byte % 3 != 0 ? ' ' : text[byte];
        for (std::size_t from = 0; from < text.size(); from += 5) {
            for (const std::string &broken : {text.substr(from), text.substr(0, from), fewLines.substr(from)}) {
                const auto document = *readDocument(std::string(source.name), broken, {}, {});
                ASSERT_NO_FATAL_FAILURE(expectPiecesNest(*document)) << source.name << ":\n" << broken;
            }
        }
    }
}

TEST_P(WholeCode, CommentsThatAreTooLongAreCutBetweenTheirParagraphs)
{
    const auto textsAt = [](const char *name, const std::string &text, std::size_t max) {
        const ChunkingSetup setup{.strategy = std::string(GetParam()), .max = max, .overlap = 0};
        return textsOf(*chunkDocument(*readDocument(name, text, {}, {}), setup));
    };
    using Texts = std::vector<std::string>;
    if (!code::grammar("python") || !code::grammar("cpp"))
        GTEST_SKIP() << "The program was built without grammars; run app/fetch-grammars and configure again.";
    // words: 9 with the lone mark, 8, 4 of the function; a line of the second paragraph would fit into the first chunk
    const std::string python = "# one two three\n# four five six\n#\n# seven eight nine\n# ten eleven twelve\n"
                               "def f():\n    return 1\n";
    EXPECT_EQ(textsAt("a.py", python, 14),
              (Texts{"# one two three\n# four five six\n#",
                     "# seven eight nine\n# ten eleven twelve\ndef f():\n    return 1"}));
    // 7 and 7, and 3 of the function
    const std::string cpp = "/* one two\n * three four\n *\n * five six\n * seven eight */\nint f() {}\n";
    EXPECT_EQ(textsAt("a.cpp", cpp, 11),
              (Texts{"/* one two\n * three four\n *", " * five six\n * seven eight */\nint f() {}"}));
}

INSTANTIATE_TEST_SUITE_P(Strategies, WholeCode, ::testing::Values("structured", "code"),
                         [](const auto &strategy) { return std::string(strategy.param); });

} // namespace
} // namespace cw::testing
