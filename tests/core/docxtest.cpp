// SPDX-License-Identifier: GPL-3.0-or-later
// Word documents made here; texts and outlines are written by hand after what Word shows.
#include "support/formatreading.h"
#include "support/zipbuilder.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using cw::BlockKind;
using cw::test::blocksOf;
using cw::test::outlineOf;
using cw::test::readFormat;
using cw::test::zipOf;
using cw::test::ZipPart;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char *transitional = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
constexpr const char *relationshipType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

const std::string styles = R"(
<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:basedOn w:val="Standard"/>
  <w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/><w:basedOn w:val="berschrift1"/>
  <w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Titre3"><w:name w:val="Titre 3"/></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
<w:style w:type="paragraph" w:styleId="Quelltext"><w:name w:val="Source Code"/></w:style>
<w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>
<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Kreis"><w:name w:val="Kreis"/><w:basedOn w:val="Kreis2"/></w:style>
<w:style w:type="paragraph" w:styleId="Kreis2"><w:name w:val="Kreis 2"/><w:basedOn w:val="Kreis"/></w:style>
<w:style w:type="character" w:styleId="Geheim"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
)";

const std::string numbering = R"x(
<w:abstractNum w:abstractNumId="4">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1%2)"/></w:lvl>
  <w:lvl w:ilvl="2"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%3"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="5">
  <w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xF0B7;"/></w:lvl>
  <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="–"/></w:lvl>
</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="4"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="5"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="4"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
)x";

std::string relationship(const std::string &type, const std::string &target)
{
    static int number = 0;
    return "<Relationship Id='r" + std::to_string(++number) + "' Type='" + relationshipType + type + "' Target='"
        + target + "'/>";
}

std::string relationships(const std::string &list)
{
    return "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>" + list
        + "</Relationships>";
}

struct Parts
{
    std::string footnotes = {};
    std::string endnotes = {};
    std::string header = {};
    std::string space = transitional;
};

std::string wrapped(const std::string &element, const std::string &content, const std::string &space)
{
    return "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><w:" + element + " xmlns:w='" + space
        + "' xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'"
          " xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'>"
        + content + "</w:" + element + ">";
}

std::vector<ZipPart> partsOf(const std::string &body, const Parts &parts = {})
{
    std::string links = relationship("styles", "styles.xml") + relationship("numbering", "/word/numbering.xml");
    std::vector<ZipPart> list{{"[Content_Types].xml", "<Types/>"},
                              {"_rels/.rels", relationships(relationship("officeDocument", "word/document.xml"))},
                              {"word/document.xml", wrapped("document", "<w:body>" + body + "</w:body>", parts.space)},
                              {"word/styles.xml", wrapped("styles", styles, parts.space)},
                              {"word/numbering.xml", wrapped("numbering", numbering, parts.space)}};
    const auto add = [&](const std::string &type, const std::string &element, const std::string &content) {
        if (content.empty())
            return;
        links += relationship(type, type + ".xml");
        list.push_back({"word/" + type + ".xml", wrapped(element, content, parts.space)});
    };
    add("footnotes", "footnotes", parts.footnotes);
    add("endnotes", "endnotes", parts.endnotes);
    add("header", "hdr", parts.header);
    list.push_back({"word/_rels/document.xml.rels", relationships(links)});
    return list;
}

std::string docxOf(const std::string &body, const Parts &parts = {})
{
    return zipOf(partsOf(body, parts));
}

std::string run(const std::string &text)
{
    return "<w:r><w:t xml:space='preserve'>" + text + "</w:t></w:r>";
}

std::string paragraph(const std::string &text, const std::string &style = {})
{
    return "<w:p>" + (style.empty() ? "" : "<w:pPr><w:pStyle w:val='" + style + "'/></w:pPr>") + run(text) + "</w:p>";
}

std::string item(const std::string &text, int list, int level = 0)
{
    return "<w:p><w:pPr><w:numPr><w:ilvl w:val='" + std::to_string(level) + "'/><w:numId w:val='" + std::to_string(list)
        + "'/></w:numPr></w:pPr>" + run(text) + "</w:p>";
}

std::string textOf(const std::string &body, const Parts &parts = {})
{
    const auto read = readFormat("docx", docxOf(body, parts));
    return read ? read->text : "error: " + read.error().message;
}

TEST(Docx, ReadsHeadingsByTheirStyles)
{
    const auto read = readFormat("docx",
                                 docxOf(paragraph("The whole", "Title") + paragraph("First", "berschrift1")
                                        + paragraph("Text of the first.") + paragraph("Based on", "Kapitel")
                                        + paragraph("Below", "Titre3") + "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr>"
                                        + run("By itself") + "</w:p>"
                                        + "<w:p><w:pPr><w:pStyle w:val='berschrift1'/><w:outlineLvl w:val='9'/></w:pPr>"
                                        + run("Body text") + "</w:p>" + paragraph("In a circle", "Kreis")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text,
              "The whole\n\nFirst\n\nText of the first.\n\nBased on\n\nBelow\n\nBy itself\n\nBody text\n\nIn a circle");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 The whole", "1 First", "2 Based on", "3 Below", "1 By itself"));
    EXPECT_THAT(read->problems, IsEmpty());
}

TEST(Docx, KeepsTablesInTheirPlacesAndTakesHeadingStylesWithoutANumber) // EX-14 of the reported faults
{
    const std::string table
        = "<w:tbl><w:tr><w:tc>" + paragraph("a") + "</w:tc><w:tc>" + paragraph("b") + "</w:tc></w:tr></w:tbl>";
    auto parts = partsOf(paragraph("Intro", "Heading1") + paragraph("Untitled level", "Heading") + item("first", 1)
                         + table + paragraph("end."));
    parts[3].content = wrapped("styles",
                               "<w:style w:type='paragraph' w:styleId='Heading1'><w:name w:val='heading 1'/></w:style>"
                               "<w:style w:type='paragraph' w:styleId='Heading'><w:name w:val='Heading'/></w:style>",
                               transitional);
    const auto read = readFormat("docx", zipOf(parts));
    ASSERT_TRUE(read) << read.error().message;
    std::size_t at = 0;
    for (const char *piece : {"Intro", "Untitled level", "1. first", "a", "b", "end."}) {
        at = read->text.find(piece, at);
        ASSERT_NE(at, std::string::npos) << piece << " in " << read->text;
        at += std::string_view(piece).size();
    }
    EXPECT_THAT(outlineOf(*read), testing::Contains("1 Intro"));
}

TEST(Docx, NumbersButNoBulletsArePartsOfTitles)
{
    const auto listed = [](const std::string &text, const std::string &list) {
        return "<w:p><w:pPr><w:pStyle w:val='berschrift1'/><w:numPr><w:ilvl w:val='0'/><w:numId w:val='" + list
            + "'/></w:numPr></w:pPr>" + run(text) + "</w:p>";
    };
    const auto read = readFormat("docx", docxOf(listed("Counted", "1") + listed("Dotted", "2") + paragraph("Text.")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "1. Counted\n\n• Dotted\n\nText.");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 1. Counted", "1 Dotted"));
    EXPECT_THAT(blocksOf(*read), ElementsAre("heading 1. Counted", "heading • Dotted", "paragraph Text."));
}

TEST(Docx, ReadsStrictDocumentsAndFindsTheMainPartByItsRelationship)
{
    auto parts = partsOf(paragraph("First", "berschrift1") + paragraph("Text."),
                         {.space = "http://purl.oclc.org/ooxml/wordprocessingml/main"});
    parts[1].content = relationships("<Relationship Id='x' Type='http://purl.oclc.org/ooxml/officeDocument/"
                                     "relationships/officeDocument' Target='/word/main.xml'/>");
    parts[2].name = "word/main.xml";
    parts.back().name = "word/_rels/main.xml.rels";
    const auto read = readFormat("docx", zipOf(parts));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "First\n\nText.");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 First"));
}

TEST(Docx, NumbersListsAsWordShowsThem)
{
    const auto read
        = readFormat("docx",
                     docxOf(item("one", 1) + item("two", 1) + item("inner", 1, 1) + item("deep", 1, 2)
                            + item("more", 1, 1) + item("three", 1) + item("again", 1, 1) + paragraph("Between.")
                            + item("four", 1) + item("seven", 3) + item("dot", 2) + item("dash", 2, 1)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text,
              "1. one\n2. two\n  2a) inner\n    III deep\n  2b) more\n3. three\n  3a) again\n\nBetween.\n\n4. four\n7. "
              "seven\n\n"
              "• dot\n  – dash");
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("list 1. one\n2. two\n  2a) inner\n    III deep\n  2b) more\n3. three\n  3a) again",
                            " list_item 1. one", "  paragraph one",
                            " list_item 2. two\n  2a) inner\n    III deep\n  2b) more", "  paragraph two",
                            "  list 2a) inner\n    III deep\n  2b) more", "   list_item 2a) inner\n    III deep",
                            "    paragraph inner", "    list III deep", "     list_item III deep",
                            "      paragraph deep", "   list_item 2b) more", "    paragraph more",
                            " list_item 3. three\n  3a) again", "  paragraph three", "  list 3a) again",
                            "   list_item 3a) again", "    paragraph again", "paragraph Between.",
                            "list 4. four\n7. seven", " list_item 4. four", "  paragraph four", " list_item 7. seven",
                            "  paragraph seven", "list • dot\n  – dash", " list_item • dot\n  – dash",
                            "  paragraph dot", "  list – dash", "   list_item – dash", "    paragraph dash"));
}

TEST(Docx, LeavesOutWhatIsDeletedHiddenOrAnInstruction)
{
    const std::string body = "<w:p>" + run("Kept ") + "<w:del>"
        + "<w:r><w:delText>deleted</w:delText></w:r></w:del><w:ins>" + run("inserted") + "</w:ins><w:moveFrom>"
        + run(" moved away") + "</w:moveFrom><w:moveTo>" + run(" moved here")
        + "</w:moveTo><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
          "<w:r><w:rPr><w:vanish w:val='false'/></w:rPr><w:t>, shown</w:t></w:r>"
          "<w:r><w:rPr><w:rStyle w:val='Geheim'/></w:rPr><w:t>secret</w:t></w:r></w:p>"
          "<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>"
          "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>IF</w:instrText></w:r>"
          "<w:r><w:fldChar w:fldCharType='separate'/></w:r><w:r><w:t>inner</w:t></w:r>"
          "<w:r><w:fldChar w:fldCharType='end'/></w:r><w:r><w:fldChar w:fldCharType='separate'/></w:r>"
        + run("12") + "<w:r><w:fldChar w:fldCharType='end'/></w:r>" + run(" of ") + "<w:fldSimple w:instr='NUMPAGES'>"
        + run("20") + "</w:fldSimple></w:p>" + "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" + run("Joined ") + "</w:p>"
        + paragraph("with the next.");
    EXPECT_EQ(textOf(body), "Kept inserted moved here, shown\n\n12 of 20\n\nJoined with the next.");
}

TEST(Docx, ReadsWhatStandsForCharacters)
{
    EXPECT_EQ(
        textOf("<w:p>" + run("a") + "<w:r><w:tab/></w:r>" + run("b") + "<w:r><w:br/></w:r>" + run("c")
               + "<w:r><w:cr/></w:r>" + run("d") + "<w:r><w:noBreakHyphen/></w:r>" + run("e")
               + "<w:r><w:softHyphen/></w:r>" + run("f\xC2\xADg")
               + "<w:r><w:sym w:font='Symbol' w:char='F061'/><w:sym w:font='Wingdings' w:char='F0FC'/></w:r></w:p>"),
        "a\tb\nc\nd-efg\xCE\xB1\xE2\x9C\x93");
    EXPECT_EQ(textOf("<w:p><w:r><w:t> cut </w:t></w:r><w:r><w:t xml:space='preserve'> kept </w:t></w:r>"
                     "<w:r><w:t>&lt;&#228;\n&gt;</w:t></w:r></w:p>"),
              "cut kept <\xC3\xA4 >");
    const auto read = readFormat("docx", docxOf("<w:p><w:r><w:sym w:font='Webdings' w:char='F041'/></w:r></w:p>"));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->text, "\xEF\xBF\xBD");
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("One symbol of a font"));
}

TEST(Docx, ReadsTablesByRows)
{
    const auto cell = [](const std::string &content, const std::string &properties = {}) {
        return "<w:tc><w:tcPr>" + properties + "</w:tcPr>" + content + "</w:tc>";
    };
    const std::string nested = "<w:tbl><w:tr>" + cell(paragraph("x")) + cell(paragraph("y")) + "</w:tr></w:tbl><w:p/>";
    const std::string body = paragraph("Before.") + "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell("<w:p/>")
        + cell(paragraph("Name")) + cell(paragraph("Value"), "<w:gridSpan w:val='2'/>") + "</w:tr><w:tr>"
        + cell(paragraph("one"), "<w:vMerge w:val='restart'/>") + cell(paragraph("a") + paragraph("b")) + cell(nested)
        + cell(item("i", 2)) + "</w:tr><w:tr>" + cell("<w:p/>", "<w:vMerge/>") + cell("<w:p/>") + cell(paragraph("z"))
        + cell("<w:p/>") + "</w:tr><w:tr><w:trPr><w:del/></w:trPr>" + cell(paragraph("gone")) + "</w:tr></w:tbl>"
        + paragraph("After.");
    const auto read = readFormat("docx", docxOf(body));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "Before.\n\n\tName\tValue\none\ta b\tx\ty\t• i\n\t\tz\n\nAfter.");
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("paragraph Before.", "table Name\tValue\none\ta b\tx\ty\t• i\n\t\tz",
                            " table_header Name\tValue", " table_row one\ta b\tx\ty\t• i", " table_row z",
                            "paragraph After."));
}

TEST(Docx, TakesTablesForLayoutThatHoldHeadingsOrOneColumn)
{
    const auto row = [](const std::string &content) { return "<w:tr><w:tc>" + content + "</w:tc></w:tr>"; };
    const auto read = readFormat("docx",
                                 docxOf("<w:tbl>" + row(paragraph("Note") + paragraph("In a box."))
                                        + "</w:tbl><w:tbl><w:tr><w:tc>" + paragraph("Left", "berschrift1")
                                        + "</w:tc><w:tc>" + paragraph("Right") + "</w:tc></w:tr></w:tbl>"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("paragraph Note", "paragraph In a box.", "heading Left", "paragraph Right"));
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 Left"));
}

TEST(Docx, PlacesFootnotesBehindTheirParagraphAndEndnotesAtTheEnd)
{
    const auto refer = [](const std::string &kind, int id) {
        return "<w:r><w:" + kind + "Reference w:id='" + std::to_string(id) + "'/></w:r>";
    };
    const auto note = [](const std::string &kind, int id, const std::string &content) {
        return "<w:" + kind + " w:id='" + std::to_string(id) + "'>" + content + "</w:" + kind + ">";
    };
    const std::string body = "<w:p>" + run("First") + refer("footnote", 7) + run(" and") + refer("endnote", 2)
        + run(" second") + refer("footnote", 3) + run(".") + "</w:p>" + paragraph("Last.");
    const auto read = readFormat("docx",
                                 docxOf(body,
                                        {.footnotes = "<w:footnote w:id='-1' w:type='separator'><w:p/></w:footnote>"
                                             + note("footnote", 3, paragraph("Two."))
                                             + note("footnote", 7, paragraph("One.") + paragraph("More.")),
                                         .endnotes = note("endnote", 2, paragraph("Ends."))}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "First[1] and[i] second[2].\n\n[1] One.\n\nMore.\n\n[2] Two.\n\nLast.\n\n[i] Ends.");
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("paragraph First[1] and[i] second[2].", "footnote [1] One.\n\nMore.", " paragraph One.",
                            " paragraph More.", "footnote [2] Two.", " paragraph Two.", "paragraph Last.",
                            "footnote [i] Ends.", " paragraph Ends."));
}

TEST(Docx, ReadsTextBoxesOnceAndBehindTheirParagraph)
{
    const std::string box = "<w:txbxContent>" + paragraph("In the box.") + "</w:txbxContent>";
    EXPECT_EQ(textOf("<w:p>" + run("Around ") + "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>" + box
                     + "</w:drawing></mc:Choice><mc:Fallback><w:pict>" + box
                     + "</w:pict></mc:Fallback></mc:AlternateContent></w:r>" + run("it.") + "</w:p>"
                     + paragraph("Next.")),
              "Around it.\n\nIn the box.\n\nNext.");
}

TEST(Docx, KnowsPagesThatWordHasLeft)
{
    const auto read
        = readFormat("docx",
                     docxOf(paragraph("One.") + "<w:p>" + run("Still one, ")
                            + "<w:r><w:lastRenderedPageBreak/><w:t>now two.</w:t></w:r></w:p>"
                            + "<w:p><w:r><w:br w:type='page'/></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/></w:r>"
                            + run("Three.") + "</w:p>"));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "One.\n\nStill one, now two.\n\nThree.");
    const auto pages = read->sourceMap->pages();
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(pages[0].textBegin, 0U);
    EXPECT_EQ(pages[1].textBegin, read->text.find("now"));
    EXPECT_EQ(pages[2].textBegin, read->text.find("Three"));
    EXPECT_EQ(pages[2].label, "3");

    const auto without = readFormat("docx", docxOf("<w:p><w:r><w:br w:type='page'/></w:r></w:p>" + paragraph("Two?")));
    ASSERT_TRUE(without);
    EXPECT_TRUE(without->sourceMap->pages().empty());
}

TEST(Docx, LeavesOutContentsAndHeadersUnlessAsked)
{
    const std::string contents
        = "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val='Table of Contents'/></w:docPartObj>"
          "</w:sdtPr><w:sdtContent>"
        + paragraph("Contents") + "</w:sdtContent></w:sdt>" + paragraph("First 1", "Verzeichnis1");
    const std::string document = docxOf(contents + paragraph("First", "berschrift1"), {.header = paragraph("Draft")});
    const auto plain = readFormat("docx", document);
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ(plain->text, "First");
    cw::ParameterValues options;
    options.set("contents", true);
    options.set("headers", true);
    const auto all = readFormat("docx", document, options);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->text, "Draft\n\nContents\n\nFirst 1\n\nFirst");
}

TEST(Docx, KnowsQuotesCodeAndCaptions)
{
    const auto read = readFormat("docx",
                                 docxOf(paragraph("Said.", "Zitat") + paragraph("More.", "Zitat")
                                        + paragraph("if (a)", "Quelltext") + paragraph("    b();", "Quelltext")
                                        + paragraph("", "Quelltext") + paragraph("c(); ", "Quelltext")
                                        + paragraph("Figure 1", "Beschriftung") + paragraph("Last.", "Zitat")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("quote Said.\n\nMore.", " paragraph Said.", " paragraph More.",
                            "code if (a)\n    b();\n\nc();", "caption Figure 1", "quote Last.", " paragraph Last."));
}

TEST(Docx, MapsEveryByteToThePartItCameFrom)
{
    const Parts parts{.footnotes = "<w:footnote w:id='1'>" + paragraph("A note &amp; more.") + "</w:footnote>"};
    const auto list = partsOf(
        "<w:p>" + run("Some text") + "<w:r><w:footnoteReference w:id='1'/></w:r></w:p>" + item("x", 1), parts);
    const auto read = readFormat("docx", zipOf(list));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->text, "Some text[1]\n\n[1] A note & more.\n\n1. x");
    const auto sourceOf = [&](const std::string &words) {
        std::string found;
        const std::size_t begin = read->text.find(words);
        for (const cw::SourceRange &range : read->sourceMap->sourcesOf({begin, begin + words.size()})) {
            const std::string &name = read->sourceMap->parts()[range.part];
            const auto part = std::ranges::find(list, name, &ZipPart::name);
            found += name + ":" + part->content.substr(range.begin, range.end - range.begin) + ";";
        }
        return found;
    };
    EXPECT_EQ(sourceOf("Some"), "word/document.xml:Some;");
    EXPECT_EQ(sourceOf("me te"), "word/document.xml:me te;");
    EXPECT_EQ(sourceOf("note &"), "word/footnotes.xml:note &amp;;");
    EXPECT_EQ(sourceOf("x"), "word/document.xml:x;");
}

TEST(Docx, NamesWhatItCannotRead)
{
    const auto messageOf = [](const std::string &bytes) {
        const auto read = readFormat("docx", bytes);
        return read ? std::string("(was read)") : read.error().message;
    };
    auto parts = partsOf(paragraph("Text."));
    parts[2].content = "<a/>";
    EXPECT_THAT(messageOf(zipOf(parts)), HasSubstr("no Word document"));
    parts[2].content = "<w:document";
    EXPECT_THAT(messageOf(zipOf(parts)), HasSubstr("\"word/document.xml\" is no well-formed XML"));
    EXPECT_THAT(messageOf(zipOf(partsOf(paragraph("Text.")), {}, "secret")), HasSubstr("is encrypted"));
    EXPECT_THAT(messageOf(zipOf({{"_rels/.rels", relationships(relationship("officeDocument", "xl/workbook.xml"))}})),
                HasSubstr("an Excel workbook"));
    EXPECT_THAT(messageOf(zipOf({{"a", "b"}})), HasSubstr("no part \"word/document.xml\""));
    EXPECT_THAT(messageOf("not a zip"), HasSubstr("list of parts"));
}

TEST(Docx, EndsCleanlyWhereverTheFileIsCutShort)
{
    const std::string document = docxOf(paragraph("First", "berschrift1") + item("one", 1));
    for (std::size_t size = 0; size < document.size(); ++size)
        EXPECT_FALSE(readFormat("docx", document.substr(0, size))) << size;
}

TEST(Docx, BoundsTablesInTablesAndWhatListsShow)
{
    std::string nested = paragraph("deep");
    for (int i = 0; i < 31; ++i)
        nested = "<w:tbl><w:tr><w:tc>" + nested + "<w:p/></w:tc></w:tr></w:tbl>";
    EXPECT_THAT(textOf(nested), HasSubstr("more than 30 deep"));

    auto parts = partsOf(item("x", 9));
    parts[4].content
        = wrapped("numbering",
                  "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:lvlText w:val='" + std::string(100'000, 'n')
                      + "'/></w:lvl></w:abstractNum><w:num w:numId='9'>"
                        "<w:abstractNumId w:val='1'/></w:num>",
                  transitional);
    const auto read = readFormat("docx", zipOf(parts));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, std::string(64, 'n') + " x");
}

} // namespace
