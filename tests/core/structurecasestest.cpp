// SPDX-License-Identifier: GPL-3.0-or-later
// The reported faults of splitters by structure: headings that are none, paths that get lost, tables without a head.
#include "formats/format.h"
#include "support/chunking.h"
#include "support/jsonlines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw::testing {
namespace {

struct Case
{
    rapidjson::Document row;
    std::shared_ptr<const Document> document;

    [[nodiscard]] const rapidjson::Value &expected() const { return row["expected"]; }
};

std::vector<Case> casesOf(std::string_view kind)
{
    std::vector<Case> cases;
    for (rapidjson::Document &row : readJsonLines(CW_SHARED_DIR "/cases/field-reports.jsonl")) {
        if (stringOf(row["kind"]) != kind || stringOf(row["input"]).starts_with("<"))
            continue;
        std::string text = stringOf(row["input"]);
        if (text.starts_with("\uFEFF"))
            text.erase(0, 3); // as loading a file does
        auto document = *readDocument("d.md", std::move(text), {}, *findFormat("markdown"), {});
        cases.push_back({std::move(row), std::move(document)});
    }
    return cases;
}

std::size_t byteOf(const Document &document, std::size_t codePoint)
{
    std::size_t byte = 0;
    while (document.offsets().codePointAt(byte) < codePoint)
        ++byte;
    return byte;
}

std::vector<std::string> pathAt(const Document &document, std::size_t byte)
{
    std::vector<std::string> path;
    for (const std::uint32_t heading : document.blocks().headingPathAt(byte))
        path.push_back(headingTitle(document.text(), document.blocks().outline()[heading].title));
    return path;
}

/// The chunks of the strategy that hold the text, with the whole text asked for in one.
std::shared_ptr<const ChunkSet> chunksOf(const Case &given)
{
    return chunkDocument(given.document, {.strategy = "structured", .tokenizer = "words", .max = 100});
}

TEST(StructureCases, HeadingsAreThoseOfTheSpecification)
{
    const auto cases = casesOf("markdown-structure");
    if (cases.empty())
        GTEST_SKIP() << "There are no shared cases.";
    for (const Case &given : cases) {
        SCOPED_TRACE(stringOf(given.row["id"]) + ": " + stringOf(given.row["symptom"]));
        const Document &document = *given.document;
        const auto outline = document.blocks().outline();
        const auto headings = given.expected()["headings"].GetArray();
        ASSERT_EQ(outline.size(), headings.Size());
        for (rapidjson::SizeType i = 0; i < headings.Size(); ++i) {
            EXPECT_EQ(outline[i].level, headings[i][0].GetUint());
            EXPECT_EQ(headingTitle(document.text(), outline[i].title), stringOf(headings[i][1]));
            const std::size_t begin = document.blocks().blocks()[outline[i].block].bytes.begin;
            EXPECT_EQ(document.offsets().lineAt(begin) + 1, headings[i][2].GetUint());
        }
        if (given.expected().HasMember("audit")) {
            ASSERT_EQ(document.blocks().problems().size(), 1U);
            EXPECT_EQ(document.blocks().problems()[0].kind, StructureProblem::Kind::UnclosedFence);
        }
        if (given.expected().HasMember("body_cp")) {
            const auto range = given.expected()["body_cp"].GetArray();
            EXPECT_EQ(pathAt(document, byteOf(document, range[0].GetUint())),
                      stringsOf(given.expected()["path_of_body"]));
        }
    }
}

TEST(StructureCases, SectionsKeepTheirPathsAndNothingIsLost)
{
    const auto cases = casesOf("markdown-structure");
    if (cases.empty())
        GTEST_SKIP() << "There are no shared cases.";
    for (const Case &given : cases) {
        SCOPED_TRACE(stringOf(given.row["id"]) + ": " + stringOf(given.row["symptom"]));
        const Document &document = *given.document;
        const auto chunks = chunksOf(given);
        if (given.expected().HasMember("sections") && given.expected()["sections"].IsInt()) {
            EXPECT_EQ(chunks->size(), given.expected()["sections"].GetUint());
        }
        if (given.expected().HasMember("sections") && given.expected()["sections"].IsArray()) {
            ASSERT_EQ(chunks->size(), given.expected()["sections"].Size());
            std::size_t number = 0;
            for (const auto &section : given.expected()["sections"].GetArray()) {
                const Chunk &chunk = chunks->chunks()[number++];
                const ByteRange range{byteOf(document, section["cp"][0].GetUint()),
                                      byteOf(document, section["cp"][1].GetUint())};
                EXPECT_TRUE(chunk.source.contains(range));
                EXPECT_EQ(document.slice(range), stringOf(section["text"]));
                EXPECT_EQ(pathAt(document, range.begin), stringsOf(section["path"]));
            }
        }
        if (given.expected().HasMember("words_kept")) {
            std::string all;
            for (std::size_t i = 0; i < chunks->size(); ++i)
                all.append(chunks->text(i)).append("\n");
            std::size_t at = 0;
            for (const std::string &word : stringsOf(given.expected()["words_kept"])) {
                at = all.find(word, at);
                ASSERT_NE(at, std::string::npos) << word;
                at += word.size();
            }
        }
    }
}

TEST(StructureCases, ATableThatIsCutKeepsItsHead)
{
    const auto cases = casesOf("structure-loss");
    if (cases.empty())
        GTEST_SKIP() << "There are no shared cases.";
    for (const Case &given : cases) {
        SCOPED_TRACE(stringOf(given.row["id"]));
        // two rows a chunk: the head is six words, a row five
        ParameterValues parameters;
        parameters.set("repeat-table-header", true);
        const auto chunks = chunkDocument(
            given.document, {.strategy = "structured", .tokenizer = "words", .max = 16, .parameters = parameters});
        const auto texts = stringsOf(given.expected()["chunks"]);
        ASSERT_EQ(chunks->size(), texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto number = static_cast<rapidjson::SizeType>(i);
            const Chunk &chunk = chunks->chunks()[i];
            EXPECT_EQ(chunks->prefix(i) + std::string(chunks->text(i)), texts[i]);
            const bool isSynthetic = given.expected()["synthetic_prefix"][number].GetBool();
            EXPECT_EQ(chunk.hasPrefix(), isSynthetic);
            const OffsetMap &offsets = given.document->offsets();
            const auto rows = given.expected()["row_spans_cp"][number].GetArray();
            EXPECT_EQ(offsets.codePointAt(chunk.source.end), rows[1].GetUint());
            if (isSynthetic) {
                EXPECT_EQ(offsets.codePointAt(chunk.source.begin), rows[0].GetUint());
            }
            EXPECT_EQ(chunk.embeddedTokens(), sharedTokenizer("words").count(texts[i]));
        }
    }
}

TEST(StructureCases, SectionsOfHtmlKeepTheirParents) // MD-28
{
    const auto document = *readDocument("page.html", "<h1>C1</h1><p>I.</p><h2>S1</h2><p>T.</p><script>x()</script>", {},
                                        *findFormat("html"), {});
    const std::string text(document->text());
    EXPECT_THAT(pathAt(*document, text.find("I.")), ::testing::ElementsAre("C1"));
    EXPECT_THAT(pathAt(*document, text.find("T.")), ::testing::ElementsAre("C1", "S1"));
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("x()")));
    const auto chunks = chunkDocument(document, {.strategy = "html-sections", .tokenizer = "words", .max = 100});
    EXPECT_THAT(textsOf(*chunks), ::testing::ElementsAre("C1\n\nI.", "S1\n\nT."));
}

TEST(StructureCases, HeadingTextBeforeAChunkIsCounted) // OV-22, with sentences that begin as such
{
    const auto document
        = *readDocument("d.md", "# Guide\n\n## Install now\n\nA b c. D e f.", {}, *findFormat("markdown"), {});
    const auto setup = [](std::size_t max) {
        return ChunkingSetup{.strategy = "structured",
                             .tokenizer = "words",
                             .max = max,
                             .parameters = choices({{"prefix", "heading-path"}})};
    };
    const auto chunks = chunkDocument(document, setup(8));
    EXPECT_THAT(textsOf(*chunks), ::testing::ElementsAre("# Guide\n\n## Install now\n\nA b c.", "D e f."));
    EXPECT_EQ(chunks->prefix(1), "Guide > Install now\n\n");
    EXPECT_EQ(chunks->chunks()[1].prefixTokens, 4);
    EXPECT_EQ(chunks->chunks()[1].embeddedTokens(), 7U);
    EXPECT_EQ(chunkDocument(document, setup(11))->size(), 1U);
}

} // namespace
} // namespace cw::testing
