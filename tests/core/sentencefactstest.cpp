// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values are a careful reader's judgement of each text, not what the code printed.
#include "audit/sentencefacts.h"

#include "support/chunksetbuilder.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

namespace {

using cw::BoundaryReason;

struct Case
{
    const char *marked;
    bool isCut;
    BoundaryReason reason = BoundaryReason::Word;
};

TEST(SentenceFacts, JudgesBoundariesAsACarefulReader)
{
    const Case cases[] = {
        {"The fox jumps |over the dog.", true},
        {"The fox jumps| over the dog.", true},
        {"The fox jumps. |Over the dog.", false},
        {"The fox jumps.| Over the dog.", false},
        {"The fox ju|mps.", true},
        {"Is it? |Yes.", false},
        {"He met Paris |Hilton there.", true},
        {"Prices rose. |iPhone sales fell.", false},
        {"It was acid. |pH was 4.", false},
        {"Use approx. |five eggs.", true},
        {"the price rose. it fell. |then it rose.", false},
        {"in the u.s. prices rose. |then they fell.", false},
        {"The price rose. It is approx. |five.", true},
        {"Ask Dr. |Smith about it.", true},
        {"Use fruit, e.g. |Apples.", true},
        {"See fig. |3 for it.", true},
        {"See no. |7 there.", true},
        {"Can I? No. |The door is shut.", false},
        {"I said no. |7 people heard.", true}, // reads as "no. 7"; nobody can tell, and a finding only asks to look
        {"He said \"stop.\" |Then he left.", false},
        {"He said (stop). |Then he left.", false},
        {"**Bold end.** |Next.", false},
        {"It is known.[12] |Next.", false},
        {"It is known.\u00b2 |Next.", false},
        {"<p>One end.</p> |<p>Next one.</p>", false},
        {"a clause, |Another clause", true},
        {"Costs 3.|14 euros", true},
        {"version v2.|0 is out", true},
        {"No space.|Next one.", false},
        {"Wait\u2026 |Then go.", false},
        {"First line\nwraps |here.", true},
        // lines
        {"A wrapped line of prose\n|goes on here.", true},
        {"Title\n|Text begins.", false},
        {"A line; \n|another", false},
        {"int f() {\n|return 1;", false},
        {"The list:\n|- item", false},
        {"one item\n|- item", false},
        {"one item\n|a) item", false},
        {"some text\n|# heading", false},
        {"run this\n|foo_bar(1)", false},
        {"the end.\n|lower start", false},
        {"with Dr.\n|no one", true},
        {"will be\n|ill.", true},
        // blank lines and structure
        {"no stop here\n\n|lower start", false},
        {"no stop here\r\n\r\n|lower start", false},
        {"one\r\n|two", true},
        {"no stop here\f|lower start", false},
        {"no stop |here", false, BoundaryReason::Heading},
        {"no stop |here", false, BoundaryReason::Paragraph},
        {"no stop |here", false, BoundaryReason::ListItem},
        {"no stop |here", false, BoundaryReason::TableRow},
        {"no stop |here", false, BoundaryReason::CodeNode},
        {"no stop |here", true, BoundaryReason::Sentence},
        {"no stop |here", true, BoundaryReason::ForcedWord},
        {"no st|op here", true, BoundaryReason::ForcedCharacter},
        // ends of the document
        {"|lower start", false},
        {"  |lower start", false},
        {"no stop at end|", false},
        {"no stop at end|  \n", false},
        {"|", false},
        // other scripts
        {"今日は晴れ。|明日は雨。", false},
        {"今日は|晴れ。", true},
        {"「今日は晴れ。|」と言った。", true},
        {"「今日は晴れ。」|明日は雨。", false},
        {"本当?!|明日", true},
        {"هل هذا صحيح؟ |نعم.", false},
        {"هذا نص |طويل.", true},
        {"यह सही है। |वह गया।", false},
        {"Это конец. |Начало.", false},
        {"Это не |Конец.", true},
        {"ภาษาไทย |ภาษาไทย", false},
        {"Great day 👍 |Next.", false},
        {"great day 👍 |and night", true},
        {"Խոսք։ |Նոր", false},
    };
    for (const Case &c : cases) {
        const auto marked = cw::testing::parseMarked(c.marked);
        ASSERT_EQ(marked.cuts.size(), 1U);
        EXPECT_EQ(cw::isSentenceCutAt(marked.text, marked.cuts[0], c.reason), c.isCut) << c.marked;
    }
}

TEST(SentenceFacts, AnswerDoesNotDependOnWhichChunkOwnsTheWhiteSpace)
{
    const std::string texts[] = {"one two. \n three", "One. \t Two", "a\n\n b", "x\u00a0\u3000y"};
    for (const std::string &text : texts) {
        const cw::Gap gap = cw::gapAt(text, text.find_first_of(" \n\xc2"));
        ASSERT_LT(gap.previousEnd, gap.nextBegin);
        const bool first = cw::isSentenceCutAt(text, gap.previousEnd, BoundaryReason::Word);
        for (std::size_t byte = gap.previousEnd; byte <= gap.nextBegin; ++byte) {
            if (byte == text.size() || !cw::isUtf8Continuation(text[byte])) {
                EXPECT_EQ(cw::isSentenceCutAt(text, byte, BoundaryReason::Word), first) << text << " at " << byte;
            }
        }
    }
}

TEST(SentenceFacts, NeverFailsAtAnyByteOfAnyText)
{
    const std::string pieces[]
        = {"a", ".", "\n", " ", "[1]", "<b>", "。", "👍", "ก", "Dr.", "\u200b", "(", "\"", "\r\n"};
    std::uint32_t seed = 7;
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (int i = 0; i < 12; ++i) {
            seed = seed * 1664525U + 1013904223U;
            text += pieces[(seed >> 16) % std::size(pieces)];
        }
        for (std::size_t byte = 0; byte <= text.size(); ++byte) {
            if (byte < text.size() && cw::isUtf8Continuation(text[byte]))
                continue;
            (void)cw::isSentenceCutAt(text, byte, BoundaryReason::Token);
            const cw::ByteRange after = cw::wordAfter(text, byte, text.size());
            const cw::ByteRange before = cw::wordBefore(text, byte, 0);
            EXPECT_LE(byte, after.begin);
            EXPECT_LE(after.end, text.size());
            EXPECT_LE(before.end, byte);
            EXPECT_LE(before.begin, before.end);
        }
    }
}

TEST(SentenceFacts, WhiteSpaceRunIsLookedAtOnlyNearby)
{
    const std::string text = "one" + std::string(1'000'000, ' ') + "two";
    const cw::Gap gap = cw::gapAt(text, 500'000);
    EXPECT_EQ(gap.previousEnd, 500'000 - cw::largestGapBytes);
    EXPECT_EQ(gap.nextBegin, 500'000 + cw::largestGapBytes);
    EXPECT_FALSE(cw::isSentenceCutAt(text, 500'000, BoundaryReason::Token));
}

} // namespace
