// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentences.h"
#include "segment/words.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> scanWords(std::string_view text)
{
    std::vector<std::string> words;
    for (WordScanner scanner(text); scanner.next();)
        words.emplace_back(text.substr(scanner.word().begin, scanner.word().size()));
    return words;
}

TEST(Words, SplitAtWhatPythonCallsSpaceAndAtNothingElse)
{
    // chr(i).isspace() for all i in Python 3.11
    const std::u32string spaces
        = U"\t\n\v\f\r\x1C\x1D\x1E\x1F \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
          U"\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000";
    for (char32_t codePoint = 0; codePoint < 0x20000; ++codePoint) {
        if (codePoint >= 0xD800 && codePoint <= 0xDFFF)
            continue;
        std::string text = "a";
        appendUtf8(text, codePoint);
        text += 'b';
        const bool isSpace = spaces.find(codePoint) != std::u32string::npos;
        ASSERT_EQ(scanWords(text).size(), isSpace ? 2U : 1U) << std::hex << static_cast<std::uint32_t>(codePoint);
    }
}

TEST(Words, GapsAndWordsTileTheText)
{
    std::mt19937 random(3);
    for (int round = 0; round < 100; ++round) {
        const std::string text = randomText(random);
        std::size_t at = 0;
        WordScanner scanner(text);
        while (scanner.next()) {
            ASSERT_EQ(scanner.gap().begin, at);
            ASSERT_EQ(scanner.gap().end, scanner.word().begin);
            ASSERT_EQ(skipSpaces(text, at, text.size()), scanner.word().begin);
            ASSERT_EQ(trimWordBack(text, at, scanner.word().end), scanner.word().begin);
            ASSERT_EQ(trimSpacesBack(text, 0, scanner.word().begin), at);
            at = scanner.word().end;
        }
        ASSERT_EQ(skipSpaces(text, at, text.size()), text.size());
    }
}

TEST(Words, StripSpaces)
{
    EXPECT_EQ(stripSpaces("\u3000 a b\x1F", {0, 8}), (ByteRange{4, 7}));
    EXPECT_TRUE(stripSpaces(" \n ", {0, 3}).isEmpty());
    EXPECT_TRUE(stripSpaces("ab", {1, 1}).isEmpty());
}

TEST(EmittedText, MergesNeighboursThatASingleSpaceSeparates)
{
    const auto document = Document::fromText("d", " a b  c\nd ");
    const EmittedText emitted = EmittedText::joinedWithSpaces(*document, {{1, 2}, {3, 4}, {6, 7}, {8, 9}});
    EXPECT_EQ(*emitted.text(), "a b c d");
    EXPECT_THAT(emitted.pieces({0, 7}), ElementsAre(ByteRange{1, 4}, ByteRange{6, 7}, ByteRange{8, 9}));
    EXPECT_THAT(emitted.pieces({2, 5}), ElementsAre(ByteRange{3, 4}, ByteRange{6, 7}));
    EXPECT_THAT(emitted.pieces({0, 3}), ElementsAre(ByteRange{1, 4}));
    EXPECT_THAT(emitted.pieces({3, 5}), ElementsAre(ByteRange{4, 4}, ByteRange{6, 7}));
    EXPECT_THAT(emitted.pieces({2, 4}), ElementsAre(ByteRange{3, 4}, ByteRange{6, 6}));

    EXPECT_EQ(emitted.emitOf(0), 0U);
    EXPECT_EQ(emitted.emitOf(1), 0U);
    EXPECT_EQ(emitted.emitOf(3), 2U);
    EXPECT_EQ(emitted.emitOf(4), 4U) << "a gap maps to the start of the next piece";
    EXPECT_EQ(emitted.emitOf(5), 4U);
    EXPECT_EQ(emitted.emitOf(6), 4U);
    EXPECT_EQ(emitted.emitOf(9), 7U);
    EXPECT_EQ(emitted.sourceOf(0), 1U);
    EXPECT_EQ(emitted.sourceOf(3), 4U) << "an inserted space maps to the end of the piece before";
    EXPECT_EQ(emitted.sourceOf(4), 6U);
    EXPECT_EQ(emitted.sourceOf(6), 8U);
    EXPECT_EQ(emitted.sourceOf(7), 9U);
}

TEST(EmittedText, SourceIsTheDocumentItself)
{
    const auto document = Document::fromText("d", "a  b");
    const EmittedText emitted = EmittedText::fromSource(*document);
    EXPECT_EQ(emitted.text(), document->sharedText());
    EXPECT_EQ(emitted.emitOf(2), 2U);
    EXPECT_EQ(emitted.sourceOf(3), 3U);
    EXPECT_THAT(emitted.pieces({1, 3}), ElementsAre(ByteRange{1, 3}));
}

TEST(EmittedText, EveryByteFindsItsWayBack)
{
    std::mt19937 random(9);
    for (int round = 0; round < 60; ++round) {
        const auto document = Document::fromText("d", randomText(random));
        const auto segmentation = segmentWords(*document, Join::Space, {});
        const EmittedText &emitted = (*segmentation)->emitted;
        EmittedText::RisingSource rising(emitted);
        EmittedText::RisingSource leaping(emitted);
        std::string joined;
        for (WordScanner scanner(document->text()); scanner.next();) {
            joined.append(joined.empty() ? "" : " ").append(document->slice(scanner.word()));
            for (std::size_t byte = scanner.word().begin; byte < scanner.word().end; ++byte) {
                ASSERT_EQ(emitted.sourceOf(emitted.emitOf(byte)), byte);
                ASSERT_EQ(rising.of(emitted.emitOf(byte)), byte);
                if (byte % (1 + static_cast<std::size_t>(round)) == 0) {
                    ASSERT_EQ(leaping.of(emitted.emitOf(byte)), byte);
                }
                ASSERT_EQ((*emitted.text())[emitted.emitOf(byte)], document->text()[byte]);
            }
        }
        ASSERT_EQ(*emitted.text(), joined);
    }
}

TEST(Sentences, ReasonsTellParagraphsFromSentences)
{
    const auto document = Document::fromText("d", "\n\nOne. Two\n \nthree.\n\nFour");
    const auto segmentation = segmentSentences(*document, {}, {});
    std::vector<BoundaryReason> reasons;
    std::vector<std::string> texts;
    for (const Unit &unit : (*segmentation)->units) {
        reasons.push_back(unit.startReason);
        texts.emplace_back(document->slice(unit.source));
    }
    EXPECT_THAT(texts, ElementsAre("One.", "Two", "three.", "Four"));
    EXPECT_THAT(reasons,
                ElementsAre(BoundaryReason::DocumentStart, BoundaryReason::Sentence, BoundaryReason::Paragraph,
                            BoundaryReason::Paragraph));
}

TEST(Sentences, UnitsOfEveryPlanEmitTheirText)
{
    std::mt19937 random(4);
    for (int round = 0; round < 80; ++round) {
        const auto document = Document::fromText("d", randomText(random));
        for (const SentenceRule rule :
             {SentenceRule::ParagraphOrTerminator, SentenceRule::Terminator, SentenceRule::TerminatorThenOpener}) {
            for (const Join join : {Join::Space, Join::Source}) {
                const auto segmentation = segmentSentences(
                    *document, {.rule = rule, .pieces = JoinPieces::Units, .join = join, .keepsOuterSpace = true}, {});
                std::size_t end = 0;
                for (const Unit &unit : (*segmentation)->units) {
                    ASSERT_EQ((*segmentation)->emitted.slice(unit.emit), document->slice(unit.source));
                    ASSERT_EQ(sourceRangeOf((*segmentation)->emitted, unit.emit), unit.source);
                    ASSERT_EQ(skipSpaces(document->text(), end, unit.source.begin), unit.source.begin);
                    end = unit.source.end;
                }
                if (!(*segmentation)->units.empty()) {
                    ASSERT_EQ(end, document->text().size());
                }
            }
        }
    }
}

TEST(Sentences, StopsWhenAsked)
{
    std::stop_source source;
    source.request_stop();
    const auto document = Document::fromText("d", "One. Two.");
    EXPECT_TRUE(segmentSentences(*document, {}, source.get_token()).isCancelled());
    EXPECT_TRUE(segmentWords(*document, Join::Space, source.get_token()).isCancelled());
}

TEST(BoundaryReason, IdsAreDifferentAndForcedOnesAreTold)
{
    std::vector<std::string_view> ids;
    for (std::size_t i = 0; i < boundaryReasonCount; ++i) {
        const auto reason = static_cast<BoundaryReason>(i);
        ids.push_back(boundaryReasonId(reason));
        EXPECT_FALSE(boundaryReasonHelp(reason).empty());
        EXPECT_EQ(isForced(reason), ids.back().starts_with("forced-"));
    }
    EXPECT_EQ(ids.front(), "document-start");
    EXPECT_EQ(ids.back(), "forced-character");
    std::ranges::sort(ids);
    EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
}

std::string joinWords(std::string_view text)
{
    std::string joined;
    for (const std::string &word : scanWords(text))
        joined += (joined.empty() ? "" : " ") + word;
    return joined;
}

/// The rules of sentences.h, word by word.
std::vector<Unit> unitsWordByWord(std::string_view text, const SentencePlan &plan)
{
    std::vector<Unit> units;
    for (WordScanner words(text); words.next();) {
        const ByteRange word = words.word();
        const std::string_view gap = text.substr(words.gap().begin, words.gap().size());
        if (units.empty()) {
            units.push_back({word, {}, BoundaryReason::DocumentStart});
            continue;
        }
        const bool isParagraph = std::ranges::count(gap, '\n') >= 2;
        const bool isAfterTerminator
            = std::string_view(".!?").find(text[words.gap().begin - 1]) != std::string_view::npos;
        const bool isBeforeOpener = std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\"'([").find(text[word.begin])
            != std::string_view::npos;
        const bool isBoundary = plan.rule == SentenceRule::ParagraphOrTerminator ? isAfterTerminator || isParagraph
            : plan.rule == SentenceRule::Terminator                              ? isAfterTerminator
                                                                                 : isAfterTerminator && isBeforeOpener;
        if (isBoundary)
            units.push_back({word, {}, isParagraph ? BoundaryReason::Paragraph : BoundaryReason::Sentence});
        else
            units.back().source = ByteRange{units.back().source.begin, word.end};
    }
    if (plan.keepsOuterSpace && !units.empty()) {
        units.front().source = ByteRange{0, units.front().source.end};
        units.back().source = ByteRange{units.back().source.begin, text.size()};
    }
    return units;
}

TEST(Sentences, AreThoseOfAWalkWordByWord)
{
    std::mt19937 random(41);
    for (int round = 0; round < 400; ++round) {
        std::string text;
        if (round % 2 == 0) {
            text = randomText(random, {.pieces = 1 + round % 90U});
        } else {
            const std::vector<std::string> parts{"a",    "Bc.",    "d!",     " ",      " ",  "\n",
                                                 "\n\n", "\u00A0", "\u3000", "\u20AC", "\t", ". "};
            for (auto count = random() % 200; count > 0; --count)
                text += parts[random() % parts.size()];
        }
        const auto document = Document::fromText("a", text);
        for (const SentenceRule rule :
             {SentenceRule::ParagraphOrTerminator, SentenceRule::Terminator, SentenceRule::TerminatorThenOpener}) {
            for (const SentencePlan plan : {SentencePlan{rule, JoinPieces::Words, Join::Space},
                                            SentencePlan{rule, JoinPieces::Units, Join::Space},
                                            SentencePlan{rule, JoinPieces::Units, Join::Space, true},
                                            SentencePlan{rule, JoinPieces::Units, Join::Source, true},
                                            SentencePlan{rule, JoinPieces::Words, Join::Source}}) {
                const std::vector<Unit> expected = unitsWordByWord(text, plan);
                const auto segmentation = segmentSentences(*document, plan, {});
                ASSERT_TRUE(segmentation);
                const std::vector<Unit> &units = (*segmentation)->units;
                const EmittedText &emitted = (*segmentation)->emitted;
                ASSERT_EQ(units.size(), expected.size()) << ::testing::PrintToString(text);
                std::string joined;
                for (std::size_t i = 0; i < units.size(); ++i) {
                    ASSERT_EQ(units[i].source, expected[i].source) << ::testing::PrintToString(text);
                    ASSERT_EQ(units[i].startReason, expected[i].startReason) << ::testing::PrintToString(text);
                    const std::string_view own = document->slice(units[i].source);
                    const std::string unitText = plan.pieces == JoinPieces::Words && plan.join == Join::Space
                        ? joinWords(own)
                        : std::string(own);
                    ASSERT_EQ(emitted.slice(units[i].emit), unitText) << ::testing::PrintToString(text);
                    joined += (i == 0 ? "" : " ") + unitText;
                }
                if (plan.join == Join::Space) {
                    ASSERT_EQ(*emitted.text(), joined);
                }
            }
        }
    }
}

} // namespace
} // namespace cw::testing
