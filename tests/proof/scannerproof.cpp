// SPDX-License-Identifier: GPL-3.0-or-later
// Every variant of the scanner for pretoken starts finds what the one-pretoken function finds.
#include "proof/proof.h"
#include "support/fuzzstrings.h"
#include "text/utf8.h"
#include "tokenize/pretokenscanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace cw::testing {
namespace {

constexpr std::array patterns{PretokenPattern::O200k, PretokenPattern::Cl100k, PretokenPattern::Gpt2,
                              PretokenPattern::Qwen};

std::vector<std::uint64_t> expectedWords(PretokenPattern pattern, std::string_view text)
{
    std::vector<std::uint64_t> words((text.size() + 63) / 64);
    for (std::size_t byte = 0; byte < text.size(); byte = nextPretokenEnd(pattern, text, byte))
        words[byte / 64] |= std::uint64_t{1} << (byte % 64);
    return words;
}

void expectSameStarts(std::string_view text, std::string_view source)
{
    for (const PretokenPattern pattern : patterns) {
        const auto expected = expectedWords(pattern, text);
        for (const InstructionSet set : availableInstructionSets()) {
            std::vector<std::uint64_t> words(expected.size() + 1);
            PretokenScanner scanner(pattern, text, 0, set);
            ASSERT_EQ(scanner.scan(words.data(), words.size()), expected.size());
            words.pop_back();
            const auto [found, wanted] = std::ranges::mismatch(words, expected);
            const std::size_t byte = static_cast<std::size_t>(found - words.begin()) * 64;
            ASSERT_TRUE(found == words.end())
                << source << ", instruction set " << static_cast<int>(set) << ", pattern " << static_cast<int>(pattern)
                << ", at byte " << byte << " near " << std::hex << *found << " for " << *wanted;
        }
    }
}

constexpr std::string_view asciiClasses = "aZ09 \n\r\t'/!.s\"";

std::string fromFew(std::mt19937_64 &random, std::size_t bytes)
{
    std::string text;
    while (text.size() < bytes)
        text.append(random() % 8 == 0 ? random() % 100 : 1, asciiClasses[random() % asciiClasses.size()]);
    return text;
}

std::string fromAscii(std::mt19937_64 &random, std::size_t bytes)
{
    std::string text;
    for (; text.size() < bytes; text += static_cast<char>(random() % 128)) { }
    return text;
}

std::string fromAnyCharacters(std::mt19937_64 &random, std::size_t bytes)
{
    constexpr std::array<std::uint32_t, 5> reaches{0x80, 0x400, 0x3000, 0x10000, 0x110000};
    std::string text;
    while (text.size() < bytes) {
        const auto value = static_cast<std::uint32_t>(random() % reaches[random() % reaches.size()]);
        appendUtf8(text, value >= 0xD800 && value < 0xE000 ? 'a' : value);
    }
    return text;
}

TEST(ScannerProof, VariantsAgreeOnRandomText)
{
    struct Source
    {
        std::string_view name;
        std::string (*make)(std::mt19937_64 &, std::size_t);
    };
    constexpr std::array<Source, 4> sources{{
        {"few characters", fromFew},
        {"ASCII", fromAscii},
        {"any characters", fromAnyCharacters},
        {"fuzz strings",
         [](std::mt19937_64 &random, std::size_t bytes) {
             return fuzzText(static_cast<std::uint32_t>(random()), bytes);
         }},
    }};
    std::mt19937_64 random(7);
    std::size_t left = amount(600'000, 60'000'000);
    for (std::size_t round = 0; left > 0; ++round) {
        const Source &source = sources[round % sources.size()];
        const std::size_t bytes = std::min<std::size_t>(left, round % 3 == 0 ? 1 + random() % 300 : 20'000);
        expectSameStarts(source.make(random, bytes), source.name);
        if (HasFatalFailure())
            return;
        left -= bytes;
    }
}

/// All strings of a few characters of every class that a pattern tells apart, in the middle of a block and across its
/// end.
TEST(ScannerProof, VariantsAgreeOnAllShortStrings)
{
    const std::array<std::string_view, 13> characters{"a", "B", "1", " ",      "\n",     "\r",    "'",
                                                      "s", "/", "!", "\u4E2D", "\u0301", "\u00A0"};
    const std::size_t length = amount(4, 5);
    std::vector<std::size_t> chosen(length);
    const std::array<std::string, 3> fronts{std::string(61, '.') + 'x', std::string(63, ' '), std::string(62, 'x')};
    for (bool isDone = false; !isDone;) {
        std::string middle;
        for (const std::size_t i : chosen)
            middle += characters[i];
        expectSameStarts(fronts[chosen[0] % 3] + middle + "xy" + middle, "short strings");
        if (HasFatalFailure())
            return;
        isDone = true;
        for (std::size_t &i : chosen) {
            if (++i < characters.size()) {
                isDone = false;
                break;
            }
            i = 0;
        }
    }
}

} // namespace
} // namespace cw::testing
