// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenizer.h"

#include <gtest/gtest.h>

#include <string>

namespace cw {
namespace {

/// The pretokens of `text` with bars between them.
std::string cut(PretokenPattern pattern, std::string_view text)
{
    std::string bars;
    for (std::size_t byte = 0; byte < text.size();) {
        const std::size_t end = nextPretokenEnd(pattern, text, byte);
        if (byte > 0)
            bars += '|';
        bars += text.substr(byte, end - byte);
        byte = end;
    }
    return bars;
}

// Expected cuts follow from reading the published expressions.
TEST(Pretokenizer, O200kCuts)
{
    const auto o200k = [](std::string_view text) { return cut(PretokenPattern::O200k, text); };
    EXPECT_EQ(o200k("The quick brown"), "The| quick| brown");
    EXPECT_EQ(o200k("camelCase HTTPServer"), "camel|Case| HTTPServer");
    EXPECT_EQ(o200k("\u4E2DAB"), "\u4E2D|AB");
    EXPECT_EQ(o200k("\u4E2DABc"), "\u4E2DABc");
    EXPECT_EQ(o200k("\u0301 ABC"), "\u0301| ABC");
    EXPECT_EQ(o200k("don't we'Re x'z"), "don't| we'Re| x|'z");
    EXPECT_EQ(o200k("a'\u017Fb"), "a'\u017F|b");
    EXPECT_EQ(o200k("12345 67"), "123|45| |67");
    EXPECT_EQ(o200k("a  b"), "a| | b");
    EXPECT_EQ(o200k("  1"), " | |1");
    EXPECT_EQ(o200k("a \n\n  b"), "a| \n\n| | b");
    EXPECT_EQ(o200k("end.\n/x"), "end|.\n/|x");
    EXPECT_EQ(o200k("a ../b"), "a| ../|b");
    EXPECT_EQ(o200k("!a !!a"), "!a| !!|a");
    EXPECT_EQ(o200k("x   "), "x|   ");
    EXPECT_EQ(o200k("\ta\t("), "\ta|\t|(");
}

TEST(Pretokenizer, Cl100kCuts)
{
    const auto cl100k = [](std::string_view text) { return cut(PretokenPattern::Cl100k, text); };
    EXPECT_EQ(cl100k("camelCase HTTPServer"), "camelCase| HTTPServer");
    EXPECT_EQ(cl100k("don't 'sfoo"), "don|'t| '|sfoo");
    EXPECT_EQ(cl100k("'sfoo"), "'s|foo");
    EXPECT_EQ(cl100k("e\u0301a"), "e|\u0301a");
    EXPECT_EQ(cl100k("end.\n/x"), "end|.\n|/x");
    EXPECT_EQ(cl100k("12345"), "123|45");
    EXPECT_EQ(cl100k("a \n\n  b"), "a| \n\n| | b");
}

TEST(Pretokenizer, Gpt2Cuts)
{
    const auto gpt2 = [](std::string_view text) { return cut(PretokenPattern::Gpt2, text); };
    EXPECT_EQ(gpt2("camelCase HTTPServer"), "camelCase| HTTPServer");
    EXPECT_EQ(gpt2("don't DON'T 'sfoo"), "don|'t| DON|'|T| '|sfoo");
    EXPECT_EQ(gpt2("'sfoo'll"), "'s|foo|'ll");
    EXPECT_EQ(gpt2("!'s''s"), "!'|s|''|s");
    EXPECT_EQ(gpt2("e\u0301a"), "e|\u0301|a");
    EXPECT_EQ(gpt2("12345 67\u00BDx"), "12345| 67\u00BD|x");
    EXPECT_EQ(gpt2("a \n\n  b"), "a| \n\n | b");
    EXPECT_EQ(gpt2("a\n\nb\n"), "a|\n|\n|b|\n");
    EXPECT_EQ(gpt2("a \t\u00A0"), "a| \t\u00A0");
    EXPECT_EQ(gpt2("\u00A0a"), "\u00A0|a");
    EXPECT_EQ(gpt2("end.\n/x"), "end|.|\n|/|x");
}

} // namespace
} // namespace cw
