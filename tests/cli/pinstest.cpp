// SPDX-License-Identifier: GPL-3.0-or-later
// Pins of a configuration file on the command line.
#include "cli/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using cw::test::ProcessResult;
using cw::test::record;
using cw::test::runCli;
using cw::test::Scratch;
using cw::test::texts;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string text = "One sentence here. And another one follows. A third. The last one.";

/// A configuration for "a" with these pins, three words a sentence or so.
std::string configWith(const std::string &pins, const std::string &max = "100")
{
    std::string json = runCli({"config", "show", "--strategy=recursive-sentence", "--tokenizer=words", "--max=" + max,
                               "--overlap=0"})
                           .out;
    return json.insert(json.find("\"audits\""), "\"pins\": " + pins + ", ");
}

std::string pin(const std::string &document, const std::string &kind, std::size_t byte)
{
    return R"({"document":")" + document + R"(","kind":")" + kind + R"(","byte":)" + std::to_string(byte)
        + R"(,"before":")" + text.substr(0, byte) + R"(","after":")" + text.substr(byte, 20) + R"("})";
}

TEST(CliPins, BreaksHoldForChunksAndAreInTheFingerprint)
{
    const Scratch scratch;
    const std::string file = scratch.write("c.json", configWith("[" + pin("a", "break", 19) + "]"));
    const ProcessResult chunked = runCli({"chunk", "--config", file}, record("a", text) + record("b", text));
    ASSERT_EQ(chunked.exitCode, 0) << chunked.err;
    EXPECT_EQ(chunked.err, "");
    EXPECT_THAT(texts(chunked.records()), ElementsAre("One sentence here.", text.substr(19), text));
    EXPECT_NE(runCli({"config", "fingerprint", file}).out,
              runCli({"config", "fingerprint", "--strategy=recursive-sentence", "--tokenizer=words", "--max=100",
                      "--overlap=0"})
                  .out);
    // whatever is set beside the file
    const ProcessResult others
        = runCli({"chunk", "--config", file, "--strategy=fixed-words", "--max=50"}, record("a", text));
    EXPECT_THAT(texts(others.records()), ElementsAre("One sentence here.", text.substr(19)));
}

TEST(CliPins, WhatDoesNotHoldIsSaid)
{
    const Scratch scratch;
    const std::string file = scratch.write("c.json", configWith("[" + pin("a", "keep", 19) + "]", "6"));
    const ProcessResult tight = runCli({"chunk", "--config", file}, record("a", text));
    ASSERT_EQ(tight.exitCode, 0);
    EXPECT_THAT(tight.err, HasSubstr("a: the place kept whole at byte 19 does not hold. What stands on both sides"));

    const ProcessResult moved = runCli({"chunk", "--config", file, "--max=7"}, record("a", "First. " + text));
    EXPECT_THAT(moved.err, HasSubstr("a: the place kept whole at byte 19 was found again at byte 26."));

    const ProcessResult lost = runCli({"chunk", "--config", file}, record("a", "Something else."));
    EXPECT_THAT(lost.err, HasSubstr("a: the place kept whole at byte 19 was not found. The text has changed"));
}

TEST(CliPins, PinsOfOtherDocumentsAreSaidOnce)
{
    const Scratch scratch;
    const std::string file = scratch.write(
        "c.json",
        configWith("[" + pin("a", "break", 19) + "," + pin("x", "break", 19) + "," + pin("y", "keep", 5) + "]"));
    for (const std::string format : {"jsonl", "json"}) {
        const ProcessResult result = runCli({"chunk", "--config", file, "--format=" + format},
                                            record("a", text) + record("b", text) + record("c", text));
        ASSERT_EQ(result.exitCode, 0) << result.err;
        EXPECT_THAT(result.err,
                    HasSubstr("2 pins of the configuration are for documents that are not among the inputs: x, y."));
        EXPECT_EQ(result.err.find("pins of the"), result.err.rfind("pins of the"));
    }
    const ProcessResult audited = runCli({"audit", "--config", file}, record("a", text));
    EXPECT_THAT(audited.err, HasSubstr("2 pins of the configuration"));
}

TEST(CliPins, AFaultIsNamed)
{
    const Scratch scratch;
    const std::string file = scratch.write("c.json", configWith("[" + pin("a", "hold", 19) + "]"));
    const ProcessResult result = runCli({"config", "check", file});
    EXPECT_NE(result.exitCode, 0);
    EXPECT_THAT(result.err, HasSubstr("pins[0].kind"));
}

TEST(CliPins, EachDocumentGetsItsOwnOfManyWhateverTheJobs)
{
    const Scratch scratch;
    std::string pins;
    std::string records;
    std::vector<std::string> expected;
    for (int i = 100; i < 220; ++i) {
        const std::string id = "d" + std::to_string(i);
        records += record(id, text);
        if (i % 2 == 0) {
            pins += (pins.empty() ? "[" : ",") + pin(id, "break", i % 4 == 0 ? 19 : 44);
            expected.push_back(text.substr(0, i % 4 == 0 ? 18 : 43));
            expected.push_back(text.substr(i % 4 == 0 ? 19 : 44));
        } else {
            expected.push_back(text);
        }
    }
    const std::string file = scratch.write("c.json", configWith(pins + "]"));
    const std::string fingerprint = runCli({"config", "fingerprint", file}).out;
    for (const std::vector<std::string> &options :
         {std::vector<std::string>{"--jobs=1"}, {"--jobs=4"}, {"--audit=config", "--audit-scope=run"}}) {
        std::vector<std::string> arguments{"chunk", "--config", file};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const ProcessResult result = runCli(arguments, records);
        ASSERT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.err, "");
        EXPECT_EQ(texts(result.records()), expected) << options[0];
        // that of the whole configuration
        for (const std::string &line : texts(result.records(), "config_fingerprint"))
            ASSERT_EQ(line + '\n', fingerprint);
    }
}

TEST(CliPins, OfManyThatDoNotHoldSomeAreNamedAndTheRestCounted)
{
    const Scratch scratch;
    std::string pins;
    std::string records;
    for (int i = 100; i < 180; ++i) {
        const std::string id = "d" + std::to_string(i);
        pins += (pins.empty() ? "[" : ",") + pin(id, "break", 19) + "," + pin(id, "break", 45);
        records += record(id, i < 110 ? "First. " + text : "Something else.");
    }
    const std::string file = scratch.write("c.json", configWith(pins + "]"));
    for (const char *format : {"--format=jsonl", "--format=json"}) {
        const ProcessResult result = runCli({"chunk", "--config", file, format, "--jobs=3"}, records);
        ASSERT_EQ(result.exitCode, 0) << result.err;
        // 20 moved and 140 lost; 50 are named, the moved ones first, as their documents come first
        EXPECT_EQ(std::ranges::count(result.err, '\n'), 51) << result.err;
        EXPECT_THAT(result.err, HasSubstr("And 110 more pins: 110 not found."));
    }
}

} // namespace
