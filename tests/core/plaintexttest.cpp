// SPDX-License-Identifier: GPL-3.0-or-later
// Titles of plain text that are underlined.
#include "formats/format.h"
#include "support/chunking.h"
#include "support/formatreading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> blocksOf(const std::string &text)
{
    DocumentParts parts{text};
    parts.blocks = *readParagraphs(parts.text, {});
    return test::blocksOf(parts);
}

TEST(PlainText, UnderlinedTitlesAreHeadings)
{
    DocumentParts parts{"Tides\n=====\nThey rise.\n\nSpring tides  \r\n------------\r\n\r\nAt new moon.\n\n"
                        "\u00C9t\u00E9\n---\n\nIn summer.\n\nNeap\n====\n\nEbb\n~~~\n"};
    parts.blocks = *readParagraphs(parts.text, {});
    EXPECT_THAT(test::outlineOf(parts), ElementsAre("1 Tides", "2 Spring tides", "2 \u00C9t\u00E9", "1 Neap", "3 Ebb"));
    EXPECT_THAT(test::blocksOf(parts),
                ElementsAre("heading Tides\n=====", "paragraph They rise.", "heading Spring tides  \r\n------------",
                            "paragraph At new moon.", "heading \u00C9t\u00E9\n---", "paragraph In summer.",
                            "heading Neap\n====", "heading Ebb\n~~~"));
}

TEST(PlainText, WhatIsNotCertainIsNoHeading)
{
    for (const char *text : {
             "Tides\n======", // not as long
             "Tides\n====",
             "Tides\n====-",
             "Tides\n-=-=-",
             "They rise.\nTides\n=====", // no blank line above
             " Tides\n======",
             "Tides\n =====", // not at the margin
             "Name   Size    Date\n-------------------\na      1       May", // a table's head
             "Name\tSize\n---------",
             "-----\n-----",
             "ab\n--", // too short to be meant
             "Tides\n\n=====",
         })
        EXPECT_THAT(blocksOf(text), Each(::testing::StartsWith("paragraph "))) << text;
    EXPECT_THAT(blocksOf("Notes  (May)\n------------"), ElementsAre("heading Notes  (May)\n------------"));
}

TEST(PlainText, TitlesUnderlinedWithTildesOpenNoFences)
{
    const std::string text = "My Notes\n========\n\nWords of a [link](http://a.example/) here.\n\n"
                             "Details\n~~~~~~~\n\nMore words.\n\nOther details\n~~~~~~~~~~~~~\n\nAnd more.\n";
    const auto document = *readDocument("notes.txt", text, {}, {});
    EXPECT_NE(document->format(), "markdown"); // reStructuredText has such titles, too
    std::vector<std::string> titles;
    const auto blocks = *document->blocks({});
    for (std::size_t heading = 0; heading < blocks->outline().size(); ++heading)
        titles.push_back(blocks->title(document->text(), heading));
    EXPECT_THAT(titles, ElementsAre("My Notes", "Details", "Other details"));
    const auto fenced
        = *readDocument("notes.txt",
                        "# Notes\n\nWords, and a [link](http://a.example/):\n\n~~~\ncode\n~~~\n\n# More\n\n"
                        "Words.\n",
                        {}, {});
    EXPECT_EQ(fenced->format(), "markdown");
}

/// What is looked at to tell Markdown is a text's beginning; one such title further on would be a fence up to its end.
TEST(PlainText, TitlesUnderlinedWithTildesAreFoundAnywhere)
{
    std::string beginning;
    for (int part = 0; part < 4000; ++part)
        beginning += "# Part " + std::to_string(part) + "\n\nWords of a [link](http://a.example/) here.\n\n";
    const auto formatWith = [&](const std::string &end) {
        return std::string((*readDocument("notes.txt", beginning + end, {}, {}))->format());
    };
    EXPECT_EQ(formatWith(""), "markdown");
    EXPECT_NE(formatWith("Details\n~~~~~~~\n\nMore words.\n"), "markdown");
    EXPECT_NE(formatWith("~~~\ncode\n~~~\n\nDetails\r\n~~~~~~~~\r\n\r\nMore words.\r\n"), "markdown");
    EXPECT_EQ(formatWith("~~~\ncode\n~~~\n"), "markdown");
    EXPECT_EQ(formatWith("Details\n\n~~~~~~~\ncode\n~~~~~~~\n"), "markdown");
    EXPECT_EQ(formatWith("A long line before code\n~~~\ncode\n~~~\n"), "markdown");
    EXPECT_EQ(formatWith("```rst\nDetails\n~~~~~~~\n```\n"), "markdown") << "a title shown as code";
    EXPECT_EQ(formatWith("Words ~~~ and ~~~~~~~ more\n"), "markdown");
    EXPECT_EQ((*readDocument("notes.md", beginning + "Details\n~~~~~~~\n", {}, {}))->format(), "markdown");
}

TEST(PlainText, ATitleStaysWithWhatItHeads)
{
    const auto document = *readDocument("a.txt", "One two three.\n\nTides\n=====\n\nThey rise.\n", {}, {});
    ASSERT_EQ(document->format(), "text");
    EXPECT_THAT(
        textsOf(*chunkDocument(
            document,
            {.strategy = "structured", .max = 5, .parameters = choices({{"sections", "together"}}), .places = {}})),
        ElementsAre("One two three.", "Tides\n=====\n\nThey rise."));
}

} // namespace
} // namespace cw::testing
