// SPDX-License-Identifier: GPL-3.0-or-later
// Titles of any length in records that all name them.
#include "exportsupport.h"
#include "formats/format.h"
#include "io/headingfields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::shared_ptr<const Document> markdownOf(const std::string &text)
{
    return *readDocument("long.md", text, {}, std::stop_token());
}

TEST(HeadingExport, ALongHeadingIsCutInEveryChunkAndWholeOnce)
{
    std::string text = "# " + std::string(1024, 'a') + "\n\nShort enough.\n\n";
    const std::size_t begin = text.size() + 2;
    // The limit falls into the second byte of a letter.
    const std::string title = std::string(1023, 'b') + "é" + std::string(30'000, 'c') + "zz";
    text += "# " + title + "\n\n";
    for (int i = 0; i < 200; ++i)
        text += "Text number " + std::to_string(i) + " under it.\n\n";
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = 5;
    config.overlap = 0;
    const auto snapshot = snapshotOf({markdownOf(text)}, config);
    const auto lines = linesOf(exported("jsonl", {snapshot, {}, true, {}}));
    std::size_t under = 0;
    std::size_t bytes = 0;
    for (const std::string &line : lines) {
        const auto chunk = parsed(line);
        ASSERT_EQ(chunk["headings"].Size(), 1U);
        bytes += line.size();
        if (stringAt(chunk["headings"][0]) == std::string(1024, 'a')) {
            EXPECT_FALSE(chunk.HasMember("headings_cut"));
            EXPECT_EQ(stringAt(chunk["heading_path"]), std::string(1024, 'a'));
            continue;
        }
        ++under;
        EXPECT_EQ(stringAt(chunk["headings"][0]), std::string(1023, 'b'));
        EXPECT_EQ(stringAt(chunk["heading_path"]), std::string(1023, 'b') + "…");
        EXPECT_THAT(line,
                    HasSubstr(R"("headings_cut":[{"heading":0,"byte":[)" + std::to_string(begin) + ','
                              + std::to_string(begin + title.size()) + "]}]"));
    }
    EXPECT_GE(under, 200U);
    EXPECT_LT(bytes, lines.size() * 4096 + title.size());

    const auto root = parsed(exported("json", {snapshot, {}, true, {}}));
    const rapidjson::Value &whole = root["documents"][0]["long_headings"];
    ASSERT_EQ(whole.Size(), 1U);
    EXPECT_EQ(stringAt(whole[0]["title"]), title);
    EXPECT_EQ(whole[0]["byte"][0].GetUint64(), begin);
    EXPECT_EQ(whole[0]["byte"][1].GetUint64(), begin + title.size());
}

TEST(HeadingExport, APathOfManyHeadingsIsBoundedAsWell)
{
    // 40 declarations inside each other: 16 KiB / 40 = 409 bytes a title, while the outermost alone may take 1 KiB.
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    std::string text;
    constexpr std::size_t depth = 40;
    for (std::size_t i = 0; i < depth; ++i) {
        const std::size_t size = i == 0 ? 1000 : i == 1 ? 409 : i == 2 ? 410 : 3;
        Block block;
        block.kind = BlockKind::Declaration;
        block.bytes = ByteRange{text.size(), depth * 2000};
        block.parent = i == 0 ? Block::none : static_cast<std::uint32_t>(i - 1);
        block.level = static_cast<std::uint8_t>(i + 1);
        blocks.push_back(block);
        headings.push_back({static_cast<std::uint32_t>(i), ByteRange{text.size(), text.size() + size}, 0,
                            static_cast<std::uint32_t>(depth * 2000)});
        text += std::string(size, static_cast<char>('a' + i % 26)) + '\n';
    }
    text.resize(depth * 2000, '.');
    DocumentParts parts;
    parts.text = text;
    parts.format = "text";
    parts.blocks = std::make_shared<const BlockTree>(blocks, headings, std::vector<StructureProblem>(), text.size());
    const auto document = Document::create("deep", std::move(parts), {});
    std::string out = "{";
    appendHeadings(out, *document, text.size() - 1);
    const auto inner = parsed(out + '}');
    ASSERT_EQ(inner["headings"].Size(), depth);
    EXPECT_EQ(stringAt(inner["headings"][0]), std::string(409, 'a'));
    ASSERT_EQ(inner["headings_cut"].Size(), 2U);
    EXPECT_EQ(inner["headings_cut"][0]["heading"].GetUint64(), 0U);
    EXPECT_EQ(inner["headings_cut"][1]["heading"].GetUint64(), 2U);
    out = "{";
    appendHeadings(out, *document, 0);
    EXPECT_EQ(stringAt(parsed(out + '}')["headings"][0]), std::string(1000, 'a'));
    out = "{";
    appendLongHeadings(out, *document);
    const auto whole = parsed(out + '}');
    ASSERT_EQ(whole["long_headings"].Size(), 2U);
    EXPECT_EQ(stringAt(whole["long_headings"][0]["title"]), std::string(1000, 'a'));
    EXPECT_EQ(stringAt(whole["long_headings"][1]["title"]), std::string(410, 'c'));
}

} // namespace
} // namespace cw
