// SPDX-License-Identifier: GPL-3.0-or-later
// Source code: declarations with their comments and exact ends, in every language that the program was built with.
#include "formats/code/language.h"
#include "formats/format.h"
#include "fuzz/fuzz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const Document> source(std::string name, std::string text)
{
    return *readDocument(std::move(name), std::move(text), {}, {});
}

/// "1 4-9 class Gauge": level, first and last line, title.
std::string outlineOf(const Document &document)
{
    const std::string_view text = document.text();
    const auto lineOf
        = [&](std::size_t byte) { return std::to_string(1 + std::ranges::count(text.substr(0, byte), '\n')); };
    std::string all;
    for (const Heading &heading : document.blocks().outline()) {
        const ByteRange block = document.blocks().blocks()[heading.block].bytes;
        EXPECT_EQ(heading.sectionEnd, block.end);
        all += std::to_string(heading.level) + ' ' + lineOf(block.begin) + '-' + lineOf(block.end) + ' '
            + headingTitle(text, heading.title) + '\n';
    }
    return all;
}

struct Sample
{
    std::string_view file;
    std::string_view format;
    std::string_view grammar;
};

constexpr std::array samples{
    Sample{"gauge.h", "c", "c"},
    Sample{"gauge.cpp", "cpp", "cpp"},
    Sample{"Gauge.cs", "csharp", "c-sharp"},
    Sample{"gauge.go", "go", "go"},
    Sample{"Gauge.java", "java", "java"},
    Sample{"harbour.js", "javascript", "javascript"},
    Sample{"tides.py", "python", "python"},
    Sample{"gauge.rb", "ruby", "ruby"},
    Sample{"gauge.rs", "rust", "rust"},
    Sample{"panel.tsx", "tsx", "tsx"},
    Sample{"harbour.ts", "typescript", "typescript"},
};

std::string sampleText(std::string_view name)
{
    std::ifstream file(std::string(CW_TEST_DATA "/formats/code/").append(name), std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
}

class CodeSamples : public ::testing::TestWithParam<Sample>
{
protected:
    void SetUp() override
    {
        if (!code::grammar(GetParam().grammar))
            GTEST_SKIP() << "The program was built without the grammar " << GetParam().grammar
                         << "; run app/fetch-grammars and configure again.";
    }
};

TEST_P(CodeSamples, HaveTheOutlineThatAPersonWrote)
{
    const auto document = source(std::string(GetParam().file), sampleText(GetParam().file));
    EXPECT_EQ(document->format(), GetParam().format);
    EXPECT_EQ(outlineOf(*document), sampleText(std::string(GetParam().file) + ".outline"));
    EXPECT_TRUE(document->problems().empty());
    EXPECT_TRUE(document->blocks().problems().empty());
}

TEST_P(CodeSamples, AreKnownByTheirContent)
{
    if (GetParam().format == "tsx")
        GTEST_SKIP() << "By its content this is TypeScript.";
    const std::string text = sampleText(GetParam().file);
    EXPECT_EQ(formatOf("", text).id, GetParam().format);
    EXPECT_EQ(formatOf("notes.txt", text).id, GetParam().format);
}

TEST_P(CodeSamples, HaveTheSameOutlineWithOtherLineEnds)
{
    const std::string text = sampleText(GetParam().file);
    std::string withCr;
    for (const char c : text)
        withCr += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(outlineOf(*source(std::string(GetParam().file), withCr)),
              sampleText(std::string(GetParam().file) + ".outline"));
}

TEST_P(CodeSamples, KeepThePromisesOfBlocksWhereverTheyAreCut)
{
    const std::string text = sampleText(GetParam().file);
    for (std::size_t bytes = 0; bytes <= text.size(); bytes += 3) {
        const auto document = source(std::string(GetParam().file), text.substr(0, bytes));
        fuzz::checkBlocks(document->blocks(), document->text());
    }
}

INSTANTIATE_TEST_SUITE_P(Languages, CodeSamples, ::testing::ValuesIn(samples),
                         [](const auto &sample) { return std::string(sample.param.format); });

std::vector<std::string> kindsAndTexts(const Document &document)
{
    std::vector<std::string> all;
    for (const Block &block : document.blocks().blocks()) {
        if (block.parent == Block::none)
            all.push_back(std::string(blockKindId(block.kind)) + ": " + std::string(document.slice(block.bytes)));
    }
    return all;
}

class CodeBlocks : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!code::grammar("python") || !code::grammar("cpp"))
            GTEST_SKIP() << "The program was built without grammars; run app/fetch-grammars and configure again.";
    }
};

TEST_F(CodeBlocks, ACommentGoesWithWhatStandsRightBehindIt)
{
    EXPECT_THAT(kindsAndTexts(*source("a.py", "# one\n\n# two\n# three\ndef f():\n    pass\n# four\n")),
                ElementsAre("comment: # one", "declaration: # two\n# three\ndef f():\n    pass", "comment: # four"));
    EXPECT_THAT(kindsAndTexts(*source("a.cpp", "int a; // of a\n// of f\nvoid f() {} // too\n/* alone */\n\nint b;\n")),
                ElementsAre("statement: int a; // of a", "declaration: // of f\nvoid f() {} // too",
                            "comment: /* alone */", "statement: int b;"));
}

TEST_F(CodeBlocks, BrokenTextStillHasItsDeclarations)
{
    const auto document = source("a.py", "def f():\n    return 1\n\ndef g(:\n    ((\n\nclass C:\n    x = 1\n");
    EXPECT_THAT(outlineOf(*document), ::testing::StartsWith("1 1-2 def f\n"));
    fuzz::checkBlocks(document->blocks(), document->text());
}

TEST_F(CodeBlocks, TextThatIsNoneOfTheLanguageIsTold)
{
    const auto document
        = source("a.cpp", "It was a dark and stormy night; the rain fell in torrents (except at times.\n");
    ASSERT_EQ(document->blocks().problems().size(), 1U);
    EXPECT_EQ(document->blocks().problems().front().kind, StructureProblem::Kind::SyntaxErrors);
}

TEST_F(CodeBlocks, NestingWithoutEndIsReadWithinBounds)
{
    for (const std::string_view unit : {"(", "[", "{", "-", "if (a) ", "class A { ", "a = ", "int (*", "!"}) {
        std::string text;
        while (text.size() < 100'000)
            text += unit;
        for (const char *name : {"a.cpp", "a.py", "a.js"}) {
            const auto document = source(name, text);
            fuzz::checkBlocks(document->blocks(), document->text());
        }
    }
}

/// What the parser asks for at the end of such a text grows with the square of its length: 10 GiB for 60 KB.
TEST_F(CodeBlocks, ATextWithTooManyReadingsIsGivenUpInsideAStep)
{
    if (!code::grammar("c-sharp"))
        GTEST_SKIP() << "The program was built without the grammar of C#; run app/fetch-grammars and configure again.";
    std::string text;
    while (text.size() < 60'000)
        text += "A<";
    const auto document = source("a.cs", text);
    fuzz::checkBlocks(document->blocks(), document->text());
    ASSERT_EQ(document->blocks().problems().size(), 1U);
    EXPECT_EQ(document->blocks().problems().front().kind, StructureProblem::Kind::NotParsed);
    // what was given up leaves the next text alone
    EXPECT_EQ(outlineOf(*source("b.cs", "class C { void F() { } }\n")).empty(), false);
}

TEST(CodeFormat, WithoutAGrammarSourceCodeIsPlainTextAndSaysSo)
{
    for (const FormatDescriptor *format : formats()) {
        const auto sample = std::ranges::find(samples, format->id, &Sample::format);
        if (sample == samples.end() || code::grammar(sample->grammar))
            continue;
        const auto document = source(std::string(sample->file), sampleText(sample->file));
        EXPECT_EQ(document->format(), "text");
        ASSERT_EQ(document->problems().size(), 1U);
        EXPECT_THAT(document->problems().front().message, ::testing::HasSubstr("plain text"));
        EXPECT_THAT(std::string(format->help), ::testing::HasSubstr("without the language's grammar"));
    }
}

TEST(CodeFormat, HeadersAreCOrCppByTheirContent)
{
    EXPECT_EQ(formatOf("a.h", "#include <stdio.h>\nint f(void);\n").id, "c");
    EXPECT_EQ(formatOf("a.h", "#include <vector>\nnamespace a {\nint f();\n}\n").id, "cpp");
}

TEST(CodeFormat, ProgramsOfALineThatNamesAnInterpreterAreKnown)
{
    EXPECT_EQ(formatOf("run", "#!/usr/bin/env python3\nprint(1)\n").id, "python");
    EXPECT_EQ(formatOf("run", "#!/usr/bin/env -S node --no-warnings\n1\n").id, "javascript");
    EXPECT_EQ(formatOf("run", "#! /usr/bin/ruby2.7 -w\n1\n").id, "ruby");
    EXPECT_EQ(formatOf("run", "#!/bin/sh\necho 1\n").id, "text");
}

TEST(CodeFormat, ProseIsNoSourceCode)
{
    EXPECT_EQ(formatOf("", "import duties rose.\nThe class of 1990 met.\nIt was good.\n\nfunc is short for it.\n").id,
              "text");
    EXPECT_EQ(formatOf("",
                       "The journey was long. We came\nfrom here to there, and\nfrom there to the sea, where we\n"
                       "use to sit and\nreturn to when it is\nfunction of the weather (so far). We should\n"
                       "let it be. Then\nimport taxes rose; and\nimport firms closed.\n")
                  .id,
              "text");
    EXPECT_EQ(formatOf("", "class of 1999\nclass of 2000\nclass of 2001\nend of the list\n").id, "text");
    EXPECT_EQ(formatOf("", "package holidays are cheap\npackage tours are not\npublic houses are many\n").id, "text");
    EXPECT_EQ(formatOf("",
                       "How to write your first program\n\nIn this lesson you write these two lines, and they\n"
                       "must stand at the top of the file, by themselves:\n\nimport os\nimport sys\n\n"
                       "They make two modules known: one asks the system,\nthe other one what was typed.\n")
                  .id,
              "text");
}

/// Languages without a format of their own, which share words with some that have one.
TEST(CodeFormat, OtherLanguagesAreText)
{
    const std::string makefile = "include config.mk\ninclude rules.mk\n\nexport CC = cc\nexport LANG = C\n\n"
                                 "ifeq ($(DEBUG),1)\nCFLAGS += -g\nendif\n\nifdef STATIC\nLDFLAGS += -static\nendif\n\n"
                                 "define run\n\t./$(1)\nendef\n\nall: tool\n\t$(CC) -o tool tool.c\n";
    EXPECT_EQ(formatOf("Makefile", makefile).id, "text");
    EXPECT_EQ(formatOf("CMakeLists", "if(WIN32)\n  set(A 1)\nendif()\nforeach(x ${L})\n  run(x)\nendforeach()\n").id,
              "text");
    EXPECT_EQ(formatOf("",
                       "local function twice(x)\n  return 2 * x\nend\n\nlocal function half(x)\n"
                       "  return x / 2\nend\nprint(twice(half(3)))\n")
                  .id,
              "text");
    EXPECT_EQ(formatOf("vimrc", "let mapleader = ','\nlet g:tidy = 1\nset number\n").id, "text");
    EXPECT_EQ(formatOf("env", "readonly ROOT=/opt\ndeclare -a names\nexport ROOT\nexport PATH=$ROOT:$PATH\n").id,
              "text");
    EXPECT_EQ(formatOf("notes", "imports rose.\nclassic cars\ndefined by law\n#endiff\n#endiff\nendless\nends\n").id,
              "text");
    // and those that have one are still known
    EXPECT_EQ(formatOf("", "def twice(x)\n  2 * x\nend\n").id, "ruby");
    EXPECT_EQ(formatOf("", "import javax.swing.JFrame;\nimport java.util.List;\n").id, "java");
    EXPECT_EQ(formatOf("", "using System;\nusing System.Linq;\n").id, "csharp");
    EXPECT_EQ(formatOf("", "export default twice;\nexport * from 'a';\n").id, "javascript");
    EXPECT_EQ(formatOf("", "declare global {}\nexport enum Colour { Red }\n").id, "typescript");
}

TEST(CodeFormat, CodeThatATextQuotesIsNotItsFormat)
{
    const std::string quoted = "    typedef struct {\n        short red;\n    } Colour;\n\n    #define Red (1 << 0)\n";
    const std::string prose = "The library draws.\nIts colours are these, one a structure.\n\n";
    EXPECT_EQ(formatOf("library.txt", prose + quoted + "\nThey are small.\n").id, "text");
    EXPECT_EQ(
        formatOf("howto.txt",
                 "To see more, set these:\n\n\texport LIB_DEBUG=all\n\texport TOOL_DEBUG=all\n\nHappy\nhacking.\n")
            .id,
        "text");
    // one that is set in all over, and one with a line further left
    EXPECT_EQ(formatOf("", quoted).id, "c");
    EXPECT_EQ(formatOf("", "extern \"C\" {\n" + quoted + "}\n").id, "c");
}

} // namespace
} // namespace cw::testing
