// SPDX-License-Identifier: GPL-3.0-or-later
// What the program does when files, disks, pipes and users fail it.
#include "cli/process.h"
#include "support/filesizelimit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using cw::test::ProcessOptions;
using cw::test::ProcessResult;
using cw::test::record;
using cw::test::runCli;
using cw::test::Scratch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::string> base{"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9",
                                    "--overlap=0"};

std::vector<std::string> with(std::initializer_list<std::string> more)
{
    std::vector<std::string> all = base;
    all.insert(all.end(), more);
    return all;
}

TEST(CliFailure, AMissingFileIsNamedAndNothingIsWritten)
{
    const Scratch scratch;
    const std::string good = scratch.write("good.txt", "Good.");
    const ProcessResult result
        = runCli(with({good, scratch.path("missing.txt"), "--output", scratch.path("out.jsonl")}));
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_THAT(result.err, HasSubstr("missing.txt"));
    EXPECT_THAT(scratch.names(), ElementsAre("good.txt"));
}

TEST(CliFailure, AMissingRecordFileIsNamed)
{
    const ProcessResult result = runCli(with({"/nonexistent/docs.jsonl"}));
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_THAT(result.err, HasSubstr("/nonexistent/docs.jsonl"));
}

TEST(CliFailure, AnUnreadableFileIsNamedAndNothingIsWritten)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "Root reads every file.";
    const Scratch scratch;
    scratch.write("a.txt", "Good.");
    const std::string secret = scratch.write("b.txt", "Secret.");
    ::chmod(secret.c_str(), 0);
    const ProcessResult result = runCli(with({scratch.path("a.txt"), secret, "--output", scratch.path("out.jsonl")}));
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_THAT(result.err, HasSubstr("b.txt"));
    EXPECT_THAT(scratch.names(), ElementsAre("a.txt", "b.txt"));
}

TEST(CliFailure, AReadThatFailsIsNamedAndNothingIsWritten)
{
    const std::string memory = "/proc/self/mem"; // opens, but its first page cannot be read, not even by root
    if (::access(memory.c_str(), R_OK) != 0)
        GTEST_SKIP() << "There is no /proc.";
    const Scratch scratch;
    const std::string good = scratch.write("a.txt", "Good.");
    for (const char *input : {"--input=text", "--input=jsonl"}) {
        const ProcessResult result = runCli(with({good, memory, input, "--output", scratch.path("out.jsonl")}));
        if (std::string_view(input) == "--input=text") {
            EXPECT_EQ(result.exitCode, 6) << result.err;
            EXPECT_THAT(result.err, HasSubstr(memory));
        }
        EXPECT_NE(result.exitCode, 0);
        EXPECT_THAT(scratch.names(), ElementsAre("a.txt"));
    }
    const ProcessResult records = runCli(with({memory, "--input=jsonl"}));
    EXPECT_EQ(records.exitCode, 6) << records.err;
    EXPECT_THAT(records.err, HasSubstr(memory));
}

TEST(CliFailure, ABinaryFileIsBadInputUnlessSaidToBeText)
{
    const Scratch scratch;
    const std::string file = scratch.write("a.bin",
                                           std::string("\x7F"
                                                       "ELF\x02\x01\x01\0\0\0\0\0\xFF\xFE\xFD\0\x01\x02",
                                                       18));
    const ProcessResult result = runCli(with({file}));
    EXPECT_EQ(result.exitCode, 4) << result.err;
    EXPECT_THAT(result.err, HasSubstr("a.bin"));
    const ProcessResult forced = runCli(with({file, "--input=text"}));
    EXPECT_EQ(forced.exitCode, 0) << forced.err;
    EXPECT_EQ(forced.records().size(), 1U);
}

struct MixedFolder
{
    Scratch scratch;
    std::string folder = scratch.path("mixed");

    MixedFolder()
    {
        std::filesystem::create_directory(folder);
        scratch.write("mixed/a.txt", "One.");
        scratch.write("mixed/b.txt",
                      std::string("\x7F"
                                  "ELF\x02\x01\x01\0\0\0\0\0\xFF\xFE\xFD\0\x01\x02",
                                  18));
        scratch.write("mixed/c.txt", "Two.");
    }
    /// What is written for the same documents without the one that cannot be read.
    std::string outputWithoutIt(std::vector<std::string> arguments)
    {
        scratch.write("mixed/b.txt", "");
        arguments.push_back(folder);
        const ProcessResult result = runCli(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return result.out;
    }
};

TEST(CliFailure, WhatIsNoFileInAFolderIsNamedAndLeftOut)
{
    const Scratch scratch;
    scratch.write("mixed/a.txt", "Good.");
    ASSERT_EQ(::mkfifo(scratch.path("mixed/b.txt").c_str(), 0600), 0);
    ASSERT_EQ(::symlink("nowhere", scratch.path("mixed/c.txt").c_str()), 0);
    const ProcessResult result = runCli(with({scratch.path("mixed")}));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.records().size(), 1U);
    EXPECT_THAT(result.err, HasSubstr("b.txt is a device, pipe or socket, not a file. It was left out."));
    EXPECT_THAT(result.err, HasSubstr("c.txt leads nowhere. It was left out."));
    const ProcessResult named = runCli(with({scratch.path("mixed/c.txt")}));
    EXPECT_EQ(named.exitCode, 6);
    EXPECT_THAT(named.err, HasSubstr("c.txt leads nowhere."));
}

TEST(CliKeepGoing, WithoutItTheProgramStopsAndSaysSo)
{
    const MixedFolder mixed;
    const ProcessResult result = runCli(with({mixed.folder}));
    EXPECT_EQ(result.exitCode, 4);
    EXPECT_EQ(result.records().size(), 1U);
    EXPECT_THAT(result.err, HasSubstr("b.txt"));
    EXPECT_THAT(result.err, HasSubstr("Stopped there. With --keep-going"));
}

TEST(CliKeepGoing, TheRestIsWrittenAndWhatIsLeftOutIsNamed)
{
    for (const std::vector<std::string> &arguments :
         {base, with({"--jobs=1"}), with({"--audit=default"}), std::vector<std::string>{"tokenize"},
          std::vector<std::string>{"audit"}, std::vector<std::string>{"limits"}}) {
        MixedFolder mixed;
        std::vector<std::string> keeping = arguments;
        keeping.insert(keeping.end(), {"--keep-going", mixed.folder});
        const ProcessResult result = runCli(keeping);
        EXPECT_EQ(result.exitCode, 4) << arguments[0];
        EXPECT_THAT(result.err, HasSubstr("b.txt")) << arguments[0];
        EXPECT_THAT(result.err, HasSubstr("1 document was left out.")) << arguments[0];
        EXPECT_THAT(result.err, testing::Not(HasSubstr("Stopped"))) << arguments[0];
        std::string expected = mixed.outputWithoutIt(arguments);
        if (arguments[0] == "tokenize") // says that the empty document has no tokens
            expected.erase(expected.find("{\"doc_id\":\"b.txt\""),
                           expected.find("{\"doc_id\":\"c.txt\"") - expected.find("{\"doc_id\":\"b.txt\""));
        EXPECT_EQ(result.out, expected) << arguments[0];
    }
}

TEST(CliKeepGoing, AnOutputFileAppearsAndRecordsAreLeftOutOneByOne)
{
    const Scratch scratch;
    const ProcessResult result = runCli(with({"--keep-going", "--input=jsonl", "--output", scratch.path("out.jsonl")}),
                                        record("a", "One.") + "bad\n{\"text\":7}\n" + record("d", "Two."));
    EXPECT_EQ(result.exitCode, 4) << result.err;
    EXPECT_THAT(result.err, HasSubstr("line 2"));
    EXPECT_THAT(result.err, HasSubstr("line 3"));
    EXPECT_THAT(result.err, HasSubstr("2 documents were left out."));
    const std::string written = scratch.read("out.jsonl");
    EXPECT_EQ(std::count(written.begin(), written.end(), '\n'), 2);
    EXPECT_THAT(written, HasSubstr("\"doc_id\":\"d\""));
}

TEST(CliKeepGoing, WithNothingLeftOutAllIsAsBefore)
{
    const ProcessResult result = runCli(with({"--keep-going"}), "Some text.");
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.out, runCli(base, "Some text.").out);
    EXPECT_EQ(result.err, "");
}

TEST(CliKeepGoing, GoesOnPastFilesThatCannotBeFound)
{
    const Scratch scratch;
    const std::string good = scratch.write("a.txt", "One.");
    const std::string missing = scratch.path("missing.txt");
    const std::string records = scratch.path("missing.jsonl");
    for (const std::vector<std::string> &arguments :
         {base, with({"--audit=default"}), std::vector<std::string>{"tokenize"}, std::vector<std::string>{"audit"},
          std::vector<std::string>{"limits"}}) {
        std::vector<std::string> keeping = arguments;
        keeping.insert(keeping.end(), {"--keep-going", missing, good, records});
        const ProcessResult result = runCli(keeping);
        EXPECT_EQ(result.exitCode, 4) << arguments[0] << result.err;
        EXPECT_THAT(result.err, HasSubstr("There is no file or folder " + missing + '.')) << arguments[0];
        EXPECT_THAT(result.err, HasSubstr("There is no file or folder " + records + '.')) << arguments[0];
        EXPECT_THAT(result.err, HasSubstr("2 documents were left out.")) << arguments[0];
        std::vector<std::string> without = arguments;
        without.push_back(good);
        EXPECT_EQ(result.out, runCli(without).out) << arguments[0];
    }
    const ProcessResult none = runCli(with({"--keep-going", missing}));
    EXPECT_EQ(none.exitCode, 4);
    EXPECT_EQ(none.out, "");
    EXPECT_THAT(none.err, HasSubstr("1 document was left out."));
    // without it they end the program, as before
    EXPECT_EQ(runCli(with({missing, good})).exitCode, 6);
}

TEST(CliKeepGoing, GoesOnPastFilesThatCannotBeRead)
{
    const std::string memory = "/proc/self/mem"; // opens, but its first page cannot be read, not even by root
    if (::access(memory.c_str(), R_OK) != 0)
        GTEST_SKIP() << "There is no /proc.";
    const Scratch scratch;
    const std::string good = scratch.write("a.jsonl", record("a", "One."));
    for (const char *kind : {"--input=jsonl", "--input=text"}) {
        const ProcessResult result = runCli(with({"--keep-going", kind, memory, good}));
        EXPECT_EQ(result.exitCode, 4) << result.err;
        EXPECT_EQ(result.records().size(), 1U) << kind;
        EXPECT_THAT(result.err, HasSubstr(memory)) << kind;
        EXPECT_THAT(result.err, HasSubstr("1 document was left out.")) << kind;
    }
}

TEST(CliKeepGoing, GoesOnPastNamesThatAreNoUtf8)
{
    const Scratch scratch;
    scratch.write("mixed/a.txt", "One.");
    scratch.write("mixed/b\xff.txt", "Two.");
    const std::string named = scratch.write("c\xff.txt", "Three.");
    const ProcessResult result = runCli(with({scratch.path("mixed"), named, "--keep-going"}));
    EXPECT_EQ(result.exitCode, 4) << result.err;
    EXPECT_EQ(result.records().size(), 1U);
    EXPECT_THAT(result.err, HasSubstr("b\xEF\xBF\xBD.txt"));
    EXPECT_THAT(result.err, HasSubstr("c\xEF\xBF\xBD.txt"));
    EXPECT_THAT(result.err, HasSubstr("2 documents were left out."));
    const ProcessResult alone = runCli(with({"--keep-going", named}));
    EXPECT_EQ(alone.exitCode, 4) << alone.err;
    EXPECT_EQ(alone.out, "");
    EXPECT_EQ(runCli(with({scratch.path("mixed")})).exitCode, 6);
    EXPECT_EQ(runCli(with({named})).exitCode, 2);
}

TEST(CliFailure, AnEmptyFolderIsSaid)
{
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path("empty"));
    const ProcessResult result = runCli(with({scratch.path("empty")}));
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_THAT(result.err, HasSubstr(scratch.path("empty")));
}

TEST(CliFailure, FilesLeftOutOfAFolderAreCounted)
{
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path("mixed"));
    scratch.write("mixed/a.txt", "One.");
    scratch.write("mixed/b.png", "no text");
    const ProcessResult result = runCli(with({scratch.path("mixed")}));
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.records().size(), 1U);
    EXPECT_THAT(result.err, HasSubstr("1 file in a folder was left out"));
    EXPECT_THAT(result.err, HasSubstr(": 1 .png."));
}

TEST(CliFailure, TooFewDescriptorsEndItWithAMessage)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "The sanitizers' own runtime needs descriptors.";
#endif
    ProcessOptions options;
    options.input = record("a", "One.");
    for (const unsigned most : {4U, 5U}) {
        options.mostDescriptors = most;
        const ProcessResult result = runCli(with({"-"}), options);
        EXPECT_EQ(result.exitCode, 1) << most;
        EXPECT_THAT(result.err, HasSubstr("Too many open files")) << most;
    }
}

TEST(CliFailure, AFullDiskIsAnInputOutputError)
{
    if (::access("/dev/full", W_OK) != 0)
        GTEST_SKIP() << "There is no /dev/full.";
    ProcessOptions options;
    options.input = "Some text.";
    options.outputFile = "/dev/full";
    for (const std::vector<std::string> &arguments :
         {base, with({"--format=json"}), std::vector<std::string>{"list", "rules"},
          std::vector<std::string>{"config", "show"}, std::vector<std::string>{"--help"}}) {
        const ProcessResult result = runCli(arguments, options);
        EXPECT_EQ(result.exitCode, 6) << arguments[0] << result.err;
        EXPECT_THAT(result.err, HasSubstr("standard output"));
    }
    const ProcessResult named = runCli(with({"--output=/dev/full"}), "Some text.");
    EXPECT_EQ(named.exitCode, 6);
    EXPECT_THAT(named.err, HasSubstr("/dev/full"));
    struct stat status = {};
    ASSERT_EQ(::stat("/dev/full", &status), 0);
    EXPECT_TRUE(S_ISCHR(status.st_mode)) << "The device was replaced by a file.";
}

TEST(CliFailure, AClosedOutputEndsItQuietly)
{
    ProcessOptions options;
    options.closesOutputEarly = true;
    for (int i = 0; i < 200; ++i)
        options.input += record("d" + std::to_string(i), "Some text. More text.");
    const ProcessResult result = runCli(base, options);
    EXPECT_EQ(result.signal, SIGPIPE);
    EXPECT_EQ(result.err, "");
}

TEST(CliFailure, AnOutputThatCannotBeMadeIsNamed)
{
    const ProcessResult result = runCli(with({"--output=/nonexistent/out.jsonl"}), "Some text.");
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_THAT(result.err, HasSubstr("/nonexistent/out.jsonl"));
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path("folder"));
    EXPECT_EQ(runCli(with({"--output", scratch.path("folder")}), "Some text.").exitCode, 6);
}

TEST(CliFailure, AFailedRunLeavesTheOldOutput)
{
    const Scratch scratch;
    scratch.write("out.jsonl", "old\n");
    const ProcessResult result
        = runCli(with({"--input=jsonl", "--output", scratch.path("out.jsonl")}), "{\"text\":\"Good.\"}\nbad\n");
    EXPECT_EQ(result.exitCode, 4);
    EXPECT_EQ(scratch.read("out.jsonl"), "old\n");
    EXPECT_THAT(scratch.names(), ElementsAre("out.jsonl"));
}

TEST(CliFailure, AnOutputThatIsAnInputIsLeftAlone)
{
    const Scratch scratch;
    const std::string text = "# Notes\n\nNot to be lost.\n";
    scratch.write("notes.md", text);
    for (const std::string &input : {scratch.path("notes.md"), scratch.path("")}) {
        for (const char *command : {"chunk", "audit", "tokenize"}) {
            const ProcessResult result = runCli({command, "--output", scratch.path("./notes.md"), input});
            EXPECT_EQ(result.exitCode, 2) << command;
            EXPECT_THAT(result.err, HasSubstr("notes.md, which is also a document to read")) << command;
        }
    }
    EXPECT_EQ(scratch.read("notes.md"), text);
}

TEST(CliFailure, AnOutputFileHoldsWhatStandardOutputWould)
{
    const Scratch scratch;
    scratch.write("out.jsonl", "old and longer than the new one, to be sure that nothing of it is left\n");
    const ProcessResult file = runCli(with({"--output", scratch.path("out.jsonl")}), "Some text.");
    EXPECT_EQ(file.exitCode, 0) << file.err;
    EXPECT_EQ(file.out, "");
    EXPECT_EQ(scratch.read("out.jsonl"), runCli(base, "Some text.").out);
    EXPECT_THAT(scratch.names(), ElementsAre("out.jsonl"));
}

TEST(CliFailure, ControlCharactersInNamesDoNotReachTheTerminal)
{
    const ProcessResult result = runCli(with({"no\x1B[31msuch\nfile.txt"}));
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_EQ(result.err.find('\x1B'), std::string::npos);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
}

TEST(CliSignal, StopsAfterTheDocumentsInWork)
{
    for (const auto &[number, code] : {std::pair{SIGTERM, 143}, std::pair{SIGINT, 130}}) {
        ProcessOptions options;
        options.input = record("a", "First text.") + "{\"doc_id\":\"b\",\"te";
        options.signalsInTurn = {number};
        const ProcessResult result = runCli(with({"--input=jsonl"}), options);
        EXPECT_EQ(result.exitCode, code) << result.err;
        EXPECT_EQ(result.records().size(), 1U);
        EXPECT_EQ(result.err, "");
    }
}

TEST(CliSignal, LeavesIgnoredWhatTheParentIgnores)
{
    std::signal(SIGINT, SIG_IGN);
    ProcessOptions options;
    options.input = record("a", "First text.");
    options.signalsInTurn = {SIGINT, SIGTERM};
    const ProcessResult result = runCli(with({"--input=jsonl"}), options);
    std::signal(SIGINT, SIG_DFL);
    EXPECT_EQ(result.exitCode, 143) << "SIGINT was ignored, SIGTERM was not.";
}

TEST(CliStream, AnswersBeforeItsInputEnds)
{
    // The input stays open: the line can only come because the first record was answered at once.
    ProcessOptions options;
    options.input = record("a", "First text.");
    options.signalsInTurn = {SIGTERM};
    const ProcessResult result = runCli(with({"--input=jsonl"}), options);
    EXPECT_THAT(cw::test::texts(result.records()), ElementsAre("First text."));
}

TEST(CliStream, RemarksNameTheDocument)
{
    const Scratch scratch;
    const std::string broken = scratch.write("broken.txt",
                                             "Gr\xC3\xBC\xC3\x9F"
                                             "e \xC3\xA4\xC3\xB6\xC3\xBC \xFF text.");
    const ProcessResult result = runCli(with({broken}));
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("broken.txt"));
    EXPECT_THAT(result.err, HasSubstr("became U+FFFD"));
}

TEST(CliFailure, ClosedStandardInputIsAnErrorAndNotAWait)
{
    ProcessOptions options;
    options.closedDescriptors = {STDIN_FILENO};
    const ProcessResult result = runCli(with({"-"}), options);
    EXPECT_EQ(result.exitCode, 6);
    EXPECT_THAT(result.err, HasSubstr("standard input"));
}

TEST(CliFailure, ClosedStandardOutputIsAnError)
{
    const Scratch scratch;
    ProcessOptions options;
    options.closedDescriptors = {STDOUT_FILENO};
    for (const auto &arguments : {with({scratch.write("a.txt", "One.")}), std::vector<std::string>{"list", "rules"}})
        EXPECT_EQ(runCli(arguments, options).exitCode, 6);
}

TEST(CliFailure, MessagesNeverEndUpInTheOutputFile)
{
    const Scratch scratch;
    ProcessOptions options;
    options.closedDescriptors = {STDIN_FILENO, STDERR_FILENO};
    const ProcessResult result = runCli(with({scratch.write("a.txt",
                                                            "Gr\xFC\xDF"
                                                            "e."),
                                              "--output", scratch.path("out.jsonl"), "--verbose"}),
                                        options);
    EXPECT_EQ(result.exitCode, 0);
    const std::string written = scratch.read("out.jsonl");
    EXPECT_EQ(std::ranges::count(written, '\n'), 1);
    EXPECT_THAT(written, StartsWith("{"));
}

TEST(CliFailure, WritingThatFailsHalfWaySaysWhyAndKeepsTheOldFile)
{
    const Scratch scratch;
    const std::string target = scratch.write("out", "old");
    const std::string document = scratch.write("a.txt", "One. Two. Three.");
    for (const char *format : {"jsonl", "json"}) {
        const cw::test::FileSizeLimit limit(100);
        const ProcessResult result = runCli(with({document, "--output", target, "--format", format}));
        EXPECT_EQ(result.exitCode, 6);
        EXPECT_THAT(result.err, HasSubstr("out: File too large"));
    }
    EXPECT_EQ(scratch.read("out"), "old");
    EXPECT_THAT(scratch.names(), testing::UnorderedElementsAre("a.txt", "out"));
}

} // namespace
