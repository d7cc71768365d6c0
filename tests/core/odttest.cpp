// SPDX-License-Identifier: GPL-3.0-or-later
// OpenDocument texts made here; texts and outlines are written by hand after what LibreOffice shows.
#include "support/formatreading.h"
#include "support/zipbuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using cw::test::blocksOf;
using cw::test::outlineOf;
using cw::test::readFormat;
using cw::test::zipOf;
using cw::test::ZipPart;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string spaces = " xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
                           " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
                           " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
                           " xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'"
                           " xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'"
                           " xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'"
                           " xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'";

const std::string automaticStyles = R"x(<office:automatic-styles>
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>
<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>
<style:style style:name="P3" style:family="paragraph" style:parent-style-name="Standard">
  <style:paragraph-properties fo:break-before="page"/></style:style>
<style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style>
<text:list-style style:name="L1">
  <text:list-level-style-number text:level="1" style:num-suffix="." style:num-format="1"/>
  <text:list-level-style-number text:level="2" style:num-suffix=")" style:num-format="a" text:display-levels="2"/>
</text:list-style>
<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
</office:automatic-styles>)x";

const std::string styles = "<office:document-styles" + spaces + R"x(><office:styles>
<style:style style:name="Figure" style:family="paragraph" style:parent-style-name="Caption"/>
<text:outline-style style:name="Outline">
  <text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>
  <text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>
  <text:outline-level-style text:level="3" style:num-format=""/>
</text:outline-style></office:styles></office:document-styles>)x";

std::string contentOf(const std::string &body, const std::string &attributes = {})
{
    return "<?xml version='1.0' encoding='UTF-8'?><office:document-content" + spaces + ">" + automaticStyles
        + "<office:body><office:text" + attributes + ">" + body
        + "</office:text></office:body></office:document-content>";
}

std::string odtOf(const std::string &body, const std::string &attributes = {})
{
    return zipOf({{"mimetype", "application/vnd.oasis.opendocument.text", true},
                  {"content.xml", contentOf(body, attributes)},
                  {"styles.xml", styles},
                  {"META-INF/manifest.xml", "<manifest/>"}});
}

std::string p(const std::string &text, const std::string &style = {})
{
    return "<text:p" + (style.empty() ? "" : " text:style-name='" + style + "'") + ">" + text + "</text:p>";
}

std::string h(const std::string &text, int level)
{
    return "<text:h text:outline-level='" + std::to_string(level) + "'>" + text + "</text:h>";
}

std::string textOf(const std::string &body)
{
    const auto read = readFormat("odt", odtOf(body));
    return read ? read->text : "error: " + read.error().message;
}

TEST(Odt, ReadsHeadingsWithTheNumbersOfTheirOutline)
{
    const auto read = readFormat("odt",
                                 odtOf(p("The whole", "Title") + h("First", 1) + p("Text.") + h("Below", 2)
                                       + h("Beside", 2) + h("Deep", 3) + h("Second", 1) + h("Again", 2)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text,
              "The whole\n\n1. First\n\nText.\n\n1.1 Below\n\n1.2 Beside\n\nDeep\n\n2. Second\n\n2.1 Again");
    EXPECT_THAT(outlineOf(*read),
                ElementsAre("1 The whole", "1 1. First", "2 1.1 Below", "2 1.2 Beside", "3 Deep", "1 2. Second",
                            "2 2.1 Again"));
}

TEST(Odt, NumbersButNoBulletsArePartsOfTitles)
{
    const std::string bulleted = "<office:document-styles" + spaces + R"x(><office:styles>
<text:outline-style style:name="Outline">
  <text:list-level-style-bullet text:level="1" text:bullet-char="▪"/>
  <text:list-level-style-bullet text:level="2" text:bullet-char=""/>
  <text:outline-level-style text:level="3" style:num-format="1" text:display-levels="3"/>
</text:outline-style></office:styles></office:document-styles>)x";
    const auto read = readFormat("odt",
                                 zipOf({{"mimetype", "application/vnd.oasis.opendocument.text", true},
                                        {"content.xml", contentOf(h("First", 1) + h("Below", 2) + h("Deep", 3))},
                                        {"styles.xml", bulleted}}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "▪ First\n\n• Below\n\n1 Deep");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 First", "2 Below", "3 1 Deep"));
    EXPECT_THAT(blocksOf(*read), ElementsAre("heading ▪ First", "heading • Below", "heading 1 Deep"));
}

TEST(Odt, CollapsesWhiteSpaceAsTheStandardSays)
{
    EXPECT_EQ(
        textOf(p("  a  b\n\tc<text:s text:c='3'/>d <text:span> e</text:span><text:tab/>f<text:line-break/> g&amp; h ")),
        "a b c   d e\tf\n g& h");
    EXPECT_EQ(textOf(p("soft\xC2\xADly, \xC3\xA4 \xE2\x82\xAC")), "softly, \xC3\xA4 \xE2\x82\xAC");
}

TEST(Odt, NumbersLists)
{
    const auto item = [](const std::string &content) { return "<text:list-item>" + content + "</text:list-item>"; };
    const auto read = readFormat(
        "odt",
        odtOf("<text:list text:style-name='L1' xml:id='a'>" + item(p("one"))
              + item(p("two") + "<text:list>" + item(p("inner")) + item(p("more")) + "</text:list>" + p("on"))
              + "</text:list>" + p("Between.") + "<text:list text:style-name='L1' text:continue-numbering='true'>"
              + item(p("three")) + "<text:list-header>" + p("no number") + "</text:list-header></text:list>"
              + "<text:list text:style-name='L1'>" + item(p("anew")) + "</text:list><text:list text:style-name='L2'>"
              + item(p("dot")) + "</text:list>"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text,
              "1. one\n2. two\n  2.a) inner\n  2.b) more\non\n\nBetween.\n\n3. three\nno number\n\n1. anew\n\n• dot");
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("list 1. one\n2. two\n  2.a) inner\n  2.b) more\non", " list_item 1. one",
                            "  paragraph one", " list_item 2. two\n  2.a) inner\n  2.b) more\non", "  paragraph two",
                            "  list 2.a) inner\n  2.b) more", "   list_item 2.a) inner", "    paragraph inner",
                            "   list_item 2.b) more", "    paragraph more", "  paragraph on", "paragraph Between.",
                            "list 3. three\nno number", " list_item 3. three", "  paragraph three",
                            " list_item no number", "  paragraph no number", "list 1. anew", " list_item 1. anew",
                            "  paragraph anew", "list • dot", " list_item • dot", "  paragraph dot"));
}

TEST(Odt, HeadingsInListsOpenSections)
{
    const auto read = readFormat("odt",
                                 odtOf("<text:list text:style-name='L2'><text:list-item>" + h("Numbered", 3)
                                       + "</text:list-item></text:list>" + p("Text.")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(outlineOf(*read), ElementsAre("3 Numbered"));
    EXPECT_THAT(blocksOf(*read), ElementsAre("heading Numbered", "paragraph Text."));
}

TEST(Odt, ReadsTablesByRows)
{
    const auto cell = [](const std::string &content) { return "<table:table-cell>" + content + "</table:table-cell>"; };
    const std::string nested
        = "<table:table><table:table-row>" + cell(p("x")) + cell(p("y")) + "</table:table-row></table:table>";
    const auto read = readFormat(
        "odt",
        odtOf(p("Before.") + "<table:table><table:table-header-rows><table:table-row>" + cell(p("Name"))
              + "<table:table-cell table:number-columns-spanned='2'>" + p("Value")
              + "</table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows>"
                "<table:table-row>"
              + cell(p("a") + p("b")) + cell(nested) + cell("")
              + "</table:table-row><table:table-row>"
                "<table:table-cell table:number-columns-repeated='2'/>"
              + cell(p("z")) + "</table:table-row></table:table>" + p("After.")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "Before.\n\nName\tValue\na b\tx\ty\n\t\tz\n\nAfter.");
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("paragraph Before.", "table Name\tValue\na b\tx\ty\n\t\tz", " table_header Name\tValue",
                            " table_row a b\tx\ty", " table_row z", "paragraph After."));
}

TEST(Odt, PlacesFootnotesBehindTheirParagraphAndEndnotesAtTheEnd)
{
    const auto note = [](const std::string &kind, const std::string &mark, const std::string &text) {
        return "<text:note text:note-class='" + kind + "'><text:note-citation>" + mark
            + "</text:note-citation><text:note-body>" + p(text) + "</text:note-body></text:note>";
    };
    const auto read
        = readFormat("odt",
                     odtOf(p("First" + note("footnote", "1", "One.") + " and" + note("endnote", "i", "Ends.") + " so on"
                             + note("footnote", "*", "Star.") + ".")
                           + p("Last.")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "First[1] and[i] so on[*].\n\n[1] One.\n\n[*] Star.\n\nLast.\n\n[i] Ends.");
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("paragraph First[1] and[i] so on[*].", "footnote [1] One.", " paragraph One.",
                            "footnote [*] Star.", " paragraph Star.", "paragraph Last.", "footnote [i] Ends.",
                            " paragraph Ends."));
}

TEST(Odt, LeavesOutWhatIsDeletedHiddenOrSaidAboutTheText)
{
    EXPECT_EQ(
        textOf("<text:tracked-changes><text:changed-region><text:deletion>" + p("deleted")
               + "</text:deletion></text:changed-region></text:tracked-changes>"
               + p("Kept <text:change text:change-id='x'/><text:span text:style-name='T1'>hidden</text:span>shown"
                   "<office:annotation><text:p>remark</text:p></office:annotation>"
                   "<text:ruby><text:ruby-base>base</text:ruby-base><text:ruby-text>ruby</text:ruby-text></text:ruby>")
               + "<text:section text:display='none'>" + p("secret") + "</text:section>" + "<text:section>" + p("open")
               + "</text:section>"),
        "Kept shownbase\n\nopen");
}

TEST(Odt, ReadsTextBoxesBehindTheirParagraph)
{
    EXPECT_EQ(textOf(p("Around <draw:frame><draw:text-box>" + p("In the box.") + p("More.")
                       + "</draw:text-box><svg:desc>no text</svg:desc></draw:frame>it.<draw:custom-shape>" + p("Shape.")
                       + "</draw:custom-shape>")
                     + p("Next.")),
              "Around it.\n\nIn the box.\n\nMore.\n\nShape.\n\nNext.");
}

TEST(Odt, TakesParagraphsOfHeadingStylesForHeadings) // as Writer/Web leaves them
{
    const std::string web = "<style:style style:name='W1' style:parent-style-name='Heading_20_1'/>";
    std::string content = contentOf(p("The Tide Book", "W1") + p("Text.") + p("Below", "Heading_20_2")
                                    + p("No level", "Heading") + p("", "Heading_20_1") + p("Odd", "Heading_20_12"));
    content.insert(content.find("<style:style"), web);
    const auto read = readFormat("odt",
                                 zipOf({{"mimetype", "application/vnd.oasis.opendocument.text", true},
                                        {"content.xml", content},
                                        {"styles.xml", styles}}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "The Tide Book\n\nText.\n\nBelow\n\nNo level\n\nOdd");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 The Tide Book", "2 Below"));
}

TEST(Odt, KnowsQuotesCodeAndCaptions)
{
    const auto read = readFormat("odt", odtOf(p("Said.", "P1") + p("int a;", "P2") + p("Figure 1", "Figure")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(blocksOf(*read), ElementsAre("quote Said.", " paragraph Said.", "code int a;", "caption Figure 1"));
}

TEST(Odt, KnowsPagesWhereTheWriterLeftThem)
{
    const std::string body = p("One, <text:soft-page-break/>two.") + p("Three.", "P3");
    const auto read = readFormat("odt", odtOf(body, " text:use-soft-page-breaks='true'"));
    ASSERT_TRUE(read) << read.error().message;
    const auto pages = read->sourceMap->pages();
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(pages[1].textBegin, read->text.find("two"));
    EXPECT_EQ(pages[2].textBegin, read->text.find("Three"));
    EXPECT_EQ(pages[2].label, "3");
    const auto without = readFormat("odt", odtOf(body));
    ASSERT_TRUE(without);
    EXPECT_TRUE(without->sourceMap->pages().empty());
}

TEST(Odt, LeavesOutContentsUnlessAsked)
{
    const std::string document = odtOf("<text:table-of-content><text:index-body>" + p("First 1")
                                       + "</text:index-body></text:table-of-content>" + p("Text."));
    const auto plain = readFormat("odt", document);
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->text, "Text.");
    cw::ParameterValues options;
    options.set("contents", true);
    const auto all = readFormat("odt", document, options);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->text, "First 1\n\nText.");
}

TEST(Odt, ReadsFlatDocumentsWithPlacesInTheFile)
{
    const std::string flat = "<?xml version='1.0'?><office:document" + spaces
        + " office:mimetype='application/vnd.oasis.opendocument.text'>" + automaticStyles + "<office:body><office:text>"
        + h("First", 1) + p("Some text &lt;here&gt;.") + "</office:text></office:body></office:document>";
    ASSERT_NE(cw::formatOfBytes(flat), nullptr);
    EXPECT_EQ(cw::formatOfBytes(flat)->id, "odt");
    const auto read = readFormat("odt", flat);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "First\n\nSome text <here>.");
    const std::size_t begin = read->text.find("text <");
    const auto sources = read->sourceMap->sourcesOf({begin, begin + 6});
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(flat.substr(sources[0].begin, sources[0].end - sources[0].begin), "text &lt;");
}

TEST(Odt, NamesWhatItCannotRead)
{
    const auto messageOf = [](const std::string &bytes) {
        const auto read = readFormat("odt", bytes);
        return read ? std::string("(was read)") : read.error().message;
    };
    EXPECT_THAT(messageOf(zipOf({{"mimetype", "application/vnd.oasis.opendocument.text", true},
                                 {"content.xml", "not XML"},
                                 {"META-INF/manifest.xml", "<m><manifest:encryption-data/></m>"}})),
                HasSubstr("is encrypted"));
    EXPECT_THAT(messageOf(zipOf({{"content.xml", "<a/>"}})), HasSubstr("holds no OpenDocument text"));
    EXPECT_THAT(messageOf(zipOf({{"a", "b"}})), HasSubstr("no part \"content.xml\""));
    std::string nested = p("deep");
    for (int i = 0; i < 70; ++i)
        nested = "<table:table><table:table-row><table:table-cell>" + nested
            + "</table:table-cell></table:table-row></table:table>";
    EXPECT_THAT(messageOf(odtOf(nested)), HasSubstr("more than 60 deep"));
}

TEST(Odt, EndsCleanlyWhereverTheFileIsCutShort)
{
    const std::string document = odtOf(h("First", 1) + p("Text."));
    for (std::size_t size = 0; size < document.size(); ++size)
        EXPECT_FALSE(readFormat("odt", document.substr(0, size))) << size;
    const std::string flat = contentOf(h("First", 1) + p("Text."));
    for (std::size_t size = 0; size < flat.size(); ++size)
        EXPECT_FALSE(readFormat("odt", flat.substr(0, size))) << size;
}

} // namespace
