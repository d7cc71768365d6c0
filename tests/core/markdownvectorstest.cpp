// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of Markdown against micromark with GitHub's extensions, a third parser that shares no code with ours or cmark.
// tests/oracle/markdown_vectors.mjs made the vectors; CHUNKWRIGHT_MARKDOWN_VECTORS names another file of them.
#include "formats/markdownblocks.h"
#include "support/jsonlines.h"
#include "text/offsetmap.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

/// One line a block: depth, kind, level, line it starts in. micromark keeps no blocks of definitions.
std::vector<std::string> ours(std::string_view text)
{
    const auto tree = *markdown::readBlocks(text, {});
    const OffsetMap offsets{text};
    std::vector<std::string> lines;
    std::vector<std::size_t> depths;
    for (const Block &block : tree->blocks()) {
        depths.push_back(block.parent == Block::none ? 0 : depths[block.parent] + 1);
        if (block.kind == BlockKind::Definition)
            continue;
        std::string line(2 * depths.back(), ' ');
        line += block.kind == BlockKind::Fence ? "code" : blockKindId(block.kind);
        if (block.kind == BlockKind::Heading)
            line += std::to_string(block.level);
        lines.push_back(line + ' ' + std::to_string(offsets.lineAt(block.bytes.begin) + 1));
    }
    return lines;
}

TEST(MarkdownVectors, BlocksAreThoseOfMicromark)
{
    const char *other = std::getenv("CHUNKWRIGHT_MARKDOWN_VECTORS");
    const auto rows = readJsonLines(other ? other : CW_TEST_DATA "/markdownvectors.jsonl");
    ASSERT_GE(rows.size(), 1U);
    // micromark parts indented code right behind a quotation from its next line, and begins headings at definitions
    const std::size_t mayDiffer = rows.size() / 500;
    std::size_t different = 0;
    for (const rapidjson::Document &row : rows) {
        ASSERT_TRUE(row.IsObject());
        const std::string text = stringOf(row["markdown"]);
        const std::vector<std::string> expected = stringsOf(row["blocks"]);
        const std::vector<std::string> found = ours(text);
        if (found == expected)
            continue;
        ++different;
        if (different > mayDiffer) {
            EXPECT_EQ(found, expected) << text;
        }
    }
}

/// tests/oracle/markdown_outline.mjs made the outlines.
TEST(MarkdownVectors, SamplesHaveTheirOutlines)
{
    const auto contentOf = [](const std::string &path) {
        std::ifstream file(path, std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    for (const std::string name : {"harbour-handbook", "support-faq"}) {
        const std::string text = contentOf(CW_RESOURCES "/samples/" + name + ".md");
        const auto tree = *markdown::readBlocks(text, {});
        const OffsetMap offsets{text};
        std::string outline;
        for (const Heading &heading : tree->outline())
            outline += std::to_string(heading.level) + ' '
                + std::to_string(offsets.lineAt(tree->blocks()[heading.block].bytes.begin) + 1) + ' '
                + headingTitle(text, heading.title) + '\n';
        EXPECT_FALSE(outline.empty());
        EXPECT_EQ(outline, contentOf(CW_TEST_DATA "/outlines/" + name + ".txt"));
    }
}

} // namespace
} // namespace cw::testing
