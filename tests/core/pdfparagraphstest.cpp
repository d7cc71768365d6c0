// SPDX-License-Identifier: GPL-3.0-or-later
// Where paragraphs of PDF files begin and end, and how their lines are joined.
#include "support/pdfreading.h"

#include <gtest/gtest.h>

#include <string>

namespace cw::testing {

namespace {

constexpr auto code = PdfPages::Monospaced;

} // namespace

/// The longest word of the item's first line is of another size than most of its characters.
TEST(PdfParagraphs, AnItemBeginsWithAWordOfAnotherSize)
{
    PdfPages pages;
    pages.mapped({"<7E> <2022>"});
    pages.beginPage();
    pages.show(72, 100, 10, "~", PdfPages::Mapped);
    showRuns(pages, 84, 100, {{"glob-delete", 8, 0, code}, {" is for what one of us has set in the file and not for"}});
    pages.show(84, 112, 10, "what others have set there in years before.");
    EXPECT_EQ(blocksOf(pages),
              "list\n  list_item\n    paragraph: glob-delete is for what one of us has set in the file and not for "
              "what others have set there in years before.\n");
}

TEST(PdfParagraphs, ItemsMayBeOfFixedPitch)
{
    PdfPages pages;
    pages.mapped({"<7E> <2022>"});
    pages.beginPage();
    for (int item = 0; item < 3; ++item) {
        pages.show(72, 100 + 14 * item, 10, "~", PdfPages::Mapped);
        pages.show(84, 100 + 14 * item, 10, "UTF8String" + std::to_string(item) + ";", code);
    }
    EXPECT_EQ(blocksOf(pages),
              "list\n  list_item\n    paragraph: UTF8String0;\n  list_item\n    paragraph: UTF8String1;\n"
              "  list_item\n    paragraph: UTF8String2;\n");
}

TEST(PdfParagraphs, AFullLineGoesOnInAnIndentedOne)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "void begin \\(struct hash *context, unsigned length,");
    pages.show(112, 112, 10, "const unsigned char *bytes\\)");
    pages.show(92, 124, 10, "Begins to hash these bytes now.");
    EXPECT_EQ(blocksOf(pages),
              "paragraph: void begin (struct hash *context, unsigned length, const unsigned char *bytes)\n"
              "paragraph: Begins to hash these bytes now.\n");
}

/// Paragraphs of two lines whose first one is indented, and entries of a list whose second one is: of both, as many
/// lines are indented as not.
TEST(PdfParagraphs, IndentedFirstLinesAndIndentedLaterOnesAreToldApart)
{
    PdfPages first;
    first.beginPage();
    first.show(92, 100, 10, "The message is parted into blocks of which the last one may be");
    first.show(72, 112, 10, "smaller than the others.");
    first.show(92, 124, 10, "Unlike other modes the key has twice the size of the cipher's, as");
    first.show(72, 136, 10, "in all of the examples.");
    first.show(92, 148, 10, "It works:");
    EXPECT_EQ(blocksOf(first),
              "paragraph: The message is parted into blocks of which the last one may be smaller than the others.\n"
              "paragraph: Unlike other modes the key has twice the size of the cipher's, as in all of the examples.\n"
              "paragraph: It works:\n");
    PdfPages later;
    later.beginPage();
    later.show(72, 100, 10, "Harbour Lund, who was the keeper of the northern gate in all of the");
    later.show(92, 112, 10, "years of the war.");
    later.show(72, 124, 10, "Harbour Berg, who came behind him.");
    later.show(72, 136, 10, "Harbour Quay, who could not read the gauge by night, and was sent to");
    later.show(92, 148, 10, "Northern Lights.");
    EXPECT_EQ(textOf(later),
              "Harbour Lund, who was the keeper of the northern gate in all of the years of the war.\n\n"
              "Harbour Berg, who came behind him.\n\n"
              "Harbour Quay, who could not read the gauge by night, and was sent to Northern Lights.");
}

TEST(PdfParagraphs, AnEntryWithALabelGoesOnUnderItsText)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "[Lund01]");
    pages.show(124, 100, 10, "Ada Lund. Of tides and the gates that hold them, a");
    pages.show(124, 112, 10, "history. North Quay, 1901.");
    pages.show(72, 140, 10, "[Berg02]");
    pages.show(134, 140, 10, "Ben Berg. On the price of fish, with all that has been");
    pages.show(134, 152, 10, "said of it.");
    EXPECT_EQ(blocksOf(pages),
              "paragraph: [Lund01] Ada Lund. Of tides and the gates that hold them, a history. North Quay, 1901.\n"
              "paragraph: [Berg02] Ben Berg. On the price of fish, with all that has been said of it.\n");
}

/// The library has their numbers as a column of their own.
TEST(PdfParagraphs, NotesGoOnUnderTheirText)
{
    PdfPages pages;
    pages.beginPage();
    for (int line = 0; line < 4; ++line)
        pages.show(72, 100 + 12 * line, 10,
                   "The text of the page, to which there are two notes below, and it is longer than");
    pages.show(72, 700, 8, "1");
    pages.show(72, 722, 8, "2");
    pages.show(88, 700, 8, "The first note, which is as long as the one that comes next is, and goes on in the");
    pages.show(88, 711, 8, "next line.");
    pages.show(88, 722, 8, "A note that says where all of this was found.");
    const std::string blocks = blocksOf(pages);
    EXPECT_NE(blocks.find("paragraph: 1 The first note, which is as long as the one that comes next is, and goes on in "
                          "the next line.\nparagraph: 2 A note that says where all of this was found.\n"),
              std::string::npos)
        << blocks;
}

/// What is typed may fill a line of a paragraph, or begin the next one; listings are listings all the same.
TEST(PdfParagraphs, WordsOfFixedPitchAreWordsOfTheirParagraph)
{
    PdfPages pages;
    pages.beginPage();
    showRuns(
        pages, 72, 100,
        {{"Load what stands in all of the files that are named in the list here, "}, {"/share/a.xml", 10, 0, code}});
    showRuns(pages, 72, 112, {{"/usr/share/mime/text/html.xml, /usr/local/share/mime/text/page.xml", 10, 0, code}});
    showRuns(pages, 72, 124, {{"/share/b.xml", 10, 0, code}, {" in this order:"}});
    showRuns(pages, 72, 136, {{"load\\(all\\);", 10, 0, code}});
    showRuns(pages, 72, 148, {{"print\\(all\\);", 10, 0, code}});
    EXPECT_EQ(blocksOf(pages),
              "paragraph: Load what stands in all of the files that are named in the list here, /share/a.xml "
              "/usr/share/mime/text/html.xml, /usr/local/share/mime/text/page.xml /share/b.xml in this order:\n"
              "code: load(all);/print(all);\n");
}

TEST(PdfParagraphs, ADashInsideASentenceBeginsNoItem)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "Every file whose name begins with a figure \\(U+0030");
    pages.show(72, 112, 10, "- U+0039\\) is read as well as all of the others are.");
    pages.show(72, 200, 10, "- Every file whose name begins with one of the let-");
    pages.show(72, 212, 10, "- All of the others that are in the folder of them");
    EXPECT_EQ(blocksOf(pages),
              "paragraph: Every file whose name begins with a figure (U+0030 - U+0039) is read as well as all of the "
              "others are.\n"
              "list\n  list_item\n    paragraph: Every file whose name begins with one of the let-\n"
              "  list_item\n    paragraph: All of the others that are in the folder of them\n");
}

/// A line that was stretched to the width of its paragraph has no cells; a line of cells has.
TEST(PdfParagraphs, WideBlanksOfAStretchedLineAreBlanks)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "The following words of this line stand as they should, I think");
    showRuns(pages, 72, 112, {{"while the words of this have too"}}, 20);
    pages.show(72, 124, 10, "little to say.");
    EXPECT_EQ(textOf(pages),
              "The following words of this line stand as they should, I think while the words of this have too little "
              "to say.");
    PdfPages few;
    few.beginPage();
    few.show(72, 100, 10, "The following words of this line stand as they should, I think");
    showRuns(few, 72, 112, {{"of-the-northern-harbour-gates and of-the-town"}}, 32);
    few.show(72, 124, 10, "as well.");
    EXPECT_EQ(textOf(few),
              "The following words of this line stand as they should, I think of-the-northern-harbour-gates and "
              "of-the-town as well.");
    PdfPages cells;
    cells.beginPage();
    showRow(cells, 100, {{72, "North quay of the town"}, {220, "three ships"}, {340, "all at rest"}});
    EXPECT_EQ(textOf(cells), "North quay of the town\tthree ships\tall at rest");
}

TEST(PdfParagraphs, NamesAndPathsAreJoinedWithoutABlank)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "This reads a FcConfigParse and another one, which is a Fc-");
    pages.show(72, 112, 10, "ConfigParse too; Anna Lund-");
    pages.show(72, 160, 10, "It was written in the year before by Anna Lund and Mary-");
    pages.show(72, 172, 10, "Ann, and it stands in the folder that is called share/doc/");
    pages.show(72, 184, 10, "harbour, next to SHARE_");
    showRuns(pages, 72, 240, {{"All of the files of it are read with "}, {"--vex-iropt-", 10, 0, code}});
    showRuns(pages, 72, 252, {{"updates=all", 10, 0, code}, {" and with "}, {"--xml=yes", 10, 0, code}, {" by all."}});
    EXPECT_EQ(textOf(pages),
              "This reads a FcConfigParse and another one, which is a FcConfigParse too; Anna Lund-\n\n"
              "It was written in the year before by Anna Lund and Mary-Ann, and it stands in the folder that is called "
              "share/doc/harbour, next to SHARE_\n\n"
              "All of the files of it are read with --vex-iropt-updates=all and with --xml=yes by all.");
}

TEST(PdfParagraphs, TagsAtTheEdgeStandBehindWhatTheyTag)
{
    PdfPages pages;
    pages.beginPage();
    for (int line = 0; line < 3; ++line) {
        pages.show(72, 100 + 12 * line, 10, "void step" + std::string(1, static_cast<char>('a' + line)) + " of many");
        pages.show(480, 100 + 12 * line, 10, "[Function]");
    }
    EXPECT_EQ(textOf(pages),
              "void stepa of many\t[Function]\nvoid stepb of many\t[Function]\nvoid stepc of many\t[Function]");
}

TEST(PdfParagraphs, ACentredTitleIsOneParagraph)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 80, 10,
               "Everything below is the title of a report, which no outline names, and it stands centred here.");
    pages.show(72, 180, 20, "A Report about Tides in the Northern");
    pages.show(172.1, 204, 20, "Harbour Town"); // 126.7 wide, the line above 326.8
    pages.beginPage();
    pages.show(72, 80, 14, "Elsewhere");
    pages.outline(1, "Elsewhere", 1, 66);
    EXPECT_NE(textOf(pages).find("Northern Harbour Town"), std::string::npos) << textOf(pages);
}

/// The only line of it in that pitch, at the place of the others, and a listing behind a colon.
TEST(PdfParagraphs, ALineOfFixedPitchMayEndAParagraph)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "The signature is stored in the file, which must be open and be called as");
    pages.show(72, 112, 10, "harbour/signature.", code);
    pages.show(72, 150, 10, "The signature is stored in the file, which must be open and be called by:");
    pages.show(72, 162, 10, "open harbour/signature", code);
    EXPECT_EQ(blocksOf(pages),
              "paragraph: The signature is stored in the file, which must be open and be called as "
              "harbour/signature.\n"
              "paragraph: The signature is stored in the file, which must be open and be called by:\n"
              "code: open harbour/signature\n");
}

/// Entries begin small, so that they might go on with what ends the column before.
TEST(PdfParagraphs, EntriesOfAnIndexAreLines)
{
    PdfPages pages;
    pages.beginPage();
    for (int line = 0; line < 14; ++line) {
        const std::string letter(1, static_cast<char>('a' + line));
        pages.show(72, 100 + 12 * line, 10, letter + "struct of many . . . . . . . . . . . . . . 9");
        pages.show(340, 100 + 12 * line, 10, "struct" + letter + " of all . . . . . . . . . . . . . . . 11");
    }
    const std::string text = textOf(pages);
    EXPECT_EQ(text.find("9 struct"), std::string::npos) << text;
    EXPECT_NE(text.find("nstruct of many . . . . . . . . . . . . . . 9\n\nstructa"), std::string::npos) << text;
}

/// Labels of a chart: one paragraph of lines, not ten.
TEST(PdfParagraphs, ScatteredWordsAreOneParagraph)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 80, 10, "What came of it is drawn here for all who want to see it with their own eyes.");
    const char *const labels[] = {"400", "300", "200", "100", "0"};
    for (int label = 0; label < 5; ++label)
        pages.show(90, 150 + 40 * label, 8, labels[label]);
    pages.show(72, 400, 10, "Nobody had expected that, and nobody was prepared for what came after it.");
    EXPECT_EQ(blocksOf(pages),
              "paragraph: What came of it is drawn here for all who want to see it with their own eyes.\n"
              "paragraph: 400/300/200/100/0\n"
              "paragraph: Nobody had expected that, and nobody was prepared for what came after it.\n");
}

TEST(PdfParagraphs, CaptionsAreCaptions)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 80, 10, "Table 1 shows what was counted in the harbour.");
    pages.show(72, 120, 10, "Table 1: What was counted in March", PdfPages::Bold);
    showRow(pages, 140, {{72, "Article"}, {230, "Shelf"}, {330, "Pieces"}});
    showRow(pages, 154, {{72, "Rope, ten metres"}, {230, "upper"}, {330, "12"}});
    showRow(pages, 168, {{72, "Lamp"}, {230, "lower"}, {330, "7"}});
    showRow(pages, 240, {{72, "Berth"}, {230, "Ship"}, {330, "Tons"}});
    showRow(pages, 254, {{72, "North"}, {230, "Ada"}, {330, "120"}});
    showRow(pages, 268, {{72, "South"}, {230, "Ben"}, {330, "95"}});
    pages.show(72, 284, 10, "Tab. 2 Ships on the last day");
    pages.show(72, 400, 10, "Figure 2.1. The harbour from the north");
    pages.show(72, 460, 10, "Figure 2.1 is older than the harbour.");
    EXPECT_EQ(blocksOf(pages),
              "paragraph: Table 1 shows what was counted in the harbour.\n"
              "caption: Table 1: What was counted in March\n"
              "table\n  table_header: Article|Shelf|Pieces\n  table_row: Rope, ten metres|upper|12\n"
              "  table_row: Lamp|lower|7\n"
              "table\n  table_header: Berth|Ship|Tons\n  table_row: North|Ada|120\n  table_row: South|Ben|95\n"
              "caption: Tab. 2 Ships on the last day\n"
              "caption: Figure 2.1. The harbour from the north\n"
              "paragraph: Figure 2.1 is older than the harbour.\n");
}

} // namespace cw::testing
