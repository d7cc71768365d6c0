// SPDX-License-Identifier: GPL-3.0-or-later
// Outline and blocks of documents written for this project, as docutils and Asciidoctor read them:
// tests/oracle/rest_blocks.py and asciidoc_blocks.mjs made the files that these are held against.
#include "support/markupreading.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

std::string contentOf(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> linesOf(const std::string &path)
{
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

/// The references have one kind of code and no places for rows; Asciidoctor does not tell of comments, nor of author
/// and attributes as of blocks.
std::string kindOf(BlockKind kind)
{
    return std::string(blockKindId(kind == BlockKind::Fence ? BlockKind::Code : kind));
}

bool isLeftOut(BlockKind kind, bool hasComments)
{
    return kind == BlockKind::TableHeader || kind == BlockKind::TableRow || kind == BlockKind::FrontMatter
        || (kind == BlockKind::Comment && !hasComments);
}

/// Of a heading its title.
std::string wordsOf(const DocumentParts &parts, const Block &block)
{
    const auto &outline = parts.blocks->outline();
    const auto number = static_cast<std::uint32_t>(&block - parts.blocks->blocks().data());
    if (const auto found = std::ranges::find(outline, number, &Heading::block); found != outline.end())
        return headingTitle(parts.text, found->title);
    std::string words = headingTitle(parts.text, block.bytes);
    if (block.kind == BlockKind::Heading) // one that opens no section
        words.erase(0, words.rfind("= ") + 2);
    return words;
}

std::vector<std::string> linesOf(const DocumentParts &parts, bool hasComments)
{
    constexpr std::size_t longestWords = 40;
    std::vector<std::string> lines = test::outlineOf(parts);
    lines.emplace_back();
    const auto blocks = parts.blocks->blocks();
    for (const Block &block : blocks) {
        if (isLeftOut(block.kind, hasComments))
            continue;
        std::string line;
        for (std::uint32_t around = block.parent; around != Block::none; around = blocks[around].parent)
            line += "  ";
        line += kindOf(block.kind) + ": " + wordsOf(parts, block).substr(0, longestWords);
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(line);
    }
    return lines;
}

/// The references do not say the words of every block.
bool isLike(const std::string &line, const std::string &expected)
{
    return line == expected || (expected.ends_with(':') && line.starts_with(expected));
}

TEST(MarkupGolden, DocumentsAreReadAsByTheirReferences)
{
    for (const auto &[format, name] : {std::pair{"rst", "harbour.rst"}, {"asciidoc", "harbour.adoc"}}) {
        const std::string path = std::string(CW_TEST_DATA "/markup/") + name;
        const std::vector<std::string> expected = linesOf(path + ".blocks");
        ASSERT_GT(expected.size(), 50U) << path;
        const bool hasComments = std::ranges::find(expected, "comment:") != expected.end();
        const std::vector<std::string> lines = linesOf(Markup{format}.partsOf(contentOf(path)), hasComments);
        EXPECT_EQ(lines.size(), expected.size());
        for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
            ASSERT_TRUE(isLike(lines[i], expected[i]))
                << name << ", line " << i + 1 << ": \"" << lines[i] << "\" instead of \"" << expected[i] << '"';
    }
}

} // namespace
} // namespace cw::testing
