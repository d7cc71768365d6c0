// SPDX-License-Identifier: GPL-3.0-or-later
// Archives are written by libarchive; what it does not write is patched into its bytes.
#include "formats/ziparchive.h"
#include "support/zipbuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stop_token>

namespace {

using cw::ZipArchive;
using cw::ZipKind;
using cw::ZipLimits;
using cw::test::zipOf;
using cw::test::ZipPart;
using testing::ElementsAre;
using testing::HasSubstr;

std::string prose(std::size_t bytes)
{
    std::string text;
    for (std::size_t i = 0; text.size() < bytes; ++i)
        text += "Line " + std::to_string(i * 7919 % 10007) + " of a part.\n";
    text.resize(bytes);
    return text;
}

std::string messageOf(const std::string &bytes, const std::string &part, ZipLimits limits = {})
{
    auto archive = ZipArchive::open(bytes, limits);
    if (!archive)
        return archive.error().message;
    const auto read = archive->read(part, {});
    return read.hasError() ? read.error().message : std::string("(was read)");
}

/// Sets a 16-bit field of the `number`-th entry in the directory.
void patchDirectory(std::string &bytes, std::size_t number, std::size_t field, unsigned value, unsigned width)
{
    std::size_t at = bytes.find("PK\x01\x02");
    for (std::size_t i = 0; i < number; ++i)
        at = bytes.find("PK\x01\x02", at + 4);
    for (unsigned i = 0; i < width; ++i)
        bytes[at + field + i] = static_cast<char>((value >> (8 * i)) & 0xFFU);
}

TEST(ZipArchive, ReadsWhatLibarchiveWrote)
{
    const std::string large = prose(3'000'000);
    for (const char *options : {"", "zip:zip64"}) {
        const std::string bytes = zipOf({{"a.xml", "<a/>", true}, {"word/b.xml", large}, {"empty", ""}}, options);
        auto archive = ZipArchive::open(bytes);
        ASSERT_TRUE(archive) << archive.error().message;
        EXPECT_THAT(archive->names(), ElementsAre("a.xml", "word/b.xml", "empty"));
        for (int i = 0; i < 2; ++i) {
            const auto first = archive->read("word/b.xml", {});
            ASSERT_TRUE(first) << first.error().message;
            EXPECT_TRUE(*first == large);
            const auto second = archive->read("a.xml", {});
            ASSERT_TRUE(second) << second.error().message;
            EXPECT_EQ(*second, "<a/>");
        }
        const auto empty = archive->read("empty", {});
        ASSERT_TRUE(empty) << empty.error().message;
        EXPECT_EQ(*empty, "");
    }
}

TEST(ZipArchive, FindsTheDirectoryBeforeAComment)
{
    std::string bytes = zipOf({{"a", "text"}});
    const std::string comment = "a comment with PK\x05\x06 in it";
    bytes[bytes.size() - 2] = static_cast<char>(comment.size());
    bytes += comment;
    EXPECT_EQ(messageOf(bytes, "a"), "(was read)");
}

TEST(ZipArchive, NamesThePartThatIsNotThere)
{
    EXPECT_THAT(messageOf(zipOf({{"a", "text"}}), "word/document.xml"), HasSubstr("no part \"word/document.xml\""));
}

TEST(ZipArchive, SaysThatAPartIsEncrypted)
{
    EXPECT_THAT(messageOf(zipOf({{"a", "text"}}, {}, "secret"), "a"), HasSubstr("\"a\" of the archive is encrypted"));
}

TEST(ZipArchive, RefusesAPartThatIsThereTwice)
{
    const std::string bytes = zipOf({{"a", "one"}, {"b", "two"}, {"a", "three"}});
    EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("there twice"));
    EXPECT_EQ(messageOf(bytes, "b"), "(was read)");
}

TEST(ZipArchive, RefusesPartsThatShareBytes)
{
    std::string bytes = zipOf({{"a", "same text", true}, {"b", "same text", true}, {"c", "other", true}});
    // the first entry, whose bytes begin 31 bytes in at the earliest, reaches into the second one
    const auto size = static_cast<unsigned>(bytes.find("PK\x03\x04", 4) - 20);
    patchDirectory(bytes, 0, 20, size, 4);
    patchDirectory(bytes, 0, 24, size, 4);
    EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("shares its bytes"));
    EXPECT_THAT(messageOf(bytes, "b"), HasSubstr("shares its bytes"));
    EXPECT_EQ(messageOf(bytes, "c"), "(was read)");
}

TEST(ZipArchive, RefusesWhatPointsOutsideOrElsewhere)
{
    const std::string good = zipOf({{"a", "text"}, {"b", "text"}});
    for (const unsigned offset : {5U, 0x7FFFFFFFU, 0xFFFFFFF0U}) {
        std::string bytes = good;
        patchDirectory(bytes, 0, 42, offset, 4);
        EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("is damaged")) << offset;
    }
    std::string bytes = good;
    patchDirectory(bytes, 0, 42, static_cast<unsigned>(good.find("PK\x03\x04", 4)), 4);
    EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("is damaged"));
}

TEST(ZipArchive, KeepsToItsLimits)
{
    const std::string bytes = zipOf({{"a", prose(100'000)}, {"b", prose(90'000)}, {"c", "text"}});
    EXPECT_THAT(messageOf(bytes, "a", {.partBytes = 99'999}), HasSubstr("no more than"));
    EXPECT_EQ(messageOf(bytes, "b", {.partBytes = 99'999}), "(was read)");
    EXPECT_THAT(messageOf(bytes, "a", {.entries = 2}), HasSubstr("has 3 parts; no more than 2"));

    auto archive = ZipArchive::open(bytes, {.totalBytes = 150'000});
    ASSERT_TRUE(archive);
    EXPECT_TRUE(archive->read("a", {}).hasValue());
    const auto second = archive->read("b", {});
    ASSERT_TRUE(second.hasError());
    EXPECT_THAT(second.error().message, HasSubstr("Split the document"));
}

TEST(ZipArchive, RefusesBombs)
{
    const std::string bytes = zipOf({{"a", std::string(20'000'000, ' ')}});
    ASSERT_LT(bytes.size(), 40'000U);
    EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("more than 200 times its size"));

    // one that lies about its size writes no more than it says
    std::string lying = bytes;
    patchDirectory(lying, 0, 24, 1000, 4);
    EXPECT_THAT(messageOf(lying, "a"), HasSubstr("cannot be unpacked"));
    std::string boasting = zipOf({{"a", "text"}});
    patchDirectory(boasting, 0, 24, 7'000'000, 4);
    EXPECT_THAT(messageOf(boasting, "a"), HasSubstr("cannot be unpacked"));
}

TEST(ZipArchive, ChecksTheChecksum)
{
    std::string bytes = zipOf({{"a", "some text that is stored", true}});
    bytes[bytes.find("stored")] = 'S';
    EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("its checksum is wrong"));
}

TEST(ZipArchive, NamesMethodsThatItDoesNotKnow)
{
    std::string bytes = zipOf({{"a", "text"}});
    patchDirectory(bytes, 0, 10, 14, 2);
    EXPECT_THAT(messageOf(bytes, "a"), HasSubstr("packed by method 14"));
}

TEST(ZipArchive, SurvivesBeingCutShortAnywhere)
{
    const std::string bytes = zipOf({{"a", prose(500)}, {"b", prose(300), true}});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::string cut = bytes.substr(0, size);
        const auto archive = ZipArchive::open(cut);
        EXPECT_FALSE(archive) << size;
    }
}

TEST(ZipArchive, SurvivesAnyChangedByte)
{
    const std::string bytes = zipOf({{"a", prose(200)}, {"b", "text", true}});
    const std::string a = prose(200);
    std::size_t errors = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const char change : {'\x01', '\x80', '\xFF'}) {
            std::string changed = bytes;
            changed[i] = static_cast<char>(changed[i] ^ change);
            auto archive = ZipArchive::open(changed);
            if (!archive)
                continue;
            const auto read = archive->read("a", {});
            errors += read.hasError() ? 1U : 0U;
            // what was read all the same is the right text
            EXPECT_TRUE(!read || *read == a) << i;
        }
    }
    EXPECT_GT(errors, 100U);
}

TEST(ZipArchive, StopsWhenAsked)
{
    const std::string bytes = zipOf({{"a", prose(10'000)}});
    auto archive = ZipArchive::open(bytes);
    ASSERT_TRUE(archive);
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(archive->read("a", source.get_token()).isCancelled());
}

TEST(ZipArchive, TellsWhatAFileIs)
{
    const auto kindOf = [](const std::vector<ZipPart> &parts) { return cw::zipKindOf(zipOf(parts)); };
    EXPECT_EQ(cw::zipKindOf("PK is text"), ZipKind::None);
    EXPECT_EQ(kindOf({{"a.txt", "text"}}), ZipKind::Archive);
    EXPECT_EQ(kindOf({{"[Content_Types].xml", "<a/>"}, {"word/document.xml", "<a/>"}}), ZipKind::Word);
    EXPECT_EQ(kindOf({{"[Content_Types].xml", "<a/>"}, {"xl/workbook.xml", "<a/>"}}), ZipKind::Workbook);
    EXPECT_EQ(kindOf({{"[Content_Types].xml", "<a/>"}, {"ppt/presentation.xml", "<a/>"}}), ZipKind::Presentation);
    EXPECT_EQ(kindOf({{"[Content_Types].xml", "<a/>"}, {"document.xml", "<a/>"}}), ZipKind::Office);
    EXPECT_EQ(kindOf({{"mimetype", "application/epub+zip", true}, {"a", "b"}}), ZipKind::Epub);
    EXPECT_EQ(kindOf({{"META-INF/container.xml", "<a/>"}, {"a", "b"}}), ZipKind::Epub);
    EXPECT_EQ(kindOf({{"mimetype", "application/vnd.oasis.opendocument.text", true}}), ZipKind::OpenDocumentText);
    EXPECT_EQ(kindOf({{"mimetype", "application/vnd.oasis.opendocument.text-template", true}}),
              ZipKind::OpenDocumentText);
    EXPECT_EQ(kindOf({{"mimetype", "application/vnd.oasis.opendocument.spreadsheet", true}}),
              ZipKind::OpenDocumentOther);
    EXPECT_EQ(kindOf({{"content.xml", "<a/>"}, {"META-INF/manifest.xml", "<a/>"}}), ZipKind::OpenDocumentText);
}

} // namespace
