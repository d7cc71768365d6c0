// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/documentloader.h"
#include "io/chunkjson.h"
#include "text/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cw {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const Document> decode(const std::string &bytes, const char *encoding = "", bool allowBinary = false)
{
    const auto document = decodeDocument(QByteArray::fromStdString(bytes), QStringLiteral("sample.txt"),
                                         {QString::fromLatin1(encoding), allowBinary});
    EXPECT_TRUE(document) << (document ? "" : document.error().message);
    return document ? *document : Document::fromText("failed", "");
}

Error decodeError(const std::string &bytes, const char *encoding = "")
{
    const auto document = decodeDocument(QByteArray::fromStdString(bytes), QStringLiteral("sample.txt"),
                                         {QString::fromLatin1(encoding), false});
    EXPECT_FALSE(document);
    return document ? Error{} : document.error();
}

struct EncodingCase
{
    const char *name;
    std::string bytes;
    const char *asked;
    std::string text;
    const char *encoding;
    bool isGuess;
    bool hadBom;
};

void PrintTo(const EncodingCase &testCase, std::ostream *out)
{
    *out << testCase.name;
}

class EncodingTest : public ::testing::TestWithParam<EncodingCase>
{
};

TEST_P(EncodingTest, DecodesAndRecordsHow)
{
    const EncodingCase &c = GetParam();
    const auto document = decode(c.bytes, c.asked);
    EXPECT_EQ(document->text(), c.text);
    EXPECT_EQ(document->source().encoding, c.encoding);
    EXPECT_EQ(document->source().encodingIsGuess, c.isGuess);
    EXPECT_EQ(document->source().hadBom, c.hadBom);
    EXPECT_EQ(document->source().sourceBytes, c.bytes.size());
    EXPECT_EQ(document->source().replacedSequences, 0U);
}

// Bytes written by hand from the code charts and from Python's codecs.
INSTANTIATE_TEST_SUITE_P(
    Marks, EncodingTest,
    ::testing::Values(
        EncodingCase{"utf8", "caf\xC3\xA9", "", "café", "utf-8", false, false},
        EncodingCase{"utf8Bom", "\xEF\xBB\xBF# T\nBody.", "", "# T\nBody.", "utf-8", false, true},
        EncodingCase{"utf8TwoBoms", "\xEF\xBB\xBF\xEF\xBB\xBFx", "", "\xEF\xBB\xBFx", "utf-8", false, true},
        EncodingCase{"onlyBom", "\xEF\xBB\xBF", "", "", "utf-8", false, true},
        EncodingCase{"empty", "", "", "", "utf-8", false, false},
        EncodingCase{"utf16Le", "\xFF\xFEh\0\xE9\0\x3D\xD8\0\xDE"s, "", "h\u00E9\U0001F600", "utf-16le", false, true},
        EncodingCase{"utf16Be", "\xFE\xFF\0h\0\xE9\xD8\x3D\xDE\0"s, "", "h\u00E9\U0001F600", "utf-16be", false, true},
        EncodingCase{"utf32Le", "\xFF\xFE\0\0h\0\0\0\0\xF6\1\0"s, "", "h\U0001F600", "utf-32le", false, true},
        EncodingCase{"utf32Be", "\0\0\xFE\xFF\0\0\0h\0\1\xF6\0"s, "", "h\U0001F600", "utf-32be", false, true},
        EncodingCase{"utf16LeThatStartsWithNul", "\xFF\xFE\0\0h\0"s, "", "\0h"s, "utf-16le", false, true},
        EncodingCase{"utf16LeUnmarked", "T\0h\0e\0 \0e\0n\0d\0.\0"s, "", "The end.", "utf-16le", true, false},
        EncodingCase{"utf16BeUnmarked", "\0T\0h\0e\0 \0e\0n\0d\0."s, "", "The end.", "utf-16be", true, false},
        EncodingCase{"nulKept", "# A\0B\n\nx\0y.\n"s, "", "# A\0B\n\nx\0y.\n"s, "utf-8", false, false},
        EncodingCase{"replacementCharacterOfTheFile", "a\xEF\xBF\xBD", "", "a\uFFFD", "utf-8", false, false}),
    [](const auto &param) { return param.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Asked, EncodingTest,
    ::testing::Values(
        EncodingCase{"latin1KeepsC1", "a\x93q", "iso-8859-1", "a\u0093q", "iso-8859-1", false, false},
        EncodingCase{"aliasLatin1", "\xE9", "Latin1", "é", "iso-8859-1", false, false},
        EncodingCase{"aliasCp1252", "\x80", "CP1252", "€", "windows-1252", false, false},
        EncodingCase{"aliasUtf8", "\xC3\xA9", "UTF8", "é", "utf-8", false, false},
        EncodingCase{"askedAndMarked", "\xEF\xBB\xBFx", "utf-8", "x", "utf-8", false, true},
        EncodingCase{"utf16WithoutMark", "h\0"s, "utf-16le", "h", "utf-16le", false, false},
        EncodingCase{"windows1251", "\xCF\xF0\xE8\xE2\xE5\xF2", "windows-1251", "Привет", "windows-1251", false, false},
        EncodingCase{"koi8r", "\xF0\xD2\xC9\xD7\xC5\xD4", "koi8-r", "Привет", "koi8-r", false, false},
        EncodingCase{"ibm866", "\x8F\xE0\xA8\xA2\xA5\xE2", "ibm866", "Привет", "ibm866", false, false},
        EncodingCase{"windows1250", "\xA3\xF3\x9F", "windows-1250", "Łóź", "windows-1250", false, false},
        EncodingCase{"greek", "\xCA\xE1\xEB\xDE", "windows-1253", "Καλή", "windows-1253", false, false},
        EncodingCase{"turkish", "\xDE\xFD", "windows-1254", "Şı", "windows-1254", false, false},
        EncodingCase{"hebrew", "\xF9\xEC\xE5\xED", "windows-1255", "שלום", "windows-1255", false, false},
        EncodingCase{"arabic", "\xE3\xD1\xCD\xC8\xC7", "windows-1256", "مرحبا", "windows-1256", false, false},
        EncodingCase{"thai", "\xCA\xC7\xD1", "windows-874", "สวั", "windows-874", false, false},
        EncodingCase{"shiftJis", "\x83n\x83\x8D\x81[ \\~", "shift_jis", "ハロー \\~", "shift_jis", false, false},
        EncodingCase{"eucJp", "\xA4\xB3\xA4\xF3", "euc-jp", "こん", "euc-jp", false, false},
        EncodingCase{"iso2022Jp", "\x1B$B$3$s\x1B(B.", "iso-2022-jp", "こん.", "iso-2022-jp", false, false},
        EncodingCase{"gbk", "\xC4\xE3\xBA\xC3", "gb18030", "你好", "gb18030", false, false},
        EncodingCase{"gb18030FourBytes", "\x94\x39\xFC\x36", "gb18030", "\U0001F600", "gb18030", false, false},
        EncodingCase{"big5", "\xA7\x41\xA6\x6E", "big5", "你好", "big5", false, false},
        EncodingCase{"eucKr", "\xBE\xC8\xB3\xE7", "euc-kr", "안녕", "euc-kr", false, false}),
    [](const auto &param) { return param.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Declared, EncodingTest,
    ::testing::Values(
        EncodingCase{"metaCharset", "<meta charset=\"KOI8-R\">\xF0\xD2\xC9", "", "<meta charset=\"KOI8-R\">При",
                     "koi8-r", false, false},
        EncodingCase{"htmlPage",
                     "<!DOCTYPE html><html><head><title>t</title><meta charset=windows-1251></head>\xCF\xF0", "", "Пр",
                     "windows-1251", false, false},
        EncodingCase{"contentType", "<META http-equiv=Content-Type content='text/html; charset=shift_jis'>\x83n", "",
                     "<META http-equiv=Content-Type content='text/html; charset=shift_jis'>ハ", "shift_jis", false,
                     false},
        EncodingCase{"latin1IsWindows", "<meta charset=iso-8859-1>\x93", "", "<meta charset=iso-8859-1>“",
                     "windows-1252", false, false},
        EncodingCase{"xmlDeclaration", "<?xml version='1.0' encoding='iso-8859-2'?><a>\xB3</a>", "",
                     "<?xml version='1.0' encoding='iso-8859-2'?><a>ł</a>", "iso-8859-2", false, false},
        EncodingCase{"inAComment", "<!-- <meta charset=koi8-r> -->caf\xE9", "", "<!-- <meta charset=koi8-r> -->café",
                     "windows-1252", true, false},
        EncodingCase{"utf8SaysMore", "<meta charset=koi8-r>caf\xC3\xA9", "", "<meta charset=koi8-r>café", "utf-8",
                     false, false},
        EncodingCase{"wrongUtf8", "<meta charset=utf-8>caf\xE9", "", "<meta charset=utf-8>café", "windows-1252", true,
                     false}),
    [](const auto &param) { return param.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Guessed, EncodingTest,
    ::testing::Values(
        EncodingCase{"fieldReportEx04", "caf\xE9 \x93q\x94.", "", "café “q”.", "windows-1252", true, false},
        EncodingCase{"oneWord", "caf\xE9", "", "café", "windows-1252", true, false},
        EncodingCase{"oneCharacter", "\xA3", "", "£", "windows-1252", true, false},
        EncodingCase{"apostrophe", "I\x92m", "", "I’m", "windows-1252", true, false},
        EncodingCase{"german",
                     "Die Gr\xF6\xDF"
                     "e der \xDC"
                     "bung",
                     "", "Die Größe der Übung", "windows-1252", true, false},
        EncodingCase{"russian", "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0. \xDD\xF2\xEE \xF2\xE5\xEA\xF1\xF2.", "",
                     "Привет, мир. Это текст.", "windows-1251", true, false},
        EncodingCase{"japanese", "\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x90\xA2\x8A\x45\x81\x42", "",
                     "こんにちは世界。", "shift_jis", true, false}),
    [](const auto &param) { return param.param.name; });

TEST(DocumentLoader, EveryEncodingKeepsAscii)
{
    std::string ascii;
    for (char c = 0; c < 0x7F; ++c)
        ascii += c;
    ascii += '\x7F';
    for (const QString &name : supportedEncodings()) {
        if (name.startsWith(QLatin1String("utf-16")) || name.startsWith(QLatin1String("utf-32")))
            continue;
        std::string expected = ascii;
        if (name == QLatin1String("iso-2022-jp")) // shifts are not text there
            std::erase_if(expected, [](char c) { return c == '\x0E' || c == '\x0F' || c == '\x1B'; });
        EXPECT_EQ(decode(expected, name.toLatin1().constData())->text(), expected) << name.toStdString();
    }
}

TEST(DocumentLoader, EveryWindowsCodePageReportsWhatItDoesNotDefine)
{
    const auto document = decode("a\x81"
                                 "b\x8D",
                                 "windows-1252");
    EXPECT_EQ(document->text(), "a\uFFFDb\uFFFD");
    EXPECT_EQ(document->source().replacedSequences, 2U);
    EXPECT_THAT(document->source().replacedAt, ElementsAre(1, 5));
    EXPECT_EQ(decode("\xDB", "windows-874")->text(), "\uFFFD");
    EXPECT_EQ(decode("\xF0", "macintosh")->text(), "\uF8FF");
}

TEST(DocumentLoader, AnyBytesInAnyEncodingGiveValidTextWithItsPlaces)
{
    std::uint32_t state = 7;
    const auto random = [&] { return (state = state * 1664525U + 1013904223U) >> 24U; };
    QStringList encodings = supportedEncodings();
    encodings << QString();
    for (const QString &name : encodings) {
        for (int round = 0; round < 60; ++round) {
            std::string bytes;
            for (int i = 0; i < 3 * round; ++i) // a third of it text, the rest anything
                bytes += i % 3 == 0 ? 'a' : static_cast<char>(static_cast<unsigned char>(random()));
            const auto document = decode(bytes, name.toLatin1().constData(), true);
            const std::string_view text = document->text();
            ASSERT_TRUE(isValidUtf8(text)) << name.toStdString();
            const DocumentSource &source = document->source();
            ASSERT_EQ(source.replacedAt.size(), std::min<std::uint64_t>(source.replacedSequences, 100));
            for (const std::uint64_t place : source.replacedAt)
                ASSERT_EQ(text.substr(place, 3), "\uFFFD") << name.toStdString();
        }
    }
}

TEST(DocumentLoader, MultiByteEncodingsReplaceAndGoOn)
{
    const auto document = decode("a\x83\xFFz \x83n\x83", "shift_jis");
    EXPECT_THAT(std::string(document->text()), ::testing::StartsWith("a\uFFFD"));
    EXPECT_THAT(std::string(document->text()), ::testing::EndsWith("z ハ\uFFFD"));
    EXPECT_GE(document->source().replacedSequences, 2U);
    EXPECT_EQ(document->source().replacedAt.front(), 1U);
}

TEST(DocumentLoader, BrokenWideUnitsAreReplaced)
{
    const auto lone = decode("\xFF\xFE"
                             "a\0\x3D\xD8"
                             "b\0\0\xDE"
                             "c"s);
    EXPECT_EQ(lone->text(), "a\uFFFDb\uFFFD\uFFFD");
    EXPECT_THAT(lone->source().replacedAt, ElementsAre(1, 5, 8));
    EXPECT_EQ(decode("\xFE\xFF\0a\xD8\x3D\xDE"s)->text(), "a\uFFFD");
    const auto wide = decode("\0\0\xFE\xFF\0\0\xD8\0\0\x11\0\0\0\0\0a"s);
    EXPECT_EQ(wide->text(), "\uFFFD\uFFFDa");
}

TEST(DocumentLoader, DamagedUtf8StaysUtf8AndIsReported)
{
    const auto document = decode("na\xC3\xAFve caf\xC3\xA9 \xFF end");
    EXPECT_EQ(document->text(), "naïve café \uFFFD end");
    EXPECT_EQ(document->source().encoding, "utf-8");
    EXPECT_TRUE(document->source().encodingIsGuess);
    EXPECT_EQ(document->source().replacedSequences, 1U);
    EXPECT_THAT(document->source().replacedAt, ElementsAre(13));
}

TEST(DocumentLoader, PlacesAreRightFarIntoTheText)
{
    std::string bytes;
    while (bytes.size() < 9'000'000)
        bytes += "漢";
    const std::size_t place = bytes.size();
    bytes += "\xF0\x9F end \xFF";
    const auto document = decode(bytes);
    EXPECT_EQ(document->source().encoding, "utf-8");
    EXPECT_THAT(document->source().replacedAt, ElementsAre(place, place + 8));
    EXPECT_EQ(document->text().substr(place), "\uFFFD end \uFFFD");
}

TEST(DocumentLoader, CutShortUtf8StaysUtf8)
{
    const auto document = decode("price: 5 \xE2\x82");
    EXPECT_EQ(document->text(), "price: 5 \uFFFD");
    EXPECT_EQ(document->source().encoding, "utf-8");
}

TEST(DocumentLoader, AskedUtf8ReplacesEachMaximalSubpart)
{
    // Unicode 16, section 3.9, table 3-11.
    const auto document = decode("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "utf-8");
    EXPECT_EQ(document->text(), "\uFFFD\uFFFD\uFFFD\uFFFDA");
    EXPECT_EQ(document->source().replacedSequences, 4U);
    EXPECT_THAT(document->source().replacedAt, ElementsAre(0, 3, 6, 9));
    EXPECT_FALSE(document->source().encodingIsGuess);
}

TEST(DocumentLoader, PlacesAreKeptForTheFirstHundred)
{
    const auto document = decode(std::string(250, '\xFF'), "utf-8");
    EXPECT_EQ(document->source().replacedSequences, 250U);
    ASSERT_EQ(document->source().replacedAt.size(), 100U);
    EXPECT_EQ(document->source().replacedAt.back(), 297U);
}

TEST(DocumentLoader, RecordsHashAndNewlines)
{
    // printf 'a\r\nb' | sha256sum
    const auto document = decode("a\r\nb");
    EXPECT_EQ(documentSha256(*document), "18745f36a05e29072709042d6062ce54f1b08ff36c27ba80c39f81fb010c8ce2");
    EXPECT_EQ(document->source().newline, NewlineStyle::CrLf);
    EXPECT_EQ(decode("a\rb\nc")->source().newline, NewlineStyle::Mixed);
    EXPECT_EQ(decode("a b")->source().newline, NewlineStyle::None);
}

TEST(DocumentLoader, UnknownEncodingNamesTheChoice)
{
    const Error error = decodeError("x", "utf-9");
    EXPECT_EQ(error.code, ErrorCode::BadInput);
    EXPECT_THAT(error.message, HasSubstr("sample.txt"));
    EXPECT_THAT(error.message, HasSubstr("utf-9"));
    EXPECT_THAT(error.message, HasSubstr("windows-1252"));
}

struct BinaryCase
{
    const char *name;
    std::string bytes;
    const char *kind;
};

/// The beginning of a ZIP archive whose first entry has that name.
std::string zipEntry(std::string_view name)
{
    return "PK\x03\x04\x14"s + std::string(21, '\0') + static_cast<char>(name.size()) + "\0\0\0"s + std::string(name)
        + "\0\x01\x02"s;
}

class BinaryTest : public ::testing::TestWithParam<BinaryCase>
{
};

TEST_P(BinaryTest, IsRefusedWithItsKindUnlessAllowed)
{
    const BinaryCase &c = GetParam();
    const Error error = decodeError(c.bytes);
    EXPECT_EQ(error.code, ErrorCode::BadInput);
    EXPECT_EQ(error.subject, "sample.txt");
    EXPECT_THAT(error.message, HasSubstr("sample.txt"));
    EXPECT_THAT(error.message, HasSubstr(c.kind));
    EXPECT_GT(decode(c.bytes, "", true)->text().size(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BinaryTest,
                         ::testing::Values(BinaryCase{"png", "\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s, "PNG"},
                                           BinaryCase{"jpeg", "\xFF\xD8\xFF\xE0\0\x10JFIF\0"s, "JPEG"},
                                           BinaryCase{"zip", zipEntry("notes.txt"), "a ZIP archive (unpack"},
                                           BinaryCase{"cutzip", "PK\x03\x04\x14\0\6\0\x08\0\0\0!\0"s, "ZIP"},
                                           BinaryCase{"xlsx", zipEntry("xl/workbook.xml"), "an Excel workbook"},
                                           BinaryCase{"pptx", zipEntry("ppt/presentation.xml"), "a PowerPoint"},
                                           BinaryCase{"pdf", "%PDF-1.7\n1 0 obj\n", "PDF"},
                                           BinaryCase{"elf",
                                                      "\x7F"
                                                      "ELF\2\1\1\0\0\0\0"s,
                                                      "ELF"},
                                           BinaryCase{"gzip", "\x1F\x8B\x08\0\0\0\0\0"s, "gzip"},
                                           BinaryCase{"sqlite", "SQLite format 3\0\x10\0"s, "SQLite"},
                                           BinaryCase{"zeros", std::string(5000, '\0'), "binary data"},
                                           BinaryCase{"tar", std::string(257, '\0') + "ustar\0"s + "00", "tar"},
                                           BinaryCase{"noise",
                                                      [] {
                                                          std::string bytes;
                                                          std::uint32_t state = 1;
                                                          for (int i = 0; i < 4096; ++i) {
                                                              state = state * 1664525U + 1013904223U;
                                                              bytes += static_cast<char>(
                                                                  static_cast<unsigned char>(state >> 24U));
                                                          }
                                                          return bytes;
                                                      }(),
                                                      "binary data"}),
                         [](const auto &param) { return param.param.name; });

TEST(DocumentLoader, TextThatStartsLikeASignatureIsText)
{
    EXPECT_EQ(decode("BMW builds cars.")->text(), "BMW builds cars.");
    for (const char *start : {"BMW", "MZ", "BZh", "GIF8", "RIFF", "ID3", "PAR1", "GGUF", "OTTO", "OggS", "wOFF"})
        EXPECT_EQ(decode(std::string(start) + " caf\xE9.")->text(), std::string(start) + " café.") << start;
    EXPECT_EQ(decode("MZ is a signature. RIFF too.")->text(), "MZ is a signature. RIFF too.");
    EXPECT_EQ(decode("PAR1 GGUF")->text(), "PAR1 GGUF");
}

} // namespace
} // namespace cw
