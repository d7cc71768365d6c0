// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/randomtext.h"

#include <array>
#include <string_view>

namespace cw::testing {

namespace {

constexpr std::string_view words[] = {"alpha",
                                      "The",
                                      "it",
                                      "café",
                                      "e\u0301clair",
                                      "naïve",
                                      "東京",
                                      "日本語",
                                      "привет",
                                      "مرحبا",
                                      "שלום",
                                      "नमस्ते",
                                      "한국어",
                                      "👍🏽",
                                      "👩\u200D👩\u200D👧",
                                      "🚀",
                                      "x",
                                      "I",
                                      "3.14",
                                      "1,000",
                                      "don't",
                                      "\"Quoted",
                                      "(paren",
                                      "[1]",
                                      "C++",
                                      "foo_bar()",
                                      "v2.0.1",
                                      "https://example.org/a?b=c",
                                      "\u200Bzero",
                                      "\uFEFF",
                                      "a\u00ADb",
                                      "ﬁ",
                                      "ǅ",
                                      "—",
                                      "...",
                                      "--",
                                      "U.S.",
                                      "e.g.",
                                      "123456789",
                                      "<|endoftext|>",
                                      "# Head",
                                      "```",
                                      "```\n\n",
                                      "class A",
                                      "def f",
                                      "\tdef g",
                                      "\uFFFD",
                                      "q̃̃̃"};
constexpr std::string_view gaps[]
    = {" ",      " ",      " ",    " ",    " ",        " ",       "  ",       "\n",     "\n",     "\r\n",   "\r",
       "\t",     "\v",     "\f",   "\x1C", "\x1F",     "\u0085",  "\u00A0",   "\u1680", "\u2003", "\u2028", "\u2029",
       "\u202F", "\u3000", "\n\n", "\n\n", "\r\n\r\n", "\n \t\n", "\n\n\n\n", "\n## ",  "\n### ", "",       " \n\n "};
constexpr std::string_view ends[] = {"", "", "", "", "", "", ".", ".", "!", "?", "...", ".)", ".\"", "。", "?!", ";"};

template<class T, std::size_t size>
std::string_view pick(std::mt19937 &random, const T (&list)[size])
{
    return list[random() % size];
}

std::string hugeWord(std::mt19937 &random)
{
    std::string word;
    const std::string_view letter = pick(random, words);
    const bool repeats = random() % 2 == 0;
    for (std::size_t left = 5 + random() % 60; left > 0; --left) {
        if (repeats)
            word += letter;
        else
            word += static_cast<char>('a' + random() % 26);
    }
    return word;
}

} // namespace

std::string randomText(std::mt19937 &random, TextMix mix)
{
    std::string text;
    if (random() % 4 == 0)
        text += pick(random, gaps);
    for (std::size_t i = random() % (mix.pieces + 1); i > 0; --i) {
        if (mix.hugeWords && random() % 25 == 0)
            text += hugeWord(random);
        else
            text += pick(random, words);
        text += pick(random, ends);
        text += pick(random, gaps);
    }
    return text;
}

} // namespace cw::testing
