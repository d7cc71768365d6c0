// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenscanner.h"

#include "support/randomtext.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace cw {
namespace {

constexpr std::array patterns{PretokenPattern::O200k, PretokenPattern::Cl100k};

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

TEST(PretokenScanner, FindsTheStartsOfRandomTexts)
{
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        const std::string text = testing::randomText(random);
        expectSameStarts(text, 0, 1 + random() % 9);
        if (HasFatalFailure())
            return;
    }
}

} // namespace
} // namespace cw
