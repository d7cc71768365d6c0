// SPDX-License-Identifier: GPL-3.0-or-later
// What the program says about its command line: help, version, lists, usage errors.
#include "cli/process.h"

#include <QJsonDocument>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace {

using cw::test::ProcessResult;
using cw::test::runCli;
using testing::HasSubstr;
using testing::StartsWith;

struct UsageCase
{
    const char *name;
    std::vector<std::string> arguments;
    std::vector<std::string> mentions; ///< what the message must name
};

void PrintTo(const UsageCase &usage, std::ostream *out)
{
    *out << usage.name;
}

class WrongCommandLine : public testing::TestWithParam<UsageCase>
{
};

TEST_P(WrongCommandLine, ExitsWith2AndNamesTheFault)
{
    const ProcessResult result = runCli(GetParam().arguments, "One two three.");
    EXPECT_EQ(result.exitCode, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("chunkwright-cli: "));
    for (const std::string &mention : GetParam().mentions)
        EXPECT_THAT(result.err, HasSubstr(mention));
}

INSTANTIATE_TEST_SUITE_P(
    Cli, WrongCommandLine,
    testing::Values(
        UsageCase{"NoCommand", {}, {"chunk", "audit", "config", "list", "bench"}},
        UsageCase{"UnknownCommand", {"chunck"}, {"\"chunck\""}},
        UsageCase{"UnknownOption", {"chunk", "--overlp", "3"}, {"--overlp", "--overlap"}},
        UsageCase{"OptionOfAnotherCommand", {"chunk", "--fail-on", "info"}, {"--fail-on", "chunk"}},
        UsageCase{"ShortOption", {"chunk", "-m", "3"}, {"-m"}},
        UsageCase{"MissingValue", {"chunk", "--max"}, {"--max N"}},
        UsageCase{"ValueForSwitch", {"list", "rules", "--json=yes"}, {"--json"}},
        UsageCase{"MaxNotANumber", {"chunk", "--max", "ten"}, {"--max", "\"ten\"", "whole number"}},
        UsageCase{"MaxWithTail", {"chunk", "--max=10k"}, {"--max", "10k"}},
        UsageCase{"MaxEmpty", {"chunk", "--max="}, {"--max"}},
        UsageCase{"MaxTooLargeToParse", {"chunk", "--max=99999999999999999999"}, {"--max"}},
        UsageCase{"MaxZero", {"chunk", "--max=0", "--overlap=0"}, {"Max", "at least 1"}},
        UsageCase{"OverlapNegative", {"chunk", "--max=5", "--overlap=-1"}, {"Overlap", "-1"}},
        UsageCase{"OverlapEqualsMax", {"chunk", "--max=5", "--overlap=5"}, {"Overlap", "smaller than max"}},
        UsageCase{"UnknownStrategy", {"chunk", "--strategy=by-mood"}, {"by-mood", "recursive-sentence"}},
        UsageCase{"UnknownTokenizer", {"chunk", "--tokenizer=p50k"}, {"p50k", "words"}},
        UsageCase{"SetWithoutEquals", {"chunk", "--set", "join"}, {"--set", "KEY=VALUE"}},
        UsageCase{"SetUnknownKey",
                  {"chunk", "--strategy=recursive-sentence", "--set", "jion=source"},
                  {"recursive-sentence", "jion", "join"}},
        UsageCase{"SetBadValue", {"chunk", "--strategy=recursive-sentence", "--set", "join=glue"}, {"join", "glue"}},
        UsageCase{"SetMax", {"chunk", "--set", "max=3"}, {"--max"}},
        UsageCase{"UnknownInputKind", {"chunk", "--input=csv"}, {"--input", "csv", "jsonl"}},
        UsageCase{"UnknownFormat", {"chunk", "--format=xml"}, {"--format", "xml"}},
        UsageCase{"UnknownDocumentFormat", {"chunk", "--document-format=doc"}, {"doc", "transcript, html"}},
        UsageCase{"FormatOptionOfNoFormat", {"chunk", "--format-option=nav=true"}, {"FORMAT.OPTION=VALUE"}},
        UsageCase{"UnknownFormatOption", {"chunk", "--format-option=html.nav=true"}, {"list formats"}},
        UsageCase{"FormatOptionBadValue", {"chunk", "--format-option=html.hidden=2"}, {"html.hidden must be true"}},
        UsageCase{"UnknownFailOn", {"audit", "--fail-on=fatal"}, {"--fail-on", "fatal", "warning"}},
        UsageCase{"NoJobs", {"chunk", "--jobs=0"}, {"--jobs"}},
        UsageCase{"TooManyJobs", {"chunk", "--jobs=100000"}, {"--jobs", "256"}},
        UsageCase{"EmptyOutput", {"chunk", "--output="}, {"--output"}},
        UsageCase{"StandardInputAndFile", {"chunk", "-", "a.txt"}, {"-"}},
        UsageCase{"JsonAuditedByDocument",
                  {"chunk", "--format=json", "--audit=default", "--audit-scope=document"},
                  {"--audit-scope", "--format"}},
        UsageCase{"ConfigWithoutAction", {"config"}, {"show", "check", "fingerprint"}},
        UsageCase{"ConfigUnknownAction", {"config", "migrate"}, {"migrate"}},
        UsageCase{"ConfigCheckWithoutFile", {"config", "check"}, {"config check FILE"}},
        UsageCase{"ConfigTwoFiles", {"config", "show", "a.json", "b.json"}, {"one configuration file"}},
        UsageCase{"ListNothing", {"list"}, {"strategies", "tokenizers", "rules"}},
        UsageCase{"ListUnknown", {"list", "exporters"}, {"strategies"}},
        UsageCase{"BenchMaxEmptyPart", {"bench", "--max", "300,,4"}, {"--max", "300,,4", "commas"}},
        UsageCase{"BenchMaxZero", {"bench", "--max", "300,0"}, {"Max", "at least 1"}},
        UsageCase{"BenchOverlapTooLarge",
                  {"bench", "--max", "10,20", "--overlap", "20,30"},
                  {"--overlap", "--max", "smaller"}},
        UsageCase{"BenchUnknownStrategy", {"bench", "--strategy=token-window,by-mood"}, {"by-mood"}},
        UsageCase{"BenchEmptyTokenizer", {"bench", "--tokenizer=,words"}, {"--tokenizer", "commas"}},
        UsageCase{"BenchNoRepetition", {"bench", "--repeat=0"}, {"--repeat", "1000"}}),
    [](const testing::TestParamInfo<UsageCase> &tested) { return std::string(tested.param.name); });

TEST(CliHelp, IsPrintedForEveryCommandAndNamesItsOptions)
{
    const ProcessResult general = runCli({"--help"});
    EXPECT_EQ(general.exitCode, 0);
    EXPECT_EQ(general.err, "");
    for (const char *command : {"chunk", "audit", "limits", "tokenize", "config", "list", "bench"}) {
        EXPECT_THAT(general.out, HasSubstr(std::string("chunkwright-cli ") + command));
        const ProcessResult own = runCli({command, "--help"});
        EXPECT_EQ(own.exitCode, 0) << command;
        EXPECT_EQ(own.err, "") << command;
        EXPECT_THAT(own.out, StartsWith(std::string("Usage: chunkwright-cli ") + command));
    }
    const std::string chunk = runCli({"chunk", "--help"}).out;
    for (const char *option :
         {"--config FILE", "--strategy ID", "--tokenizer ID", "--max N", "--overlap N", "--set KEY=VALUE",
          "--input KIND", "--audit PROFILE", "--format FORMAT", "--output FILE", "--jobs N"})
        EXPECT_THAT(chunk, HasSubstr(option));
    EXPECT_THAT(runCli({"audit", "--help"}).out, HasSubstr("--fail-on LEVEL"));
}

TEST(CliHelp, FitsItsColumns)
{
    for (const char *command : {"chunk", "audit", "limits", "tokenize", "config", "list", "bench"}) {
        std::istringstream lines(runCli({command, "--help"}).out);
        bool isAmongOptions = false;
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), 101U) << command << ": " << line;
            isAmongOptions = isAmongOptions ? !line.empty() : line == "Options:";
            // Left of the explanations stands one option, and never its explanation.
            const bool isOptionAlone = line.starts_with("  --") && std::ranges::count(line, ' ') <= 3;
            if (isAmongOptions && line.size() > 26 && !isOptionAlone) {
                EXPECT_EQ(line[25], ' ') << command << ": " << line;
            }
        }
    }
}

TEST(CliHelp, WinsOverEverythingElseOnTheLine)
{
    const ProcessResult result = runCli({"chunk", "--max", "3", "--help", "no-such-file.txt"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.out, StartsWith("Usage: chunkwright-cli chunk"));
}

TEST(CliVersion, NamesProgramAndEngine)
{
    const ProcessResult result = runCli({"--version"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.out,
                testing::MatchesRegex("chunkwright-cli [0-9]+\\.[0-9]+\\.[0-9]+ \\(chunkwright-core/.*\\)\n"));
}

std::vector<std::string> idsOf(const ProcessResult &result)
{
    std::vector<std::string> ids;
    for (const QJsonValue entry : QJsonDocument::fromJson(QByteArray::fromStdString(result.out)).array())
        ids.push_back(entry.toObject().value(QStringLiteral("id")).toString().toStdString());
    return ids;
}

TEST(CliList, HasEveryIdInDisplayOrder)
{
    EXPECT_THAT(idsOf(runCli({"list", "strategies", "--json"})),
                testing::ElementsAre("structured", "recursive-sentence", "semantic", "markdown-headers",
                                     "html-sections", "page", "records", "code", "token-packed", "sentence-window",
                                     "fixed-words", "recursive-character", "token-window"));
    EXPECT_THAT(idsOf(runCli({"list", "tokenizers", "--json"})),
                testing::ElementsAre("o200k_base", "cl100k_base", "p50k_base", "r50k_base", "bert-uncased", "words",
                                     "characters"));
    EXPECT_THAT(idsOf(runCli({"list", "formats", "--json"})),
                testing::ElementsAre("text", "markdown", "rst", "asciidoc", "jsonl", "json", "csv", "subtitles",
                                     "transcript", "html", "docx", "odt", "epub", "pdf", "c", "cpp", "csharp", "go",
                                     "java", "javascript", "python", "ruby", "rust", "tsx", "typescript"));
    std::vector<std::string> rules = idsOf(runCli({"list", "rules", "--json"}));
    ASSERT_GE(rules.size(), 10U);
    rules.resize(10);
    EXPECT_THAT(rules,
                testing::ElementsAre("over-ceiling", "too-small", "mid-sentence-start", "mid-sentence-end",
                                     "unresolved-reference", "pointer-only", "excess-overlap", "no-overlap",
                                     "duplicate", "special-token-text"));
}

TEST(CliList, CarriesSchemas)
{
    const auto strategies
        = QJsonDocument::fromJson(QByteArray::fromStdString(runCli({"list", "strategies", "--json"}).out)).array();
    bool foundCeiling = false;
    for (const QJsonValue entry : strategies) {
        const QJsonObject strategy = entry.toObject();
        EXPECT_FALSE(strategy.value(QStringLiteral("unit")).toString().isEmpty());
        for (const QJsonValue parameter : strategy.value(QStringLiteral("parameters")).toArray()) {
            EXPECT_FALSE(parameter.toObject().value(QStringLiteral("kind")).toString().isEmpty());
            foundCeiling = foundCeiling
                || (strategy.value(QStringLiteral("id")) == QStringLiteral("token-packed")
                    && parameter.toObject().value(QStringLiteral("id")) == QStringLiteral("ceiling"));
        }
    }
    EXPECT_TRUE(foundCeiling);
    EXPECT_THAT(runCli({"list", "rules"}).out, HasSubstr("default 40"));
    EXPECT_THAT(runCli({"list", "strategies"}).out, HasSubstr("desired = 0 (Same as max) to 1000000000 tokens"));
}

TEST(CliOptions, ArgumentsThatAreNoUtf8AreRefused)
{
    for (const std::string &argument : {std::string("--set=separators=[\"\xff\"]"), std::string("name\xc3.txt")}) {
        const ProcessResult result = runCli({"chunk", "--strategy=recursive-character", argument}, std::string());
        EXPECT_EQ(result.exitCode, 2) << argument;
        EXPECT_THAT(result.err, HasSubstr("\xEF\xBF\xBD"));
        EXPECT_THAT(result.err, HasSubstr("not valid UTF-8"));
        EXPECT_EQ(result.out, "");
    }
}

} // namespace
