// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/offsetmap.h"
#include "text/document.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <random>

namespace cw {
namespace {

/// Every position of `text` against a walk that counts one character at a time.
void checkAgainstWalk(const std::string &text)
{
    const OffsetMap map(text);
    std::size_t codePoint = 0;
    std::size_t utf16 = 0;
    std::size_t line = 0;
    std::size_t column = 0;
    for (std::size_t byte = 0; byte < text.size();) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        for (std::size_t inside = byte; inside < byte + character.byteLength; ++inside) {
            ASSERT_EQ(map.codePointAt(inside), codePoint) << "byte " << inside;
            ASSERT_EQ(map.utf16At(inside), utf16) << "byte " << inside;
            ASSERT_EQ(map.lineColumnAt(inside), (LineColumn{line, column})) << "byte " << inside;
            ASSERT_EQ(map.lineAt(inside), line) << "byte " << inside;
        }
        const std::size_t units = character.codePoint > 0xFFFF ? 2 : 1;
        ASSERT_EQ(map.byteOfCodePoint(codePoint), byte);
        for (std::size_t unit = 0; unit < units; ++unit)
            ASSERT_EQ(map.byteOfUtf16(utf16 + unit), byte);
        if (column == 0) {
            ASSERT_EQ(map.byteOfLine(line), byte);
        }
        byte += character.byteLength;
        ++codePoint;
        utf16 += units;
        ++column;
        const bool endsLine = character.codePoint == '\n'
            || (character.codePoint == '\r' && !(byte < text.size() && text[byte] == '\n'));
        if (endsLine) {
            ++line;
            column = 0;
        }
    }
    ASSERT_EQ(map.codePointCount(), codePoint);
    ASSERT_EQ(map.utf16Count(), utf16);
    ASSERT_EQ(map.lineCount(), line + 1);
    ASSERT_EQ(map.codePointAt(text.size()), codePoint);
    ASSERT_EQ(map.utf16At(text.size()), utf16);
    ASSERT_EQ(map.lineColumnAt(text.size()), (LineColumn{line, column}));
    ASSERT_EQ(map.byteOfCodePoint(codePoint + 5), text.size());
    ASSERT_EQ(map.byteOfUtf16(utf16 + 5), text.size());
    ASSERT_EQ(map.byteOfLine(line + 1), text.size());
}

TEST(OffsetMap, AgreesWithAWalkOverRandomText)
{
    std::mt19937 random(7);
    const char32_t alphabet[] = {'a', 'b', ' ', '\n', '\r', 0, 0xE9, 0x85, 0x4E2D, 0x2028, 0xFEFF, 0x1F600, 0x10FFFF};
    for (int round = 0; round < 60; ++round) {
        std::string text;
        const std::size_t length = random() % (round < 40 ? 40 : 2000);
        for (std::size_t i = 0; i < length; ++i)
            appendUtf8(text, alphabet[random() % std::size(alphabet)]);
        checkAgainstWalk(text);
    }
}

TEST(OffsetMap, FourByteCharactersOverBlockBorders)
{
    for (std::size_t shift = 0; shift < 5; ++shift) {
        std::string text(shift, 'x');
        for (int i = 0; i < 300; ++i)
            text += "\U0001F680";
        checkAgainstWalk(text);
    }
}

TEST(OffsetMap, EmptyTextHasOneEmptyLine)
{
    checkAgainstWalk("");
    EXPECT_EQ(OffsetMap("").lineCount(), 1U);
    EXPECT_EQ(OffsetMap().lineColumnAt(3), (LineColumn{0, 0}));
}

void expectRange(std::string_view text, std::string_view wanted, std::size_t occurrence, ByteRange codePoints,
                 ByteRange utf16, ByteRange bytes)
{
    const auto document = Document::fromText("case", std::string(text));
    std::size_t begin = text.find(wanted);
    for (; occurrence > 0; --occurrence)
        begin = text.find(wanted, begin + 1);
    const std::size_t end = begin + wanted.size();
    const OffsetMap &map = document->offsets();
    EXPECT_EQ((ByteRange{begin, end}), bytes);
    EXPECT_EQ((ByteRange{map.codePointAt(begin), map.codePointAt(end)}), codePoints);
    EXPECT_EQ((ByteRange{map.utf16At(begin), map.utf16At(end)}), utf16);
    EXPECT_EQ(map.byteOfCodePoint(codePoints.begin), begin);
    EXPECT_EQ(map.byteOfUtf16(utf16.end), end);
    EXPECT_EQ(document->slice(bytes), wanted);
}

TEST(OffsetMap, CaseOF04d)
{
    expectRange("e\u0301a. B.", "B.", 0, {5, 7}, {5, 7}, {6, 8});
}

TEST(OffsetMap, CaseOF04e)
{
    expectRange("👩‍👩‍👧‍👦 ok. Fin.", "Fin.", 0, {12, 16}, {16, 20}, {30, 34});
}

TEST(OffsetMap, CaseOF12)
{
    expectRange(std::string_view("x\0y. Z.", 7), "Z.", 0, {5, 7}, {5, 7}, {5, 7});
}

TEST(OffsetMap, CaseQT01)
{
    expectRange("😀😀 x", "x", 0, {3, 4}, {5, 6}, {9, 10});
}

TEST(Document, DetectsNewlineStyles)
{
    EXPECT_EQ(detectNewlineStyle("a b"), NewlineStyle::None);
    EXPECT_EQ(detectNewlineStyle("a\nb\n"), NewlineStyle::Lf);
    EXPECT_EQ(detectNewlineStyle("a\r\nb\r\n"), NewlineStyle::CrLf);
    EXPECT_EQ(detectNewlineStyle("a\rb\r"), NewlineStyle::Cr);
    EXPECT_EQ(detectNewlineStyle("a\r\n\rb"), NewlineStyle::Mixed);
    EXPECT_EQ(detectNewlineStyle("a\n\r"), NewlineStyle::Mixed);
    EXPECT_EQ(newlineStyleId(NewlineStyle::CrLf), "crlf");
}

TEST(Document, FromTextKeepsEveryByte)
{
    const std::string text("a\0\r\nb\xE2\x80\xA8", 8);
    const auto document = Document::fromText("d", text);
    EXPECT_EQ(document->text(), text);
    EXPECT_EQ(document->id(), "d");
    EXPECT_EQ(document->source().sourceBytes, 8U);
    EXPECT_EQ(document->source().newline, NewlineStyle::CrLf);
    EXPECT_EQ(document->source().encoding, "utf-8");
}

} // namespace
} // namespace cw
