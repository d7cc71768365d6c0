// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenscanner.h"

#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace cw {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array patterns{PretokenPattern::O200k, PretokenPattern::Cl100k, PretokenPattern::Gpt2,
                              PretokenPattern::Qwen};

/// The words from that of byte `begin` on, found pretoken by pretoken.
std::vector<std::uint64_t> expectedWords(PretokenPattern pattern, std::string_view text, std::size_t begin)
{
    std::vector<std::uint64_t> words((text.size() + 63) / 64 - std::min(begin / 64, (text.size() + 63) / 64));
    for (std::size_t byte = begin; byte < text.size(); byte = nextPretokenEnd(pattern, text, byte))
        words[byte / 64 - begin / 64] |= std::uint64_t{1} << (byte % 64);
    return words;
}

std::vector<std::uint64_t> scannedWords(PretokenScanner scanner, std::size_t atOnce)
{
    std::vector<std::uint64_t> words;
    for (;;) {
        const std::size_t before = words.size();
        words.resize(before + atOnce, ~std::uint64_t{0});
        const std::size_t written = scanner.scan(words.data() + before, atOnce);
        words.resize(before + written);
        if (written < atOnce)
            return words;
    }
}

/// The text lies in memory of exactly its size, so that a sanitizer sees reads past it.
void expectSameStarts(const std::string &given, std::size_t begin, std::size_t atOnce)
{
    const std::vector<char> bytes(given.begin(), given.end());
    const std::string_view text(bytes.data(), bytes.size());
    for (const PretokenPattern pattern : patterns) {
        const auto expected = expectedWords(pattern, text, begin);
        for (const InstructionSet set : availableInstructionSets()) {
            ASSERT_EQ(scannedWords(PretokenScanner(pattern, text, begin, set), atOnce), expected)
                << "instruction set " << static_cast<int>(set) << ", pattern " << static_cast<int>(pattern)
                << ", begin " << begin << ", text " << ::testing::PrintToString(given);
        }
    }
}

TEST(PretokenScanner, MarksNothingInAnEmptyText)
{
    expectSameStarts("", 0, 4);
}

/// At least one of each class and of each byte length, and all that the expressions name.
constexpr std::string_view pieces[] = {
    "a",  "s",          "ll",         "B",      "S",          "RE",     "1",      "7",      " ",   " ",       "\t",
    "\f", "\n",         "\r",         "\r\n",   "/",          "'",      "'s",     "'LL",    "'Ve", "'\u017F", "!",
    "-",  "\x7F",       "é",          "É",      "ж",          "Ж",      "\u01C5", "\u02B0", "ª",   "中",      "ー",
    "か", "한",         "\u4DC0",     "\u0301", "\u3099",     "\u0903", "\uFE0F", "\u20DD", "²",   "½",       "٣",
    "Ⅷ",  "\U0001D7D8", "\u00A0",     "\u0085", "\u3000",     "\u2003", "—",      "“",      "。",  "\u200D",  "\uFFFD",
    "👍",  "\U00010400", "\U00010428", "𠀀",     "\U000E0100", "\0"sv};

/// Texts of a few pieces only meet in every order within a block; runs cross blocks.
std::string textOfPieces(std::mt19937 &random)
{
    std::vector<std::string_view> few;
    for (std::size_t left = 1 + random() % 8; left > 0; --left)
        few.push_back(pieces[random() % std::size(pieces)]);
    const std::size_t size = random() % 8 == 0 ? random() % 600 : random() % 140;
    const bool hasRuns = random() % 4 == 0;
    std::string text;
    while (text.size() < size) {
        const std::string_view piece = few[random() % few.size()];
        for (std::size_t times = hasRuns && random() % 4 == 0 ? 1 + random() % 70 : 1; times > 0; --times)
            text += piece;
    }
    return text;
}

TEST(PretokenScanner, FindsTheStartsOfRandomPieces)
{
    std::mt19937 random(1);
    for (int i = 0; i < 100'000 && !HasFatalFailure(); ++i) {
        const std::string text = textOfPieces(random);
        expectSameStarts(text, 0, 1 + random() % 9);
    }
}

TEST(PretokenScanner, BeginsAnywhere)
{
    std::mt19937 random(2);
    for (int i = 0; i < 500 && !HasFatalFailure(); ++i) {
        const std::string text = textOfPieces(random);
        for (std::size_t begin = 0; begin <= text.size() && !HasFatalFailure(); ++begin) {
            if (isCharacterBoundary(text, begin))
                expectSameStarts(text, begin, 2);
        }
    }
}

TEST(PretokenScanner, KnowsEveryCharacterInContext)
{
    // Each character where classes differ: alone between letters, capitals, digits, spaces, symbols and line breaks.
    std::string text;
    for (char32_t c = 0; c <= 0x10FFFF && !HasFatalFailure(); ++c) {
        if (c >= 0xD800 && c < 0xE000)
            continue;
        std::string character;
        appendUtf8(character, c);
        for (const std::string_view context : {"a_A b", "1_2 3", " _a !", "!!_\n/", "\n_ \n"}) {
            const std::size_t gap = context.find('_');
            text += context.substr(0, gap);
            text += character;
            text += context.substr(gap + 1);
        }
        if (text.size() > 100'000 || c == 0x10FFFF) {
            expectSameStarts(text, 0, 64);
            text.clear();
        }
    }
}

TEST(PretokenScanner, FindsTheStartsOfRandomTexts)
{
    std::mt19937 random(3);
    for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
        const std::string text = testing::randomText(random);
        expectSameStarts(text, 0, 1 + random() % 9);
    }
}

TEST(PretokenScanner, TakesLinearTime)
{
    // A run that each of its blocks looked to the end of would take minutes.
    for (const std::string_view piece : {" ", "\n", "A", "中A", "é", "\u3000", "'s", "\n ", "\u0301", "!\n/", "1"}) {
        std::string text = "\n";
        while (text.size() < 2'000'000)
            text += piece;
        for (const InstructionSet set : availableInstructionSets()) {
            for (const PretokenPattern pattern : patterns)
                EXPECT_EQ(scannedWords(PretokenScanner(pattern, text, 0, set), 1024).size(), (text.size() + 63) / 64);
        }
    }
}

} // namespace
} // namespace cw
