// SPDX-License-Identifier: GPL-3.0-or-later
// What is raised, lowered or drawn between the words of PDF files.
#include "support/pdfreading.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cw::testing {

TEST(PdfScripts, RaisedFiguresAreSuperscriptsAtTheirPlaces)
{
    PdfPages pages;
    pages.beginPage();
    showRuns(pages, 72, 100,
             {{"It took 2.08"},
              {"3", 7, 3.6},
              {" cycles, or 10"},
              {"-5", 7, 3.6},
              {" s, as Smith"},
              {"1,2", 6, 3.3},
              {" said."}});
    const auto document = documentOf(pages);
    const std::string text(document->text());
    EXPECT_EQ(text, "It took 2.08\u00B3 cycles, or 10\u207B\u2075 s, as Smith\u00B9,\u00B2 said.");
    const auto sourceOf = [&](std::string_view part) {
        const std::size_t at = text.find(part);
        return document->sourceMap()->sourcesOf({at, at + part.size()});
    };
    EXPECT_EQ(sourceOf("2.08"), (std::vector<SourceRange>{{0, 8, 12}}));
    EXPECT_EQ(sourceOf("\u00B3"), (std::vector<SourceRange>{{0, 12, 13}}));
    EXPECT_EQ(sourceOf("\u207B"), (std::vector<SourceRange>{{0, 27, 28}}));
    EXPECT_EQ(sourceOf("\u2075"), (std::vector<SourceRange>{{0, 28, 29}}));
    EXPECT_EQ(sourceOf("said"), (std::vector<SourceRange>{{0, 45, 49}}));
}

TEST(PdfScripts, OtherRaisedAndLoweredThingsStandBehindASign)
{
    PdfPages pages;
    pages.beginPage();
    showRuns(pages, 72, 100,
             {{"The sum of x"},
              {"n", 7, 3.6},
              {" and m"},
              {"k", 7, -1.5},
              {" is 2.08"},
              {"a", 7, 3.6},
              {" on the 4"},
              {"th", 7, 3.6},
              {" day; CO"},
              {"2", 7, -1.5},
              {" and 101"},
              {"2", 7, -1.5},
              {" and Name"},
              {"TM", 6, 4},
              {"."}});
    EXPECT_EQ(textOf(pages), "The sum of x^n and m_k is 2.08^a on the 4th day; CO2 and 101\u2082 and NameTM.");
}

/// What is raised inside of what is raised, and what is lowered there.
TEST(PdfScripts, ScriptsOfScriptsDoNotEndThem)
{
    PdfPages pages;
    pages.beginPage();
    showRuns(
        pages, 72, 100,
        {{"Take y = x"}, {"|M", 7, 3.6}, {"2", 5, 2.6}, {"|", 7, 3.6}, {" and z = 2"}, {"2", 7, 3.6}, {"k", 5, 6.2}});
    EXPECT_EQ(textOf(pages), "Take y = x^|M2| and z = 2\u00B2^k");
}

/// Letters that lie over their neighbours are a logo; small text on the line is small text.
TEST(PdfScripts, LogosAndSmallTextAreWords)
{
    PdfPages small;
    small.beginPage();
    showRuns(
        small, 72, 100,
        {{"A word in "}, {"SMALL", 8}, {" letters and "}, {"code", 8, 0, PdfPages::Monospaced}, {" is no index."}});
    EXPECT_EQ(textOf(small), "A word in SMALL letters and code is no index.");
    PdfPages logo;
    logo.beginPage();
    logo.content("BT /F1 10 Tf 1 0 0 1 72 692 Tm (Set in L) Tj /F1 7 Tf 2 Ts [514 (A)] TJ /F1 10 Tf 0 Ts [150 (TEX)] "
                 "TJ ( by hand.) Tj ET\n");
    EXPECT_EQ(textOf(logo).find('^'), std::string::npos) << textOf(logo);
}

/// The marks stand in the file before all the notes, and higher.
TEST(PdfScripts, MarksOfNotesGoBeforeTheirNotes)
{
    PdfPages pages;
    pages.beginPage();
    showRuns(pages, 72, 100,
             {{"The engines were built by Kadd"}, {"1", 7, 3.6}, {" and by Jenk"}, {"2", 7, 3.6}, {"."}});
    pages.show(72, 697, 5, "1");
    pages.show(72, 709, 5, "2");
    pages.show(78, 700, 8, "In the works of the northern harbour, which were closed in that year.");
    pages.show(78, 712, 8, "In a shed behind his house.");
    EXPECT_EQ(blocksOf(pages),
              "paragraph: The engines were built by Kadd\u00B9 and by Jenk\u00B2.\n"
              "paragraph: \u00B9 In the works of the northern harbour, which were closed in that year.\n"
              "paragraph: \u00B2 In a shed behind his house.\n");
}

/// "size" is 17.78 wide: the line is drawn from 90.4 to 93.4.
TEST(PdfScripts, ShortLinesOnTheBaselineAreUnderscores)
{
    PdfPages pages;
    pages.beginPage();
    for (const double top : {100.0, 130.0}) {
        pages.show(72, top, 10, "size");
        pages.show(94, top, 10, "t of it");
    }
    pages.content("0.4 w 90.4 692 m 93.4 692 l S\n");
    pages.content("90.4 666 3 0.4 re f\n"); // four points higher: strikes something out
    const auto document = documentOf(pages);
    EXPECT_EQ(document->text(), "size_t of it\n\nsize t of it");
    EXPECT_EQ(document->sourceMap()->sourcesOf({0, 6}), (std::vector<SourceRange>{{0, 0, 5}}));
}

/// "size" ends at 143.1: before the line that fills the gap stand twelve at its height that do not.
TEST(PdfScripts, AnUnderscoreIsFoundBehindManyShorterLines)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 40, "size");
    pages.show(165, 100, 40, "t");
    for (int i = 0; i < 9; ++i)
        pages.content("0.4 w " + std::to_string(141.5 + 1.7 * i) + " 692 m " + std::to_string(143.1 + 1.7 * i)
                      + " 692 l S\n");
    for (int i = 0; i < 3; ++i)
        pages.content("142 692 m 144 692 l S\n");
    pages.content("157.5 692 m 166.8 692 l S\n");
    EXPECT_EQ(documentOf(pages)->text(), "size_t");
}

} // namespace cw::testing
