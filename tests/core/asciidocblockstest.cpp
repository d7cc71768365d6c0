// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and outline of AsciiDoc: the constructs one by one, and hostile input.
#include "formats/asciidocblocks.h"
#include "support/markupreading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Markup markup{"asciidoc"};

} // namespace

TEST(AsciidocHeadings, EqualsSignsAreLevels)
{
    EXPECT_THAT(markup.outlineOf("= Guide\n\n== First ==\n\n=== Deep\n\n====== Deepest\n\n== Second\n"),
                ElementsAre("1 Guide", "2 First", "3 Deep", "6 Deepest", "2 Second"));
    EXPECT_THAT(markup.outlineOf("==No blank\n\n======= Seven\n"), IsEmpty());
}

TEST(AsciidocHeadings, TitlesAreUnderlinedOverTheirLength)
{
    EXPECT_THAT(
        markup.outlineOf("Guide\n=====\n\nFirst part\n----------\n\nDeep\n~~~~~\n\nDeeper\n^^^^^\n\nEnd\n+++\n"),
        ElementsAre("1 Guide", "2 First part", "3 Deep", "4 Deeper", "5 End"));
    EXPECT_THAT(markup.outlineOf("Guide to it\n=====\n\ntext\n====\n"), IsEmpty());
}

TEST(AsciidocHeadings, InsideBlocksAndParagraphsThereAreNone)
{
    EXPECT_THAT(markup.outlineOf("Text\n== no heading\n\n----\n== code\n----\n\n====\n== example\n====\n\n== Yes\n"),
                ElementsAre("2 Yes"));
}

TEST(AsciidocHeadings, DiscreteOnesOpenNoSection)
{
    const std::string text = "== A\n\n[discrete]\n=== Aside\n\ntext\n\n[#id]\n=== B\n";
    EXPECT_THAT(markup.outlineOf(text), ElementsAre("2 A", "3 B"));
    EXPECT_THAT(markup.blocksOf(text),
                ElementsAre("heading == A", "heading [discrete]\n=== Aside", "paragraph text", "heading [#id]\n=== B"));
}

TEST(AsciidocBlocks, ATitleIsFollowedByItsHeader)
{
    EXPECT_THAT(
        markup.blocksOf("// remark\n:lang: en\n= Guide\nA. Author <a@example.org>\nv1.0\n:toc:\n\n:late: x\n\nText\n"),
        ElementsAre("comment // remark", "front_matter :lang: en", "heading = Guide",
                    "front_matter A. Author <a@example.org>\nv1.0\n:toc:", "definition :late: x", "paragraph Text"));
}

TEST(AsciidocBlocks, DelimitedBlocksHoldTextOrBlocks)
{
    EXPECT_THAT(
        markup.blocksOf("[source,sh]\n.Run it\n----\nls\n\n....\n----\n\n....\nplain\n....\n\n```ruby\nputs\n```\n"),
        ElementsAre("fence [source,sh]\n.Run it\n----\nls\n\n....\n----", "fence ....\nplain\n....",
                    "fence ```ruby\nputs\n```"));
    EXPECT_THAT(markup.blocksOf("[NOTE]\n====\nOne.\n\n=====\nTwo.\n=====\n====\nAfter\n"),
                ElementsAre("quote [NOTE]\n====\nOne.\n\n=====\nTwo.\n=====\n====", " paragraph One.",
                            " quote =====\nTwo.\n=====", "  paragraph Two.", "paragraph After"));
    EXPECT_THAT(
        markup.blocksOf("[verse]\n____\na\n\nb\n____\n\n////\n== no\n////\n\n++++\n<b>\n++++\n"),
        ElementsAre("paragraph [verse]\n____\na\n\nb\n____", "comment ////\n== no\n////", "html ++++\n<b>\n++++"));
}

TEST(AsciidocBlocks, AContainerEndsWhatIsOpenInIt)
{
    const std::string text = "====\n----\ncode\n====\n\nAfter\n";
    EXPECT_THAT(markup.blocksOf(text),
                ElementsAre("quote ====\n----\ncode\n====", " fence ----\ncode", "paragraph After"));
    const auto tree = markup.treeOf(text);
    ASSERT_EQ(tree->problems().size(), 1U);
    EXPECT_EQ(tree->problems()[0].kind, StructureProblem::Kind::UnclosedFence);
    EXPECT_EQ(tree->problems()[0].where, (ByteRange{5, 14}));
}

TEST(AsciidocBlocks, ListsNestByTheirMarks)
{
    EXPECT_THAT(markup.blocksOf("* one\nmore\n** deep\n\n. number\n* two\n\nAfter\n"),
                ElementsAre("list * one\nmore\n** deep\n\n. number\n* two",
                            " list_item * one\nmore\n** deep\n\n. number", "  paragraph one\nmore",
                            "  list ** deep\n\n. number", "   list_item ** deep\n\n. number", "    paragraph deep",
                            "    list . number", "     list_item . number", "      paragraph number",
                            " list_item * two", "  paragraph two", "paragraph After"));
}

TEST(AsciidocBlocks, APlusJoinsABlockToItsItem)
{
    EXPECT_THAT(markup.blocksOf("* one\n+\n----\ncode\n----\n+\nmore\n* two\n"),
                ElementsAre("list * one\n+\n----\ncode\n----\n+\nmore\n* two",
                            " list_item * one\n+\n----\ncode\n----\n+\nmore", "  paragraph one",
                            "  fence ----\ncode\n----", "  paragraph more", " list_item * two", "  paragraph two"));
    // a blank line above it: to the item one level further out
    EXPECT_THAT(markup.blocksOf("* a\n** b\n\n+\nof a\n"),
                ElementsAre("list * a\n** b\n\n+\nof a", " list_item * a\n** b\n\n+\nof a", "  paragraph a",
                            "  list ** b", "   list_item ** b", "    paragraph b", "  paragraph of a"));
    EXPECT_THAT(
        markup.blocksOf("* one more\n----\ncode\n----\n"),
        ElementsAre("list * one more", " list_item * one more", "  paragraph one more", "fence ----\ncode\n----"));
}

TEST(AsciidocBlocks, TermsTakeTheNextTextAndIndentedTextStaysInItems)
{
    EXPECT_THAT(markup.blocksOf("tide::\n\nwater\nebb:: less\n\n  code\n\nAfter\n"),
                ElementsAre("list tide::\n\nwater\nebb:: less\n\n  code", " list_item tide::\n\nwater",
                            "  paragraph tide::", "  paragraph water", " list_item ebb:: less\n\n  code",
                            "  paragraph ebb::", "  paragraph less", "  code code", "paragraph After"));
}

TEST(AsciidocBlocks, CommentsAndConditionsPartNothing)
{
    EXPECT_THAT(
        markup.blocksOf("one\n// aside\nifdef::x[]\ntwo\nendif::[]\n\n* a\n// in the list\n* b\n\n//-\n\n* c\n"),
        ElementsAre("paragraph one\n// aside\nifdef::x[]\ntwo", "list * a\n// in the list\n* b", " list_item * a",
                    "  paragraph a", " list_item * b", "  paragraph b", "comment //-", "list * c", " list_item * c",
                    "  paragraph c"));
}

TEST(AsciidocTables, RowsBeginWhereColumnsAreFull)
{
    EXPECT_THAT(markup.blocksOf("|===\n|A |B\n\n|1 |one\n|2\n|two\n|===\n"),
                ElementsAre("table |===\n|A |B\n\n|1 |one\n|2\n|two\n|===", " table_header |A |B", " table_row |1 |one",
                            " table_row |2\n|two"));
    EXPECT_THAT(
        markup.blocksOf(
            "[cols=\"1,2*\",options=\"header\"]\n|===\n|A\n|B\n|C\n|1 2+|wide\n|x |y \\| z |w\nmore\n|===\n"),
        ElementsAre("table [cols=\"1,2*\",options=\"header\"]\n|===\n|A\n|B\n|C\n|1 2+|wide\n|x |y \\| z |w\nmore\n"
                    "|===",
                    " table_header |A\n|B\n|C", " table_row |1 2+|wide", " table_row |x |y \\| z |w\nmore"));
    EXPECT_THAT(markup.blocksOf(",===\na,b\n1,2\n,===\n"),
                ElementsAre("table ,===\na,b\n1,2\n,===", " table_row a,b", " table_row 1,2"));
}

TEST(AsciidocBlocks, WhatNothingClosesRunsToTheEndAndIsTold)
{
    for (const std::string_view text : {"----\ncode\n\n== no\n", "|===\n|a\n\n== no\n"}) {
        const auto tree = markup.treeOf(text);
        EXPECT_THAT(tree->outline(), IsEmpty());
        ASSERT_EQ(tree->problems().size(), 1U) << text;
        EXPECT_EQ(tree->problems()[0].where.begin, 0U);
    }
}

TEST(AsciidocBlocks, LineEndsChangeNothing)
{
    const std::string text = "= T\nA. B\n\n* a\n+\n----\nx\n----\n\nb::\n\nc\n\n|===\n|a\n\n|b\n|===\n";
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
}

TEST(AsciidocSniffing, TextsWithoutASuffixThatSaysSoAreKnownByTheirMarks)
{
    EXPECT_EQ(formatOf("README", "= Guide\n:toc:\n\n== First\n\nText\n").id, "asciidoc");
    EXPECT_EQ(formatOf("notes.txt", "== A\n\ntext\n\n[source,c]\n----\nx\n----\n").id, "asciidoc");
    EXPECT_EQ(formatOf("wiki.txt", "== A ==\n\ntext\n\n== B ==\n\n== C ==\n").id, "text");
    EXPECT_EQ(formatOf("notes.adoc", "Nothing but text.\n").id, "asciidoc");
}

TEST(AsciidocHostile, NestingIsBoundAndSaid)
{
    std::string lists;
    std::string delimiters;
    for (std::size_t i = 1; i < 2000; ++i) {
        lists += std::string(i, '*') + " a\n";
        delimiters += std::string(i + 3, '=') + "\n\n";
    }
    for (const std::string &text : {lists, delimiters}) {
        const auto tree = markup.treeOf(text);
        ASSERT_FALSE(tree->problems().empty());
        EXPECT_EQ(tree->problems()[0].kind, StructureProblem::Kind::NestedTooDeeply);
        std::vector<std::size_t> depths;
        for (const Block &block : tree->blocks())
            depths.push_back(block.parent == Block::none ? 1 : depths[block.parent] + 1);
        EXPECT_LE(*std::ranges::max_element(depths), asciidoc::deepestNesting + 1);
    }
}

TEST(AsciidocHostile, MillionsOfLinesAndLongLinesAreRead)
{
    constexpr std::size_t many = 1'000'000;
    const auto times = [](std::string_view piece, std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i)
            all += piece;
        return all;
    };
    EXPECT_THAT(markup.treeOf(std::string(many, '\n'))->blocks(), IsEmpty());
    for (const char c : {'x', '=', '*', '|', '[', '.'})
        EXPECT_EQ(markup.treeOf(std::string(10 * many, c))->blocks().size(), 1U) << c;
    for (const char c : {':', ';'}) // a term of such marks
        EXPECT_EQ(markup.treeOf(std::string(10 * many, c))->blocks().size(), 3U) << c;
    for (const std::string_view piece : {"=\n", "====\n", "* a\n", "+\n", "a::\n", ":a: b\n", "[a]\n", ".a\n", "|===\n",
                                         "a\n=\n", "--\n", "//\n", "a:: b:: ", "= a\n", "* a\n\n+\n", "|a "})
        EXPECT_FALSE(markup.treeOf(times(piece, many / 4))->blocks().empty()) << piece;
    EXPECT_FALSE(markup.treeOf("|===\n" + times("|a 2+|", many) + "\n|===\n")->blocks().empty());
}

TEST(AsciidocHostile, ReadingStopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(asciidoc::readBlocks("Text\n", stop.get_token()).isCancelled());
}

} // namespace cw::testing
