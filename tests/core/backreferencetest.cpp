// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values are a careful reader's judgement of each text, not what the code printed.
#include "audit/backreference.h"

#include "support/chunksetbuilder.h"

#include <gtest/gtest.h>

namespace {

struct Case
{
    const char *marked; ///< the chunk starts at '|'
    const char *opener; ///< empty when nothing is to be flagged
};

TEST(BackReference, FlagsWhatAReaderCouldNotResolve)
{
    const Case cases[] = {
        {"The parser is fast. |It reads a file.", "It"},
        {"The parser is fast.| It reads a file.", "It"},
        {"The parser is fast. |It's small.", "It"},
        {"Two parties sign. |They pay at once.", "They"},
        {"A rule applies. |This is new.", "This"},
        {"A rule applies. |These are new.", "These"},
        {"Do so. |That changes things.", "That"},
        {"Tea or coffee. |The latter is hot.", "The latter"},
        {"Tea or coffee. |The former, though, is not.", "The former"},
        {"Rules. |The above applies to all.", "The above"},
        {"Rules. |THE ABOVE applies.", "THE ABOVE"},
        {"Rules. |the\nabove applies.", "the\nabove"},
        {"THE PARTIES AGREE. |THIS IS FINAL.", "THIS"},
        {"THE SYSTEM. |IT IS FAST.", "IT"},
        {"Ann left. |She was born in 1901.", "She"},
        {"A bank. |Its limit is 30.", "Its"},
        {"He spoke. |\"It works,\" he said.", "It"},
        {"Points: |- It must be signed.", "It"},
        {"Points: |2. They must sign.", "They"},
        {"Text. |**This** matters.", "This"},
        {"Text. |This", "This"},
        {"Text. |It", "It"},
        {"The box is |it.", "it"},
        {"Text. |It is a parser.", "It"},
        {"Text. |It was important in 1900.", "It"},
        {"The cat. |It has been fed.", "It"},
        // nothing is missing
        {"We cut costs. |IT budgets fell.", ""},
        {"We cut costs. |IT-budgets fell.", ""},
        {"We cut costs. |IT\nbudgets fell.", ""},
        {"We cut costs. |Italy paid.", ""},
        {"We cut costs. |Thistles grow.", ""},
        {"We cut costs. |Them", ""},
        {"We cut costs. |The abovementioned rule.", ""},
        {"We cut costs. |The aboveboard deal.", ""},
        {"We cut costs. |The law is clear.", ""},
        {"We cut costs. |thisé", ""},
        {"Code: |this.value = 3", ""},
        {"Code: |this->value = 3", ""},
        {"Code: |that_one()", ""},
        {"Locale: |it-IT", ""},
        {"Text. |It is raining.", ""},
        {"Text. |It wasn\u2019t long ago that he left.", ""},
        {"Text. |It isn't possible to leave.", ""},
        {"Text. |It isn't a parser.", "It"},
        {"Text. |It's time to leave.", ""},
        {"Text. |Its time has come.", "Its"},
        {"Text. |It's raining.", ""},
        {"Text. |It is important to sign.", ""},
        {"Text. |It\u2019s important to sign.", ""},
        {"Text. |It should be noted that he left.", ""},
        {"Text. |It is often best to wait.", ""},
        {"Text. |It seems that he left.", ""},
        {"Text. |It turns out he left.", ""},
        {"Text. |That said, prices rose.", ""},
        {"Text. |That being said, prices rose.", ""},
        {"Text. |That is, prices rose.", ""},
        {"Text. |That is wrong.", "That"},
        {"Text. |That the court agreed is known.", ""},
        {"Text. |This document describes it.", ""},
        {"Text. |Then this follows.", ""},
        // nothing stands before
        {"|It was the best of times.", ""},
        {" \n|It was the best of times.", ""},
        {"|This", ""},
        {"Text.|", ""},
        {"Text. |  ", ""},
    };
    for (const Case &c : cases) {
        const auto marked = cw::testing::parseMarked(c.marked);
        ASSERT_EQ(marked.cuts.size(), 1U);
        const cw::ByteRange found = cw::backReferenceAt(marked.text, {marked.cuts[0], marked.text.size()});
        EXPECT_EQ(marked.text.substr(found.begin, found.size()), c.opener) << c.marked;
        EXPECT_GE(found.begin, marked.cuts[0]) << c.marked;
    }
}

TEST(BackReference, CarriedOverlapResolvesTheOpenerOfTheNewPart)
{
    const std::string text = "The parser is fast. It reads files.";
    EXPECT_TRUE(cw::backReferenceAt(text, {0, text.size()}).isEmpty());
    const std::string later = "Intro. " + text;
    EXPECT_TRUE(cw::backReferenceAt(later, {7, later.size()}).isEmpty());
}

TEST(BackReference, ReferenceExpressionMatchesByHand)
{
    EXPECT_EQ(cw::matchReferenceOpener("IT budgets"), 2U);
    EXPECT_EQ(cw::matchReferenceOpener("it"), 2U);
    EXPECT_EQ(cw::matchReferenceOpener("it_"), 0U);
    EXPECT_EQ(cw::matchReferenceOpener("it9"), 0U);
    EXPECT_EQ(cw::matchReferenceOpener("it-9"), 2U);
    EXPECT_EQ(cw::matchReferenceOpener(" it"), 0U);
    EXPECT_EQ(cw::matchReferenceOpener("thi\u017F is"), 5U);
    EXPECT_EQ(cw::matchReferenceOpener("\u0130t is"), 3U);
    EXPECT_EQ(cw::matchReferenceOpener("the  latter"), 0U);
    EXPECT_EQ(cw::matchReferenceOpener("The Latter."), 10U);
    EXPECT_EQ(cw::matchReferenceOpener("these"), 0U);
    EXPECT_EQ(cw::matchReferenceOpener(""), 0U);
}

} // namespace
