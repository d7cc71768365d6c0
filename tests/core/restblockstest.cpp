// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and outline of reStructuredText: the constructs one by one, a whole document, and hostile input.
#include "formats/restblocks.h"
#include "support/markupreading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Markup markup{"rst"};

} // namespace

TEST(RestHeadings, LevelsAreTheOrderInWhichAdornmentsAppear)
{
    EXPECT_THAT(
        markup.outlineOf("=====\nGuide\n=====\n\nFirst\n=====\n\nInner\n~~~~~\n\nSecond\n======\n\nOther\n~~~~~\n"),
        ElementsAre("1 Guide", "2 First", "3 Inner", "2 Second", "3 Other"));
}

TEST(RestHeadings, AnOverlineMakesAnotherKindOfAdornment)
{
    EXPECT_THAT(markup.outlineOf("A\n=\n\n===\n B\n===\n\nC\n=\n"), ElementsAre("1 A", "2 B", "1 C"));
}

TEST(RestHeadings, AShortLineUnderALongerOneIsText)
{
    EXPECT_THAT(markup.outlineOf("Longer title\n---\n"), IsEmpty());
    EXPECT_THAT(markup.outlineOf("Longer title\n-----\n"), ElementsAre("1 Longer title"));
    EXPECT_THAT(markup.outlineOf("\u6771\u4eac\n===\n"), IsEmpty()); // two characters, four columns
    EXPECT_THAT(markup.outlineOf("\u6771\u4eac\n====\n"), ElementsAre("1 \u6771\u4eac"));
}

TEST(RestHeadings, TitlesInsideOtherBlocksHeadNothing)
{
    EXPECT_THAT(markup.outlineOf("- Item\n  ====\n\n  Quoted\n  ------\n\n    Title\n    =====\n"), IsEmpty());
}

TEST(RestHeadings, OnlyTheLineRightAboveIsUnderlined)
{
    EXPECT_THAT(markup.outlineOf("A paragraph of\ntwo lines\n=========\n"), IsEmpty());
}

TEST(RestBlocks, LinesOfMarksBetweenBlankLinesPart)
{
    EXPECT_THAT(markup.blocksOf("One.\n\n----\n\nTwo.\n"),
                ElementsAre("paragraph One.", "thematic_break ----", "paragraph Two."));
}

TEST(RestBlocks, TwoColonsAnnounceCode)
{
    EXPECT_THAT(markup.blocksOf("Run::\n\n   make\n\n     all\n\nDone.\n"),
                ElementsAre("paragraph Run::", "code make\n\n     all", "paragraph Done."));
    EXPECT_THAT(markup.blocksOf("::\n\n   make\n"), ElementsAre("code ::\n\n   make"));
    EXPECT_THAT(markup.blocksOf("Quoted::\n\n> a\n> b\n\nEnd\n"),
                ElementsAre("paragraph Quoted::", "code > a\n> b", "paragraph End"));
    EXPECT_THAT(markup.blocksOf("No code \\::\n\n   quote\n"),
                ElementsAre("paragraph No code \\::", "quote quote", " paragraph quote"));
    EXPECT_THAT(markup.blocksOf("Lost::\n\nText\n\n::\n\nEnd\n"),
                ElementsAre("paragraph Lost::", "paragraph Text", "paragraph ::", "paragraph End"));
}

TEST(RestBlocks, ListsNestByTheirIndent)
{
    EXPECT_THAT(markup.blocksOf("* one\n\n  - deep\n  - deeper\n* two\n\n  more\n- other\n"),
                ElementsAre("list * one\n\n  - deep\n  - deeper\n* two\n\n  more",
                            " list_item * one\n\n  - deep\n  - deeper", "  paragraph one", "  list - deep\n  - deeper",
                            "   list_item - deep", "    paragraph deep", "   list_item - deeper",
                            "    paragraph deeper", " list_item * two\n\n  more", "  paragraph two", "  paragraph more",
                            "list - other", " list_item - other", "  paragraph other"));
}

TEST(RestBlocks, NumbersCountOnOrBeginAnotherList)
{
    const auto listsIn = [](std::string text) {
        return std::ranges::count(markup.partsOf(std::move(text)).blocks->blocks(), BlockKind::List, &Block::kind);
    };
    EXPECT_EQ(listsIn("1. a\n2. b\n3. c\n"), 1);
    EXPECT_EQ(listsIn("1. a\n\n3. c\n"), 2);
    EXPECT_EQ(listsIn("(i) a\n(ii) b\n"), 1);
    EXPECT_EQ(listsIn("h. a\ni. b\n"), 1);
    EXPECT_EQ(listsIn("#. a\n#. b\n"), 1);
    EXPECT_EQ(listsIn("1) a\n2. b\n"), 0); // the line below makes each of them text
    EXPECT_EQ(listsIn("A. Einstein was\nhere\n"), 0);
}

TEST(RestBlocks, TermsFieldsAndOptionsAreLists)
{
    EXPECT_THAT(markup.blocksOf("tide\n   water\nebb : noun\n   less\n"),
                ElementsAre("list tide\n   water\nebb : noun\n   less", " list_item tide\n   water", "  paragraph tide",
                            "  paragraph water", " list_item ebb : noun\n   less", "  paragraph ebb : noun",
                            "  paragraph less"));
    EXPECT_THAT(markup.blocksOf(":param x: the first\n   of all\n:type: int\n"),
                ElementsAre("list :param x: the first\n   of all\n:type: int",
                            " list_item :param x: the first\n   of all", "  paragraph the first\n   of all",
                            " list_item :type: int", "  paragraph int"));
    EXPECT_THAT(markup.blocksOf("-o FILE, --out=FILE  where\n-q          quiet\n"),
                ElementsAre("list -o FILE, --out=FILE  where\n-q          quiet",
                            " list_item -o FILE, --out=FILE  where", "  paragraph where",
                            " list_item -q          quiet", "  paragraph quiet"));
}

TEST(RestBlocks, DirectivesHoldBlocksOrCode)
{
    EXPECT_THAT(markup.blocksOf(".. note:: Mind the\n   gap.\n\n   - one\n\nAfter\n"),
                ElementsAre("quote .. note:: Mind the\n   gap.\n\n   - one", " paragraph Mind the\n   gap.",
                            " list - one", "  list_item - one", "   paragraph one", "paragraph After"));
    EXPECT_THAT(markup.blocksOf(".. code-block:: sh\n   :caption: run\n\n   ls\n\n   pwd\n\nAfter\n"),
                ElementsAre("fence .. code-block:: sh\n   :caption: run\n\n   ls\n\n   pwd", "paragraph After"));
    EXPECT_THAT(markup.blocksOf(".. figure:: map.png\n   :alt: A map\n\n   The bay\n\n   From the north.\n"),
                ElementsAre("quote .. figure:: map.png\n   :alt: A map\n\n   The bay\n\n   From the north.",
                            " paragraph map.png\n   :alt: A map", " caption The bay", " paragraph From the north."));
    EXPECT_THAT(markup.blocksOf(".. raw:: html\n\n   <b>x</b>\n"), ElementsAre("html .. raw:: html\n\n   <b>x</b>"));
}

TEST(RestBlocks, FootnotesTargetsAndCommentsAreKnown)
{
    EXPECT_THAT(
        markup.blocksOf(".. [#a] A note\n   on two lines.\n.. _place: https://example.org/\n.. |x| image:: x.png\n"
                        ".. just a\n   remark\n\n..\n\n   quote\n"),
        ElementsAre("footnote .. [#a] A note\n   on two lines.", " paragraph A note\n   on two lines.",
                    "definition .. _place: https://example.org/", "definition .. |x| image:: x.png",
                    "comment .. just a\n   remark", "comment ..", "quote quote", " paragraph quote"));
}

TEST(RestTables, GridsHaveRowsAndAHeader)
{
    EXPECT_THAT(
        markup.blocksOf(
            "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n|   | 3 |\n+---+---+\n| 4 | 5 |\n+---+---+\n\nEnd\n"),
        ElementsAre("table +---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n|   | 3 |\n+---+---+\n| 4 | 5 |\n+---+---+",
                    " table_header +---+---+\n| a | b |\n+===+===+", " table_row | 1 | 2 |\n|   | 3 |\n+---+---+",
                    " table_row | 4 | 5 |\n+---+---+", "paragraph End"));
}

TEST(RestTables, RowsOfSimpleTablesBeginInTheFirstColumn)
{
    EXPECT_THAT(markup.blocksOf("===  ====\nA    B\n===  ====\n1    one\n     more\n\n2    two\n===  ====\n\nEnd\n"),
                ElementsAre("table ===  ====\nA    B\n===  ====\n1    one\n     more\n\n2    two\n===  ====",
                            " table_header ===  ====\nA    B\n===  ====", " table_row 1    one\n     more",
                            " table_row 2    two\n===  ====", "paragraph End"));
    EXPECT_THAT(markup.blocksOf("== ==\n1  2\n3  4\n== ==\n"),
                ElementsAre("table == ==\n1  2\n3  4\n== ==", " table_row == ==\n1  2", " table_row 3  4\n== =="));
}

TEST(RestTables, ATableWithoutItsLastBorderIsAProblem)
{
    const auto tree = markup.treeOf("== ==\n1  2\n\nText\n");
    ASSERT_EQ(tree->blocks().size(), 1U);
    EXPECT_EQ(tree->blocks()[0].kind, BlockKind::Code);
    ASSERT_EQ(tree->problems().size(), 1U);
    EXPECT_EQ(tree->problems()[0].kind, StructureProblem::Kind::UnclosedFence);
}

TEST(RestBlocks, LineEndsTabsAndAByteOrderMarkChangeNothing)
{
    const std::string text = "Title\n=====\n\n- a\n\n  b::\n\n        code\n\n.. note:: x\n";
    std::string crLf;
    for (const char c : text)
        crLf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    const auto kinds = [](std::string_view read) {
        std::vector<BlockKind> all;
        const auto tree = markup.treeOf(read);
        for (const Block &block : tree->blocks())
            all.push_back(block.kind);
        return all;
    };
    EXPECT_EQ(kinds(text), kinds(crLf));
    EXPECT_EQ(kinds(text), kinds("\xEF\xBB\xBF" + text));
    EXPECT_EQ(kinds(text), kinds("Title\n=====\n\n-\ta\n\n\tb::\n\n\t\tcode\n\n.. note:: x\n"));
}

TEST(RestSniffing, TextsWithoutASuffixThatSaysSoAreKnownByTheirMarks)
{
    EXPECT_EQ(formatOf("README", "Title\n=====\n\n.. note::\n   Text\n").id, "rst");
    EXPECT_EQ(formatOf("notes.txt", ".. _a: b\n\n.. image:: x.png\n").id, "rst");
    EXPECT_EQ(formatOf("notes.rst", "Nothing but text.\n").id, "rst");
    EXPECT_EQ(formatOf("notes.txt", "Title\n=====\n\nText, and ... more.\n").id, "text");
}

TEST(RestHostile, NestingIsBoundAndSaid)
{
    std::string marks;
    std::string stairs;
    for (std::size_t i = 0; i < 5000; ++i) {
        marks += "- ";
        stairs += std::string(i, ' ') + "a\n\n";
    }
    for (const std::string &text : {marks + "x\n", stairs}) {
        const auto tree = markup.treeOf(text);
        ASSERT_FALSE(tree->problems().empty());
        EXPECT_EQ(tree->problems()[0].kind, StructureProblem::Kind::NestedTooDeeply);
        std::vector<std::size_t> depths;
        for (const Block &block : tree->blocks())
            depths.push_back(block.parent == Block::none ? 1 : depths[block.parent] + 1);
        EXPECT_LE(*std::ranges::max_element(depths), rest::deepestNesting + 1);
    }
}

TEST(RestHostile, MillionsOfLinesAndLongLinesAreRead)
{
    constexpr std::size_t many = 1'000'000;
    const auto times = [](std::string_view piece, std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i)
            all += piece;
        return all;
    };
    EXPECT_THAT(markup.treeOf(std::string(many, '\n'))->blocks(), IsEmpty());
    EXPECT_EQ(markup.treeOf(std::string(10 * many, 'x'))->blocks().size(), 1U);
    EXPECT_EQ(markup.treeOf(std::string(10 * many, '='))->blocks().size(), 1U);
    for (const std::string_view piece : {"=\n", "====\n", "- \n", "..\n", "a\n b\n", "::\n\n", "== ==\n", "+--+\n",
                                         "-o\n\n", "1. 1. 1. 1. a\n", ".. x::\n", "a\n=\n", "|\n", ":a:\n"})
        EXPECT_FALSE(markup.treeOf(times(piece, many / 4))->blocks().empty()) << piece;
}

TEST(RestHostile, ReadingStopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(rest::readBlocks("Text\n", stop.get_token()).isCancelled());
}

} // namespace cw::testing
