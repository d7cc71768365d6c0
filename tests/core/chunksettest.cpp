// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/separatorsplitter.h"
#include "support/chunking.h"
#include "support/randomtext.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;

TEST(ChunkSet, FindsChunksByPosition)
{
    std::mt19937 random(8);
    for (const char *strategy : {"recursive-sentence", "recursive-character", "token-packed", "token-window"}) {
        for (int round = 0; round < 10; ++round) {
            ChunkingSetup setup{.strategy = strategy, .tokenizer = "o200k_base", .max = 12, .overlap = 6};
            if (setup.strategy == "token-packed")
                setup.parameters = choices({{"ceiling", "reference"}});
            const auto chunks = chunkText(randomText(random), setup);
            for (std::size_t byte = 0; byte <= chunks->document().text().size() + 2; ++byte) {
                std::size_t last = chunks->size();
                std::size_t firstEnding = chunks->size();
                for (std::size_t i = chunks->size(); i-- > 0;) {
                    if (chunks->chunks()[i].source.contains(byte) && last == chunks->size())
                        last = i;
                    if (chunks->chunks()[i].source.end > byte)
                        firstEnding = i;
                }
                ASSERT_EQ(chunks->lastChunkAt(byte), last) << strategy << ' ' << byte;
                ASSERT_EQ(chunks->firstChunkEndingAfter(byte), firstEnding) << strategy << ' ' << byte;
            }
        }
    }
}

TEST(ChunkSet, SaysWhetherTheTextIsTheSlice)
{
    const auto chunks = chunkText("a b. c\td. e  f.", {.max = 2});
    EXPECT_THAT(textsOf(*chunks), ElementsAre("a b.", "c d.", "e f."));
    EXPECT_TRUE(chunks->isContiguous(0));
    EXPECT_FALSE(chunks->isContiguous(1));
    EXPECT_FALSE(chunks->isContiguous(2));
    EXPECT_THAT(chunks->pieces(1), ElementsAre(ByteRange{5, 6}, ByteRange{7, 9}));
    EXPECT_TRUE(chunks->overlapWithPrevious(0).isEmpty());
    EXPECT_EQ(chunks->join(), Join::Space);
}

TEST(Separators, SayWhatKindOfBoundaryTheyAre)
{
    EXPECT_EQ(reasonOfSeparator(""), BoundaryReason::ForcedCharacter);
    EXPECT_EQ(reasonOfSeparator(" "), BoundaryReason::Word);
    EXPECT_EQ(reasonOfSeparator("\n"), BoundaryReason::Line);
    EXPECT_EQ(reasonOfSeparator("\n\n"), BoundaryReason::Paragraph);
    EXPECT_EQ(reasonOfSeparator("\n## "), BoundaryReason::Heading);
    EXPECT_EQ(reasonOfSeparator("\n###### "), BoundaryReason::Heading);
    EXPECT_EQ(reasonOfSeparator("\n####### "), BoundaryReason::Separator);
    EXPECT_EQ(reasonOfSeparator("## "), BoundaryReason::Separator);
    EXPECT_EQ(reasonOfSeparator("\n#"), BoundaryReason::Separator);
    EXPECT_EQ(reasonOfSeparator("\nclass "), BoundaryReason::Separator);
}

TEST(Separators, ReasonsAreOfTheStrippedBoundary)
{
    ChunkingSetup setup{.strategy = "recursive-character", .tokenizer = "characters", .max = 9};
    setup.parameters.set("language", std::string("markdown"));
    const auto chunks = chunkText("Intro one\n## Two\n\nthree\nfour five", setup);
    EXPECT_THAT(textsOf(*chunks), ElementsAre("Intro one", "## Two", "three", "four", "five"));
    std::vector<BoundaryReason> reasons;
    for (const Chunk &chunk : chunks->chunks())
        reasons.push_back(chunk.startReason);
    EXPECT_THAT(reasons,
                ElementsAre(BoundaryReason::DocumentStart, BoundaryReason::Heading, BoundaryReason::Paragraph,
                            BoundaryReason::Line, BoundaryReason::Word));
}

TEST(Separators, ManyOfThemDoNotExhaustTheStack)
{
    std::vector<std::string> separators(100'000, "x");
    ChunkingSetup setup{.strategy = "recursive-character", .tokenizer = "characters", .max = 2};
    setup.parameters.set("separators", separators);
    const auto chunks = chunkText("xab", setup);
    EXPECT_THAT(textsOf(*chunks), ElementsAre("xa", "b"));
}

} // namespace
} // namespace cw::testing
