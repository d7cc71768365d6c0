// SPDX-License-Identifier: GPL-3.0-or-later
// PDF files that are broken, locked or made to hurt.
#include "formats/format.h"
#include "formats/pdffile.h"
#include "formats/pdfunpack.h"
#include "support/pdfmaker.h"
#include "text/document.h"
#include "text/utf8.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

namespace cw::testing {
namespace {

Outcome<std::shared_ptr<const Document>> readPdf(std::string file, std::stop_token stop = {},
                                                 std::function<void(std::size_t, std::size_t)> progress = {})
{
    return readDocument("sample.pdf", std::move(file), {}, *findFormat("pdf"), std::move(stop), std::move(progress));
}

std::string messageOf(std::string file)
{
    const auto document = readPdf(std::move(file));
    return document.hasError() ? document.error().message : std::string("no error");
}

std::string deflated(std::string_view data)
{
    uLongf size = compressBound(static_cast<uLong>(data.size()));
    std::string packed(size, '\0');
    compress2(reinterpret_cast<Bytef *>(packed.data()), &size, reinterpret_cast<const Bytef *>(data.data()),
              static_cast<uLong>(data.size()), 1);
    packed.resize(size);
    return packed;
}

std::string shortFile()
{
    PdfPages pages;
    for (int page = 0; page < 3; ++page) {
        pages.beginPage();
        pages.show(72, 100, 14, "Section", PdfPages::Bold);
        pages.show(72, 130, 10, "Text of a page.");
        pages.outline(1, "Section", static_cast<std::size_t>(page), 86);
    }
    return pages.make();
}

/// Pages that are anything: `objects` after a catalog (1) and a font (2).
std::string fileWith(const std::string &pageTree, std::vector<std::string> objects)
{
    PdfFile file;
    const int root = file.add("<</Type/Catalog/Pages " + pageTree + ">>");
    static_cast<void>(file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"));
    for (std::string &object : objects)
        static_cast<void>(file.add(std::move(object)));
    return file.finish(root);
}

} // namespace

TEST(PdfHostile, WhatIsNoPdfIsSaidToBeDamaged)
{
    EXPECT_NE(messageOf("").find("damaged"), std::string::npos);
    EXPECT_NE(messageOf("%PDF-1.7\n").find("damaged"), std::string::npos);
    EXPECT_NE(messageOf("Just text.").find("damaged"), std::string::npos);
}

TEST(PdfHostile, ABrokenTableIsMended)
{
    std::string file = shortFile();
    const std::size_t table = file.rfind("startxref\n");
    file.replace(table + 10, 3, "999");
    const auto document = readPdf(file);
    ASSERT_TRUE(document.hasValue());
    EXPECT_NE((*document)->text().find("Text of a page."), std::string_view::npos);
}

TEST(PdfHostile, EveryTruncationEndsWell)
{
    const std::string file = shortFile();
    for (std::size_t size = 0; size < file.size(); size += 7) {
        const auto document = readPdf(file.substr(0, size));
        EXPECT_TRUE(document ? isValidUtf8((*document)->text()) : !document.error().message.empty());
    }
}

TEST(PdfHostile, ChangedBytesEndWell)
{
    const std::string file = shortFile();
    std::mt19937 random(5);
    for (int round = 0; round < 400; ++round) {
        std::string changed = file;
        for (int i = 0; i < 1 + round % 8; ++i)
            changed[random() % changed.size()] = static_cast<char>(random() % 256);
        const auto document = readPdf(changed);
        EXPECT_TRUE(!document || isValidUtf8((*document)->text()));
    }
}

TEST(PdfHostile, APasswordIsAskedForInWords)
{
    PdfFile file;
    const int root = file.add("<</Type/Catalog/Pages 2 0 R>>");
    static_cast<void>(file.add("<</Type/Pages/Kids[]/Count 0>>"));
    const std::string thirtyTwo(64, '4');
    const int lock = file.add("<</Filter/Standard/V 1/R 2/O<" + thirtyTwo + ">/U<" + thirtyTwo + ">/P -4>>");
    const std::string message = messageOf(file.finish(root, "/Encrypt " + std::to_string(lock) + " 0 R/ID[<00><00>]"));
    EXPECT_NE(message.find("password"), std::string::npos) << message;
}

TEST(PdfHostile, PageTreesInCirclesEnd)
{
    EXPECT_FALSE(readPdf(fileWith("3 0 R", {"<</Type/Pages/Kids[3 0 R 3 0 R]/Count 1000000>>"})));
    EXPECT_FALSE(readPdf(fileWith(
        "3 0 R", {"<</Type/Pages/Kids[4 0 R]/Count 4>>", "<</Type/Pages/Parent 3 0 R/Kids[3 0 R]/Count 4>>"})));
}

TEST(PdfHostile, HugeAndEmptyBoxesAreRead)
{
    for (const char *box : {"[0 0 1e30 1e30]", "[0 0 0 0]", "[-1e9 -1e9 1e9 1e9]", "[9 9 1 1]", "[/a]"}) {
        PdfFile file;
        const int root = file.add("<</Type/Catalog/Pages 2 0 R>>");
        static_cast<void>(file.add("<</Type/Pages/Kids[3 0 R]/Count 1>>"));
        static_cast<void>(file.add("<</Type/Page/Parent 2 0 R/MediaBox" + std::string(box)
                                   + "/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>"));
        static_cast<void>(file.addStream("", "BT /F1 10 Tf 1 0 0 1 72 700 Tm (Seen.) Tj ET"));
        static_cast<void>(file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"));
        const auto document = readPdf(file.finish(root));
        EXPECT_TRUE(!document || isValidUtf8((*document)->text()));
    }
}

TEST(PdfHostile, FormsThatShowThemselvesEnd)
{
    PdfFile file;
    const int root = file.add("<</Type/Catalog/Pages 2 0 R>>");
    static_cast<void>(file.add("<</Type/Pages/Kids[3 0 R]/Count 1>>"));
    static_cast<void>(
        file.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</X 5 0 R>>/Font<</F1 6 0 R>>>>"
                 "/Contents 4 0 R>>"));
    static_cast<void>(file.addStream("", "BT /F1 10 Tf 1 0 0 1 72 700 Tm (Seen.) Tj ET /X Do"));
    static_cast<void>(
        file.addStream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>", "/X Do /X Do"));
    static_cast<void>(file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"));
    const auto document = readPdf(file.finish(root));
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->text(), "Seen.");
}

/// Ten forms in each of ten forms, eight deep, are a hundred million.
TEST(PdfHostile, FormsThatMultiplyEnd)
{
    PdfFile file;
    const int root = file.add("<</Type/Catalog/Pages 2 0 R>>");
    static_cast<void>(file.add("<</Type/Pages/Kids[3 0 R]/Count 1>>"));
    static_cast<void>(
        file.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</X 6 0 R>>/Font<</F1 5 0 R>>>>"
                 "/Contents 4 0 R>>"));
    static_cast<void>(file.addStream("", "BT /F1 10 Tf 1 0 0 1 72 700 Tm (Seen.) Tj ET /X Do"));
    static_cast<void>(file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"));
    for (int form = 6; form < 14; ++form)
        static_cast<void>(file.addStream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X "
                                             + std::to_string(form + 1) + " 0 R>>>>",
                                         "/X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do"));
    static_cast<void>(file.addStream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "0 0 9 9 re"));
    const auto document = readPdf(file.finish(root));
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->text(), "Seen.");
}

TEST(PdfHostile, BombsAreRefusedBeforeTheyAreUnpacked)
{
    const std::string bomb = deflated(std::string(pdf::mostUnpackedBytes + 1, ' '));
    ASSERT_LT(bomb.size(), std::size_t{2} << 20U);
    PdfFile once;
    const int root = once.add("<</Type/Catalog/Pages 2 0 R>>");
    static_cast<void>(once.add("<</Type/Pages/Kids[3 0 R]/Count 1>>"));
    static_cast<void>(once.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>"));
    static_cast<void>(once.addStream("/Filter/FlateDecode", bomb));
    EXPECT_NE(messageOf(once.finish(root)).find("unpacks to more than 256 MiB"), std::string::npos);

    PdfFile twice;
    static_cast<void>(twice.add("<</Type/Catalog/Pages 2 0 R>>"));
    static_cast<void>(twice.addStream("/Filter[/FlateDecode/FlateDecode]", deflated(bomb)));
    EXPECT_NE(messageOf(twice.finish(1)).find("unpacks to more than"), std::string::npos);

    PdfFile objects;
    static_cast<void>(objects.add("<</Type/Catalog/Pages 2 0 R>>"));
    static_cast<void>(objects.addStream("/Type/ObjStm/N 1/First 4/Filter/FlateDecode",
                                        deflated(std::string(pdf::mostUnpackedObjectBytes + 1, ' '))));
    EXPECT_NE(messageOf(objects.finish(1)).find("unpacks to more than 32 MiB"), std::string::npos);
}

TEST(PdfHostile, ManyWordsAreTakenInTheOrderOfTheFile)
{
    PdfPages pages;
    pages.beginPage();
    std::mt19937 random(3);
    for (std::size_t i = 0; i <= pdf::mostStringsInReadingOrder; ++i)
        pages.show(20 + static_cast<int>(random() % 500), 20 + static_cast<int>(random() % 700), 4,
                   "w" + std::to_string(i));
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    const std::string_view text = (*document)->text();
    EXPECT_LT(text.find("w0"), text.find("w19999"));
    ASSERT_FALSE((*document)->problems().empty());
    EXPECT_NE((*document)->problems().front().message.find("reading order"), std::string::npos);
}

/// In few strings: each word a step lower than the one before, which is what costs the library most.
TEST(PdfHostile, ManyWordsInFewStringsAreTakenInTheOrderOfTheFile)
{
    PdfPages pages;
    pages.beginPage();
    std::string words = "BT /F1 0.05 Tf 0.07 TL 1 0 0 1 10 790 Tm\n";
    for (std::size_t i = 0; i <= pdf::mostWordsInReadingOrder; ++i)
        words += "(w) '\n";
    pages.content(words + "ET\n");
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    ASSERT_FALSE((*document)->problems().empty());
    EXPECT_NE((*document)->problems().front().message.find("reading order"), std::string::npos);
}

TEST(PdfHostile, AMillionRuledLinesAreToldAndNoTable)
{
    PdfPages pages;
    pages.beginPage();
    pages.show(72, 100, 10, "Seen between the lines.");
    std::string lines;
    for (int i = 0; i < 1'000'000; ++i)
        lines += std::to_string(i * 7 % 600) + ' ' + std::to_string(i * 13 % 790) + " 50 0 re\n";
    pages.content(lines + "S\n");
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->text(), "Seen between the lines.");
    ASSERT_EQ((*document)->problems().size(), 1U);
    EXPECT_NE((*document)->problems().front().message.find("1 page with more ruled lines"), std::string::npos);
}

/// As many lines as are looked at, each crossing all others, with words in the cells.
TEST(PdfHostile, AGridOfAMillionCellsIsRead)
{
    PdfPages pages;
    pages.beginPage();
    std::string lines;
    for (int i = 0; i < 999; ++i) {
        const std::string at = std::to_string(50 + i * 0.5);
        lines += at + " 50 m " + at + " 550 l S 50 " + at + " m 550 " + at + " l S\n";
    }
    pages.content(lines);
    std::mt19937 random(7);
    for (int i = 0; i < 4'000; ++i)
        pages.show(50 + static_cast<int>(random() % 480), 250 + static_cast<int>(random() % 480), 2,
                   "w" + std::to_string(i));
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_NE((*document)->text().find("w3999"), std::string_view::npos);
}

TEST(PdfHostile, OutlinesThatAreTooDeepAreTold)
{
    PdfPages pages;
    pages.beginPage();
    for (unsigned level = 1; level <= pdf::deepestOutlineLevel + 1; ++level) {
        pages.show(72, 20 * level, 12, "Level " + std::to_string(level), PdfPages::Bold);
        pages.outline(level, "Level " + std::to_string(level), 0, 20 * level - 14);
    }
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->blocks().outline().size(), pdf::deepestOutlineLevel);
    ASSERT_EQ((*document)->problems().size(), 1U);
    EXPECT_NE((*document)->problems().front().message.find("32 levels"), std::string::npos);
}

/// Each entry may be any of the rows: only so many are compared.
TEST(PdfHostile, ManyEntriesForManyRowsEnd)
{
    PdfPages pages;
    pages.beginPage();
    for (int row = 0; row < 15'000; ++row)
        pages.show(20 + row % 50 * 10 + row / 50 % 5 * 2, 700 - row / 50 * 2, 4, "x", PdfPages::Bold);
    for (int entry = 0; entry < 1'000; ++entry)
        pages.outline(1, std::string(2'000, 'y'), 0, 0);
    const auto document = readPdf(pages.make());
    ASSERT_TRUE(document.hasValue());
    EXPECT_LE((*document)->blocks().outline().size(), 1U);
    ASSERT_FALSE((*document)->problems().empty());
    EXPECT_NE((*document)->problems().back().message.find("too many to look for"), std::string::npos);
}

TEST(PdfHostile, TenThousandPagesReportProgressAndCanBeStopped)
{
    PdfPages pages;
    for (int page = 0; page < 10'000; ++page) {
        pages.beginPage();
        pages.show(72, 100, 10, "Page of many.");
    }
    const std::string file = pages.make();
    std::stop_source source;
    std::size_t seen = 0;
    const auto stopped = readPdf(file, source.get_token(), [&](std::size_t done, std::size_t total) {
        EXPECT_EQ(total, 10'000U);
        seen = done;
        if (done == 20)
            source.request_stop();
    });
    EXPECT_TRUE(stopped.isCancelled());
    EXPECT_EQ(seen, 20U);
    const auto document = readPdf(file);
    ASSERT_TRUE(document.hasValue());
    EXPECT_EQ((*document)->sourceMap()->pages().size(), 10'000U);
}

} // namespace cw::testing
