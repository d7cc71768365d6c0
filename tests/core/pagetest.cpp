// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of documents, and the strategy that cuts at them.
#include "formats/format.h"
#include "support/chunking.h"
#include "support/randomtext.h"
#include "text/pages.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

ChunkingSetup pageSetup(std::size_t max, bool isTogether = false)
{
    ChunkingSetup setup{.strategy = "page", .tokenizer = "words", .max = max, .overlap = 0};
    if (isTogether)
        setup.parameters.set("pages", std::string("together"));
    return setup;
}

std::shared_ptr<const Document> withPages(const std::vector<std::string> &pages)
{
    SourceMapBuilder map;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        map.beginPage("p" + std::to_string(i));
        map.insert(pages[i]);
    }
    DocumentParts parts;
    parts.sourceMap = map.build();
    parts.text = map.takeText();
    return Document::create("a", std::move(parts), {});
}

} // namespace

TEST(Pages, FormFeedsPartPlainText)
{
    const auto document = Document::fromText("a", "One.\n\fTwo.\f\fFour.");
    const Pages pages(*document);
    ASSERT_TRUE(pages.areKnown());
    EXPECT_EQ(pages.begins(), (std::vector<std::uint32_t>{0, 5, 10, 11}));
    EXPECT_EQ(pages.of({0, 4}), (std::pair<std::size_t, std::size_t>{0, 0}));
    EXPECT_EQ(pages.of({3, 12}), (std::pair<std::size_t, std::size_t>{0, 3}));
    EXPECT_EQ(pages.label(3), "4");
    EXPECT_FALSE(Pages(*Document::fromText("b", "No pages.\n")).areKnown());
}

TEST(Pages, AreTheFormatsWhereItKnowsThem)
{
    const auto document = withPages({"First page. ", "", "Third\fpage."});
    const Pages pages(*document);
    EXPECT_EQ(pages.begins(), (std::vector<std::uint32_t>{0, 12, 12}));
    EXPECT_EQ(pages.of({12, 13}).first, 2U);
    EXPECT_EQ(pages.label(2), "p2");
}

TEST(PageStrategy, MakesOneChunkAPage)
{
    const auto document
        = withPages({"One title\n\nFirst page. It goes on and\n", "ends on the second.\n\nNext.\n", "", "# Last"});
    const auto chunks = chunkDocument(document, pageSetup(100));
    EXPECT_EQ(textsOf(*chunks),
              (std::vector<std::string>{"One title\n\nFirst page. It goes on and", "ends on the second.\n\nNext.",
                                        "# Last"}));
    EXPECT_EQ(chunks->chunks()[0].endReason, BoundaryReason::Page);
    EXPECT_EQ(chunks->chunks()[1].startReason, BoundaryReason::Page);
}

TEST(PageStrategy, ChunksNameTheHeadingsTheyStandUnderWhenAsked)
{
    ChunkingSetup setup = pageSetup(6);
    setup.parameters.set("prefix", std::string("heading-path"));
    const auto document
        = *readDocument("d.md", "# Guide\n\nOne two three four.\n\nFive six seven.\n", {}, *findFormat("markdown"), {});
    const auto chunks = chunkDocument(document, setup);
    ASSERT_EQ(textsOf(*chunks), (std::vector<std::string>{"# Guide\n\nOne two three four.", "Five six seven."}));
    EXPECT_EQ(chunks->prefix(0), "");
    EXPECT_EQ(chunks->prefix(1), "Guide\n\n");
    EXPECT_EQ(chunks->chunks()[1].embeddedTokens(), 4U);
}

TEST(PageStrategy, CutsPagesOverMaxAndNeverAcrossTheirEnds)
{
    const auto document = withPages({"One two three. Four five six.\n\nSeven eight.\n\n", "Nine.\n\n", "Ten eleven."});
    EXPECT_EQ(textsOf(*chunkDocument(document, pageSetup(4))),
              (std::vector<std::string>{"One two three.", "Four five six.", "Seven eight.", "Nine.", "Ten eleven."}));
}

TEST(PageStrategy, PutsWholePagesTogether)
{
    const auto document = withPages({"One two.\n\n", "Three four.\n\n", "Five six.\n\n", "Seven."});
    EXPECT_EQ(textsOf(*chunkDocument(document, pageSetup(4, true))),
              (std::vector<std::string>{"One two.\n\nThree four.", "Five six.\n\nSeven."}));
}

TEST(PageStrategy, TakesADocumentWithoutPagesForOne)
{
    const auto document = Document::fromText("a", "One two.\n\nThree four.\n\nFive six.");
    EXPECT_EQ(chunkDocument(document, pageSetup(100))->size(), 1U);
    EXPECT_EQ(textsOf(*chunkDocument(document, pageSetup(4))),
              (std::vector<std::string>{"One two.\n\nThree four.", "Five six."}));
}

TEST(PageStrategy, NoChunkCrossesAPageOnRandomText)
{
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (int page = 0; page < 5; ++page)
            text += randomText(random, {.pieces = 20}) + '\f';
        const auto document = Document::fromText("a", text);
        const Pages pages(*document);
        const auto chunks = chunkDocument(document, pageSetup(1 + random() % 30));
        for (const Chunk &chunk : chunks->chunks()) {
            const auto [first, last] = pages.of(chunk.source);
            EXPECT_EQ(first, last) << text;
        }
    }
}

} // namespace cw::testing
