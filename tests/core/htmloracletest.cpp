// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of HTML and their words against parse5, a parser that shares no code with ours, on random documents.
// tests/oracle/html_vectors.mjs made the vectors; CHUNKWRIGHT_HTML_VECTORS names another file of them.
#include "formats/format.h"
#include "segment/words.h"
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

} // namespace
} // namespace cw::testing
