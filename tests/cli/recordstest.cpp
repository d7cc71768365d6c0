// SPDX-License-Identifier: GPL-3.0-or-later
// JSONL input: what is taken, what is refused, and how it is told.
#include "cli/process.h"

#include <QCryptographicHash>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using cw::test::ProcessResult;
using cw::test::runCli;
using cw::test::Scratch;
using cw::test::texts;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string> wordChunks{
    "chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=50", "--overlap=0", "--input=jsonl"};

ProcessResult chunkRecords(const std::string &input)
{
    return runCli(wordChunks, input);
}

TEST(CliRecords, TakesTextAndIdInAnyOrderAndIgnoresOtherKeys)
{
    const ProcessResult result
        = chunkRecords("{\"doc_id\":\"a\",\"text\":\"First text.\"}\n"
                       "\n"
                       "  \t\r\n"
                       "{\"metadata\":{\"text\":\"not this\",\"list\":[1,2.5e300,null,true,{\"doc_id\":\"nor this\"}]},"
                       "\"text\":\"Second text.\",\"doc_id\":\"b\"}\r\n"
                       "{\"doc_id\":12345678901234567890123,\"text\":\"Third text.\"}");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(texts(result.records(), "doc_id"), ElementsAre("a", "b", "12345678901234567890123"));
    EXPECT_THAT(texts(result.records()), ElementsAre("First text.", "Second text.", "Third text."));
}

TEST(CliRecords, NamesADocumentWithoutIdByTheHashOfItsText)
{
    const ProcessResult result = chunkRecords("{\"text\":\"abc\"}\n{\"doc_id\":null,\"text\":\"abc\"}\n");
    const std::string published = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    EXPECT_THAT(texts(result.records(), "doc_id"), ElementsAre(published, published));
}

TEST(CliRecords, DecodesEveryEscape)
{
    const ProcessResult result
        = chunkRecords(R"({"doc_id":"\u0061\/","text":"q\"\\\/\b\f\n\r\tz\u00e9\ud83d\ude00\u0000\u2028."})");
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto records = result.records();
    ASSERT_EQ(records.size(), 1U);
    EXPECT_THAT(texts(records, "doc_id"), ElementsAre("a/"));
    const QString text = records[0].value(QStringLiteral("text")).toString();
    EXPECT_TRUE(text.contains(QString::fromUtf8("z\xC3\xA9\xF0\x9F\x98\x80") + QChar(0)));
}

TEST(CliRecords, ReplacesLoneSurrogatesAndSaysSo)
{
    const ProcessResult result
        = chunkRecords("{\"doc_id\":\"a\",\"text\":\"x\\ud800y \\udc00\\ud83d\\ude00 \\\\ud800 \\uD83D\"}\n"
                       "{\"doc_id\":\"b\",\"text\":\"fine\"}\n");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records()),
                ElementsAre("x\xEF\xBF\xBDy \xEF\xBF\xBD\xF0\x9F\x98\x80 \\ud800 \xEF\xBF\xBD", "fine"));
    EXPECT_THAT(result.err, HasSubstr("standard input, line 1: 3 lone surrogate"));
    EXPECT_THAT(result.err, testing::Not(HasSubstr("line 2")));
}

TEST(CliRecords, DropsAByteOrderMark)
{
    const ProcessResult result
        = runCli({"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9", "--overlap=0"},
                 "\xEF\xBB\xBF{\"doc_id\":\"a\",\"text\":\"With a mark.\"}\n");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records()), ElementsAre("With a mark."));
}

TEST(CliRecords, RepeatedIdsStandForThemselves)
{
    const ProcessResult result
        = chunkRecords("{\"doc_id\":\"a\",\"text\":\"One.\"}\n{\"doc_id\":\"a\",\"text\":\"Two.\"}\n");
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(texts(result.records()), ElementsAre("One.", "Two."));
}

TEST(CliRecords, NothingInNothingOut)
{
    for (const char *input : {"", "\n\n", "\xEF\xBB\xBF"}) {
        const ProcessResult result = chunkRecords(input);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out, "");
    }
    const ProcessResult automatic = runCli({"chunk"}, "");
    EXPECT_EQ(automatic.exitCode, 0) << automatic.err;
    EXPECT_EQ(automatic.out, "");
}

struct BadRecord
{
    const char *name;
    std::string line;
    std::string mentions;
};

void PrintTo(const BadRecord &bad, std::ostream *out)
{
    *out << bad.name;
}

class CliBadRecord : public testing::TestWithParam<BadRecord>
{
};

TEST_P(CliBadRecord, ExitsWith4AndNamesTheLineAfterWritingWhatWentBefore)
{
    const ProcessResult result = chunkRecords("{\"doc_id\":\"good\",\"text\":\"Good text.\"}\n" + GetParam().line
                                              + "\n{\"doc_id\":\"later\",\"text\":\"Later text.\"}\n");
    EXPECT_EQ(result.exitCode, 4) << result.err;
    EXPECT_THAT(texts(result.records()), ElementsAre("Good text."));
    EXPECT_THAT(result.err, HasSubstr("standard input, line 2: "));
    EXPECT_THAT(result.err, HasSubstr(GetParam().mentions));
}

INSTANTIATE_TEST_SUITE_P(
    Cli, CliBadRecord,
    testing::Values(BadRecord{"NotJson", "hello", "not valid JSON at byte 1"},
                    BadRecord{"Truncated", R"({"doc_id":"a","text":"cut of)", "not valid JSON"},
                    BadRecord{"TrailingText", R"({"text":"a"} x)", "not valid JSON at byte 14"},
                    BadRecord{"TrailingComma", R"({"text":"a",})", "not valid JSON"},
                    BadRecord{"SingleQuotes", "{'text':'a'}", "not valid JSON at byte 2"},
                    BadRecord{"BadEscape", R"({"text":"\x41"})", "not valid JSON"},
                    BadRecord{"RawTab", "{\"text\":\"a\tb\"}", "not valid JSON"},
                    BadRecord{"RawNul", std::string("{\"text\":\"a\"}\0", 13), "byte 13 is a raw NUL"},
                    BadRecord{"InvalidUtf8", "{\"text\":\"caf\xE9\"}", "not valid JSON"},
                    BadRecord{"EncodedSurrogate", "{\"text\":\"\xED\xA0\x80\"}", "not valid JSON"},
                    BadRecord{"Array", R"(["text","a"])", "an array, not an object"},
                    BadRecord{"Number", "42", "an integer, not an object"},
                    BadRecord{"String", "\"text\"", "a string, not an object"},
                    BadRecord{"NoText", R"({"doc_id":"a","txt":"b"})", "no \"text\""},
                    BadRecord{"NullText", R"({"text":null})", "\"text\" must be a string, not null"},
                    BadRecord{"NumberText", R"({"text":17})", "\"text\" must be a string, not an integer"},
                    BadRecord{"ObjectText", R"({"text":{"text":"a"}})", "\"text\" must be a string, not an object"},
                    BadRecord{"ArrayId", R"({"text":"a","doc_id":["b"]})", "\"doc_id\" must be a string or an integer"},
                    BadRecord{"FractionId", R"({"text":"a","doc_id":1.5})",
                              "\"doc_id\" must be a string or an integer"},
                    BadRecord{"TextTwice", R"({"text":"a","text":"b"})", "the key \"text\" twice"},
                    BadRecord{"DeepArrays", R"({"text":"a","x":)" + std::string(3'000'000, '['), "1000 levels"},
                    BadRecord{"DeepObjects",
                              R"({"text":"a","x":)" +
                                  [] {
                                      std::string nested;
                                      for (int i = 0; i < 500'000; ++i)
                                          nested += R"({"k":)";
                                      return nested;
                                  }(),
                              "1000 levels"}),
    [](const testing::TestParamInfo<BadRecord> &tested) { return std::string(tested.param.name); });

TEST(CliRecords, NestingUpToTheLimitIsTaken)
{
    const std::string nested = std::string(999, '[') + std::string(999, ']');
    const ProcessResult result = chunkRecords("{\"x\":" + nested + ",\"doc_id\":\"a\",\"text\":\"Deep.\"}\n");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records()), ElementsAre("Deep."));
}

TEST(CliRecords, FilesAreToldByTheirNamesAndKeepTheirOrder)
{
    const Scratch scratch;
    const std::string second = scratch.write("b.jsonl", "{\"doc_id\":\"b\",\"text\":\"From b.\"}\n");
    const std::string first = scratch.write("a.NDJSON", "{\"doc_id\":\"a\",\"text\":\"From a.\"}\n");
    const std::string text = scratch.write("c.txt", "{\"doc_id\":\"c\",\"text\":\"A text.\"}\n");
    const ProcessResult result
        = runCli({"chunk", second, "--tokenizer=words", first, "--max=9", "--overlap=0", "--", text});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records(), "doc_id"), ElementsAre("b", "a", "c.txt"));

    const ProcessResult asText = runCli({"chunk", "--input=text", "--strategy=recursive-sentence", "--tokenizer=words",
                                         "--max=9", "--overlap=0", second});
    EXPECT_THAT(texts(asText.records(), "doc_id"), ElementsAre("b.jsonl"));
    const ProcessResult asRecords = runCli({"chunk", "--input=jsonl", "--strategy=recursive-sentence",
                                            "--tokenizer=words", "--max=9", "--overlap=0", text});
    EXPECT_THAT(texts(asRecords.records(), "doc_id"), ElementsAre("c"));
}

TEST(CliRecords, AsDocumentsTheyAreReadAsOnTheDesktop)
{
    const Scratch scratch;
    const std::string lines = "{\"doc_id\":\"a\",\"text\":\"From a.\"}\n";
    const std::string records = scratch.write("a.jsonl", lines);
    const std::vector<std::string> arguments{"chunk", "--input=document", "--tokenizer=words", "--max=500"};
    std::vector<std::string> mixed = arguments;
    mixed.insert(mixed.end(), {records, CW_TEST_DATA "/formats/guide.docx"});
    const ProcessResult result = runCli(mixed);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto ids = texts(result.records(), "doc_id");
    EXPECT_EQ(ids.front(), "a.jsonl");
    EXPECT_EQ(ids.back(), "guide.docx");
    EXPECT_EQ(texts(result.records()).front() + '\n', lines);
    EXPECT_THAT(result.out, testing::Not(HasSubstr("PK"))); // of a Word document what it says, not its bytes
    EXPECT_THAT(texts(runCli(arguments, lines).records(), "doc_id"), ElementsAre("stdin"));
}

TEST(CliRecords, ABadLineInAFileIsNamedWithTheFile)
{
    const Scratch scratch;
    const std::string file = scratch.write("docs.jsonl", "{\"text\":\"One.\"}\n\n{\"text\":}\n");
    const ProcessResult result = runCli({"chunk", file});
    EXPECT_EQ(result.exitCode, 4);
    EXPECT_THAT(result.err, HasSubstr(file + ", line 3: "));
}

TEST(CliRecords, StandardInputIsTextUnlessItBeginsWithABrace)
{
    const std::vector<std::string> arguments{"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9",
                                             "--overlap=0"};
    const ProcessResult text = runCli(arguments, "  Plain {text}.");
    EXPECT_THAT(texts(text.records()), ElementsAre("Plain {text}."));
    const ProcessResult records = runCli(arguments, " \n\t {\"text\":\"A record.\"}\n");
    EXPECT_THAT(texts(records.records()), ElementsAre("A record."));
}

TEST(CliRecords, OneLineOf30Megabytes)
{
    std::string text;
    while (text.size() < 30U * 1024 * 1024)
        text += "Alpha beta gamma delta epsilon. ";
    const ProcessResult result = runCli(
        {"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=100000", "--overlap=0", "--jobs=1"},
        "{\"doc_id\":\"big\",\"text\":\"" + text + "\"}\n{\"doc_id\":\"small\",\"text\":\"End.\"}\n");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const auto records = result.records();
    const std::size_t words = text.size() / 32 * 5;
    ASSERT_EQ(records.size(), (words + 99'999) / 100'000 + 1);
    std::size_t counted = 0;
    for (const QJsonObject &record : records)
        counted += static_cast<std::size_t>(
            record.value(QStringLiteral("tokens")).toObject().value(QStringLiteral("text")).toInteger());
    EXPECT_EQ(counted, words + 1);
}

} // namespace
