// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks, outline and problems of Markdown: cases that people reported, ranges byte by byte, and hostile input.
#include "formats/markdownblocks.h"
#include "formats/format.h"
#include "segment/words.h"
#include "support/randomtext.h"
#include "text/offsetmap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<const BlockTree> treeOf(std::string_view text)
{
    return *markdown::readBlocks(text, {});
}

/// "1 Title 3": level, title and line of each heading of the outline.
std::vector<std::string> outlineOf(std::string_view text)
{
    const auto tree = treeOf(text);
    const OffsetMap offsets{text};
    std::vector<std::string> lines;
    for (const Heading &heading : tree->outline())
        lines.push_back(std::to_string(heading.level) + ' ' + headingTitle(text, heading.title) + ' '
                        + std::to_string(offsets.lineAt(tree->blocks()[heading.block].bytes.begin) + 1));
    return lines;
}

std::vector<std::string> pathAt(std::string_view text, std::string_view place)
{
    const auto tree = treeOf(text);
    std::vector<std::string> titles;
    for (const std::uint32_t heading : tree->headingPathAt(text.find(place)))
        titles.push_back(headingTitle(text, tree->outline()[heading].title));
    return titles;
}

/// "kind text" of every block, its depth shown by dots.
std::vector<std::string> blocksOf(std::string_view text)
{
    const auto tree = treeOf(text);
    std::vector<std::string> lines;
    std::vector<std::size_t> depths;
    for (const Block &block : tree->blocks()) {
        depths.push_back(block.parent == Block::none ? 0 : depths[block.parent] + 1);
        lines.push_back(std::string(depths.back(), '.') + std::string(blockKindId(block.kind)) + ' '
                        + std::string(text.substr(block.bytes.begin, block.bytes.size())));
    }
    return lines;
}

TEST(MarkdownReports, MD01_FencedContentIsOpaque)
{
    EXPECT_THAT(outlineOf("# A\n```sh\n# not\n```\n## B\n"), ElementsAre("1 A 1", "2 B 5"));
}

TEST(MarkdownReports, MD02_FencesCloseWithTheirOwnCharacter)
{
    EXPECT_THAT(outlineOf("~~~\n# not\n```\n# not2\n~~~\n# Yes\n"), ElementsAre("1 Yes 6"));
}

TEST(MarkdownReports, MD04_FencesInItemsAreIndentedByTheItem)
{
    EXPECT_THAT(outlineOf("- item\n\n    ```\n    # not\n    ```\n\n# Yes\n"), ElementsAre("1 Yes 7"));
}

TEST(MarkdownReports, MD05_UnclosedFencesRunToTheEndAndAreTold)
{
    const std::string_view text = "# A\n```\n# swallowed\ntext\n";
    EXPECT_THAT(outlineOf(text), ElementsAre("1 A 1"));
    const auto tree = treeOf(text);
    ASSERT_EQ(tree->problems().size(), 1U);
    EXPECT_EQ(tree->problems().front().kind, StructureProblem::Kind::UnclosedFence);
    EXPECT_EQ(tree->problems().front().where, (ByteRange{4, 24}));
}

TEST(MarkdownReports, MD09_PathsAreListsWhateverTitlesHold)
{
    const std::string_view text = "# Home\n\n## 9/5 Desk\n\nRing us.\n";
    EXPECT_THAT(outlineOf(text), ElementsAre("1 Home 1", "2 9/5 Desk 3"));
    EXPECT_THAT(pathAt(text, "Ring"), ElementsAre("Home", "9/5 Desk"));
}

TEST(MarkdownReports, MD10_TextBeforeTheFirstHeadingIsInNoSection)
{
    const std::string_view text = "Intro para.\n\n# One\n\nText.\n";
    EXPECT_THAT(pathAt(text, "Intro"), IsEmpty());
    EXPECT_THAT(pathAt(text, "Text."), ElementsAre("One"));
    EXPECT_THAT(blocksOf(text), ElementsAre("paragraph Intro para.", "heading # One", "paragraph Text."));
}

TEST(MarkdownReports, MD11_TextWithoutHeadingsIsKept)
{
    EXPECT_THAT(blocksOf("Just text.\nMore text.\n"), ElementsAre("paragraph Just text.\nMore text."));
}

TEST(MarkdownReports, MD12_FrontMatterIsNoHeading)
{
    const std::string_view text = "---\ntitle: X\nk: v\n---\n# H\n";
    EXPECT_THAT(outlineOf(text), ElementsAre("1 H 5"));
    EXPECT_EQ(blocksOf(text).front(), "front_matter ---\ntitle: X\nk: v\n---");
}

TEST(MarkdownReports, MD13_RulesAreNoFrontMatter)
{
    EXPECT_THAT(blocksOf("---\n\nkey: 1\n\n---\n\nbody\n"),
                ElementsAre("thematic_break ---", "paragraph key: 1", "thematic_break ---", "paragraph body"));
}

TEST(MarkdownReports, MD14_AByteOrderMarkHidesNoHeading)
{
    EXPECT_THAT(outlineOf("\xEF\xBB\xBF# T\n\nx\n"), ElementsAre("1 T 1"));
}

TEST(MarkdownReports, MD15_HashtagsAreNoHeadings)
{
    EXPECT_THAT(outlineOf("#tag\n\n# Real\n\n#7 Plans\n---\n"), ElementsAre("1 Real 3", "2 #7 Plans 5"));
}

TEST(MarkdownReports, MD16_ClosingNumberSigns)
{
    EXPECT_THAT(outlineOf("## Title ##\n## C#\n## A # B ##\n####### no\n"),
                ElementsAre("2 Title 1", "2 C# 2", "2 A # B 3"));
}

TEST(MarkdownReports, MD20_LineEndsOfEveryKind)
{
    EXPECT_THAT(outlineOf("# A\r\n\r\ntext\r\n## B\r\n"), ElementsAre("1 A 1", "2 B 4"));
    EXPECT_THAT(outlineOf("# A\r\rtext\r## B\r"), ElementsAre("1 A 1", "2 B 4"));
}

TEST(MarkdownBlocks, RangesAreExact)
{
    EXPECT_THAT(
        blocksOf("> one\n> two\n\n1. a\n   b\n2. c\n\n   - d\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nTitle\nmore\n"
                 "===\n\n[r]: /u\n  'x'\ntail\n\n    code\n\n    on  \n\n[^n]: note\n    more\n"),
        ElementsAre("quote > one\n> two", ".paragraph one\n> two", "list 1. a\n   b\n2. c\n\n   - d",
                    ".list_item 1. a\n   b", "..paragraph a\n   b", ".list_item 2. c\n\n   - d", "..paragraph c",
                    "..list - d", "...list_item - d", "....paragraph d", "table | x | y |\n|---|---|\n| 1 | 2 |",
                    ".table_header | x | y |\n|---|---|", ".table_row | 1 | 2 |",
                    "heading Title\nmore\n===", "definition [r]: /u\n  'x'", "paragraph tail", "code code\n\n    on",
                    "footnote [^n]: note\n    more", ".paragraph note\n    more"));
}

TEST(MarkdownBlocks, SectionsEndWhereAHeadingOfTheirLevelBegins)
{
    const std::string_view text = "# A\n## B\n### C\n## D\n# E\n> # quoted\n";
    const auto tree = treeOf(text);
    std::vector<std::string> sections;
    for (const Heading &heading : tree->outline()) {
        const std::size_t begin = tree->blocks()[heading.block].bytes.begin;
        sections.emplace_back(text.substr(begin, heading.sectionEnd - begin));
    }
    EXPECT_THAT(sections,
                ElementsAre("# A\n## B\n### C\n## D\n", "## B\n### C\n", "### C\n", "## D\n", "# E\n> # quoted\n"));
    EXPECT_THAT(pathAt(text, "### C"), ElementsAre("A", "B", "C"));
    EXPECT_THAT(pathAt(text, "# E"), ElementsAre("E"));
}

void expectSound(std::string_view text)
{
    const auto tree = treeOf(text);
    const auto blocks = tree->blocks();
    std::size_t lastLeafEnd = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const ByteRange range = blocks[i].bytes;
        ASSERT_LT(range.begin, range.end) << i << '\n' << text;
        ASSERT_LE(range.end, text.size()) << text;
        constexpr std::string_view blanks = " \t\r\n";
        ASSERT_EQ(blanks.find(text[range.begin]), std::string_view::npos) << i << '\n' << text;
        ASSERT_EQ(blanks.find(text[range.end - 1]), std::string_view::npos) << i << '\n' << text;
        if (blocks[i].parent != Block::none) {
            ASSERT_LT(blocks[i].parent, i);
            ASSERT_TRUE(ByteRange(blocks[blocks[i].parent].bytes).contains(range)) << i << '\n' << text;
        }
        if (i > 0) {
            ASSERT_GE(range.begin, blocks[i - 1].bytes.begin) << i << '\n' << text;
        }
        if (tree->isLeaf(i)) {
            ASSERT_GE(range.begin, lastLeafEnd) << i << '\n' << text;
            // between leaves there is white space and what marks containers, no text of the author's
            const std::string gap(text.substr(lastLeafEnd, range.begin - lastLeafEnd));
            ASSERT_EQ(gap.find_first_not_of("> \t\r\n-*+.)0123456789[]^:\xEF\xBB\xBF"
                                            "abcdefghijklmnopqrstuvwxyz"),
                      std::string::npos)
                << gap << '\n'
                << text;
            lastLeafEnd = range.end;
        }
    }
    ASSERT_EQ(skipSpaces(text, lastLeafEnd, text.size()), text.size()) << text;
}

TEST(MarkdownBlocks, EveryCharacterIsInOneLeafOrAGap)
{
    std::mt19937 random(11);
    for (int round = 0; round < 300; ++round)
        expectSound(randomText(random, {.pieces = 40, .hugeWords = round % 10 == 0}));
}

TEST(MarkdownBlocks, HostileInputIsBoundInTimeAndDepth)
{
    const auto repeated = [](std::string_view piece, std::size_t times) {
        std::string text;
        for (std::size_t i = 0; i < times; ++i)
            text += piece;
        return text;
    };
    const std::string deepQuotes = repeated(">", 100'000) + " a\n";
    const auto tree = treeOf(deepQuotes + deepQuotes);
    EXPECT_LE(tree->blocks().size(), markdown::deepestNesting + 1);
    ASSERT_EQ(tree->problems().size(), 1U);
    EXPECT_EQ(tree->problems().front().kind, StructureProblem::Kind::NestedTooDeeply);

    EXPECT_LE(treeOf(repeated("- ", 100'000) + "a")->blocks().size(), markdown::deepestNesting + 1);
    std::string stairs;
    for (std::size_t i = 0; i < 2000; ++i)
        stairs += std::string(2 * i, ' ') + "- a\n";
    EXPECT_GT(treeOf(stairs)->blocks().size(), markdown::deepestNesting);
    EXPECT_EQ(treeOf(repeated("\n", 1'000'000))->blocks().size(), 0U);
    EXPECT_EQ(treeOf(repeated("```\n", 100'001))->problems().size(), 1U);
    // of two such pairs, the first line is a definition and the others are a heading
    EXPECT_EQ(treeOf(repeated("[a]: b\n===\n", 50'000))->blocks().size(), 50'000U);
    EXPECT_EQ(treeOf(repeated("[", 1'000'000))->blocks().size(), 1U);
    EXPECT_EQ(treeOf(repeated("<!-- ", 200'000))->blocks().size(), 1U);
    EXPECT_EQ(treeOf(repeated("| a ", 200'000) + "\n" + repeated("|-", 200'000))->blocks().size(), 2U);
}

TEST(MarkdownBlocks, StopEndsReading)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(markdown::readBlocks("# A\n", stop.get_token()).isCancelled());
}

TEST(Formats, AreFoundByNameAndByContent)
{
    const std::string_view marked = "# One\n\nText.\n\n## Two\n\nMore.\n";
    EXPECT_EQ(formatOf("a.md", "plain").id, "markdown");
    EXPECT_EQ(formatOf("docs/A.MARKDOWN", "").id, "markdown");
    EXPECT_EQ(formatOf("a.txt", marked).id, "markdown");
    EXPECT_EQ(formatOf("", marked).id, "markdown");
    EXPECT_EQ(formatOf("a.py", marked).id, "python");
    EXPECT_EQ(formatOf("a.txt", "Just some prose.\n\nAnd more of it.\n").id, "text");
    EXPECT_EQ(formatOf("configure", "#!/bin/sh\n\n# Set things up\nset -e\n# more\n\necho\n").id, "text");
}

/// Comments of scripts and configuration files that stand between blank lines look like headings.
TEST(Formats, CommentsAreNoMarkdown)
{
    const std::string alone = "# set bell off\n\nset input on\n\n# set keys vi\n\nset output on\n";
    EXPECT_EQ(formatOf("inputrc", alone).id, "markdown"); // nothing tells them from titles
    EXPECT_EQ(formatOf("inputrc", "# What is set for all,\n# and for ever.\n\n# Keys\n# of old\n\n" + alone).id,
              "text");
    EXPECT_EQ(formatOf("Makefile", "# Made by a script.\n#\n#\n\n" + alone).id, "text");
    EXPECT_EQ(formatOf("conf", "#bell=off\n\n#keys=vi\n\n" + alone).id, "text");
    // fewer of these than of titles, and what stands in a fence
    EXPECT_EQ(formatOf("", "#tag\n\n" + alone).id, "markdown");
    EXPECT_EQ(formatOf("", alone + "```\n# one\n# two\n# three\n```\n").id, "markdown");
}

TEST(PlainText, WrappedLinesAreOneParagraphAndOthersAreLines)
{
    const std::string_view text
        = "This is prose that somebody wrapped at a width\nof some forty-odd columns, as mail "
          "programs do,\nand it ends here.\n\nmilk\nbread and butter for tomorrow morning\neggs\n";
    const auto tree = *readParagraphs(text, {});
    ASSERT_EQ(tree->blocks().size(), 2U);
    EXPECT_FALSE(tree->blocks()[0].isByLines);
    EXPECT_TRUE(tree->blocks()[1].isByLines);
    EXPECT_EQ(text.substr(tree->blocks()[1].bytes.begin), "milk\nbread and butter for tomorrow morning\neggs\n");
}

} // namespace
} // namespace cw::testing
