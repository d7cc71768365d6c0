// SPDX-License-Identifier: GPL-3.0-or-later
// The reference profile against the reference recipe's own checks, run in Python.
#include "support/auditing.h"
#include "support/jsonlines.h"

#include <gtest/gtest.h>

#include <fstream>
#include <utility>

namespace cw::testing {
namespace {

using Findings = std::vector<std::pair<std::uint32_t, std::string>>;

Findings findingsOf(const AuditReport &report)
{
    Findings all;
    for (const Finding &finding : report.findings)
        all.emplace_back(finding.chunk, rules()[finding.rule]->id);
    return all;
}

TEST(ReferenceAudit, SingleChunksAgreeWithPython)
{
    std::size_t openers = 0;
    for (const rapidjson::Document &row : readJsonLines(std::string(CW_TEST_DATA) + "/reference-audit.jsonl")) {
        ASSERT_FALSE(row.HasParseError());
        const std::string text = stringOf(row["text"]);
        const ChunkSets sets{chunkSetOf(text, {{0, text.size()}})};
        ASSERT_EQ(sets[0]->chunks()[0].tokens, row["tokens"].GetUint()) << text;
        const AuditReport report = audited(sets, referenceAuditProfile(), row["max"].GetUint());
        Findings expected;
        for (const std::string &id : stringsOf(row["findings"]))
            expected.emplace_back(0U, id);
        EXPECT_EQ(findingsOf(report), expected) << text;
        for (const Finding &finding : report.findings) {
            if (rules()[finding.rule]->id == "unresolved-reference") {
                EXPECT_EQ(finding.where, (ByteRange{0, row["opener_bytes"].GetUint()})) << text;
                ++openers;
            }
        }
    }
    EXPECT_GT(openers, 50U);
}

TEST(ReferenceAudit, WholeRunsAgreeWithTheRecipe)
{
    const std::string path = std::string(CW_SHARED_DIR) + "/golden/reference.jsonl";
    if (!std::ifstream(path))
        GTEST_SKIP() << path << " is not there.";
    std::size_t audits = 0;
    for (const rapidjson::Document &row : readJsonLines(path)) {
        ASSERT_FALSE(row.HasParseError());
        if (!row.HasMember("audit"))
            continue;
        ++audits;
        const ChunkSets sets{chunkText(stringOf(row["text"]),
                                       {.strategy = row["strategy"].GetString(),
                                        .tokenizer = row["tokenizer"].GetString(),
                                        .max = row["max"].GetUint64(),
                                        .overlap = row["overlap"].GetUint64(),
                                        .parameters = choices({{"ceiling", "reference"}})})};
        Findings expected;
        for (const rapidjson::Value &finding : row["audit"].GetArray())
            expected.emplace_back(finding[0].GetUint(), finding[1].GetString());
        const AuditReport report = audited(sets, referenceAuditProfile(), row["max"].GetUint64());
        ASSERT_EQ(findingsOf(report), expected) << row["id"].GetString();
        for (const Finding &finding : report.findings)
            EXPECT_TRUE(sets[0]->chunks()[finding.chunk].source.contains(finding.where));
    }
    EXPECT_GT(audits, 100U);
}

} // namespace
} // namespace cw::testing
