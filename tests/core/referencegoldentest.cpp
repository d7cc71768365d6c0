// SPDX-License-Identifier: GPL-3.0-or-later
// The reference recipes' own outputs. CW_SHARED_DIR holds the large set, tests/data a smaller one of the same making
// (tests/golden/make_reference.py).
#include "run/runconfig.h"
#include "support/chunking.h"
#include "support/jsonlines.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cw::testing {
namespace {

void checkError(const rapidjson::Value &row)
{
    RunConfig config = defaultConfig(row["strategy"].GetString(), row["tokenizer"].GetString());
    config.max = row["max"].GetInt64();
    config.overlap = row["overlap"].GetInt64();
    const Result<void> checked = checkConfig(config);
    ASSERT_FALSE(checked.hasValue()) << row["id"].GetString();
    EXPECT_EQ(checked.error().code, ErrorCode::InvalidParameter);
}

void checkChunks(const rapidjson::Value &row)
{
    ChunkingSetup setup{.strategy = row["strategy"].GetString(),
                        .tokenizer = row["tokenizer"].GetString(),
                        .max = row["max"].GetUint64(),
                        .overlap = row["overlap"].GetUint64()};
    if (setup.strategy == "token-packed")
        setup.parameters = choices({{"ceiling", "reference"}});
    const auto chunks = chunkText(stringOf(row["text"]), setup);
    ASSERT_EQ(textsOf(*chunks), stringsOf(row["chunks"])) << row["id"].GetString();
    if (row.HasMember("tokens")) {
        std::vector<std::uint32_t> tokens;
        for (const rapidjson::Value &count : row["tokens"].GetArray())
            tokens.push_back(count.GetUint());
        ASSERT_EQ(tokensOf(*chunks), tokens) << row["id"].GetString();
    }
}

void checkFile(const std::string &path, std::string_view strategy)
{
    std::size_t checked = 0;
    for (const rapidjson::Document &row : readJsonLines(path)) {
        ASSERT_FALSE(row.HasParseError()) << path;
        if (row["strategy"].GetString() != strategy)
            continue;
        ++checked;
        if (row.HasMember("error"))
            checkError(row);
        else
            checkChunks(row);
        if (::testing::Test::HasFatalFailure())
            return;
    }
    EXPECT_GT(checked, 20U) << path;
}

class ReferenceGolden : public ::testing::TestWithParam<const char *>
{
};

TEST_P(ReferenceGolden, SharedVectors)
{
    const std::string path = CW_SHARED_DIR "/golden/reference.jsonl";
    if (readJsonLines(path).empty())
        GTEST_SKIP() << path << " is not there.";
    checkFile(path, GetParam());
}

TEST_P(ReferenceGolden, OwnVectors)
{
    checkFile(CW_TEST_DATA "/referencevectors.jsonl", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Strategies, ReferenceGolden,
                         ::testing::Values("recursive-sentence", "token-packed", "sentence-window", "fixed-words"),
                         [](const auto &parameter) {
                             std::string name = parameter.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

} // namespace
} // namespace cw::testing
