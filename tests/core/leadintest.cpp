// SPDX-License-Identifier: GPL-3.0-or-later
// Paragraphs that announce a list, a table or code go with it. Sizes are words, counted by hand.
#include "formats/format.h"
#include "segment/pieces.h"
#include "support/chunking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

Texts packed(const std::string &text, std::size_t max, const ParameterValues &parameters = {}, std::size_t overlap = 0)
{
    return textsOf(*chunkDocument(
        markdownDocument(text),
        {.strategy = "structured", .max = max, .overlap = overlap, .parameters = parameters, .places = {}}));
}

/// Four words, two and six.
const std::string text = "One two three four.\n\nThese are:\n\n- a b\n- c d\n";

TEST(LeadIns, GoWithTheirListWhereItFits)
{
    EXPECT_THAT(packed(text, 12), ElementsAre("One two three four.\n\nThese are:\n\n- a b\n- c d"));
    EXPECT_THAT(packed(text, 11), ElementsAre("One two three four.", "These are:\n\n- a b\n- c d"));
    EXPECT_THAT(packed(text, 8), ElementsAre("One two three four.", "These are:\n\n- a b\n- c d"));
    EXPECT_THAT(packed(text, 8, {}, 4), ElementsAre("One two three four.", "These are:\n\n- a b\n- c d"));
}

TEST(LeadIns, StayWhereTheListWouldBeCutForThem)
{
    EXPECT_THAT(packed(text, 7), ElementsAre("One two three four.\n\nThese are:", "- a b\n- c d"));
    EXPECT_THAT(packed("These are:\n\n- a b\n- c d\n", 7), ElementsAre("These are:", "- a b\n- c d"));
}

TEST(LeadIns, GoWithTheFirstItemOfALongList)
{
    EXPECT_THAT(packed(text, 5), ElementsAre("One two three four.", "These are:\n\n- a b", "- c d"));
    const std::string longList = "One two.\n\nThese are:\n\n- a b\n- c d\n- e f\n";
    EXPECT_THAT(packed(longList, 6, choices({{"lists", "whole"}})),
                ElementsAre("One two.", "These are:\n\n- a b", "- c d\n- e f"));
}

TEST(LeadIns, TakeTheirHeadingAlong)
{
    const std::string headed = "One two three four.\n\n# T\n\nThese are:\n\n- a b\n- c d\n";
    const ParameterValues together = choices({{"sections", "together"}});
    EXPECT_THAT(packed(headed, 10, together), ElementsAre("One two three four.", "# T\n\nThese are:\n\n- a b\n- c d"));
    EXPECT_THAT(packed(headed, 9, together), ElementsAre("One two three four.\n\n# T\n\nThese are:", "- a b\n- c d"));
}

TEST(LeadIns, AreShortParagraphsWithAColonRightBeforeAListATableOrCode)
{
    const auto leadIns = [](const std::string &markdown) {
        const auto segmentation = *segmentBlocks(*markdownDocument(markdown), {});
        Texts found;
        for (const Unit &unit : segmentation->units)
            if (unit.isLeadIn)
                found.emplace_back(segmentation->emitted.slice(unit.emit));
        return found;
    };
    for (const char *behind : {"- a\n", "1. a\n", "| a |\n|---|\n", "```\na\n```\n", "    a\n"}) {
        EXPECT_THAT(leadIns(std::string("Like so:\n\n") + behind), ElementsAre("Like so:")) << behind;
        EXPECT_THAT(leadIns(std::string("Two of them. Like **so:**\n\n") + behind),
                    ElementsAre("Two of them.", "Like **so:**"));
        EXPECT_THAT(leadIns(std::string("\u5982\u4E0B\uFF1A\n\n") + behind), ElementsAre("\u5982\u4E0B\uFF1A"));
        EXPECT_THAT(leadIns(std::string("Like so.\n\n") + behind), ElementsAre());
        EXPECT_THAT(leadIns(std::string(599, 'a') + ":\n\n" + behind).size(), 1U);
        EXPECT_THAT(leadIns(std::string(600, 'a') + ":\n\n" + behind), ElementsAre());
        EXPECT_THAT(leadIns(std::string("> Like so:\n\n") + behind), ElementsAre());
    }
    for (const char *behind : {"", "Text\n", "# Title\n", "> said\n", "<p>\n"})
        EXPECT_THAT(leadIns(std::string("Like so:\n\n") + behind), ElementsAre()) << behind;
    EXPECT_THAT(leadIns("- Like so:\n  - a\n"), ElementsAre("- Like so:"));
}

/// What follows may become a table with its next line.
TEST(LeadIns, AreNotSettledBeforeWhatFollowsIs)
{
    EXPECT_EQ(settledBlocksEnd(**segmentBlocks(*markdownDocument("One.\n\nThese are:\n\na | b\n"), {})), 6U);
    EXPECT_EQ(settledBlocksEnd(**segmentBlocks(*markdownDocument("One.\n\nThese are.\n\na | b\n"), {})), 18U);
}

/// The number of a chunk's first item.
std::size_t partOf(const std::string &chunk)
{
    return std::stoul(chunk.substr(chunk.find("item") + 4));
}

/// A chunk ends with one only when what is whole behind it leaves it no room, and no list is cut for it.
TEST(LeadIns, StayBehindOnlyForWantOfRoom)
{
    std::mt19937 random(11);
    std::size_t moved = 0;
    std::size_t left = 0;
    for (int round = 0; round < 400; ++round) {
        std::string markdown;
        std::vector<std::size_t> itemWords; // of the first item of each list
        std::vector<std::size_t> listWords;
        for (int part = 0; part < 20; ++part) {
            for (std::size_t word = random() % 8; word > 0; --word)
                markdown += "text ";
            markdown += "end.\n\nThese here follow now:\n\n";
            listWords.push_back(0);
            const std::size_t items = 1 + random() % 5;
            for (std::size_t item = 0; item < items; ++item) {
                const std::size_t words = 1 + random() % 4;
                markdown += "- ";
                for (std::size_t word = 0; word < words; ++word)
                    markdown += "item" + std::to_string(part) + (word + 1 < words ? " " : "\n");
                if (item == 0)
                    itemWords.push_back(words + 1);
                listWords.back() += words + 1;
            }
            markdown += "\n";
        }
        const std::size_t max = 6 + random() % 20;
        const std::size_t overlap = random() % 3 == 0 ? 3 : 0;
        const Texts chunks = packed(markdown, max, {}, overlap);
        for (std::size_t i = 0; i + 1 < chunks.size(); ++i) {
            if (overlap == 0 && chunks[i + 1].starts_with("- item") && !chunks[i].ends_with(":")) { // in a list
                EXPECT_GT(listWords[partOf(chunks[i + 1])], max) << chunks[i] << "\n|\n" << chunks[i + 1];
            }
            moved += chunks[i + 1].starts_with("These here follow now:") ? 1 : 0;
            if (!chunks[i].ends_with("These here follow now:"))
                continue;
            ++left;
            const std::size_t part = partOf(chunks[i + 1]);
            const std::size_t whole = listWords[part] <= max ? listWords[part] : itemWords[part];
            EXPECT_GT(4 + whole, max) << chunks[i] << "\n|\n" << chunks[i + 1];
        }
    }
    EXPECT_GT(moved, 100U);
    EXPECT_GT(left, 100U);
}

} // namespace
} // namespace cw::testing
