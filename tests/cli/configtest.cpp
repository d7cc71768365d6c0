// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration files on the command line.
#include "cli/process.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using cw::test::ProcessResult;
using cw::test::runCli;
using cw::test::Scratch;
using testing::HasSubstr;
using testing::Not;

std::string replaced(std::string text, const std::string &from, const std::string &to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string fingerprintOf(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), {"config", "fingerprint"});
    const ProcessResult result = runCli(arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.out;
}

TEST(CliConfig, RoundTripsThroughAFile)
{
    const Scratch scratch;
    const std::vector<std::string> options{"--strategy=token-packed", "--tokenizer=words", "--max=77", "--overlap=11",
                                           "--set=ceiling=reference"};
    std::vector<std::string> show{"config", "show"};
    show.insert(show.end(), options.begin(), options.end());
    const ProcessResult made = runCli(show);
    ASSERT_EQ(made.exitCode, 0) << made.err;
    const std::string file = scratch.write("c.json", made.out);

    EXPECT_EQ(runCli({"config", "show", file}).out, made.out);
    EXPECT_EQ(runCli({"config", "show", "--config", file}).out, made.out);
    const ProcessResult checked = runCli({"config", "check", file});
    EXPECT_EQ(checked.exitCode, 0) << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("OK"));
    EXPECT_EQ(fingerprintOf({file}), fingerprintOf(options));

    const std::string text = "One sentence here. And another one follows. A third.";
    std::vector<std::string> chunk{"chunk"};
    chunk.insert(chunk.end(), options.begin(), options.end());
    EXPECT_EQ(runCli({"chunk", "--config", file}, text).out, runCli(chunk, text).out);
}

TEST(CliConfig, AllDefaultsCanBeShown)
{
    const Scratch scratch;
    const std::string brief = runCli({"config", "show", "--tokenizer=words"}).out;
    const ProcessResult full = runCli({"config", "show", "--all", "--tokenizer=words"});
    ASSERT_EQ(full.exitCode, 0) << full.err;
    // Parameters that came later are left out of files at their default; rules that a profile does not name as well.
    for (const char *key : {"\"prefix\"", "\"prefix-separator\"", "\"over-model-limit\"", "\"thresholds\""}) {
        EXPECT_THAT(brief, Not(HasSubstr(key)));
        EXPECT_THAT(full.out, HasSubstr(key));
    }
    const std::string file = scratch.write("all.json", full.out);
    EXPECT_EQ(runCli({"config", "show", "--all", file}).out, full.out);
    EXPECT_EQ(fingerprintOf({file}), fingerprintOf({"--tokenizer=words"}));
    const std::string text = "Yes. It is. See above.";
    EXPECT_EQ(runCli({"chunk", "--audit=config", "--config", file}, text).out,
              runCli({"chunk", "--audit=config", "--tokenizer=words"}, text).out);
    EXPECT_EQ(runCli({"config", "check", "--all", file}).exitCode, 2);
}

TEST(CliConfig, OptionsOverrideTheFile)
{
    const Scratch scratch;
    const std::string file = scratch.write(
        "c.json",
        runCli({"config", "show", "--strategy=recursive-sentence", "--tokenizer=words", "--max=77", "--overlap=11"})
            .out);
    const std::string shown = runCli({"config", "show", file, "--max=78"}).out;
    EXPECT_THAT(shown, HasSubstr("78"));
    EXPECT_EQ(
        shown,
        runCli({"config", "show", "--strategy=recursive-sentence", "--tokenizer=words", "--max=78", "--overlap=11"})
            .out);
    EXPECT_EQ(runCli({"config", "show", file, "--strategy=fixed-words"}).out,
              runCli({"config", "show", "--tokenizer=words", "--strategy=fixed-words"}).out);
    EXPECT_EQ(runCli({"config", "show", "--strategy=recursive-sentence", "--max=1", "--max=77", "--tokenizer=words",
                      "--overlap=11"})
                  .out,
              runCli({"config", "show", file}).out);
}

TEST(CliConfig, IsReadFromStandardInput)
{
    const std::string shown = runCli({"config", "show", "--tokenizer=words", "--max=77"}).out;
    for (const char *name : {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}) {
        const ProcessResult result = runCli({"config", "show", name}, shown);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out, shown);
    }
}

/// 45 of 300 is 15 %, 10 of 40 is 25 %.
TEST(CliConfig, AnOverlapThatNobodyStatesFollowsMax)
{
    const Scratch scratch;
    const auto overlaps = [](std::vector<std::string> options) {
        options.insert(options.begin(), {"config", "show", "--tokenizer=words"});
        const ProcessResult result = runCli(options);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        const QJsonObject shown = QJsonDocument::fromJson(QByteArray::fromStdString(result.out)).object();
        const auto overlapOf = [](const QJsonObject &object) {
            return object.value(QStringLiteral("overlap")).toObject().value(QStringLiteral("max")).toInt(-1);
        };
        std::vector<int> found{overlapOf(shown)};
        for (const QJsonValue entry : shown.value(QStringLiteral("overrides")).toArray())
            found.push_back(overlapOf(entry.toObject()));
        return found;
    };
    using testing::ElementsAre;
    EXPECT_THAT(overlaps({"--strategy=recursive-sentence"}), ElementsAre(45));
    EXPECT_THAT(overlaps({"--strategy=recursive-sentence", "--max=40"}), ElementsAre(6));
    EXPECT_THAT(overlaps({"--max=40"}), ElementsAre(0));
    EXPECT_THAT(overlaps({"--strategy=recursive-sentence", "--max=40", "--for=pdf.max=200", "--for=html.overlap=5",
                          "--for=csv.strategy=fixed-words", "--for=csv.max=20"}),
                ElementsAre(6, 5, 30, 5));
    // Stated for all, it is stated for formats that do not say otherwise.
    EXPECT_THAT(overlaps({"--strategy=recursive-sentence", "--overlap=9", "--for=pdf.max=200"}), ElementsAre(9, 9));

    const std::string open = scratch.write("open.json", R"({"schema":"chunk-config/1",
        "strategy":{"kind":"recursive-sentence"},"size":{"tokenizer":{"id":"words"},"max":300},
        "overrides":[{"format":"pdf","strategy":{"kind":"fixed-words"},"size":{"max":40}}]})");
    EXPECT_THAT(overlaps({open}), ElementsAre(45, 10));
    EXPECT_THAT(overlaps({open, "--max=20", "--for=pdf.max=100"}), ElementsAre(3, 25));

    const std::string stated = scratch.write("stated.json", runCli({"config", "show", open}).out);
    EXPECT_THAT(overlaps({stated, "--max=100"}), ElementsAre(45, 10));
    EXPECT_THAT(overlaps({stated, "--max=100", "--strategy=fixed-words"}), ElementsAre(25, 10));
    const ProcessResult tooSmall = runCli({"chunk", "--config", stated, "--max=40"}, "One two.");
    EXPECT_EQ(tooSmall.exitCode, 2);
    EXPECT_THAT(tooSmall.err, HasSubstr("Overlap must be smaller than max (40), not 45. Set it with --overlap."));
    const ProcessResult ofFormat = runCli({"chunk", "--config", stated, "--for=pdf.max=10"}, "One two.");
    EXPECT_EQ(ofFormat.exitCode, 2);
    EXPECT_THAT(ofFormat.err, HasSubstr("the format pdf: Overlap must be smaller than max (10), not 10."));
}

TEST(CliConfig, FingerprintFollowsWhatDecidesAChunk)
{
    const std::string base = fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=words"});
    EXPECT_THAT(base, testing::MatchesRegex("sha256:[0-9a-f]{64}\n"));
    EXPECT_EQ(fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=words", "--audit=reference"}), base);
    EXPECT_EQ(fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=words", "--set=join=space"}), base)
        << "The default written out";
    EXPECT_NE(fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=words", "--set=join=source"}), base);
    EXPECT_NE(fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=words", "--max=301"}), base);
    EXPECT_NE(fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=words", "--overlap=44"}), base);
    EXPECT_NE(fingerprintOf({"--strategy=recursive-sentence", "--tokenizer=characters"}), base);
}

TEST(CliConfig, EveryChunkCarriesTheFingerprint)
{
    const std::string fingerprint = fingerprintOf({"--tokenizer=words"});
    const auto records = runCli({"chunk", "--tokenizer=words"}, "Some text.").records();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].value(QStringLiteral("config_fingerprint")).toString().toStdString() + '\n', fingerprint);
}

TEST(CliConfig, AWrongFileExitsWith3AndNamesTheKey)
{
    const Scratch scratch;
    const std::string good
        = runCli({"config", "show", "--strategy=recursive-sentence", "--tokenizer=words", "--max=77", "--overlap=11"})
              .out;
    struct Case
    {
        std::string content;
        std::string mentions;
    };
    const std::vector<Case> cases{
        {replaced(good, "\"max\": 77", "\"max\": 77, \"maxx\": 1"), "maxx"},
        {replaced(good, "\"max\": 77", "\"max\": \"77\""), "size.max"},
        {replaced(good, "\"max\": 77", "\"max\": 0"), "Max must be at least 1"},
        {replaced(good, "\"max\": 11", "\"max\": 77"), "Overlap must be smaller than max"},
        {replaced(good, "recursive-sentence", "recursive-sentences"), "recursive-sentences"},
        {replaced(good, "\"words\"", "\"wordz\""), "wordz"},
        {replaced(good, "chunk-config/1", "chunk-config/2"), "schema"},
        {"{", "JSON"},
        {"", "JSON"},
        {std::string(200'000, '['), "configuration"},
    };
    for (const Case &wrong : cases) {
        const std::string file = scratch.write("c.json", wrong.content);
        for (const std::vector<std::string> &arguments :
             {std::vector<std::string>{"config", "check", file}, std::vector<std::string>{"chunk", "--config", file},
              std::vector<std::string>{"audit", "--config", file}}) {
            const ProcessResult result = runCli(arguments, "Some text.");
            EXPECT_EQ(result.exitCode, 3) << result.err << wrong.content.substr(0, 300);
            EXPECT_EQ(result.out, "");
            EXPECT_THAT(result.err, HasSubstr(wrong.mentions));
        }
    }
}

TEST(CliConfig, AMissingFileExitsWith6AndNamesIt)
{
    for (const std::vector<std::string> &arguments :
         {std::vector<std::string>{"config", "check", "/nonexistent/c.json"},
          std::vector<std::string>{"chunk", "--config=/nonexistent/c.json"},
          std::vector<std::string>{"audit", "--audit=/nonexistent/c.json"}}) {
        const ProcessResult result = runCli(arguments, "Some text.");
        EXPECT_EQ(result.exitCode, 6);
        EXPECT_THAT(result.err, HasSubstr("/nonexistent/c.json"));
    }
}

TEST(CliConfig, AnotherVocabularyThanTheFileNamesExitsWith5)
{
    const Scratch scratch;
    const std::string good = runCli({"config", "show", "--tokenizer=cl100k_base"}).out;
    const std::size_t at = good.find("\"sha256\": \"");
    ASSERT_NE(at, std::string::npos) << good;
    std::string other = good;
    char &digit = other[at + 11];
    digit = digit == '0' ? '1' : '0';
    const ProcessResult result = runCli({"chunk", "--config", scratch.write("c.json", other)}, "Some text.");
    EXPECT_EQ(result.exitCode, 5) << result.err;
    EXPECT_THAT(result.err, HasSubstr("cl100k_base"));
}

} // namespace
