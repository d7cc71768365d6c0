// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that are one huge pretoken, or nothing but the hardest case of a scanner: counts against merging by the book.
#include "proof/proof.h"
#include "proof/referencemerger.h"
#include "support/chunking.h"
#include "text/utf8.h"
#include "tokenize/bpetokenizer.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

namespace cw::testing {
namespace {

std::string repeated(std::string_view unit, std::size_t bytes)
{
    std::string text;
    while (text.size() + unit.size() <= bytes)
        text += unit;
    return text;
}

template<class Next>
std::string drawn(std::size_t bytes, Next next)
{
    std::mt19937_64 random(5);
    std::string text;
    while (text.size() + 4 <= bytes)
        appendUtf8(text, static_cast<char32_t>(next(random)));
    return text;
}

auto from(std::string_view characters)
{
    return [characters](std::mt19937_64 &random) { return characters[random() % characters.size()]; };
}

auto between(std::uint32_t first, std::uint32_t last)
{
    return [first, last](std::mt19937_64 &random) { return first + random() % (last - first + 1); };
}

std::vector<NamedText> adversarialTexts(std::size_t bytes)
{
    std::vector<NamedText> texts;
    for (const std::string_view unit : {"a",          "A",
                                        "aA",         " ",
                                        "\n",         " \n",
                                        "\r\n",       "\t",
                                        "7",          "=",
                                        "/",          "/\n",
                                        "'s",         "a'",
                                        "\u4E2D",     "\u4E2DA",
                                        "\u306E",     "\uAD6D",
                                        "\u0301",     "e\u0301",
                                        "\u00A0",     "\u0085",
                                        "\uFEFF",     "\uFFFD",
                                        "\U0001F600", "\U0001F469\u200D\U0001F469\u200D",
                                        "ab",         "the",
                                        "\u0130",     "_x",
                                        "1a",         "...\n",
                                        "the "})
        texts.push_back({"repeated " + escaped(unit), repeated(unit, bytes)});
    texts.push_back({"NUL", std::string(bytes, '\0')});
    texts.push_back({"lower case", drawn(bytes, between('a', 'z'))});
    texts.push_back({"two letters", drawn(bytes, from("ab"))});
    texts.push_back({"hexadecimal", drawn(bytes, from("0123456789abcdef"))});
    texts.push_back({"base64", drawn(bytes, from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))});
    texts.push_back({"punctuation", drawn(bytes, from("!\"#$%&()*+,-.:;<=>?@[]^_{|}~"))});
    texts.push_back({"white space", drawn(bytes, from(" \t\n\r\v\f"))});
    texts.push_back({"ideographs", drawn(bytes, between(0x4E00, 0x9FFF))});
    texts.push_back({"kana", drawn(bytes, between(0x3041, 0x30FA))});
    texts.push_back({"hangul", drawn(bytes, between(0xAC00, 0xD7A3))});
    texts.push_back({"marks", drawn(bytes, between(0x0300, 0x036F))});
    texts.push_back({"emoji", drawn(bytes, between(0x1F300, 0x1F64F))});
    texts.push_back({"beyond the BMP", drawn(bytes, between(0x10000, 0x10FFFF))});
    return texts;
}

TEST(AdversarialProof, CountsAreThoseOfMergingByTheBook)
{
    double longest = 0;
    std::string longestName;
    for (const NamedText &named : adversarialTexts(amount(20'000, 1'000'000))) {
        for (const std::string_view encoding : encodings) {
            const auto *bpe = dynamic_cast<const BpeTokenizer *>(&sharedTokenizer(encoding));
            ASSERT_NE(bpe, nullptr);
            const std::size_t expected = countByHeap(bpe->model().vocabulary(), bpe->model().pattern(), named.text);
            const Tokenizer &tokenizer = sharedTokenizer(encoding);
            EXPECT_EQ(tokenizer.count(named.text), expected) << encoding << ' ' << named.name;
            const std::clock_t started = std::clock();
            const auto index = *tokenizer.index(std::make_shared<const std::string>(named.text), {});
            const double took = 1000.0 * static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
            EXPECT_EQ(index->total(), expected) << encoding << ' ' << named.name;
            if (took > longest) {
                longest = took;
                longestName = std::string(encoding) + ' ' + named.name;
            }
            std::mt19937_64 random(6);
            for (std::size_t i = 0; i < amount(3, 6); ++i) {
                const auto [begin, end]
                    = std::minmax({randomBoundary(random, named.text), randomBoundary(random, named.text)});
                EXPECT_EQ(index->count({begin, end}),
                          tokenizer.count(std::string_view(named.text).substr(begin, end - begin)))
                    << encoding << ' ' << named.name << " [" << begin << ", " << end << ')';
            }
        }
    }
    RecordProperty("slowest index, CPU ms", std::to_string(longest) + ": " + longestName);
    std::printf("slowest index: %.1f ms of CPU time, %s\n", longest, longestName.c_str());
}

} // namespace
} // namespace cw::testing
