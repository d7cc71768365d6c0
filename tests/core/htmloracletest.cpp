// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of HTML and their words against parse5, a parser that shares no code with ours, on random documents, and the
// headings that blocks stand under. tests/oracle/html_vectors.mjs and html_sections.mjs made the vectors;
// CHUNKWRIGHT_HTML_VECTORS and CHUNKWRIGHT_HTML_SECTIONS name other files of them.
#include "formats/format.h"
#include "segment/words.h"
#include "support/chunking.h"
#include "support/jsonlines.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace cw::testing {
namespace {

bool isContainer(BlockKind kind)
{
    return kind == BlockKind::List || kind == BlockKind::ListItem || kind == BlockKind::Table
        || kind == BlockKind::Quote || kind == BlockKind::Footnote;
}

/// One line a block without others in it: kind and words. Levels of headings depend on sections, their ranks do not.
std::string ours(std::string html)
{
    const auto document = *readDocument("page.html", std::move(html), {}, *findFormat("html"), {});
    std::string all;
    for (const Block &block : document->blocks().blocks()) {
        if (isContainer(block.kind))
            continue;
        all += blockKindId(block.kind);
        all += ": " + headingTitle(document->text(), block.bytes) + '\n';
    }
    return all;
}

std::string theirs(const rapidjson::Value &blocks)
{
    std::string all;
    for (const rapidjson::Value &block : blocks.GetArray()) {
        std::string kind = stringOf(block[0]);
        if (kind.starts_with("heading"))
            kind = "heading";
        all += kind + ": " + stringOf(block[1]) + '\n';
    }
    return all;
}

TEST(HtmlOracle, BlocksAreThoseOfParse5)
{
    const char *other = std::getenv("CHUNKWRIGHT_HTML_VECTORS");
    const auto rows = readJsonLines(other ? other : CW_TEST_DATA "/htmlvectors.jsonl");
    ASSERT_GE(rows.size(), 1U);
    // formatting elements that the standard opens anew behind a block's end are not opened here, which shows where one
    // is closed inside SVG or a form
    const std::size_t mayDiffer = rows.size() / 1000;
    std::size_t different = 0;
    for (const rapidjson::Document &row : rows) {
        ASSERT_TRUE(row.IsObject());
        const std::string html = stringOf(row["html"]);
        const std::string expected = theirs(row["blocks"]);
        const std::string found = ours(html);
        if (found == expected)
            continue;
        ++different;
        EXPECT_LE(different, mayDiffer) << html << "\nours:\n" << found << "parse5:\n" << expected;
    }
}

/// "text < outermost < ... < innermost" of each block without others in it.
std::vector<std::string> pathsOf(const Document &document)
{
    std::vector<std::string> lines;
    const BlockTree &tree = document.blocks();
    for (const Block &block : tree.blocks()) {
        if (isContainer(block.kind))
            continue;
        std::string line = headingTitle(document.text(), block.bytes);
        for (const std::uint32_t heading : tree.headingPathAt(block.bytes.begin))
            line += " < " + headingTitle(document.text(), tree.outline()[heading].title);
        lines.push_back(line);
    }
    return lines;
}

TEST(HtmlOracle, BlocksStandUnderTheHeadingsOfTheElementsAround)
{
    const char *other = std::getenv("CHUNKWRIGHT_HTML_SECTIONS");
    const auto rows = readJsonLines(other ? other : CW_TEST_DATA "/htmlsections.jsonl");
    ASSERT_GE(rows.size(), 1U);
    for (const rapidjson::Document &row : rows) {
        ASSERT_TRUE(row.IsObject());
        const std::string html = stringOf(row["html"]);
        std::vector<std::string> expected;
        for (const rapidjson::Value &path : row["paths"].GetArray()) {
            expected.push_back(stringOf(path[0]));
            for (rapidjson::SizeType i = 1; i < path.Size(); ++i)
                expected.back() += " < " + stringOf(path[i]);
        }
        const auto document = *readDocument("page.html", html, {}, *findFormat("html"), {});
        EXPECT_EQ(pathsOf(*document), expected) << html;
    }
}

/// Of chunks whose sections are apart: whatever stands in one is under the headings of its begin, or under headings
/// that have no text of their own, which go with the text before or behind.
TEST(HtmlOracle, ChunksEndWhereSectionsDo)
{
    std::size_t chunksSeen = 0;
    for (const rapidjson::Document &row : readJsonLines(CW_TEST_DATA "/htmlsections.jsonl")) {
        const auto document = *readDocument("page.html", stringOf(row["html"]), {}, *findFormat("html"), {});
        const BlockTree &tree = document->blocks();
        for (const std::string_view strategy : {"structured", "html-sections", "markdown-headers"}) {
            ParameterValues values;
            if (strategy != "structured")
                values.set("level", std::int64_t{6});
            const auto chunks
                = chunkDocument(document, {.strategy = std::string(strategy), .max = 500, .parameters = values});
            chunksSeen += chunks->size();
            for (const Chunk &chunk : chunks->chunks()) {
                std::vector<std::vector<std::uint32_t>> paths;
                for (const Block &block : tree.blocks()) {
                    const bool isText = !isContainer(block.kind) && block.kind != BlockKind::Heading;
                    if (isText && ByteRange(chunk.source).contains(block.bytes))
                        paths.push_back(tree.headingPathAt(block.bytes.begin));
                }
                for (const auto &path : paths)
                    EXPECT_EQ(path, paths.front()) << strategy << ' ' << document->slice(chunk.source) << '\n'
                                                   << stringOf(row["html"]);
            }
        }
    }
    EXPECT_GT(chunksSeen, 1000U);
}

} // namespace
} // namespace cw::testing
