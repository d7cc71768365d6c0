// SPDX-License-Identifier: GPL-3.0-or-later
// Chunking some documents differently, on the command line.
#include "cli/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using cw::test::ProcessResult;
using cw::test::runCli;
using cw::test::Scratch;
using testing::HasSubstr;
using testing::Not;

constexpr const char *tenWords = "One two three four five six seven eight nine ten.";

std::vector<std::string> textsIn(const ProcessResult &result, const std::string &document)
{
    std::vector<std::string> found;
    for (const QJsonObject &record : result.records()) {
        if (record.value(QStringLiteral("doc_id")).toString().toStdString() == document)
            found.push_back(record.value(QStringLiteral("text")).toString().toStdString());
    }
    return found;
}

std::vector<std::string> inWords(std::initializer_list<std::string> more)
{
    std::vector<std::string> arguments{"chunk", "--strategy=fixed-words", "--tokenizer=words", "--max=100",
                                       "--overlap=0"};
    arguments.insert(arguments.end(), more);
    return arguments;
}

TEST(CliOverrides, OneFormatIsChunkedDifferently)
{
    const Scratch scratch;
    const std::string markdown = scratch.write("a.md", tenWords);
    const std::string text = scratch.write("b.txt", tenWords);
    const ProcessResult result = runCli(inWords({"--for", "markdown.max=5", markdown, text}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(textsIn(result, "a.md").size(), 2U);
    EXPECT_EQ(textsIn(result, "b.txt").size(), 1U);

    // Strategy first, wherever it stands; its own defaults for what is not given.
    const ProcessResult other
        = runCli(inWords({"--for=markdown.max=4", "--for=markdown.overlap=0", "--for=markdown.join=source",
                          "--for=markdown.strategy=recursive-sentence", markdown, text}));
    ASSERT_EQ(other.exitCode, 0) << other.err;
    EXPECT_EQ(textsIn(other, "a.md").size(), 3U);
    EXPECT_EQ(textsIn(other, "b.txt").size(), 1U);
}

TEST(CliOverrides, AFileWithThemGivesWhatTheOptionsGive)
{
    const Scratch scratch;
    const std::string markdown = scratch.write("a.md", tenWords);
    const std::string text = scratch.write("b.txt", tenWords);
    const std::vector<std::string> options{"--strategy=fixed-words", "--tokenizer=words", "--max=100", "--overlap=0",
                                           "--for=markdown.max=5"};
    std::vector<std::string> show{"config", "show"};
    show.insert(show.end(), options.begin(), options.end());
    const ProcessResult shown = runCli(show);
    ASSERT_EQ(shown.exitCode, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("\"overrides\""));
    const std::string file = scratch.write("c.json", shown.out);
    EXPECT_EQ(runCli({"config", "show", file}).out, shown.out);
    EXPECT_EQ(runCli({"chunk", "--config", file, markdown, text}).out,
              runCli(inWords({"--for=markdown.max=5", markdown, text})).out);
    // An option changes the file's own override, and another strategy for all leaves it be.
    EXPECT_EQ(textsIn(runCli({"chunk", "--config", file, "--for=markdown.max=2", markdown, text}), "a.md").size(), 5U);
    const ProcessResult changed
        = runCli({"chunk", "--config", file, "--strategy=token-window", "--max=3", "--overlap=0", markdown, text});
    EXPECT_EQ(textsIn(changed, "a.md").size(), 2U);
    EXPECT_EQ(textsIn(changed, "b.txt").size(), 4U);
}

TEST(CliOverrides, UnusedOnesAreSaidOnce)
{
    const Scratch scratch;
    std::string records;
    for (const char *id : {"x", "y", "z"})
        records += cw::test::record(id, tenWords) + '\n';
    const std::string file = scratch.write("d.jsonl", records);
    for (const char *jobs : {"--jobs=1", "--jobs=3"}) {
        const ProcessResult result
            = runCli(inWords({"--for=pdf.max=5", "--for=text.max=5", "--format=jsonl", jobs, file}));
        ASSERT_EQ(result.exitCode, 0) << result.err;
        const std::size_t first = result.err.find("The override for the format pdf was not used");
        ASSERT_NE(first, std::string::npos) << result.err;
        EXPECT_EQ(result.err.find("The override for the format pdf", first + 1), std::string::npos) << result.err;
        EXPECT_THAT(result.err, Not(HasSubstr("the format text was not used")));
    }
}

TEST(CliOverrides, WhatIsWrongIsNamed)
{
    const auto wrong = [](const std::string &option) { return runCli(inWords({option}), std::string(tenWords)); };
    for (const char *option :
         {"--for=markdown", "--for=markdown.=5", "--for=.max=5", "--for=max=5", "--for=markdown.max=many"}) {
        const ProcessResult result = wrong(option);
        EXPECT_EQ(result.exitCode, 2) << option << result.err;
        EXPECT_THAT(result.err, HasSubstr("--for")) << option;
    }
    EXPECT_THAT(wrong("--for=markdwon.max=5").err, HasSubstr("markdown"));
    EXPECT_THAT(wrong("--for=markdown.maxx=5").err, HasSubstr("no parameter \"maxx\""));
    const ProcessResult overlap = wrong("--for=markdown.overlap=100");
    EXPECT_EQ(overlap.exitCode, 2) << overlap.err;
    EXPECT_THAT(overlap.err, HasSubstr("the format markdown"));
    EXPECT_THAT(wrong("--for=markdown.strategy=none").err, HasSubstr("There is no strategy"));
}

TEST(CliOverrides, SummariesAskForWhatDocumentsWereAsked)
{
    const Scratch scratch;
    const std::string markdown = scratch.write("a.md", tenWords);
    const ProcessResult result
        = runCli(inWords({"--for=markdown.max=4", "--for=markdown.overlap=2", "--verbose", markdown}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("asked for 50.0 %; "));
    EXPECT_THAT(result.err, HasSubstr(" of neighbours without overlap."));
    // Where none is asked for, none is missed.
    const ProcessResult none = runCli(inWords({"--for=markdown.max=4", "--verbose", markdown}));
    EXPECT_THAT(none.err, HasSubstr("asked for 0.0 %.\n"));
    EXPECT_THAT(none.err, Not(HasSubstr("without overlap")));
}

} // namespace
