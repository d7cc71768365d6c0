// SPDX-License-Identifier: GPL-3.0-or-later
// Text, headings and pages of PDF files that these tests write themselves.
#include "formats/format.h"
#include "support/pdfreading.h"
#include "text/document.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cw::testing {
namespace {

constexpr std::string_view prose = "Every line of this paragraph is as long as the others are, so that";

} // namespace

TEST(Pdf, WrappedLinesAreOneParagraph)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "Every line of this paragraph is as long as the others are, so");
    pages.show(72, 112, 10, "that none of them was ended by its author and all are joined");
    pages.show(72, 124, 10, "with blanks.");
    pages.show(72, 148, 10, "A wider gap begins another one.");
    EXPECT_EQ(textOf(pages),
              "Every line of this paragraph is as long as the others are, so that none of them was ended by its author "
              "and all are joined with blanks.\n\nA wider gap begins another one.");
}

TEST(Pdf, LinesWithRoomKeepTheirEnds)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "Chunkwright Works");
    pages.show(72, 112, 10, "12 Mill Lane");
    pages.show(72, 124, 10, "Upper Example on the Long Water");
    EXPECT_EQ(textOf(pages), "Chunkwright Works\n12 Mill Lane\nUpper Example on the Long Water");
}

TEST(Pdf, HyphenatedWordsAreJoinedUnlessTheHyphenIsTheWords)
{
    PdfPages pages;
    pages.mapped({"<7E> <00AD>"});
    pages.beginPage();
    pages.show(72, 100, 10, "A well-known word is kept as it is, and this one is hyphen-");
    pages.show(72, 112, 10, "ated; what is known elsewhere with a hyphen stays a well-");
    pages.show(72, 124, 10, "known one; names such as Jean- or the end of the line Mary-");
    pages.show(72, 136, 10, "Ann keep it, and so does what has several, state-of-the-");
    pages.show(72, 148, 10, "art, always; a soft one goes whatever follows it, in PAR~", PdfPages::Mapped);
    pages.show(72, 160, 10, "TED words, and in the middle of a line it is seen, as in a~b.", PdfPages::Mapped);
    EXPECT_EQ(textOf(pages),
              "A well-known word is kept as it is, and this one is hyphenated; what is known elsewhere with a hyphen "
              "stays a well-known one; names such as Jean- or the end of the line Mary-Ann keep it, and so does what "
              "has several, state-of-the-art, always; a soft one goes whatever follows it, in PARTED words, and in the "
              "middle of "
              "a line it is seen, as in a-b.");
    ParameterValues keep;
    keep.set("join-hyphens", false);
    EXPECT_NE(textOf(pages, keep).find("hyphen- ated"), std::string::npos);
}

TEST(Pdf, LigaturesAndRadicalsBecomeTheirCharactersAndKeepTheirPlaces)
{
    PdfPages pages;
    pages.mapped({"<61> <FB01>", "<62> <2F42>", "<63> <F900>", "<64> <FB03>"});
    pages.beginPage();
    pages.show(72, 100, 10, "x");
    pages.show(72, 120, 10, "ab cd", PdfPages::Mapped);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    const std::string text((*document)->text());
    ASSERT_EQ(text, "x\n\n\u0066\u0069\u6587 \u8C48ffi");
    const SourceMap &map = *(*document)->sourceMap();
    const auto sourceOf = [&](std::string_view part) {
        const std::size_t at = text.find(part);
        return map.sourcesOf({at, at + part.size()});
    };
    const std::uint32_t page = 0;
    EXPECT_EQ(map.parts()[page], "page 1");
    EXPECT_EQ(sourceOf("fi"), (std::vector<SourceRange>{{page, 1, 2}}));
    EXPECT_EQ(sourceOf("\u6587"), (std::vector<SourceRange>{{page, 2, 3}}));
    EXPECT_EQ(sourceOf("\u8C48"), (std::vector<SourceRange>{{page, 4, 5}}));
    EXPECT_EQ(sourceOf("ffi"), (std::vector<SourceRange>{{page, 5, 6}}));
    EXPECT_EQ(map.sourcesOf({0, text.size()}), (std::vector<SourceRange>{{page, 0, 6}}));
}

/// From left to right on the page: meem, laa (one sign for lam and alef), seen, that is "سلام".
TEST(Pdf, LigaturesFromRightToLeftAreReadFromRightToLeft)
{
    PdfPages pages;
    pages.mapped({"<61> <0645>", "<62> <06440627>", "<63> <0633>"});
    pages.beginPage();
    pages.show(72, 100, 10, "abc", PdfPages::Mapped);
    EXPECT_EQ(textOf(pages), "\u0633\u0644\u0627\u0645");
}

/// Their characters are of one width in every font.
TEST(Pdf, ChineseTextIsNoCode)
{
    PdfPages pages;
    pages.mapped({"<61> <6E2F>", "<62> <53E3>"});
    pages.beginPage();
    pages.show(72, 100, 10, "abababababababababababababababab", PdfPages::MappedMonospaced);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->blocks().blocks().front().kind, BlockKind::Paragraph);
}

TEST(Pdf, HeadingsComeFromTheOutlineByTheirPlaces)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 16, "Guide", PdfPages::Bold);
    pages.show(72, 130, 10, "Install is described below; Install is a word of this text.");
    pages.show(72, 160, 13, "Install", PdfPages::Bold);
    pages.show(72, 190, 10, "Run the command.");
    pages.beginPage();
    pages.show(72, 100, 13, "Install", PdfPages::Bold);
    pages.show(72, 130, 10, "The same title once more.");
    pages.outline(1, "Guide", 0, 88);
    pages.outline(2, "Install", 0, 148);
    pages.outline(2, "Install", 1, 88);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ(outlineOf(**document), "# Guide\n## Install\n## Install\n");
    const auto outline = (*document)->blocks().outline();
    const std::string_view text = (*document)->text();
    EXPECT_EQ(outline[1].title.begin, text.find("Install\n\nRun"));
    EXPECT_EQ(outline[2].title.begin, text.find("Install\n\nThe same"));
    EXPECT_EQ((*document)->sourceMap()->pageAt(outline[2].title.begin), 1U);
    EXPECT_EQ(problemsOf(**document), "");
}

TEST(Pdf, AnEntryThatLeadsNowhereIsTold)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 16, "Guide", PdfPages::Bold);
    pages.show(72, 130, 10, "Text.");
    pages.outline(1, "Guide", 0, 88);
    pages.outline(1, "Missing", 0, 120);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ(outlineOf(**document), "# Guide\n");
    EXPECT_NE(problemsOf(**document).find("\"Missing\""), std::string::npos);
}

/// The file says no more than the page; words of the text that read like a title are none.
TEST(Pdf, EntriesThatLeadToTheTopOfAPageAreFoundInTheirOrderAndTold)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 60, 10, "Text before the first heading:");
    pages.show(72, 90, 10, "Notes");
    for (int section = 0; section < 2; ++section) {
        const double top = 130 + 200 * section;
        pages.show(72, top, 14, section == 0 ? "Engines" : "Brakes", PdfPages::Bold);
        pages.show(72, top + 30, 10, "Text of a section.");
        pages.show(72, top + 60, 12, "Notes", PdfPages::Bold);
        pages.show(72, top + 90, 10, "Text under it.");
    }
    pages.beginPage();
    pages.show(72, 60, 14, "Wheels", PdfPages::Bold);
    pages.show(72, 90, 10, "Text of the last section.");
    pages.outline(1, "Engines", 0, 0);
    pages.outline(2, "Notes", 0, 0);
    pages.outline(1, "Brakes", 0, 0);
    pages.outline(2, "Notes", 0, 0);
    pages.outline(2, "Notes", 0, 0);
    pages.outline(1, "Wheels", 1, 0);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ(outlineOf(**document), "# Engines\n## Notes\n# Brakes\n## Notes\n# Wheels\n");
    const std::string problems = problemsOf(**document);
    EXPECT_NE(problems.find("note: The outline gives no more than the page of 4 headings"), std::string::npos)
        << problems;
    EXPECT_NE(problems.find("warning: 1 entry of the outline's 6 leads to no heading"), std::string::npos) << problems;
    EXPECT_EQ(problems.find("\"Wheels\""), std::string::npos) << problems;
}

TEST(Pdf, WithoutAnOutlineSizesMakeHeadings)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 20, "A Manual");
    for (int section = 0; section < 3; ++section) {
        const double top = 140 + section * 100;
        pages.show(72, top, 14, "Section " + std::to_string(section));
        pages.show(72, top + 24, 10, std::string(prose));
        pages.show(72, top + 36, 10, "it is prose.");
        pages.show(72, top + 60, 10, "A Bold Line", PdfPages::Bold);
        pages.show(72, top + 78, 10, "More prose under it.");
    }
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ(
        outlineOf(**document),
        "# A Manual\n## Section 0\n### A Bold Line\n## Section 1\n### A Bold Line\n## Section 2\n### A Bold Line\n");
}

/// Two lines of one title; two sections that follow each other; a title whose word is parted.
TEST(Pdf, LinesOfOneTitleAreOneHeading)
{
    const auto showPage = [](PdfPages &pages) {
        pages.beginPage();
        pages.show(72, 100, 20, "Everything the Harbour Knows about Tides and");
        pages.show(72, 124, 20, "Is Afraid to Tell");
        pages.show(72, 160, 10, std::string(prose));
        pages.show(72, 172, 10, "it is prose.");
        pages.show(72, 200, 14, "1 The Gauge", PdfPages::Bold);
        pages.show(72, 218, 14, "1.1 How It Is Read", PdfPages::Bold);
        pages.show(72, 240, 10, "With a lamp.");
        pages.show(72, 300, 14, "2 A Heading That Is Longer Than a Line and Has a Measure-", PdfPages::Bold);
        pages.show(72, 317, 14, "ment in It", PdfPages::Bold);
        pages.show(72, 340, 10, "By hand.");
        pages.show(72, 400, 14, "3 A Gap That Is", PdfPages::Bold);
        pages.show(72, 426, 14, "Wider Than Lines", PdfPages::Bold);
        for (int line = 0; line < 10; ++line)
            pages.show(72, 450 + 12 * line, 10, std::string(prose));
    };
    PdfPages pages;
    showPage(pages);
    EXPECT_EQ(outlineOf(*documentOf(pages)),
              "# Everything the Harbour Knows about Tides and Is Afraid to Tell\n## 1 The Gauge\n"
              "## 1.1 How It Is Read\n## 2 A Heading That Is Longer Than a Line and Has a Measurement in It\n"
              "## 3 A Gap That Is\n## Wider Than Lines\n");
    PdfPages outlined;
    showPage(outlined);
    outlined.outline(1, "Everything the Harbour Knows about Tides and Is Afraid to Tell", 0, 80);
    outlined.outline(2, "1 The Gauge", 0, 186);
    outlined.outline(3, "1.1 How It Is Read", 0, 204);
    outlined.outline(2, "2 A Heading", 0, 286);
    EXPECT_EQ(outlineOf(*documentOf(outlined)),
              "# Everything the Harbour Knows about Tides and Is Afraid to Tell\n## 1 The Gauge\n"
              "### 1.1 How It Is Read\n## 2 A Heading That Is Longer Than a Line and Has a Measurement in It\n");
}

TEST(Pdf, ATitleThatTheOutlineEndsAtItsFirstLineEndsThere)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 20, "A Book of Tides");
    pages.show(72, 124, 20, "Second and Last Volume");
    pages.show(72, 160, 10, std::string(prose));
    pages.show(72, 172, 10, "it is prose.");
    pages.outline(1, "A Book of Tides", 0, 80);
    EXPECT_EQ(outlineOf(*documentOf(pages)), "# A Book of Tides\n");
}

TEST(Pdf, RunningLinesAreLeftOutAndTold)
{
    PdfPages pages;
    for (int page = 1; page <= 5; ++page) {
        pages.beginPage();
        pages.show(72, 40, 9, "Handbook of Examples");
        pages.show(72, 100, 10,
                   "This is the text of a page, number " + std::string(static_cast<std::size_t>(page), 'I') + ".");
        pages.show(72, 112, 10, "It has a second line.");
        pages.show(300, 760, 9, std::to_string(page + 10));
    }
    pages.labels("0 <</S/r>> 2 <</S/D/P(A-)>>");
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    const std::string_view text = (*document)->text();
    EXPECT_EQ(text.find("Handbook"), std::string_view::npos);
    EXPECT_EQ(text.find("12"), std::string_view::npos);
    EXPECT_NE(problemsOf(**document).find("\"Handbook of Examples\" at the top of 5 pages"), std::string::npos);
    EXPECT_TRUE(problemsOf(**document).starts_with("note: Left out 10 running headers and footers"));
    std::vector<std::string> labels;
    for (const SourceMap::Page &page : (*document)->sourceMap()->pages())
        labels.push_back(page.label);
    EXPECT_EQ(labels, (std::vector<std::string>{"i", "ii", "A-1", "A-2", "A-3"}));
    for (std::size_t page = 0; page < 5; ++page)
        EXPECT_TRUE(text.substr((*document)->sourceMap()->pages()[page].textBegin).starts_with("This is the text"));

    ParameterValues keep;
    keep.set("headers", std::string("keep"));
    EXPECT_EQ(textOf(pages, keep).rfind("Handbook of Examples", 0), 0U);
}

TEST(Pdf, RowsOfATableAreLinesWithTabs)
{
    PdfPages pages;
    pages.beginPage();
    for (int row = 0; row < 4; ++row) {
        const double top = 100 + row * 14;
        pages.show(72, top, 10, row == 0 ? "Product" : "Article number " + std::to_string(row));
        pages.show(300, top, 10, row == 0 ? "Price" : std::to_string(row * 10) + ".50");
    }
    EXPECT_EQ(textOf(pages),
              "Product\tPrice\nArticle number 1\t10.50\nArticle number 2\t20.50\nArticle number 3\t30.50");
}

TEST(Pdf, CodeKeepsLinesAndIndents)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "int main\\(\\)", PdfPages::Monospaced);
    pages.show(72, 112, 10, "{", PdfPages::Monospaced);
    pages.show(96, 124, 10, "return 0;", PdfPages::Monospaced);
    pages.show(72, 136, 10, "}", PdfPages::Monospaced);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->text(), "int main()\n{\n    return 0;\n}");
    EXPECT_EQ((*document)->blocks().blocks()[0].kind, BlockKind::Code);
}

/// One listing, though the library has what blank lines part as blocks: the second begins where it is indented.
TEST(Pdf, CodeKeepsBlankLinesAndIndentsBehindThem)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 80, 10, "What follows is a program of which nobody knows the use, and it stands in one listing:");
    const std::pair<double, std::string_view> lines[]
        = {{72, "int main\\(\\)"}, {72, "{"}, {96, "int a = 0;"}, {72, ""}, {96, "a = 1;"},
           {120, "a = 2;"},        {72, ""},  {96, "return a;"},  {72, "}"}};
    double top = 110;
    for (const auto &[left, text] : lines) {
        pages.show(left, top, 10, text, PdfPages::Monospaced);
        top += 12;
    }
    pages.show(72, top + 30, 10, "other\\(\\);", PdfPages::Monospaced);
    EXPECT_EQ(blocksOf(pages),
              "paragraph: What follows is a program of which nobody knows the use, and it stands in one listing:\n"
              "code: int main()/{/    int a = 0;//    a = 1;/        a = 2;//    return a;/}\n"
              "code: other();\n");
}

TEST(Pdf, CodeGoesOnOverThePageEnd)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 700, 10, "int main\\(\\)", PdfPages::Monospaced);
    pages.show(72, 712, 10, "{", PdfPages::Monospaced);
    pages.beginPage();
    pages.show(96, 100, 10, "return 0;", PdfPages::Monospaced);
    pages.show(72, 112, 10, "}", PdfPages::Monospaced);
    pages.show(72, 150, 10, "That was all of it, and nobody had expected any more.");
    pages.beginPage();
    pages.show(98, 100, 10, "other\\(\\);", PdfPages::Monospaced);
    const auto document = documentOf(pages);
    EXPECT_EQ(blocksOf(*document),
              "code: int main()/{/    return 0;/}\n"
              "paragraph: That was all of it, and nobody had expected any more.\ncode: other();\n");
    EXPECT_EQ(document->sourceMap()->pages()[1].textBegin, document->text().find("    return"));
}

/// Characters that are several bytes in the text count once: lines begin where they stand.
TEST(Pdf, IndentsOfCodeCountCharacters)
{
    PdfPages pages;
    pages.mapped({"<61> <2019>"});
    pages.beginPage();
    pages.show(72, 100, 10, "begin", PdfPages::Monospaced);
    pages.show(96, 112, 10, "aaaaaaaaaa", PdfPages::MappedMonospaced);
    std::string expected = "begin\n    ";
    for (int i = 0; i < 10; ++i)
        expected += "\u2019";
    EXPECT_EQ(textOf(pages), expected);
}

/// A line that is mostly from right to left and stands where the paragraph's lines do belongs to it.
TEST(Pdf, ALineOfTheOtherDirectionStaysInItsParagraph)
{
    PdfPages pages;
    pages.mapped({"<61> <05D0>"});
    pages.beginPage();
    pages.show(72, 100, 10, "The crews of the ferries write as they");
    pages.show(72, 112, 10, "aaaa aaa aaaaaa", PdfPages::Mapped);
    pages.show(155, 112, 10, "speak");
    EXPECT_EQ(textOf(pages),
              "The crews of the ferries write as they speak \u05D0\u05D0\u05D0\u05D0\u05D0\u05D0 "
              "\u05D0\u05D0\u05D0 \u05D0\u05D0\u05D0\u05D0");
}

TEST(Pdf, AParagraphGoesOnOverThePageEnd)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 700, 10, "The first page ends in the middle of this sentence, which goes");
    pages.beginPage();
    pages.show(72, 100, 10, "on here.");
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    const std::string_view text = (*document)->text();
    EXPECT_EQ(text, "The first page ends in the middle of this sentence, which goes on here.");
    EXPECT_EQ((*document)->sourceMap()->pages()[1].textBegin, text.find("on here"));
}

/// With a capital as well, where the line was full; a list of lines does not.
TEST(Pdf, ANameAtThePageEndDoesNotEndAParagraph)
{
    PdfPages pages;
    for (const bool isProse : {true, false}) {
        pages.beginPage();
        for (int line = 0; line < 4; ++line)
            pages.show(72, 660 + 12 * line, 10,
                       isProse ? "Every line of this paragraph is as long as the others are, so"
                               : "48" + std::to_string(line)
                               + " the gate does not open when the tide is low and boats wait");
        pages.beginPage();
        pages.show(72, 100, 10, isProse ? "Debian ends it." : "485 nothing is seen.");
    }
    const std::string text = textOf(pages);
    EXPECT_NE(text.find("are, so Debian ends it.\n\n"), std::string::npos) << text;
    EXPECT_NE(text.find("boats wait\n\n485 nothing"), std::string::npos) << text;
}

TEST(Pdf, PagesOfPicturesNeedOcr)
{
    PdfPages pages;
    pages.beginPage();
    pages.content("0 0 100 100 re f\n");
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasError());
    EXPECT_EQ(document.error().code, ErrorCode::BadInput);
    EXPECT_NE(document.error().message.find("OCR"), std::string::npos);
    EXPECT_NE(document.error().message.find("sample.pdf"), std::string::npos);
}

/// guide.pdf is what LibreOffice makes of guide.docx: see tests/golden/make_guide.py.
TEST(Pdf, WhatLibreOfficeMakesOfADocumentHasItsHeadingsAndWords)
{
    const auto pdf = readPdf(formatSample("guide.pdf"));
    const auto docx = readDocument("guide.docx", formatSample("guide.docx"), {}, *findFormat("docx"), {});
    ASSERT_TRUE(pdf.hasValue());
    ASSERT_TRUE(docx.hasValue());
    EXPECT_EQ(
        outlineOf(**pdf),
        "# Minutes of the Committee\n## Attendance\n## Decisions\n### Decision 1\n### Decision 2\n### Decision 3\n"
        "### Decision 4\n### Decision 5\n# Annex\n## Sources\n");
    EXPECT_EQ(outlineOf(**pdf), outlineOf(**docx));
    EXPECT_EQ((*pdf)->sourceMap()->pages().size(), 3U);
    EXPECT_NE(problemsOf(**pdf).find("\"Minutes, kept by the clerk\" at the top of 3 pages"), std::string::npos);
    const auto paragraphsOf = [](const Document &document) {
        std::string all;
        for (const Block &block : document.blocks().blocks())
            if (block.kind == BlockKind::Paragraph && block.bytes.size() > 100)
                all += std::string(document.slice(block.bytes)) + '\n';
        return all;
    };
    EXPECT_EQ(paragraphsOf(**pdf), paragraphsOf(**docx));
}

/// See tests/golden/make_restricted.py.
TEST(Pdf, WhatTheOwnerForbidsIsReadAllTheSame)
{
    const auto document = readPdf(formatSample("restricted.pdf"));
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->text(), "Reading is not forbidden.");
}

} // namespace cw::testing
