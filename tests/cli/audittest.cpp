// SPDX-License-Identifier: GPL-3.0-or-later
// The command audit: findings, summary, exit code.
#include "cli/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace {

using cw::test::ProcessResult;
using cw::test::record;
using cw::test::runCli;
using cw::test::Scratch;
using cw::test::texts;
using testing::HasSubstr;
using testing::Not;

const std::string fourChunks = "alpha beta gamma. It was delta. Epsilon zeta eta. Theta iota kappa.";

std::vector<std::string> auditWith(std::initializer_list<std::string> more)
{
    std::vector<std::string> all{"audit", "--strategy=recursive-sentence", "--tokenizer=words", "--max=3",
                                 "--overlap=0"};
    all.insert(all.end(), more);
    return all;
}

TEST(CliAudit, WritesTheReferenceFindings)
{
    const ProcessResult result = runCli(auditWith({"--audit=reference"}), fourChunks);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    std::multimap<int, std::string> found;
    for (const QJsonObject &finding : result.records()) {
        found.emplace(finding.value(QStringLiteral("index")).toInt(-1),
                      finding.value(QStringLiteral("rule")).toString().toStdString());
        EXPECT_EQ(finding.value(QStringLiteral("doc_id")).toString(), QStringLiteral("stdin"));
        EXPECT_FALSE(finding.value(QStringLiteral("message")).toString().isEmpty());
    }
    const std::multimap<int, std::string> expected{{0, "too-small"}, {0, "mid-sentence-start"},
                                                   {1, "too-small"}, {1, "unresolved-reference"},
                                                   {2, "too-small"}, {3, "too-small"}};
    EXPECT_EQ(found, expected);
    EXPECT_THAT(result.err, HasSubstr("too-small: affects 4 of 4 chunks."));
    EXPECT_THAT(result.err, HasSubstr("mid-sentence-start: affects 1 of 4 chunks."));
    EXPECT_THAT(result.err, HasSubstr("1 document (text), 4 chunks, 12 tokens of words (largest chunk 3)"));
    EXPECT_THAT(result.err, HasSubstr("effective overlap 0.0 %"));
}

TEST(CliAudit, PlacesLieInTheDocument)
{
    const std::string text = "\xC3\x84hm one. it was \xF0\x9F\x98\x80. Three four.";
    for (const QJsonObject &finding : runCli(auditWith({"--audit=reference"}), text).records()) {
        const QJsonObject where = finding.value(QStringLiteral("where")).toObject();
        const QJsonArray bytes = where.value(QStringLiteral("byte")).toArray();
        const QJsonArray codePoints = where.value(QStringLiteral("cp")).toArray();
        const QJsonArray units = where.value(QStringLiteral("utf16")).toArray();
        const auto begin = static_cast<std::size_t>(bytes.at(0).toInteger(-1));
        const auto end = static_cast<std::size_t>(bytes.at(1).toInteger(-1));
        ASSERT_LE(begin, end);
        ASSERT_LE(end, text.size());
        const QString until = QString::fromStdString(text.substr(0, end));
        EXPECT_EQ(units.at(1).toInteger(-1), until.size());
        EXPECT_EQ(codePoints.at(1).toInteger(-1), until.toUcs4().size());
    }
}

TEST(CliAudit, ProfileNoneFindsNothing)
{
    const ProcessResult result = runCli(auditWith({"--audit=none", "--fail-on=info"}), fourChunks);
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.out, "");
}

TEST(CliAudit, FailOnComparesSeverities)
{
    struct Case
    {
        std::string text;
        std::string level;
        int exitCode;
    };
    // A sentence of one word above max=1 characters cannot be: over-ceiling is the only rule that is an error here.
    for (const Case &test : {Case{fourChunks, "never", 0}, Case{fourChunks, "info", 10},
                             Case{fourChunks, "warning", 10}, Case{fourChunks, "error", 0}}) {
        const ProcessResult result = runCli(auditWith({"--audit=reference", "--fail-on", test.level}), test.text);
        EXPECT_EQ(result.exitCode, test.exitCode) << test.level << result.err;
        EXPECT_FALSE(result.out.empty());
    }
    const std::string longSentence = "One two three four five six seven eight.";
    const ProcessResult over
        = runCli({"audit", "--strategy=token-packed", "--set=ceiling=reference", "--tokenizer=words", "--max=3",
                  "--overlap=0", "--audit=reference", "--fail-on=error"},
                 longSentence);
    EXPECT_EQ(over.exitCode, 10) << over.err;
    EXPECT_THAT(over.out, HasSubstr("\"over-ceiling\""));
}

TEST(CliAudit, ThresholdsComeFromAProfileFile)
{
    const Scratch scratch;
    const std::string profile
        = scratch.write("p.json",
                        R"({"schema":"chunk-audit/1","profile":"mine","others":false,)"
                        R"("rules":{"too-small":{"enabled":true,"severity":"info","thresholds":{"minimum":3}}}})");
    const ProcessResult result = runCli(auditWith({"--audit", profile, "--fail-on=info"}), "One two. Three four five.");
    EXPECT_EQ(result.exitCode, 10) << result.err;
    const auto records = result.records();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].value(QStringLiteral("severity")).toString(), QStringLiteral("info"));
    EXPECT_EQ(records[0].value(QStringLiteral("value")).toInt(), 2);
    EXPECT_EQ(records[0].value(QStringLiteral("limit")).toInt(), 3);

    const ProcessResult wrong
        = runCli(auditWith({"--audit", scratch.write("q.json", "{\"schema\":\"chunk-audit/1\"}")}), "Text.");
    EXPECT_EQ(wrong.exitCode, 3) << wrong.err;
    EXPECT_THAT(wrong.err, HasSubstr("q.json"));
}

TEST(CliAudit, SeesDuplicatesAcrossFilesAndKeepsRecordsApart)
{
    const std::string text = "This very sentence stands in both documents, word for word, to be found again.";
    const Scratch scratch;
    scratch.write("docs/a.txt", text);
    scratch.write("docs/b.txt", text);
    const std::vector<std::string> base{"audit", "--strategy=recursive-sentence", "--tokenizer=words", "--max=50",
                                        "--overlap=0"};
    auto with = [&](std::initializer_list<std::string> more) {
        std::vector<std::string> all = base;
        all.insert(all.end(), more);
        return all;
    };
    const std::string records = record("a", text) + record("b", text);
    EXPECT_THAT(runCli(with({scratch.path("docs")})).out, HasSubstr("\"duplicate\""));
    EXPECT_THAT(runCli(with({scratch.path("docs"), "--audit-scope=document"})).out, Not(HasSubstr("\"duplicate\"")));
    EXPECT_THAT(runCli(base, records).out, Not(HasSubstr("\"duplicate\"")));
    EXPECT_THAT(runCli(with({"--audit-scope=run"}), records).out, HasSubstr("\"duplicate\""));
    // which one it is the same as
    for (const auto &finding : runCli(with({scratch.path("docs")})).records()) {
        const bool isDuplicate = finding.value(QStringLiteral("rule")).toString() == QStringLiteral("duplicate");
        const QJsonObject other = finding.value(QStringLiteral("other")).toObject();
        EXPECT_EQ(other.isEmpty(), !isDuplicate);
        if (!isDuplicate)
            continue;
        EXPECT_EQ(finding.value(QStringLiteral("doc_id")).toString(), QStringLiteral("b.txt"));
        EXPECT_EQ(other.value(QStringLiteral("doc_id")).toString(), QStringLiteral("a.txt"));
        EXPECT_EQ(other.value(QStringLiteral("index")).toInt(-1), 0);
        EXPECT_EQ(finding.value(QStringLiteral("message")).toString(),
                  QStringLiteral("Has the same text as chunk 1 of a.txt."));
    }
}

TEST(CliAudit, AddsUpOverDocuments)
{
    std::string input;
    for (int i = 0; i < 20; ++i)
        input += record("d" + std::to_string(i), fourChunks);
    for (const char *jobs : {"--jobs=1", "--jobs=4"}) {
        const ProcessResult result = runCli(auditWith({"--audit=reference", jobs}), input);
        EXPECT_EQ(result.exitCode, 0);
        EXPECT_EQ(result.lines().size(), 20U * 6);
        EXPECT_THAT(result.err, HasSubstr("too-small: affects 80 of 80 chunks."));
        EXPECT_THAT(result.err, HasSubstr("20 documents (text), 80 chunks, 240 tokens"));
    }
}

TEST(CliAudit, SummaryShowsEffectiveBesideRequestedOverlap)
{
    // S0..S9 of 4 words, max 9, overlap 8: nine chunks of 8 words, each but the first repeats 4: 32 of 72.
    std::string text;
    for (int i = 0; i < 10; ++i)
        text += "S" + std::to_string(i) + " w w w. ";
    const ProcessResult result
        = runCli({"audit", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9", "--overlap=8"}, text);
    EXPECT_THAT(result.err, HasSubstr("9 chunks, 72 tokens"));
    EXPECT_THAT(result.err, HasSubstr("effective overlap 44.4 %, asked for 88.9 %"));
}

TEST(CliAudit, JsonIsOneArrayOfTheSameFindings)
{
    const ProcessResult lines = runCli(auditWith({"--audit=reference"}), fourChunks);
    const ProcessResult array = runCli(auditWith({"--audit=reference", "--format=json"}), fourChunks);
    std::string expected = "[";
    for (const std::string &line : lines.lines())
        expected += (expected.size() == 1 ? "\n" : ",\n") + line;
    EXPECT_EQ(array.out, expected + "\n]\n");
    EXPECT_EQ(runCli(auditWith({"--audit=none", "--format=json"}), fourChunks).out, "[]\n");
}

} // namespace
