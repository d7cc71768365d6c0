// SPDX-License-Identifier: GPL-3.0-or-later
// HTML: text as a browser shows it, blocks, outline, the way back to the source, and hostile input.
#include "formats/html.h"
#include "formats/format.h"
#include "formats/htmlentities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<const Document> page(std::string html, ParameterValues options = {})
{
    DocumentSource source;
    source.formatOptions = std::move(options);
    return *readDocument("page.html", std::move(html), source, *findFormat("html"), {});
}

std::string textOf(std::string html)
{
    return std::string(page(std::move(html))->text());
}

/// "kind text" of every block, its depth shown by dots.
std::vector<std::string> blocksOf(std::string html)
{
    const auto document = page(std::move(html));
    std::vector<std::string> lines;
    std::vector<std::size_t> depths;
    for (const Block &block : document->blocks().blocks()) {
        depths.push_back(block.parent == Block::none ? 0 : depths[block.parent] + 1);
        lines.push_back(std::string(depths.back(), '.') + std::string(blockKindId(block.kind)) + ' '
                        + std::string(document->slice(block.bytes)));
    }
    return lines;
}

/// "2 Title": level and title of each heading of the outline.
std::vector<std::string> outlineOf(std::string html)
{
    const auto document = page(std::move(html));
    std::vector<std::string> lines;
    for (const Heading &heading : document->blocks().outline())
        lines.push_back(std::to_string(heading.level) + ' ' + headingTitle(document->text(), heading.title));
    return lines;
}

std::vector<std::string> pathAt(std::string html, std::string_view place)
{
    const auto document = page(std::move(html));
    std::vector<std::string> titles;
    for (const std::uint32_t heading : document->blocks().headingPathAt(document->text().find(place)))
        titles.push_back(headingTitle(document->text(), document->blocks().outline()[heading].title));
    return titles;
}

TEST(HtmlText, WhiteSpaceIsCollapsedAsInBrowsers)
{
    EXPECT_EQ(textOf("<p>  one \n\t two<b> three</b> <i> four</i>five </p>"), "one two three fourfive");
    EXPECT_EQ(textOf("a<b>b</b>c <span>d</span>\n<span> e</span>"), "abc d e");
    EXPECT_EQ(textOf("<p>a<p>b<div>c</div>d"), "a\n\nb\n\nc\nd");
    EXPECT_EQ(textOf("<p>&nbsp;</p><p>\xC2\xA0x\xC2\xA0y</p>"), "x\xC2\xA0y");
    EXPECT_EQ(textOf("\xE6\x97\xA5\xE6\x9C\xAC\n\xE8\xAA\x9E"), "\xE6\x97\xA5\xE6\x9C\xAC \xE8\xAA\x9E");
}

TEST(HtmlText, LineBreaks)
{
    EXPECT_EQ(textOf("<p>a <br> b<br/>c<br></p><p>d"), "a\nb\nc\n\nd");
    EXPECT_THAT(blocksOf("<div>a<br>b<br><br>c</div>"), ElementsAre("paragraph a\nb", "paragraph c"));
    EXPECT_TRUE(page("a<br>b")->blocks().blocks().front().isByLines);
    EXPECT_FALSE(page("a b")->blocks().blocks().front().isByLines);
}

TEST(HtmlText, PreformattedTextIsKept)
{
    EXPECT_THAT(blocksOf("<pre>\n\n  a\n\tb &lt;c>  \n\n</pre>x"), ElementsAre("code a\n\tb <c>", "paragraph x"));
    EXPECT_EQ(textOf("<pre>\n  a\r\n  <b>b</b>\rc&#10;d</pre>"), "  a\n  b\nc\nd");
    EXPECT_EQ(textOf("<p>x<pre>a\n</pre>"), "x\n\na");
}

TEST(HtmlText, References)
{
    EXPECT_EQ(textOf("&lt;&amp;&gt; AT&T &ampx &copy2 &notit; &notin; &nosuch; &"),
              "<&> AT&T &x \xC2\xA9"
              "2 \xC2\xACit; \xE2\x88\x89 &nosuch; &");
    EXPECT_EQ(textOf("&#65;&#x42;&#67 &#128; &#0; &#xD800; &#x110000; &#99999999999;"),
              "ABC \xE2\x82\xAC \xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD");
    EXPECT_EQ(textOf("a&#32;&#10; b"), "a b");
    EXPECT_EQ(textOf("<p>x&NotEqualTilde;"), "x\xE2\x89\x82\xCC\xB8");
    EXPECT_EQ(html::readReference("&CounterClockwiseContourIntegral;").length, 33U);
    EXPECT_EQ(html::readReference("&lt").length, 3U);
    EXPECT_EQ(html::readReference("&#x;").length, 0U);
    EXPECT_EQ(html::readReference("&").length, 0U);
}

TEST(HtmlText, WhatIsNotReadIsLeftOut)
{
    EXPECT_EQ(
        textOf("<head><title>t</title><style>p{}</style></head><body>a<script>if (x<y) '</p>'</script>b"
               "<template><p>no</template><noscript>no</noscript><select><option>no</select><textarea>no</textarea>"
               "<svg><text>no</text></svg><!-- no --><iframe>no</iframe>c"),
        "abc");
    EXPECT_EQ(
        textOf("<p hidden>no<p aria-hidden=true>no<p style='color:red; Display : none'>no<p>yes<dialog>no</dialog>"),
        "yes");
    EXPECT_EQ(textOf("<nav><ul><li>no</ul></nav><div role=navigation>no</div><header>Site</header><main>x</main>"),
              "Site\nx");
    EXPECT_EQ(textOf("<script><!-- <script> no </script> no --></script>yes"), "yes");
    EXPECT_EQ(textOf("<math><mi>x</mi><mo>=</mo><annotation>no</annotation></math>"), "x=");
    EXPECT_EQ(textOf(std::string("a\0b", 3)), "ab");
}

TEST(HtmlText, OptionsBringItBack)
{
    ParameterValues options;
    options.set("navigation", true);
    options.set("hidden", true);
    options.set("page-frame", false);
    const auto document
        = page("<nav>n</nav><p hidden>h</p><header>no</header><aside>no</aside><article><header>a</header>"
               "</article><footer>no</footer>",
               options);
    EXPECT_EQ(document->text(), "n\n\nh\n\na");
}

TEST(HtmlBlocks, ListsAndQuotations)
{
    EXPECT_THAT(blocksOf("<ul><li>a<li><p>b<p>c<ol><li>d</ol></ul><blockquote>q<p>r</blockquote>"),
                ElementsAre("list • a\n\n• b\n\nc\n\n  1. d", ".list_item • a", "..paragraph a",
                            ".list_item • b\n\nc\n\n  1. d", "..paragraph b", "..paragraph c", "..list 1. d",
                            "...list_item 1. d", "....paragraph d", "quote q\n\nr", ".paragraph q", ".paragraph r"));
    EXPECT_THAT(blocksOf("<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>"),
                ElementsAre("list a\nb\nc\nd\ne\nf", ".list_item a\nb\nc\nd", "..paragraph a", "..paragraph b",
                            "..paragraph c", "..paragraph d", ".list_item e\nf", "..paragraph e", "..paragraph f"));
    EXPECT_THAT(blocksOf("<ul></ul><li>a</li><blockquote> </blockquote>"), ElementsAre("paragraph a"));
    EXPECT_THAT(blocksOf("<ul><li>a</li><ul><li>b</ul></ul>"),
                ElementsAre("list • a\n  ◦ b", ".list_item • a", "..paragraph a", ".list_item ◦ b", "..list ◦ b",
                            "...list_item ◦ b", "....paragraph b"));
}

TEST(HtmlBlocks, TablesHaveRowsAndAHeader)
{
    EXPECT_THAT(blocksOf("<table><caption>Prices</caption><thead><tr><th>a<th>b<tr><th>c<th>d</thead>"
                         "<tr><td>1<td>2<tr><th>3<td><p>4<p>5<tr><td><td>6</table>"),
                ElementsAre("caption Prices", "table a\tb\nc\td\n1\t2\n3\t4\n5\n\t6", ".table_header a\tb\nc\td",
                            ".table_row 1\t2", ".table_row 3\t4\n5", ".table_row 6"));
    EXPECT_THAT(blocksOf("<table><tr><th>a<th>b<tr><td>1<td>2</table>"),
                ElementsAre("table a\tb\n1\t2", ".table_header a\tb", ".table_row 1\t2"));
}

TEST(HtmlBlocks, TablesThatLayOutThePageAreNone)
{
    EXPECT_THAT(blocksOf("<table><tr><td>menu<td><h1>T</h1><p>x</table>"),
                ElementsAre("paragraph menu", "heading T", "paragraph x"));
    EXPECT_THAT(blocksOf("<table><tr><td>note</table>"), ElementsAre("paragraph note"));
    EXPECT_THAT(blocksOf("<table role=presentation><tr><td>a<td>b</table>"), ElementsAre("paragraph a", "paragraph b"));
    EXPECT_THAT(blocksOf("<table><tr><td>x<td><table><tr><td>a<td>b</table></table>"),
                ElementsAre("paragraph x", "table a\tb", ".table_row a\tb"));
}

TEST(HtmlBlocks, WhatIsInTheWrongPlaceOfATableStandsBeforeIt)
{
    EXPECT_THAT(blocksOf("x<table><tr>y<td>1<td>2</tr><b>z</b></table>"),
                ElementsAre("paragraph xyz", "table 1\t2", ".table_row 1\t2"));
}

TEST(HtmlBlocks, FiguresAndCode)
{
    EXPECT_THAT(blocksOf("<figure><pre>x = 1</pre><figcaption>Listing <b>1</b></figcaption></figure>"),
                ElementsAre("code x = 1", "caption Listing 1"));
    EXPECT_THAT(blocksOf("<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>"),
                ElementsAre("code 1\n2", "code a\nb"));
}

TEST(HtmlOutline, RanksAreLevels)
{
    EXPECT_THAT(
        outlineOf(
            "<h1>A</h1><h2>B<br>b</h2><h3></h3><h4>C</h4><div role=heading aria-level=2>D</div><p role=heading>E"),
        ElementsAre("1 A", "2 B b", "4 C", "2 D", "2 E"));
    EXPECT_THAT(outlineOf("<blockquote><h1>q</h1><ul><li><h2>l</h2></ul></blockquote>"), IsEmpty());
}

TEST(HtmlOutline, SectionsMoveHeadingsBelowTheOneAbove)
{
    EXPECT_THAT(
        outlineOf("<h1>A</h1><section><h1>B</h1><h2>C</h2><section><h1>D</h1></section></section><section><h2>E</h2>"),
        ElementsAre("1 A", "2 B", "3 C", "4 D", "2 E"));
    const std::string html = "<h1>A</h1>a<section><h2>B</h2>b</section>c";
    EXPECT_THAT(pathAt(html, "b"), ElementsAre("A", "B"));
    EXPECT_THAT(pathAt(html, "c"), ElementsAre("A"));
    // a page whose first band holds its title
    EXPECT_THAT(pathAt("<section><h1>A</h1></section><section><h2>B</h2>b</section>", "b"), ElementsAre("A", "B"));
    EXPECT_THAT(pathAt("<section><h1>A</h1>a</section>b<section><h2>B</h2>c</section>", "c"), ElementsAre("B"));
    EXPECT_THAT(pathAt("<section><h1>A</h1>a</section>b", "b"), IsEmpty());
    // main keeps ranks
    EXPECT_THAT(outlineOf("<h2>Menu</h2><main><h1>A</h1><section><h1>B</h1></section></main>"),
                ElementsAre("2 Menu", "1 A", "2 B"));
    EXPECT_THAT(pathAt("<main><h1>A</h1>a</main><footer>f</footer>", "f"), IsEmpty());
}

TEST(HtmlSource, EveryStretchIsFoundInIt)
{
    const std::string html = "<p>one &amp; two\n  three <b>four</b></p><ul><li>f&iacute;ve</ul>";
    const auto document = page(html);
    ASSERT_TRUE(document->sourceMap());
    const auto sourceOf = [&](std::string_view part) {
        const std::size_t begin = document->text().find(part);
        const auto ranges = document->sourceMap()->sourcesOf({begin, begin + part.size()});
        EXPECT_EQ(ranges.size(), 1U);
        return html.substr(ranges.front().begin, ranges.front().end - ranges.front().begin);
    };
    EXPECT_EQ(document->text(), "one & two three four\n\n• f\xC3\xADve");
    EXPECT_EQ(sourceOf("one"), "one");
    EXPECT_EQ(sourceOf("&"), "&amp;");
    EXPECT_EQ(sourceOf("two three"), "two\n  three");
    EXPECT_EQ(sourceOf("three four"), "three <b>four");
    EXPECT_EQ(sourceOf("f\xC3\xADv"), "f&iacute;v");
    EXPECT_EQ(sourceOf("four\n\n• f"), "four</b></p><ul><li>f");
}

TEST(HtmlSource, PageBreaksOfPrintedBooksBeginPages)
{
    const auto document = page("<p>a<span role=doc-pagebreak aria-label=12></span>b</p><p>c");
    ASSERT_EQ(document->sourceMap()->pages().size(), 2U);
    EXPECT_EQ(document->sourceMap()->pages()[0].label, "before 12");
    EXPECT_EQ(document->sourceMap()->pages()[1].label, "12");
    EXPECT_EQ(document->sourceMap()->pages()[1].textBegin, 1U);
    EXPECT_TRUE(page("<p>a<p>b")->sourceMap()->pages().empty());
}

TEST(HtmlXml, EmptyElementsAndCdata)
{
    EXPECT_EQ(textOf("<?xml version='1.0'?><html><body><title/><p/>a<script/><![CDATA[<b> & c]]><br></br>d"),
              "a<b> & c\nd");
    EXPECT_EQ(textOf("<!doctype html><p/>a<![CDATA[b]]>c"), "ac");
}

TEST(HtmlAppend, GoesBehindWhatIsThereAndNamesAnchors)
{
    SourceMapBuilder text;
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    std::vector<FormatProblem> problems;
    std::vector<html::Anchor> anchors;
    html::Target target{text, blocks, headings, problems, &anchors};
    ASSERT_TRUE(html::append("<h1 id='one'>A</h1>", text.part("a.xhtml"), {.isXml = true}, target, {}));
    ASSERT_TRUE(html::append("<p id='two'>b <i id='three'>c</i></p><p id='four'/>", text.part("b.xhtml"),
                             {.isXml = true}, target, {}));
    EXPECT_EQ(text.text(), "A\n\nb c");
    std::vector<std::string> places;
    for (const html::Anchor &anchor : anchors)
        places.push_back(anchor.name + ' ' + std::to_string(anchor.textByte));
    EXPECT_THAT(places, ElementsAre("one 0", "two 3", "three 5", "four 6"));
    EXPECT_EQ(text.build()->sourcesOf({5, 6}).front().part, 1U);
}

TEST(HtmlFormat, IsFoundByNameAndByContent)
{
    EXPECT_EQ(formatOf("a.htm", "x").id, "html");
    EXPECT_EQ(formatOf("a.txt", "\xEF\xBB\xBF <!-- c -->\n<!DOCTYPE HTML PUBLIC \"\">").id, "html");
    EXPECT_EQ(formatOf("", "<?xml version='1.0'?><html xmlns='x'>").id, "html");
    EXPECT_EQ(formatOf("", "<htmlx>").id, "text");
    EXPECT_EQ(formatOf("", "text about <html> tags").id, "text");
}

TEST(HtmlFormat, StopEndsReading)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(findFormat("html")->read({"<p>a", ParameterValues(), stop.get_token()}).isCancelled());
}

std::string repeated(std::string_view piece, std::size_t times)
{
    std::string text;
    for (std::size_t i = 0; i < times; ++i)
        text += piece;
    return text;
}

TEST(HtmlHostile, DepthIsBoundAndTold)
{
    for (const std::string_view tag :
         {"<b>", "<div>", "<ul><li>", "<blockquote>", "<table><tr><td>", "<svg>", "<object>"}) {
        const auto document = page(repeated(tag, 100'000) + "x");
        EXPECT_LE(document->blocks().blocks().size(), 2 * html::deepestNesting) << tag;
        if (tag == "<svg>")
            continue;
        ASSERT_FALSE(document->problems().empty()) << tag;
        EXPECT_THAT(document->problems().front().message, HasSubstr("nested more than")) << tag;
        EXPECT_TRUE(document->text().ends_with('x')) << tag;
    }
    const auto lists = page(repeated("<ul><li>a", 250) + "x");
    EXPECT_LE(lists->blocks().blocks().size(), 2 * html::deepestBlocks + 250);
}

TEST(HtmlHostile, NothingUnclosedIsSilent)
{
    for (const std::string_view tail : {"<!-- b", "<script>b", "<a href='b", "<style>", "<textarea>b"}) {
        const auto document = page("<p>a" + std::string(tail));
        EXPECT_EQ(document->text(), "a") << tail;
        ASSERT_EQ(document->problems().size(), 1U) << tail;
        EXPECT_THAT(document->problems().front().message, HasSubstr("begins at byte")) << tail;
    }
    EXPECT_THAT(page("<p>a<b>b")->problems(), IsEmpty());
}

TEST(HtmlHostile, FloodsAreRead)
{
    EXPECT_EQ(textOf(repeated("&amp;", 100'000)), std::string(100'000, '&'));
    EXPECT_EQ(textOf("<p>&#" + std::string(1'000'000, '9')), "\xEF\xBF\xBD");
    EXPECT_EQ(textOf("<p " + repeated("b ", 100'000) + ">x"), "x");
    EXPECT_EQ(textOf(repeated("<br>", 100'000) + "x"), "x");
    EXPECT_EQ(textOf(repeated("<", 100'000)), std::string(100'000, '<'));
    EXPECT_EQ(page(repeated("<p>a", 10'000))->blocks().blocks().size(), 10'000U);
    EXPECT_EQ(page(repeated("<table>a", 10'000))->blocks().blocks().size(), 10'000U);
}

} // namespace
} // namespace cw::testing
