// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and bullets of HTML lists as browsers count them (HTML standard, "ordinal values" and the rendering section),
// and columns of cells that span others. All expectations are written by hand.
#include "formats/format.h"
#include "support/chunking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const Document> page(std::string body)
{
    return *readDocument("page.html", "<!doctype html>" + std::move(body), {}, *findFormat("html"), {});
}

std::string textOf(std::string body)
{
    return std::string(page(std::move(body))->text());
}

TEST(HtmlLists, ItemsAreCountedAsBrowsersDo)
{
    EXPECT_EQ(textOf("<ol><li>a<li>b<li>c</ol>"), "1. a\n2. b\n3. c");
    EXPECT_EQ(textOf("<ol start=9><li>a<li>b</ol>"), "9. a\n10. b");
    EXPECT_EQ(textOf("<ol start=' -1x'><li>a<li>b<li>c</ol>"), "-1. a\n0. b\n1. c");
    EXPECT_EQ(textOf("<ol start=x><li>a</ol>"), "1. a");
    EXPECT_EQ(textOf("<ol><li value=5>a<li>b<li value=2>c<li>d</ol>"), "5. a\n6. b\n2. c\n3. d");
    EXPECT_EQ(textOf("<ol><li>a<li><li>c</ol>"), "1. a\n3. c") << "an item without text is counted";
}

TEST(HtmlLists, FallingNumbersBeginWithTheNumberOfItems)
{
    EXPECT_EQ(textOf("<ol reversed><li>a<li>b<!-- <li> --><ol><li>x<li>y</ol><li>c</ol><ol><li>d</ol>"),
              "3. a\n2. b\n  1. x\n  2. y\n1. c\n\n1. d");
    EXPECT_EQ(textOf("<ol reversed start=2><li>a<li>b<li>c</ol>"), "2. a\n1. b\n0. c");
    EXPECT_EQ(textOf("<ol reversed><li>a<li value=7>b<li>c</ol>"), "3. a\n7. b\n6. c");
}

TEST(HtmlLists, MarksAreThoseOfTypesAndStyles)
{
    EXPECT_EQ(textOf("<ol type=a start=26><li>x<li>y</ol>"), "z. x\naa. y");
    EXPECT_EQ(textOf("<ol type=A><li>x</ol><ol type=i start=4><li>y</ol><ol type=I start=9><li>z</ol>"),
              "A. x\n\niv. y\n\nIX. z");
    EXPECT_EQ(textOf("<ol type=i><li value=0>zero<li value=4000>large</ol>"), "0. zero\n4000. large");
    EXPECT_EQ(textOf("<ul><li>a<ul><li>b<ul><li>c<ul><li>d</ul></ul></ul></ul>"), "• a\n  ◦ b\n    ▪ c\n      ▪ d");
    EXPECT_EQ(textOf("<ol><li>a<ul><li>b</ul></ol>"), "1. a\n  ◦ b");
    EXPECT_EQ(textOf("<ul type=square><li>a</ul><ul style='List-Style : none'><li>b</ul>"), "▪ a\n\nb");
    EXPECT_EQ(textOf("<ul style='color: red; list-style-type: upper-roman'><li>a</ul>"), "I. a");
    EXPECT_EQ(textOf("<dl><dt>a<dd>b<ul><li>c</ul></dl>"), "a\nb\n  • c");
}

TEST(HtmlLists, MarksStandBeforeWhatAnItemBeginsWith)
{
    EXPECT_EQ(textOf("<ol><li><p>a<p>b<li><h2>c</h2>d<li><pre>e\n f</pre></ol>"), "1. a\n\nb\n\n2. c\n\nd\n\n3. e\n f");
    EXPECT_EQ(textOf("<ul><li><ol><li>a<li>b</ol></ul>"), "• 1. a\n  2. b");
    EXPECT_EQ(textOf("<ul>loose<li>a</ul><li>b"), "loose\n• a\n\nb");
    const auto document = page("<ol><li>a<li>b</ol>");
    const auto blocks = document->blocks().blocks();
    ASSERT_EQ(blocks.size(), 5U);
    EXPECT_EQ(document->slice(blocks[3].bytes), "2. b");
    EXPECT_EQ(document->slice(blocks[4].bytes), "b");
    const auto sources = document->sourceMap()->sourcesOf({5, 8});
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(sources[0].begin, sources[0].end) << "marks take nothing of the source";
}

/// "kind text | path" of each block.
std::vector<std::string> blocksOf(const Document &document)
{
    std::vector<std::string> lines;
    const BlockTree &tree = document.blocks();
    for (const Block &block : tree.blocks()) {
        std::string line
            = std::string(blockKindId(block.kind)) + ' ' + headingTitle(document.text(), block.bytes) + " |";
        for (const std::uint32_t heading : tree.headingPathAt(block.bytes.begin))
            line += ' ' + tree.title(document.text(), heading);
        lines.push_back(line);
    }
    return lines;
}

TEST(HtmlLists, HeadingsInItemsHeadSections)
{
    const auto document = page("<h1>T</h1><ol><li><h2>A</h2><p>a</p><li><h2>B</h2><p>b</p></ol><p>c</p>");
    EXPECT_EQ(document->text(), "T\n\n1. A\n\na\n\n2. B\n\nb\n\nc");
    EXPECT_THAT(blocksOf(*document),
                ElementsAre("heading T | T", "heading 1. A | T A", "paragraph a | T A", "heading 2. B | T B",
                            "paragraph b | T B", "paragraph c | T"));
    const auto chunks = chunkDocument(document, {.strategy = "html-sections", .max = 300});
    ASSERT_EQ(chunks->size(), 3U);
    EXPECT_EQ(chunks->text(0), "T\n\n1. A\n\na");
    EXPECT_EQ(chunks->text(1), "2. B\n\nb");
    EXPECT_EQ(chunks->text(2), "c");
}

TEST(HtmlLists, SectionsInItemsNest)
{
    EXPECT_THAT(blocksOf(*page("<ol><li><h2>A</h2><ul><li><h3>B</h3>b<ul><li>x<li>y</ul></ul>a</ol>z")),
                ElementsAre("heading 1. A | A", "heading ◦ B | A B", "paragraph b | A B", "list ▪ x ▪ y | A B",
                            "list_item ▪ x | A B", "paragraph x | A B", "list_item ▪ y | A B", "paragraph y | A B",
                            "paragraph a | A", "paragraph z |"));
    EXPECT_THAT(blocksOf(*page("<dl><dt>t<dd><h2>A</h2>a</dl>b")),
                ElementsAre("paragraph t |", "heading A | A", "paragraph a | A", "paragraph b |"));
    EXPECT_THAT(
        blocksOf(*page("<section><h1>T</h1></section><ul><li><h2>A</h2>a</ul><ul><li><h2>B</h2></ul>b")),
        ElementsAre("heading T | T", "heading • A | T A", "paragraph a | T A", "heading • B | T B", "paragraph b |"));
}

TEST(HtmlLists, ItemsWithoutHeadingsStayItemsBesideThem)
{
    EXPECT_THAT(blocksOf(*page("<ul><li>a<li>b<li>c<h2>C</h2>d<li>e</ul>")),
                ElementsAre("list • a • b |", "list_item • a |", "paragraph a |", "list_item • b |", "paragraph b |",
                            "paragraph • c |", "heading C | C", "paragraph d | C", "list • e |", "list_item • e |",
                            "paragraph e |"));
    EXPECT_THAT(blocksOf(*page("<ul><li>a<li><blockquote><h2>B</h2>b</blockquote></ul>")),
                ElementsAre("list • a • B b |", "list_item • a |", "paragraph a |", "list_item • B b |", "quote B b |",
                            "heading B |", "paragraph b |"))
        << "what is quoted heads nothing";
}

TEST(HtmlLists, HardListsStayCheap)
{
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "<div><ol reversed><li>a</div>";
    EXPECT_LT(textOf(text).size(), text.size());
    text.clear();
    for (int i = 0; i < 190; ++i)
        text += "<ul><li>";
    for (int i = 0; i < 1000; ++i)
        text += "<li>a";
    EXPECT_LT(textOf(text).size(), 1000 * 45 + 190 * 10U);
}

TEST(HtmlPermalinks, SignsThatLeadToTheirHeadingAreNotRead)
{
    EXPECT_EQ(textOf("<h2 id=a>One<a href='#a'>¶</a></h2>b"), "One\n\nb");
    EXPECT_EQ(textOf("<section id=a><h2>One <a class=x href='p.html#a' title='here'>&para;</a></h2></section>"), "One");
    EXPECT_EQ(textOf("<h2><a name='a'></a>One <a href=#a><span> # </span></A ></h2>"), "One");
    EXPECT_EQ(textOf("<h2 id='ä'><a href='#%C3%a4'>§</a> One<a href='#%C3%A4'>\xF0\x9F\x94\x97</a> two</h2>"),
              "One two");
    EXPECT_EQ(textOf("<h2 id=a><a id=b href='#b'>#</a></h2>c"), "c");
}

TEST(HtmlPermalinks, OtherLinksAre)
{
    EXPECT_EQ(textOf("<h2 id=a>One<a href='#b'>§</a></h2>"), "One§") << "leads elsewhere";
    EXPECT_EQ(textOf("<h2 id=a>One <a href='#a'># 1</a></h2>"), "One # 1");
    EXPECT_EQ(textOf("<h2 id=a>In C<a href='#'>#</a></h2>"), "In C#");
    EXPECT_EQ(textOf("<p id=a>One <a href='#a'>#</a></p>"), "One #") << "no heading";
    EXPECT_EQ(textOf("<h2 id=a>One <a>#</a> <a href='#a'>#</h2>b"), "One # #\n\nb");
}

TEST(HtmlPermalinks, TextAroundKeepsItsPlace)
{
    const std::string html = "<!doctype html><h2 id=a>One <a href='#a'>#</a> two</h2>";
    const auto document = page(html.substr(15));
    ASSERT_EQ(document->text(), "One two");
    const auto sources = document->sourceMap()->sourcesOf({4, 7});
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(html.substr(sources[0].begin, sources[0].end - sources[0].begin), "two");
}

TEST(HtmlTables, CellsStandInTheirColumns)
{
    EXPECT_EQ(textOf("<table><tr><th rowspan=2>Place<th colspan=2>Heights<tr><th>low<th>high"
                     "<tr><td>Quay<td>1<td>2<tr><td colspan=2>Lock<td>3</table>"),
              "Place\tHeights\n\tlow\thigh\nQuay\t1\t2\nLock\t\t3");
    EXPECT_EQ(
        textOf("<table><tr><td rowspan=3>a<td>b<td>c<tr><td>d<td>e<tr><td rowspan=2>f<td>g<tr><td>h<td>i</table>"),
        "a\tb\tc\n\td\te\n\tf\tg\nh\t\ti");
    EXPECT_EQ(textOf("<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>"), "a\tb\n\tc\n\td");
    EXPECT_EQ(textOf("<table><thead><tr><th rowspan=9>a<th>b</thead><tbody><tr><td>c<td>d</table>"), "a\tb\nc\td")
        << "no cell reaches out of its rows";
}

/// A chunk that begins with a row keeps the empty cells before it.
TEST(HtmlTables, ChunksBeginWithTheFirstColumn)
{
    const auto document = page("<table><tr><th>Group<th>Name<th>Size<tr><td rowspan=2>one<td>two<td>3<tr><td>four<td>5"
                               "</table>");
    ParameterValues values;
    values.set("tables", std::string("rows"));
    const auto chunks = chunkDocument(document, {.strategy = "structured", .tokenizer = "words", .max = 3});
    ASSERT_EQ(chunks->size(), 3U);
    EXPECT_EQ(chunks->text(2), "\tfour\t5");
}

TEST(HtmlTables, WideSpansCostNothing)
{
    EXPECT_EQ(textOf("<table><tr><td colspan=1000000000>a<tr><td>b<td>c</table>"), "a\nb\tc");
    EXPECT_EQ(textOf("<table><tr><td colspan=99999999999999>a<td rowspan=99999999999>b<tr><td>c</table>"), "a\tb\nc");
    std::string hard = "<table><tr>";
    for (int i = 0; i < 2000; ++i)
        hard += "<td>";
    for (int i = 0; i < 2000; ++i)
        hard += "<tr><td colspan=1000>a<td>b";
    const auto document = page(hard + "</table>");
    EXPECT_LT(document->text().size(), hard.size());
    ASSERT_EQ(document->problems().size(), 1U);
    EXPECT_THAT(document->problems().front().message, HasSubstr("span so many columns"));
}

TEST(HtmlTables, CellsThatReachDownInGreatNumberAreTold)
{
    const auto tableOf = [](int cells) {
        std::string table = "<table><tr>";
        for (int i = 0; i < cells; ++i)
            table += "<td rowspan=2>h";
        return table + "<td>Z<tr><td>under Z</table>";
    };
    const auto followed = page(tableOf(256));
    EXPECT_TRUE(followed->text().ends_with('\n' + std::string(256, '\t') + "under Z"));
    EXPECT_TRUE(followed->problems().empty());
    const auto told = page(tableOf(257));
    EXPECT_TRUE(told->text().ends_with("\nunder Z"));
    ASSERT_EQ(told->problems().size(), 1U);
    EXPECT_THAT(told->problems().front().message, HasSubstr("span so many"));
}

TEST(HtmlTables, OfAttributesOfOneNameTheFirstCounts)
{
    EXPECT_EQ(textOf("<table><tr><td colspan=2 colspan=3>a<td>b<tr><td>1<td>2<td>3<td>4</table>"),
              "a\t\tb\n1\t2\t3\t4");
    EXPECT_EQ(textOf("<ol start=3 start=7><li value=5 value=9>a<li>b</ol>"), "5. a\n6. b");
}

TEST(HtmlLists, StylesAreReadByTheirDeclarations)
{
    EXPECT_EQ(textOf("<ol style='color: red; LIST-STYLE : inside upper-roman!important'><li>a</ol>"), "I. a");
    EXPECT_EQ(textOf("<ol style='x-list-style: upper-roman; content: list-style: square'><li>a</ol>"), "1. a");
    // Read once, not once for every time the name stands in it.
    std::string hard = "<ol style='";
    for (int i = 0; i < 200'000; ++i)
        hard += "list-style:a ";
    EXPECT_EQ(textOf(hard + "'><li>a</ol>"), "1. a");
}

} // namespace
} // namespace cw::testing
