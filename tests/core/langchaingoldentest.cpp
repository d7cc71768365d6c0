// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs of @langchain/textsplitters 1.0.2. CW_SHARED_DIR holds the large set, tests/data a smaller one with all
// languages.
#include "strategies/languageseparators.h"
#include "support/chunking.h"
#include "support/jsonlines.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cw::testing {
namespace {

void checkRow(const rapidjson::Value &row, bool passesSeparators)
{
    ChunkingSetup setup{.strategy = "recursive-character",
                        .tokenizer = row["tokenizer"].GetString(),
                        .max = row["max"].GetUint64(),
                        .overlap = row["overlap"].GetUint64()};
    if (passesSeparators)
        setup.parameters.set("separators", stringsOf(row["separators"]));
    else
        setup.parameters.set("language", stringOf(row["language"]));
    for (const bool withEdges : {false, true}) {
        setup.withEdges = withEdges;
        const auto chunks = chunkText(stringOf(row["text"]), setup);
        ASSERT_EQ(textsOf(*chunks), stringsOf(row["chunks"])) << row["id"].GetString();
    }
}

void checkFile(const std::vector<rapidjson::Document> &rows)
{
    for (const rapidjson::Document &row : rows) {
        ASSERT_FALSE(row.HasParseError());
        checkRow(row, true);
        if (row["language"] != "own")
            checkRow(row, false);
        if (::testing::Test::HasFatalFailure())
            return;
    }
}

TEST(LangChainGolden, SharedVectors)
{
    const std::string path = CW_SHARED_DIR "/golden/langchain-recursive.jsonl";
    const auto rows = readJsonLines(path);
    if (rows.empty())
        GTEST_SKIP() << path << " is not there.";
    EXPECT_GE(rows.size(), 300U);
    checkFile(rows);
}

TEST(LangChainGolden, OwnVectors)
{
    const auto rows = readJsonLines(CW_TEST_DATA "/langchainvectors.jsonl");
    ASSERT_GE(rows.size(), 300U);
    checkFile(rows);
}

TEST(LangChainGolden, EveryLanguageIsCovered)
{
    const auto rows = readJsonLines(CW_TEST_DATA "/langchainvectors.jsonl");
    for (const ParameterChoice &language : separatorLanguages) {
        const bool isCovered = std::ranges::any_of(
            rows, [&](const rapidjson::Document &row) { return stringOf(row["language"]) == language.id; });
        EXPECT_TRUE(isCovered) << language.id;
    }
}

} // namespace
} // namespace cw::testing
