// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that a reader puts before items are no sentences. Texts by hand.
#include "segment/itemmarks.h"
#include "formats/format.h"
#include "segment/pieces.h"
#include "segment/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

std::shared_ptr<const Document> documentOf(const char *format, std::string text)
{
    return *readDocument("d", std::move(text), {}, *findFormat(format), {});
}

Texts sentencesOf(const Document &document, SentencePlan plan)
{
    const auto segmentation = *segmentSentences(document, plan, {});
    Texts texts;
    for (const Unit &unit : segmentation->units)
        texts.emplace_back(segmentation->emitted.slice(unit.emit));
    return texts;
}

const std::string list = "<ol><li>Open it. Look inside.<li>Close it.</ol>";

TEST(ItemMarks, NoSentenceEndsBehindANumberOfTheReaders)
{
    const auto page = documentOf("html", list);
    ASSERT_EQ(page->text(), "1. Open it. Look inside.\n2. Close it.");
    for (const SentenceRule rule : {SentenceRule::ParagraphOrTerminator, SentenceRule::Terminator,
                                    SentenceRule::TerminatorThenOpener, SentenceRule::Smart}) {
        for (const JoinPieces pieces : {JoinPieces::Words, JoinPieces::Units})
            EXPECT_THAT(sentencesOf(*page, {.rule = rule, .pieces = pieces}),
                        ElementsAre("1. Open it.", "Look inside.", "2. Close it."));
    }
    EXPECT_THAT(sentencesOf(*page, {.rule = SentenceRule::Unicode, .pieces = JoinPieces::Words, .join = Join::Space}),
                ElementsAre("1. Open it.", "Look inside.", "2. Close it."));
}

TEST(ItemMarks, AllMarksOfALineAreTheReaders)
{
    const auto page = documentOf("html", "<ol><li><ol type=a><li>Open it. Look.</ol></ol>");
    ASSERT_EQ(page->text(), "1. a. Open it. Look.");
    EXPECT_THAT(sentencesOf(*page, {.rule = SentenceRule::Terminator}), ElementsAre("1. a. Open it.", "Look."));
}

/// Items with headings lay out the page: the mark is in the block behind it.
TEST(ItemMarks, BlocksThatBeginWithOneKeepIt)
{
    const auto page = documentOf("html", "<ol><li><p>Open it. Look.</p><h2>Then</h2><p>Close it.</p></ol>");
    for (const SentenceRule rule : {SentenceRule::TerminatorThenOpener, SentenceRule::Unicode}) {
        const auto segmentation = *segmentBlocks(*page, {}, rule);
        ASSERT_FALSE(segmentation->units.empty());
        EXPECT_EQ(segmentation->emitted.slice(segmentation->units[0].emit), "1. Open it.");
    }
}

TEST(ItemMarks, NumbersOfTheFileAreText)
{
    const Texts apart{"1.", "Open it."};
    const SentencePlan plan{.rule = SentenceRule::Terminator};
    EXPECT_EQ(sentencesOf(*documentOf("text", "1. Open it."), plan), apart);
    EXPECT_EQ(sentencesOf(*documentOf("markdown", "1. Open it."), plan), apart);
    EXPECT_EQ(sentencesOf(*documentOf("html", "<p>1. Open it.</p>"), plan), apart);
    EXPECT_EQ(sentencesOf(*documentOf("html", "<p>&#49;. Open it.</p>"), plan), apart);
}

TEST(ItemMarks, AreMarksAtTheBeginOfALine)
{
    SourceMapBuilder builder;
    const std::uint32_t part = builder.part("");
    builder.copy("Before.", part, 0);
    builder.insert("\n\n  I. ");
    builder.copy("Text. ", part, 20);
    builder.insert("No. ");
    builder.copy("More.", part, 40);
    builder.insert("\n" + std::string(61, 'x') + ". ");
    builder.copy("Long.", part, 50);
    builder.insert("\n" + std::string(63, 'x') + ". ");
    builder.copy("Longer.", part, 60);
    const auto map = builder.build();
    const std::string text = builder.takeText();
    const auto isBehind = [&](std::string_view next) { return isBehindItemMark(text, map.get(), text.find(next)); };
    EXPECT_FALSE(isBehind("Before"));
    EXPECT_FALSE(isBehind("I."));
    EXPECT_TRUE(isBehind("Text"));
    EXPECT_FALSE(isBehind("No."));
    EXPECT_FALSE(isBehind("More"));
    EXPECT_TRUE(isBehind("Long."));
    EXPECT_FALSE(isBehind("Longer"));
    EXPECT_FALSE(isBehindItemMark(text, nullptr, text.find("Text")));
}

} // namespace
} // namespace cw::testing
