// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks that are nothing but headings, by marks and by blocks. Values by hand, or byte for byte.
#include "audit/headings.h"
#include "formats/format.h"
#include "support/auditing.h"
#include "support/pdfreading.h"
#include "support/zipbuilder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

using Lines = std::vector<std::string>;

TEST(HeadingOnly, FieldReportMd25)
{
    const ChunkSets sets{chunkDocument(markdownDocument("# Only heading\n\n## Sub\n\nText here.\n"), {.max = 4})};
    ASSERT_EQ(sets[0]->size(), 2U);
    EXPECT_EQ(lines(audited(sets, only("heading-only"))), Lines{"0:0 heading-only [0,14)"});
}

/// Chunks of these ranges of the document.
ChunkSets chunksAt(const std::shared_ptr<const Document> &document, const std::vector<ByteRange> &ranges)
{
    auto whole = std::make_shared<const Segmentation>(Segmentation{EmittedText::fromSource(*document), {}});
    std::vector<Chunk> chunks(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i)
        chunks[i].source = chunks[i].emit = ranges[i];
    return {std::make_shared<const ChunkSet>(document, std::move(whole), std::move(chunks))};
}

bool isFlagged(const std::shared_ptr<const Document> &document, ByteRange range)
{
    return !audited(chunksAt(document, {range}), only("heading-only")).findings.empty();
}

TEST(HeadingOnly, KnowsHeadingsOfMarkdownFromOtherLines)
{
    const auto isFlagged = [](const std::string &text) {
        return testing::isFlagged(markdownDocument(text), {0, text.size()});
    };
    for (const char *text :
         {"# A", "#", "## A ##\n\n### B\n", "Title\n=====", "Title\r\n---\r\n", "   # A", "# A\r\r# B"})
        EXPECT_TRUE(isFlagged(text)) << text;
    for (const char *text : {"", " \n", "#A", "####### A", "    # A", "Title", "Title\n\n===", "# A\ntext", "text\n# A",
                             "-----", "#include <x>", "=====\n", "Title\n~~~~~"})
        EXPECT_FALSE(isFlagged(text)) << text;
}

TEST(HeadingOnly, KnowsUnderlinedTitlesOfPlainText)
{
    const std::string text = "Tides\n=====\n\nNeap\n~~~~\n\n# They rise.\n\nEbb\n---\nAnd fall.\n-----\n";
    const auto document = Document::fromText("d", text);
    const auto isFlagged = [&](std::string_view first, std::string_view behind) {
        return testing::isFlagged(document, {text.find(first), text.find(behind)});
    };
    EXPECT_TRUE(isFlagged("Tides", "Neap"));
    EXPECT_TRUE(isFlagged("Tides", "# They"));
    EXPECT_TRUE(isFlagged("Neap", "# They"));
    EXPECT_TRUE(isFlagged("Neap", "~~~~")) << "a title without its line";
    EXPECT_TRUE(isFlagged("Ebb", "And"));
    EXPECT_FALSE(isFlagged("# They", "Ebb")) << "marks of Markdown are text";
    EXPECT_FALSE(isFlagged("Neap", "rise"));
    EXPECT_FALSE(testing::isFlagged(document, {text.find("And"), text.size()})) << "the line is too short";
}

TEST(HeadingOnly, BlocksAreFoundFromWhereverTheSearchStands)
{
    constexpr std::array parts{"# One\n\n",     "## Two\n",        "Title\n===\n", "They rise and fall.\n\n",
                               "-  # Listed\n", "> ## Quoted\n\n", "- item\n",     "\n  \n"};
    std::mt19937 random(5);
    std::size_t found = 0;
    for (int round = 0; round < 40; ++round) {
        std::string text;
        for (std::size_t count = random() % 30; count > 0; --count)
            text += parts[random() % parts.size()];
        const auto document = markdownDocument(text);
        const auto tree = *document->blocks({});
        std::vector<std::size_t> innermost(text.size(), Block::none);
        for (std::size_t block = 0; block < tree->blocks().size(); ++block) {
            const CompactRange bytes = tree->blocks()[block].bytes;
            std::fill(innermost.begin() + bytes.begin, innermost.begin() + bytes.end, block);
        }
        HeadingBlocks headings(text, *tree);
        for (int range = 0; range < 200; ++range) {
            const std::size_t begin = random() % (text.size() + 1);
            const std::size_t end = std::min(begin + random() % 24, text.size());
            std::set<std::size_t> held;
            bool isAll = true;
            for (std::size_t byte = begin; byte < end; ++byte) {
                if (text[byte] == ' ' || text[byte] == '\n')
                    continue;
                isAll = isAll && innermost[byte] != Block::none
                    && tree->blocks()[innermost[byte]].kind == BlockKind::Heading;
                held.insert(innermost[byte]);
            }
            const std::int64_t expected = isAll ? static_cast<std::int64_t>(held.size()) : 0;
            ASSERT_EQ(headings.only({begin, end}), expected) << begin << ' ' << end << '\n' << text;
            found += expected > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(found, 500U);
}

TEST(HeadingOnly, GoesByBlocksWhereMarksSayNothing)
{
    const auto found = [](const char *name, const std::string &text, std::size_t max) {
        const auto document = *readDocument(name, text, {}, {});
        const auto chunks = chunkDocument(document, {.strategy = "token-window", .max = max, .overlap = 0});
        const ChunkSets sets{chunks};
        return lines(audited(sets, only("heading-only")));
    };
    const std::string comments = "# one\n# two\nx = 1\n";
    EXPECT_EQ(found("a.txt", comments, 4), Lines{});
    EXPECT_EQ(found("a.md", comments, 4), Lines{"0:0 heading-only [0,12)"});
    if ((*readDocument("a.py", comments, {}, {}))->format() == "python") { // the program has its grammar
        EXPECT_EQ(found("a.py", comments, 4), Lines{});
    }
    const std::string page = "<h1>Tides</h1><h2>Spring</h2><p># text</p><p>more of it</p><h2>Neap</h2>";
    // with the white space up to the next: "Tides\n\nSpring\n\n", "# text", "more of", "it Neap"
    EXPECT_EQ(found("a.html", page, 2), Lines{"0:0 heading-only [0,15)"});
    EXPECT_EQ(found("a.html", page, 1).size(), 3U);
    EXPECT_EQ(found("a.html", page, 3), Lines{});
}

/// A document whose first heading is "Tides".
std::string smallest(std::string_view format)
{
    const std::string body = "<h1>Tides</h1><p>They rise.</p>";
    if (format == "odt") {
        return test::zipOf({{"mimetype", "application/vnd.oasis.opendocument.text", true},
                            {"content.xml",
                             "<o:document-content xmlns:o='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
                             " xmlns:t='urn:oasis:names:tc:opendocument:xmlns:text:1.0'><o:body><o:text>"
                             "<t:h t:outline-level='1'>Tides</t:h><t:p>They rise.</t:p></o:text></o:body>"
                             "</o:document-content>"}});
    }
    if (format == "epub") {
        return test::zipOf(
            {{"mimetype", "application/epub+zip", true},
             {"META-INF/container.xml",
              "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles><rootfile "
              "full-path='b.opf'"
              " media-type='application/oebps-package+xml'/></rootfiles></container>"},
             {"b.opf",
              "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><manifest><item id='a' href='a.xhtml'"
              " media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/></spine></package>"},
             {"a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body>" + body + "</body></html>"}});
    }
    return format == "html" ? body : format == "asciidoc" ? "== Tides\n\nThey rise.\n" : "Tides\n=====\n\nThey rise.\n";
}

TEST(HeadingOnly, IsFoundInEveryFormatThatHasHeadings)
{
    const auto firstHeadingIsFound = [](std::string_view format, std::string bytes) {
        const auto document = *readDocument("d", std::move(bytes), {}, *findFormat(format), {});
        const auto blocks = *document->blocks({});
        const auto heading = std::ranges::find(blocks->blocks(), BlockKind::Heading, &Block::kind);
        EXPECT_NE(heading, blocks->blocks().end()) << format;
        return isFlagged(document, heading->bytes);
    };
    for (const char *format : {"text", "markdown", "rst", "asciidoc", "html", "odt", "epub"})
        EXPECT_TRUE(firstHeadingIsFound(format, smallest(format))) << format;
    for (const char *format : {"docx", "pdf"})
        EXPECT_TRUE(firstHeadingIsFound(format, formatSample(std::string("guide.") + format))) << format;
}

} // namespace
} // namespace cw::testing
