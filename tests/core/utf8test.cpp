// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <random>

namespace cw {
namespace {

std::string fromHex(std::string_view hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
    return bytes;
}

TEST(Utf8, RepairsPerMaximalSubpartAsPythonDoes)
{
    struct Row
    {
        std::string_view bytes;
        std::string_view text;
        std::uint64_t replaced;
    };
    // Python 3.11: bytes.fromhex(...).decode("utf-8", "replace").encode().hex()
    const Row rows[] = {
        {"61f18080e180c26280633880bf64", "61efbfbdefbfbdefbfbd62efbfbd6338efbfbdefbfbd64", 6},
        {"c0afe080bff0818241", "efbfbdefbfbdefbfbdefbfbdefbfbdefbfbdefbfbdefbfbd41", 8},
        {"eda080edbfbfedaf41", "efbfbdefbfbdefbfbdefbfbdefbfbdefbfbdefbfbdefbfbd41", 8},
        {"f4919293ff4180bf42", "efbfbdefbfbdefbfbdefbfbdefbfbd41efbfbdefbfbd42", 7},
        {"e180e2f09192f1bf41", "efbfbdefbfbdefbfbdefbfbd41", 4},
        {"f0f1f2f1bf", "efbfbdefbfbdefbfbdefbfbd", 4},
        {"e9", "efbfbd", 1},
        {"f09f98", "efbfbd", 1},
        {"00ff00", "00efbfbd00", 1},
        {"efbbbf41", "efbbbf41", 0},
        {"f4908080", "efbfbdefbfbdefbfbdefbfbd", 4},
    };
    for (const Row &row : rows) {
        const RepairedText repaired = repairUtf8(fromHex(row.bytes));
        EXPECT_EQ(repaired.text, fromHex(row.text)) << row.bytes;
        EXPECT_EQ(repaired.replacedSequences, row.replaced) << row.bytes;
        EXPECT_EQ(isValidUtf8(fromHex(row.bytes)), row.replaced == 0) << row.bytes;
        EXPECT_TRUE(isValidUtf8(repaired.text)) << row.bytes;
        ASSERT_EQ(repaired.replacedAt.size(), row.replaced) << row.bytes;
        for (const std::uint64_t place : repaired.replacedAt)
            EXPECT_EQ(repaired.text.substr(place, 3), "\xEF\xBF\xBD") << row.bytes;
    }
}

TEST(Utf8, KeepsOnlyTheFirstPlacesButCountsAll)
{
    const RepairedText repaired = repairUtf8(std::string(300, '\xFF'), 100);
    EXPECT_EQ(repaired.replacedSequences, 300U);
    ASSERT_EQ(repaired.replacedAt.size(), 100U);
    EXPECT_EQ(repaired.replacedAt[99], 297U);
}

TEST(Utf8, EveryScalarValueSurvivesEncodingAndDecoding)
{
    for (char32_t codePoint = 0; codePoint <= 0x10FFFF; ++codePoint) {
        if (codePoint >= 0xD800 && codePoint <= 0xDFFF)
            continue;
        std::string text = "x";
        appendUtf8(text, codePoint);
        ASSERT_TRUE(isValidUtf8(text)) << std::hex << static_cast<std::uint32_t>(codePoint);
        const DecodedCharacter decoded = decodeCharacter(text, 1);
        ASSERT_EQ(decoded.codePoint, codePoint);
        ASSERT_EQ(decoded.byteLength + 1, text.size());
        ASSERT_EQ(utf8SequenceLength(text[1]), decoded.byteLength);
        ASSERT_EQ(previousCharacterStart(text, text.size()), 1U);
    }
}

TEST(Utf8, FindsTheFaultAtEveryDistanceFromTheWordBorder)
{
    for (std::size_t before = 0; before < 20; ++before) {
        const std::string text = std::string(before, 'a') + "\x80" + std::string(9, 'b');
        EXPECT_FALSE(isValidUtf8(text)) << before;
        const RepairedText repaired = repairUtf8(text);
        EXPECT_EQ(repaired.text, std::string(before, 'a') + "\xEF\xBF\xBD" + std::string(9, 'b'));
        EXPECT_EQ(repaired.replacedAt, std::vector<std::uint64_t>{before});
    }
}

TEST(Utf8Check, SaysTheSameOfPiecesAsOfTheWhole)
{
    std::mt19937 random(11);
    const std::vector<std::string> parts{"a",    "\xC3\xBC",     "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\x80", "\xE2\x82",
                                         "\xF0", "\xED\xA0\x80", "\xFF",         "plain text "};
    for (int round = 0; round < 2000; ++round) {
        const std::size_t usable = round % 2 == 0 ? 4 : parts.size();
        std::string text;
        for (auto count = random() % 12; count > 0; --count)
            text += parts[random() % usable];
        Utf8Check check;
        for (std::size_t size = 0; size < text.size(); size += 1 + random() % 5)
            check.grow(std::string_view(text).substr(0, size));
        EXPECT_EQ(check.finish(text), isValidUtf8(text)) << testing::PrintToString(text);
    }
}

} // namespace
} // namespace cw
