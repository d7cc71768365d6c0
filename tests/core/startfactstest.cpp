// SPDX-License-Identifier: GPL-3.0-or-later
// What is remembered of places must be what a look at the text says.
#include "audit/startfacts.h"

#include "audit/backreference.h"
#include "audit/headings.h"
#include "audit/pointers.h"
#include "audit/sentencefacts.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {
namespace {

/// Openings that the rules look for, in all mixtures, cut anywhere.
std::string randomOpenings(std::mt19937 &random)
{
    constexpr std::array<std::string_view, 44> parts{
        "This",   "that",      "It",         " is ",   "the above", "The latter", "see ",    "section 3.2",
        "cf.",    "[link](",   "http://",    "a@b.de", "www.x.y",   "[7]",        "![p](q)", "<a href=\"x\">",
        "</p>",   "# Title",   "## ",        "====",   "----",      "\n",         "\n\n",    "\r\n",
        "\r",     " ",         "  ",         "- ",     "12. ",      "\u201C",     "\u2022 ", "Word",
        "tide",   "caf\u00E9", "\u4E2D",     ". ",     "! ",        ", ",         "_",       "e\u0301",
        "\u00A7", "))",        "click here", "e.g. "};
    std::string text;
    for (std::size_t i = 1 + random() % 40; i > 0; --i) {
        const std::string_view part = parts[random() % parts.size()];
        for (std::size_t copies = random() % 40 == 0 ? random() % 200 : 1; copies > 0; --copies)
            text += part;
    }
    return text;
}

std::size_t randomPlace(std::mt19937 &random, std::string_view text)
{
    std::size_t byte = random() % (text.size() + 1);
    while (!isCharacterBoundary(text, byte))
        --byte;
    return byte;
}

TEST(StartFacts, OpeningsOfProseAreReadOnce)
{
    std::string text;
    for (int i = 0; i < 50; ++i)
        text += "Boats wait for the tide. Nobody sails before noon, whatever the harbour master says, and nobody comes "
                "in before the water does, which is late.\n\n";
    const StartFacts facts(text);
    std::vector<ByteRange> chunks;
    for (std::size_t begin = text.find('B'); begin + 300 < text.size(); begin = text.find('B', begin + 1))
        chunks.push_back({begin, begin + 300});
    for (const ByteRange chunk : chunks) {
        EXPECT_FALSE(facts.isPointerOnly(chunk));
        EXPECT_EQ(facts.headingsOnly(chunk), 0);
    }
    // Who reads the text now finds something else.
    std::size_t headings = 0;
    std::size_t pointers = 0;
    for (const std::string_view other : {"# tide\n\n", "click here "}) {
        for (std::size_t byte = 0; byte < text.size(); ++byte)
            text[byte] = other[byte % other.size()];
        for (const ByteRange chunk : chunks) {
            EXPECT_FALSE(facts.isPointerOnly(chunk));
            EXPECT_EQ(facts.headingsOnly(chunk), 0);
            const std::string_view now = std::string_view(text).substr(chunk.begin, chunk.size());
            headings += headingsOnly(now) > 0 ? 1 : 0;
            pointers += isPointerOnly(now) ? 1 : 0;
        }
    }
    EXPECT_GT(headings, 0U);
    EXPECT_GT(pointers, 0U);
}

TEST(StartFacts, RememberWhatTheTextSays)
{
    std::mt19937 random(42);
    std::size_t cuts = 0;
    std::size_t insideWords = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string text = round % 2 == 0 ? randomText(random) : randomOpenings(random);
        const StartFacts facts(text);
        for (int i = 0; i < 200; ++i) {
            const std::size_t byte = randomPlace(random, text);
            const auto reason = random() % 4 == 0 ? BoundaryReason::Paragraph : BoundaryReason::Word;
            const bool isCut = isSentenceCutAt(text, byte, reason);
            ASSERT_EQ(facts.isSentenceCut(byte, reason), isCut) << byte << '\n' << text;
            const bool isInside = StartFacts(text).isInsideWord(byte);
            ASSERT_EQ(facts.isInsideWord(byte), isInside) << byte << '\n' << text;
            cuts += isCut ? 1 : 0;
            insideWords += isInside ? 1 : 0;
        }
    }
    EXPECT_GT(cuts, 1000U);
    EXPECT_GT(insideWords, 1000U);
}

/// Asked twice, so that both the first answer and the remembered one are compared.
TEST(StartFacts, AnswerAsTheFunctionsTheyStandFor)
{
    std::mt19937 random(44);
    std::size_t references = 0;
    std::size_t pointers = 0;
    std::size_t headings = 0;
    std::size_t words = 0;
    for (int round = 0; round < 1500; ++round) {
        const std::string text = round % 4 == 0 ? randomText(random) : randomOpenings(random);
        const StartFacts facts(text);
        for (int i = 0; i < 40; ++i) {
            const std::size_t begin = randomPlace(random, text);
            const std::size_t end = randomPlace(random, text);
            if (begin >= end)
                continue;
            const ByteRange chunk{begin, end};
            const ByteRange reference = backReferenceAt(text, chunk);
            const bool isPointer = isPointerOnly(text.substr(begin, end - begin));
            const std::int64_t headingCount = headingsOnly(text.substr(begin, end - begin));
            for (int asked = 0; asked < 2; ++asked) {
                const ByteRange found = facts.backReference(chunk);
                ASSERT_TRUE(found == reference || (found.isEmpty() && reference.isEmpty()))
                    << begin << ' ' << end << '\n'
                    << text;
                ASSERT_EQ(facts.isPointerOnly(chunk), isPointer) << begin << ' ' << end << '\n' << text;
                ASSERT_EQ(facts.headingsOnly(chunk), headingCount) << begin << ' ' << end << '\n' << text;
                ASSERT_EQ(facts.wordAfter(begin, end), wordAfter(text, begin, end)) << begin << ' ' << end << '\n'
                                                                                    << text;
                ASSERT_EQ(facts.wordBefore(end, begin), wordBefore(text, end, begin)) << begin << ' ' << end << '\n'
                                                                                      << text;
            }
            references += reference.isEmpty() ? 0 : 1;
            pointers += isPointer ? 1 : 0;
            headings += headingCount > 0 ? 1 : 0;
            words += wordAfter(text, begin, end).isEmpty() ? 0 : 1;
        }
    }
    EXPECT_GT(references, 500U);
    EXPECT_GT(pointers, 100U);
    EXPECT_GT(headings, 100U);
    EXPECT_GT(words, 10000U);
}

/// The bytes that pointer and heading rules claim to have read decide: whatever follows them, the answer is the same.
TEST(StartFacts, BytesReadDecide)
{
    std::mt19937 random(43);
    std::size_t decided = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::string text = randomOpenings(random);
        const std::string tail = randomOpenings(random);
        std::size_t read = 0;
        if (!isPointerOnly(text, &read) && read <= text.size()) {
            while (!isCharacterBoundary(text, read))
                ++read;
            ASSERT_FALSE(isPointerOnly(text.substr(0, read) + tail)) << read << '\n' << text << '\n' << tail;
            ++decided;
        }
        if (headingsOnly(text, &read) == 0 && read <= text.size()) {
            while (!isCharacterBoundary(text, read))
                ++read;
            ASSERT_EQ(headingsOnly(text.substr(0, read) + tail), 0) << read << '\n' << text << '\n' << tail;
            ++decided;
        }
    }
    EXPECT_GT(decided, 5000U);
}

} // namespace
} // namespace cw::testing
