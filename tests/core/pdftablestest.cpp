// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and lists of PDF files, and what looks like one and is none.
#include "formats/format.h"
#include "support/pdfreading.h"
#include "text/document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cw::testing {
namespace {

bool hasTable(const PdfPages &pages)
{
    return blocksOf(pages).find("table") != std::string::npos;
}

const std::vector<std::string_view> proseLines{
    "The harbour was quiet in the morning,",  "and boats came in with the tide while",
    "their owners counted the fish in the",   "holds. Nobody had seen as many since",
    "the winter of the great frost, and the", "price fell by noon. In the evening it",
    "rose again, since buyers from the town", "had heard of it and came with carts to",
    "take what was left. Then all was still"};

} // namespace

TEST(PdfTables, AlignedColumnsAreRowsWithAHeaderAboveNumbers)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 80, 10, "The stock is counted every morning before the doors are opened:");
    showRow(pages, 110, {{72, "Article"}, {230, "Shelf"}, {330, "Pieces"}});
    showRow(pages, 124, {{72, "Rope, ten metres"}, {230, "upper"}, {330, "12"}});
    showRow(pages, 138, {{72, "Lamp"}, {330, "7"}});
    showRow(pages, 152, {{72, "Anchor"}, {230, "floor"}, {330, "104"}});
    pages.show(72, 190, 10, "Nothing else was there to be counted on that day.");
    const auto document = documentOf(pages);
    EXPECT_EQ(blocksOf(*document),
              "paragraph: The stock is counted every morning before the doors are opened:\n"
              "table\n"
              "  table_header: Article|Shelf|Pieces\n"
              "  table_row: Rope, ten metres|upper|12\n"
              "  table_row: Lamp||7\n"
              "  table_row: Anchor|floor|104\n"
              "paragraph: Nothing else was there to be counted on that day.\n");
    const std::size_t at = document->text().find("104");
    const auto sources = document->sourceMap()->sourcesOf({at, at + 3});
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(sources.front().end - sources.front().begin, 3U);
}

TEST(PdfTables, ABoldFirstRowIsAHeader)
{
    PdfPages pages;
    pages.beginPage();
    showRow(pages, 110, {{72, "Port"}, {230, "Country"}, {330, "Master"}}, PdfPages::Bold);
    showRow(pages, 124, {{72, "Bergen"}, {230, "Norway"}, {330, "Aase"}});
    showRow(pages, 138, {{72, "Bremen"}, {230, "Germany"}, {330, "Behrens"}});
    EXPECT_EQ(blocksOf(pages),
              "table\n  table_header: Port|Country|Master\n  table_row: Bergen|Norway|Aase\n"
              "  table_row: Bremen|Germany|Behrens\n");
}

TEST(PdfTables, CellsInRuledLinesMayBeOfSeveralLinesAndColumns)
{
    PdfPages pages;
    pages.beginPage();
    for (const double y : {100.0, 120.0, 160.0, 180.0})
        drawLine(pages, 70, y, 400, y);
    for (const double x : {70.0, 200.0, 300.0, 400.0})
        drawLine(pages, x, x == 300 ? 120 : 100, x, 180);
    showRow(pages, 113, {{75, "Berth"}, {205, "Ships in two words or more"}});
    showRow(pages, 133, {{75, "North"}, {205, "closed in the"}, {305, "3"}});
    showRow(pages, 145, {{205, "win-"}});
    showRow(pages, 157, {{205, "ter"}});
    showRow(pages, 173, {{75, "South"}, {205, "open"}, {305, "4"}});
    EXPECT_EQ(blocksOf(pages),
              "table\n  table_header: Berth|Ships in two words or more\n  table_row: North|closed in the winter|3\n"
              "  table_row: South|open|4\n");
}

/// Three lines, as in many papers: above, under the header, below; and boxes instead of lines.
TEST(PdfTables, ALineUnderTheFirstRowMakesItAHeader)
{
    for (const bool isBox : {false, true}) {
        PdfPages pages;
        pages.beginPage();
        for (const double y : {100.0, 116.0, 164.0}) {
            if (isBox)
                pages.content("70 " + std::to_string(792 - y) + " 260 0.8 re f\n");
            else
                drawLine(pages, 70, y, 330, y);
        }
        showRow(pages, 111, {{75, "Method"}, {180, "at 1K"}, {270, "at 4K"}});
        showRow(pages, 127, {{75, "plain"}, {180, "6.61"}, {270, "6.62"}});
        showRow(pages, 141, {{75, "sliced"}, {180, "2.15"}, {270, "2.10"}});
        showRow(pages, 155, {{75, "woven"}, {180, "1.75"}, {270, "1.29"}});
        EXPECT_EQ(blocksOf(pages),
                  "table\n  table_header: Method|at 1K|at 4K\n  table_row: plain|6.61|6.62\n"
                  "  table_row: sliced|2.15|2.10\n  table_row: woven|1.75|1.29\n");
    }
}

TEST(PdfTables, RowsWithoutLinesBetweenThemAreRowsInsideRuledColumns)
{
    PdfPages pages;
    pages.beginPage();
    for (const double y : {100.0, 116.0, 164.0})
        drawLine(pages, 70, y, 330, y);
    for (const double x : {70.0, 170.0, 260.0, 330.0})
        drawLine(pages, x, 100, x, 164);
    showRow(pages, 111, {{75, "Method"}, {180, "1K"}, {270, "4K"}});
    showRow(pages, 127, {{75, "plain"}, {180, "6.61"}, {270, "6.62"}});
    showRow(pages, 141, {{75, "sliced"}, {180, "2.15"}, {270, "2.10"}});
    showRow(pages, 155, {{75, "woven"}, {180, "1.75"}, {270, "1.29"}});
    EXPECT_EQ(blocksOf(pages),
              "table\n  table_header: Method|1K|4K\n  table_row: plain|6.61|6.62\n"
              "  table_row: sliced|2.15|2.10\n  table_row: woven|1.75|1.29\n");
}

TEST(PdfTables, TablesGoOnOverPagesAndTheirHeadersComeOnce)
{
    PdfPages pages;
    int article = 0;
    for (int page = 0; page < 3; ++page) {
        pages.beginPage();
        if (page == 0)
            pages.show(72, 80, 10, "What was sold in the year, by article and by piece, is in this table.");
        showRow(pages, 110, {{72, "Article"}, {230, "Pieces"}, {330, "Remark"}}, PdfPages::Bold);
        for (int row = 0; row < 3; ++row) {
            ++article;
            const std::string name = "Article " + std::string(1, static_cast<char>('a' + article));
            showRow(pages, 126 + 14 * row, {{72, name}, {230, std::to_string(100 + article)}});
            if (page != 1)
                showRow(pages, 126 + 14 * row, {{330, row == 1 ? "sold out" : "left"}});
        }
    }
    const auto document = documentOf(pages);
    EXPECT_EQ(
        blocksOf(*document),
        "paragraph: What was sold in the year, by article and by piece, is in this table.\n"
        "table\n  table_header: Article|Pieces|Remark\n"
        "  table_row: Article b|101|left\n  table_row: Article c|102|sold out\n  table_row: Article d|103|left\n"
        "  table_row: Article e|104\n  table_row: Article f|105\n  table_row: Article g|106\n"
        "  table_row: Article h|107|left\n  table_row: Article i|108|sold out\n  table_row: Article j|109|left\n");
    EXPECT_EQ(document->sourceMap()->pages()[1].textBegin, document->text().find("Article e"));
    EXPECT_EQ(document->sourceMap()->pages()[2].textBegin, document->text().find("Article h"));
    ASSERT_EQ(document->problems().size(), 1U);
    EXPECT_EQ(document->problems().front().message,
              "Left out header rows of tables where they come again, on 2 pages: 2, 3.");
}

TEST(PdfTables, ColumnsOfAPageAreReadOneAfterTheOther)
{
    PdfPages pages;
    pages.beginPage();
    for (std::size_t line = 0; line < proseLines.size(); ++line) {
        pages.show(72, 100 + 12.0 * static_cast<double>(line), 10, proseLines[line]);
        pages.show(320, 100 + 12.0 * static_cast<double>(line), 10, proseLines[line]);
    }
    const auto document = documentOf(pages);
    EXPECT_EQ(blocksOf(*document).find("table"), std::string::npos);
    const std::string_view text = document->text();
    EXPECT_LT(text.find("Then all was still"), text.rfind("The harbour was quiet"));
}

/// In the right column; the prose beside it stays whole.
TEST(PdfTables, ATableInOneColumnOfAPageIsFound)
{
    PdfPages pages;
    pages.beginPage();
    for (std::size_t line = 0; line < proseLines.size(); ++line)
        pages.show(72, 100 + 12.0 * static_cast<double>(line), 10, proseLines[line]);
    for (std::size_t line = 0; line < 5; ++line)
        pages.show(320, 100 + 12.0 * static_cast<double>(line), 10, proseLines[line]);
    showRow(pages, 172, {{330, "Month"}, {420, "Fish"}, {480, "Boats"}});
    showRow(pages, 184, {{330, "March"}, {420, "120"}, {480, "3"}});
    showRow(pages, 196, {{330, "April"}, {420, "95"}, {480, "2"}});
    const std::string blocks = blocksOf(pages);
    EXPECT_NE(
        blocks.find("table\n  table_header: Month|Fish|Boats\n  table_row: March|120|3\n  table_row: April|95|2\n"),
        std::string::npos)
        << blocks;
    EXPECT_NE(blocks.find("The harbour was quiet in the morning, and boats came in with the tide while their owners "
                          "counted the fish in the holds. Nobody had seen as many since the winter of the great frost, "
                          "and the price fell by noon. In the evening"),
              std::string::npos)
        << blocks;
}

TEST(PdfTables, ContentsPagesAreNone)
{
    for (const bool hasDots : {true, false}) {
        PdfPages pages;
        pages.beginPage();
        for (int entry = 1; entry < 8; ++entry) {
            const double top = 100 + 14.0 * entry;
            pages.show(72, top, 10, "Chapter of the book");
            if (hasDots)
                pages.show(200, top, 10, ". . . . . . . . . . . . . . . .");
            pages.show(500, top, 10, std::to_string(entry * 7));
        }
        EXPECT_FALSE(hasTable(pages)) << hasDots;
    }
}

TEST(PdfTables, ListingsListsTagsAndPairsAreNone)
{
    PdfPages listing;
    listing.beginPage();
    PdfPages tags;
    tags.beginPage();
    PdfPages numbers;
    numbers.beginPage();
    PdfPages log;
    log.beginPage();
    for (int line = 1; line < 7; ++line) {
        const double top = 100 + 14.0 * line;
        showRow(listing, top, {{72, "value"}, {200, "= next;"}, {300, "// soon"}}, PdfPages::Monospaced);
        showRow(tags, top, {{72, "void begin of a thing"}, {480, "[Function]"}});
        showRow(numbers, top, {{72, std::to_string(line) + "."}, {100, "What has to be done before noon"}});
        showRow(log, top, {{72, "==81=="}, {130, "what a program has to say"}});
    }
    EXPECT_FALSE(hasTable(listing));
    EXPECT_FALSE(hasTable(tags));
    EXPECT_FALSE(hasTable(numbers));
    EXPECT_FALSE(hasTable(log));
    PdfPages pair;
    pair.beginPage();
    showRow(pair, 100, {{72, "From: the office"}, {320, "To: the harbour"}});
    showRow(pair, 114, {{72, "Mill Lane"}, {320, "North Quay"}});
    EXPECT_FALSE(hasTable(pair));
}

/// A drawing: boxes with words in them, not in rows.
TEST(PdfTables, TightColumnsBelowAHeaderWithRoomAreATable)
{
    // Blanks of this font are 2.8 wide; in the row where they are nearest the columns are 3.9 and 4.1 apart.
    const auto showTable = [](PdfPages &pages, double shifted, double leftOfTitle = 80) {
        pages.beginPage();
        pages.show(72, 90, 10, "What was seen:");
        showRow(pages, 110, {{leftOfTitle, "Sea"}, {120, "Gate"}, {175, "Sign"}});
        showRow(pages, 124, {{72, "very low"}, {116.5, "open"}, {149.5, "two green lights"}});
        showRow(pages, 138, {{72, "high"}, {116.5, "ajar"}, {149.5 + shifted, "green above white"}});
        showRow(pages, 152, {{72, "very high"}, {116.5, "closed"}, {149.5, "three red lights"}});
        pages.show(72, 166, 10, "All heights are those of the outer gauge, as every keeper of the gate knows.");
    };
    PdfPages table;
    showTable(table, 0);
    EXPECT_EQ(blocksOf(table),
              "paragraph: What was seen:\n"
              "table\n"
              "  table_row: Sea|Gate|Sign\n"
              "  table_row: very low|open|two green lights\n"
              "  table_row: high|ajar|green above white\n"
              "  table_row: very high|closed|three red lights\n"
              "paragraph: All heights are those of the outer gauge, as every keeper of the gate knows.\n");
    PdfPages lines;
    showTable(lines, 3);
    EXPECT_FALSE(hasTable(lines));
    PdfPages withoutRoom;
    showTable(withoutRoom, 0, 95); // the title ends at 112
    EXPECT_FALSE(hasTable(withoutRoom));
}

TEST(PdfTables, ListingsInColumnsAreReadLineByLine)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 90, 10, "The log of the night:");
    const std::vector<std::string_view> log{"05:10  212 cm  gate closed   Berg", "05:25  239 cm  nothing seen  Berg",
                                            "06:02  228 cm  gate open     Lund"};
    for (std::size_t i = 0; i < log.size(); ++i)
        pages.show(72, 110 + 12 * static_cast<double>(i), 10, log[i], PdfPages::Monospaced);
    EXPECT_EQ(blocksOf(pages),
              "paragraph: The log of the night:\ncode: " + std::string(log[0]) + '/' + std::string(log[1]) + '/'
                  + std::string(log[2]) + '\n');
}

/// Six characters lie between these columns: a column whose lines all begin at one place, and two lines below prose
/// that reaches over both.
TEST(PdfTables, ListingsInColumnsFarApartAreReadLineByLine)
{
    PdfPages pages;
    pages.beginPage();
    const std::vector<std::string_view> fields{"4 CARD32      MAJOR_VERSION", "2 CARD16      MINOR",
                                               "4 CARD32      ALIAS_LIST_OFFSET"};
    for (std::size_t i = 0; i < fields.size(); ++i)
        pages.show(72, 110 + 12 * static_cast<double>(i), 10, fields[i], PdfPages::Monospaced);
    EXPECT_EQ(blocksOf(pages),
              "code: " + std::string(fields[0]) + '/' + std::string(fields[1]) + '/' + std::string(fields[2]) + '\n');
    PdfPages below;
    below.beginPage();
    below.show(72, 80, 10, "In the log of the night every line has a place and a height, which are:");
    below.show(72, 110, 10, "north      2.08", PdfPages::Monospaced);
    below.show(72, 122, 10, "south        17", PdfPages::Monospaced);
    EXPECT_EQ(blocksOf(below),
              "paragraph: In the log of the night every line has a place and a height, which are:\n"
              "code: north      2.08/south        17\n");
}

TEST(PdfTables, ListingsInColumnsOfAPageAreReadOneAfterTheOther)
{
    PdfPages pages;
    pages.beginPage();
    for (int i = 0; i < 4; ++i) {
        pages.show(72, 110 + 12 * i, 10, "left = " + std::to_string(i) + ";", PdfPages::Monospaced);
        pages.show(312, 110 + 12 * i, 10, "right = " + std::to_string(i) + ";", PdfPages::Monospaced);
    }
    EXPECT_EQ(blocksOf(pages),
              "code: left = 0;/left = 1;/left = 2;/left = 3;\ncode: right = 0;/right = 1;/right = 2;/right = 3;\n");
}

TEST(PdfTables, PicturesOfLinesAreNone)
{
    PdfPages pages;
    pages.beginPage();
    for (int box = 0; box < 5; ++box) {
        const double left = 80 + 90 * box;
        const double top = 120 + 37 * (box % 3);
        pages.content(std::to_string(left) + ' ' + std::to_string(792 - top - 24) + " 60 24 re S\n");
        pages.show(left + 8, top + 15, 9, "Step " + std::string(1, static_cast<char>('A' + box)));
        if (box > 0)
            drawLine(pages, left - 30, top + 12, left, top + 12);
    }
    EXPECT_FALSE(hasTable(pages));
}

TEST(PdfTables, BulletsAndNumbersMakeListsThatNest)
{
    PdfPages pages;
    pages.mapped({"<7E> <2022>"});
    pages.beginPage();
    pages.show(72, 80, 10, "What has to be done before the winter comes, in the order in which the town wants it:");
    const auto item = [&](double left, double top, std::string_view mark, std::string_view text) {
        pages.show(left, top, 10, mark, PdfPages::Mapped);
        pages.show(left + 16, top, 10, text);
    };
    item(90, 104, "~", "Mend the crane on the north quay, which has stood still for most of the spring");
    pages.show(106, 116, 10, "and whose cable is worn.");
    item(90, 130, "~", "Paint the lamps:");
    item(112, 144, "1.", "green to starboard");
    item(112, 158, "2.", "red to port");
    item(90, 172, "~", "Count the ropes.");
    pages.show(72, 200, 10, "That is all of it for now, and nobody asked for more than that.");
    const auto document = documentOf(pages);
    EXPECT_EQ(blocksOf(*document),
              "paragraph: What has to be done before the winter comes, in the order in which the town wants it:\n"
              "list\n"
              "  list_item\n"
              "    paragraph: Mend the crane on the north quay, which has stood still for most of the spring and whose "
              "cable is worn.\n"
              "  list_item\n"
              "    paragraph: Paint the lamps:\n"
              "    list\n"
              "      list_item\n"
              "        paragraph: green to starboard\n"
              "      list_item\n"
              "        paragraph: red to port\n"
              "  list_item\n"
              "    paragraph: Count the ropes.\n"
              "paragraph: That is all of it for now, and nobody asked for more than that.\n");
    EXPECT_NE(document->text().find("\n\n\u2022 Mend"), std::string_view::npos);
    EXPECT_NE(
        document->text().find("\n\u2022 Paint the lamps:\n  1. green to starboard\n  2. red to port\n\u2022 Count"),
        std::string_view::npos);
}

TEST(PdfTables, NumbersThatCountUpAreItemsThoughTheLineAboveIsFull)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 80, 10, "1. Take the crank from the red box.");
    pages.show(72, 92, 10, "2. Turn it 40 times to the left");
    pages.show(72, 104, 10, "3. Hang out the signal.");
    pages.show(72, 200, 10, "He had lived in the house with the");
    pages.show(72, 212, 10, "7. Then he moved to a place that is");
    pages.show(72, 224, 10, "2. That was all anyone knew of him.");
    EXPECT_EQ(blocksOf(pages),
              "list\n"
              "  list_item\n    paragraph: Take the crank from the red box.\n"
              "  list_item\n    paragraph: Turn it 40 times to the left\n"
              "  list_item\n    paragraph: Hang out the signal.\n"
              "paragraph: He had lived in the house with the 7. Then he moved to a place that is "
              "2. That was all anyone knew of him.\n");
}

TEST(PdfTables, OneNumberIsNoList)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "7. The seventh point of something, and no other one is near");
    pages.show(72, 112, 10, "it on this page.");
    pages.show(72, 140, 10, "9. What does not count on from it is none either, as anyone");
    pages.show(72, 152, 10, "can see.");
    EXPECT_EQ(blocksOf(pages).find("list"), std::string::npos);
}

/// Signs of a font's own and "3", which stand apart; and a note's number.
TEST(PdfTables, MarksThatStandApartAreBesideTheirText)
{
    PdfPages pages;
    pages.mapped({"<7E> <F095>", "<7D> <E00C>"});
    pages.beginPage();
    for (int item = 0; item < 4; ++item)
        pages.show(72, 100 + 14 * item, 10, item % 2 == 0 ? "~" : "}", PdfPages::Mapped);
    for (int item = 0; item < 4; ++item)
        pages.show(96, 100 + 14 * item, 10, "Something that was to be done " + std::string(item, 'I'));
    pages.show(72, 700, 8, "3");
    pages.show(84, 700, 8, "A note that says where all of this was found by somebody in the town, and when");
    pages.show(84, 710, 8, "it was.");
    EXPECT_EQ(blocksOf(pages),
              "list\n  list_item\n    paragraph: Something that was to be done\n"
              "  list_item\n    paragraph: Something that was to be done I\n"
              "  list_item\n    paragraph: Something that was to be done II\n"
              "  list_item\n    paragraph: Something that was to be done III\n"
              "paragraph: 3 A note that says where all of this was found by somebody in the town, and when it was.\n");
}

/// The last row of a page goes on behind the header that comes again, and a running header touches the table.
TEST(PdfTables, ARowMayGoOnOverThePageEnd)
{
    PdfPages pages;
    for (int page = 0; page < 3; ++page) {
        pages.beginPage();
        pages.show(72, 60, 10, "Register of the harbour");
        showRow(pages, 72, {{72, "Ship"}, {230, "Tons"}, {330, "Remark"}}, PdfPages::Bold);
        double top = 86;
        if (page > 0) {
            pages.show(330, top, 10, "by the fire.");
            top += 14;
        }
        showRow(pages, top, {{72, "Ada of the north"}, {230, "120"}, {330, "left without a word"}});
        showRow(pages, top + 14, {{72, "Ben of the south"}, {230, "95"}, {330, "burnt to the water"}});
    }
    const auto document = documentOf(pages);
    EXPECT_EQ(blocksOf(*document),
              "table\n  table_header: Ship|Tons|Remark\n"
              "  table_row: Ada of the north|120|left without a word\n"
              "  table_row: Ben of the south|95|burnt to the water by the fire.\n"
              "  table_row: Ada of the north|120|left without a word\n"
              "  table_row: Ben of the south|95|burnt to the water by the fire.\n"
              "  table_row: Ada of the north|120|left without a word\n"
              "  table_row: Ben of the south|95|burnt to the water\n");
    EXPECT_EQ(document->sourceMap()->pages()[1].textBegin, document->text().find("by the fire."));
}

namespace {

std::shared_ptr<const Document> readSample(std::string_view name, std::string_view format)
{
    const auto document = readDocument("sample", formatSample(name), {}, *findFormat(format), {});
    return document.hasValue() ? *document : Document::fromText("sample", "");
}

/// Rows of all tables, whatever says which of them is a header.
std::string rowsOf(const Document &document)
{
    std::string rows;
    for (const Block &block : document.blocks().blocks()) {
        if (block.kind == BlockKind::Table)
            rows += "table\n";
        if (block.kind == BlockKind::TableRow || block.kind == BlockKind::TableHeader)
            rows += std::string(document.slice(block.bytes)) + '\n';
    }
    return rows;
}

} // namespace

TEST(PdfTables, WhatLibreOfficeMakesOfADocumentHasItsTables)
{
    const std::string rows = rowsOf(*readSample("guide.pdf", "pdf"));
    EXPECT_EQ(rows, "table\nName\tOffice\tVotes\nAda\tChair\t1\nBen\tClerk\t2\n");
    EXPECT_EQ(rows, rowsOf(*readSample("guide.docx", "docx")));
}

} // namespace cw::testing
