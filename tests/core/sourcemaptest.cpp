// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/sourcemap.h"

#include "text/blocktree.h"
#include "text/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// source of part 0: "<b>Fish&amp;chips</b>"; of part 1: "fin"
std::shared_ptr<const SourceMap> fishAndChips(std::string &text)
{
    SourceMapBuilder builder;
    const std::uint32_t body = builder.part("body");
    const std::uint32_t end = builder.part("end");
    EXPECT_EQ(builder.part("body"), body);
    builder.beginPage("i");
    builder.copy("Fi", body, 3);
    builder.copy("sh", body, 5);
    builder.replace("&", body, 7, 12);
    builder.copy("chips", body, 12);
    builder.insert("\n");
    builder.beginPage("ii");
    builder.copy("fin", end, 0);
    const auto map = builder.build();
    text = builder.takeText();
    return map;
}

TEST(SourceMap, LeadsCopiedBytesBackOneByOne)
{
    std::string text;
    const auto map = fishAndChips(text);
    EXPECT_EQ(text, "Fish&chips\nfin");
    EXPECT_THAT(map->sourcesOf({1, 3}), ElementsAre(SourceRange{0, 4, 6}));
    EXPECT_THAT(map->sourcesOf({6, 8}), ElementsAre(SourceRange{0, 13, 15}));
    EXPECT_THAT(map->sourcesOf({11, 14}), ElementsAre(SourceRange{1, 0, 3}));
}

TEST(SourceMap, LeadsReplacedBytesBackToAllThatWasReplaced)
{
    std::string text;
    const auto map = fishAndChips(text);
    EXPECT_THAT(map->sourcesOf({4, 5}), ElementsAre(SourceRange{0, 7, 12}));
    EXPECT_THAT(map->sourcesOf({3, 6}), ElementsAre(SourceRange{0, 6, 13}));
}

TEST(SourceMap, LeadsInsertedTextBackToThePlaceBehindWhatStoodBefore)
{
    std::string text;
    const auto map = fishAndChips(text);
    EXPECT_THAT(map->sourcesOf({10, 11}), ElementsAre(SourceRange{0, 17, 17}));
    EXPECT_THAT(map->sourcesOf({9, 12}), ElementsAre(SourceRange{0, 16, 17}, SourceRange{1, 0, 1}));
}

TEST(SourceMap, TellsThePlaceOfAnEmptyRange)
{
    std::string text;
    const auto map = fishAndChips(text);
    EXPECT_THAT(map->sourcesOf({2, 2}), ElementsAre(SourceRange{0, 5, 5}));
    EXPECT_THAT(map->sourcesOf({14, 14}), ElementsAre(SourceRange{1, 3, 3}));
    EXPECT_THAT(SourceMapBuilder().build()->sourcesOf({0, 0}), IsEmpty());
}

TEST(SourceMap, KnowsThePageOfEveryByte)
{
    std::string text;
    const auto map = fishAndChips(text);
    EXPECT_EQ(map->pageAt(0), 0U);
    EXPECT_EQ(map->pageAt(10), 0U);
    EXPECT_EQ(map->pageAt(11), 1U);
    EXPECT_EQ(map->pagesOf({9, 12}), (std::pair<std::size_t, std::size_t>(0, 1)));
    EXPECT_EQ(map->pagesOf({9, 11}), (std::pair<std::size_t, std::size_t>(0, 0)));
    EXPECT_EQ(map->pages()[1].label, "ii");
}

TEST(SourceMap, ForgetsWhatIsTakenBack)
{
    SourceMapBuilder builder;
    const std::uint32_t part = builder.part("");
    builder.copy("one ", part, 0);
    builder.replace(" ", part, 4, 9);
    builder.beginPage("2");
    builder.truncate(3);
    builder.insert("\n");
    builder.copy("two", part, 20);
    const auto map = builder.build();
    EXPECT_EQ(builder.text(), "one\ntwo");
    EXPECT_THAT(map->sourcesOf({0, 4}), ElementsAre(SourceRange{0, 0, 3}));
    EXPECT_THAT(map->sourcesOf({4, 7}), ElementsAre(SourceRange{0, 20, 23}));
    EXPECT_EQ(map->pages()[0].textBegin, 3U);
}

// 0....5....0....5....0
// class A{ f{} g{} } h{}
TEST(BlockTree, EndsSectionsWhereTheirReaderSays)
{
    const auto declaration = [](std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
        return Block{ByteRange{begin, end}, parent, BlockKind::Declaration, 0, false};
    };
    const BlockTree tree({declaration(0, 18, Block::none), declaration(9, 12, 0), declaration(13, 16, 0),
                          declaration(19, 22, Block::none)},
                         {{0, ByteRange{6, 7}, 1, 18},
                          {1, ByteRange{9, 10}, 2, 12},
                          {2, ByteRange{13, 14}, 2, 16},
                          {3, ByteRange{19, 20}, 1, 22}},
                         {}, 30);
    EXPECT_THAT(tree.headingPathAt(8), ElementsAre(0U));
    EXPECT_THAT(tree.headingPathAt(10), ElementsAre(0U, 1U));
    EXPECT_THAT(tree.headingPathAt(12), ElementsAre(0U));
    EXPECT_THAT(tree.headingPathAt(15), ElementsAre(0U, 2U));
    EXPECT_THAT(tree.headingPathAt(18), IsEmpty());
    EXPECT_THAT(tree.headingPathAt(20), ElementsAre(3U));
    EXPECT_THAT(tree.headingPathAt(25), IsEmpty());

    const BlockTree beginning = tree.beginning(14);
    EXPECT_EQ(beginning.blocks().size(), 3U);
    EXPECT_EQ(beginning.blocks()[0].bytes.end, 14U);
    EXPECT_THAT(beginning.headingPathAt(13), ElementsAre(0U, 2U));
}

TEST(Document, KeepsWhatItsReaderKnows)
{
    std::string text;
    const auto map = fishAndChips(text);
    DocumentParts parts{text, "made-up"};
    parts.sourceMap = map;
    parts.blocks = std::make_shared<const BlockTree>(
        BlockTree({Block{ByteRange{0, 10}, Block::none, BlockKind::Paragraph, 0, false},
                   Block{ByteRange{11, 14}, Block::none, BlockKind::Paragraph, 0, false}},
                  {}, {}, text.size()));
    parts.problems = {{"Chips are missing.", {5, 10}}};
    const auto document = Document::create("d", std::move(parts), {});
    EXPECT_EQ(document->blocks().blocks().size(), 2U);
    EXPECT_EQ(document->sourceMap(), map.get());
    ASSERT_EQ(document->problems().size(), 1U);
    const auto beginning = document->beginning(12);
    EXPECT_EQ(beginning->blocks().blocks()[1].bytes.end, 12U);
    EXPECT_EQ(beginning->sourceMap(), map.get());
}

// With a walk over all parts for each of them this would take minutes.
TEST(SourceMap, PartsAreFoundHoweverManyThereAre)
{
    constexpr std::uint32_t parts = 300'000;
    SourceMapBuilder builder;
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t i = 0; i < parts; ++i)
            ASSERT_EQ(builder.part("OEBPS/text/chapter-" + std::to_string(i) + ".xhtml"), i);
    }
    EXPECT_EQ(builder.build()->parts().size(), parts);
}

} // namespace
} // namespace cw
