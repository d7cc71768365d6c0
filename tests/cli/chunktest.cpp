// SPDX-License-Identifier: GPL-3.0-or-later
// The command chunk: what it writes, and that nothing but documents and configuration decides it.
#include "cli/process.h"

#include <QJsonDocument>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace {

using cw::test::ProcessOptions;
using cw::test::ProcessResult;
using cw::test::record;
using cw::test::runCli;
using cw::test::Scratch;
using cw::test::texts;
using testing::ElementsAre;
using testing::HasSubstr;

/// The text and the expected chunks of the reference recipe's own tests, worked out by hand.
constexpr const char *referenceText
    = "Alpha beta gamma. Delta epsilon zeta eta. Theta iota.\n\n"
      "Kappa lambda mu nu xi. Omicron pi rho sigma tau upsilon phi chi psi omega! Short one?";

std::vector<std::string> wordArguments(const std::string &max, const std::string &overlap)
{
    return {"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max", max, "--overlap", overlap, "-"};
}

TEST(CliChunk, PacksTheReferenceText)
{
    const ProcessResult result = runCli(wordArguments("8", "3"), referenceText);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(texts(result.records()),
                ElementsAre("Alpha beta gamma. Delta epsilon zeta eta.", "Theta iota. Kappa lambda mu nu xi.",
                            "Omicron pi rho sigma tau upsilon phi chi", "psi omega! Short one?"));
}

TEST(CliChunk, CarriesWholeSentences)
{
    std::string text;
    for (int i = 0; i < 50; ++i)
        text += "S" + std::to_string(i) + " w w w. ";
    const ProcessResult result = runCli(wordArguments("9", "8"), text);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto records = result.records();
    ASSERT_EQ(records.size(), 49U);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::string expected = "S" + std::to_string(i) + " w w w. S" + std::to_string(i + 1) + " w w w.";
        EXPECT_EQ(records[i].value(QStringLiteral("text")).toString().toStdString(), expected);
        EXPECT_EQ(records[i].value(QStringLiteral("index")).toInt(-1), static_cast<int>(i));
        EXPECT_EQ(records[i].value(QStringLiteral("count")).toInt(-1), 49);
        EXPECT_EQ(records[i].value(QStringLiteral("tokens")).toObject().value(QStringLiteral("text")).toInt(-1), 8);
        EXPECT_EQ(records[i].value(QStringLiteral("overlap")).toObject().value(QStringLiteral("prev_tokens")).toInt(-1),
                  i == 0 ? 0 : 4);
    }
}

/// Field report EX-03: a NUL, as texts taken from PDF have them, neither cuts the text nor shifts what follows.
TEST(CliChunk, ANulIsKeptAsItIs)
{
    const Scratch scratch;
    const std::string path = scratch.write("nul.md", std::string("# A\0B\n\nx\0y.\n", 12));
    const ProcessResult result = runCli({"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9",
                                         "--overlap=0", "--set=join=source", "--audit=default", path});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr(R"("text":"# A\u0000B\n\nx\u0000y.")"));
    EXPECT_THAT(result.out, HasSubstr(R"("byte":[0,11])"));
    EXPECT_THAT(result.out, HasSubstr("control-characters"));
}

TEST(CliChunk, AnEmptyDocumentHasNoChunk)
{
    EXPECT_EQ(runCli(wordArguments("5", "1"), "").out, "");
    EXPECT_EQ(runCli(wordArguments("5", "1"), " \n\t ").out, "");
    EXPECT_THAT(texts(runCli(wordArguments("5", "4"), "one two three").records()), ElementsAre("one two three"));
}

/// Python's text[a:b] for offsets in code points, from bytes.
std::size_t codePointsIn(const std::string &bytes)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(bytes, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

std::pair<std::size_t, std::size_t> rangeOf(const QJsonObject &span, const char *kind)
{
    const QJsonArray pair = span.value(QLatin1String(kind)).toArray();
    EXPECT_EQ(pair.size(), 2) << kind;
    return {static_cast<std::size_t>(pair.at(0).toInteger(-1)), static_cast<std::size_t>(pair.at(1).toInteger(-1))};
}

TEST(CliChunk, EveryOffsetPointsAtTheTextItNames)
{
    const std::string text
        = "Caf\xC3\xA9 one.\r\n\r\n\xF0\x9F\x98\x80 two \xE6\x9D\xB1\xE4\xBA\xAC. Three\tfour! Five?\n\nSix.";
    const ProcessResult result = runCli(
        {"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=3", "--overlap=1", "--set=join=source"},
        text);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const auto records = result.records();
    ASSERT_GE(records.size(), 3U);
    for (const QJsonObject &chunk : records) {
        const QJsonArray spans = chunk.value(QStringLiteral("spans")).toArray();
        ASSERT_EQ(spans.size(), 1);
        const QJsonObject span = spans.first().toObject();
        const auto [begin, end] = rangeOf(span, "byte");
        EXPECT_EQ(text.substr(begin, end - begin), chunk.value(QStringLiteral("text")).toString().toStdString());
        const std::string before = text.substr(0, begin);
        const std::string until = text.substr(0, end);
        EXPECT_EQ(rangeOf(span, "cp"), std::pair(codePointsIn(before), codePointsIn(until)));
        EXPECT_EQ(rangeOf(span, "utf16"),
                  std::pair(static_cast<std::size_t>(QString::fromStdString(before).size()),
                            static_cast<std::size_t>(QString::fromStdString(until).size())));
    }
}

TEST(CliChunk, NeedsNoEnvironmentAndKnowsNoLocale)
{
    const std::string input = "Istanbul I\xCC\x87 one. \xC4\xB0stanbul i two. \xE6\x9D\xB1\xE4\xBA\xAC three.";
    std::vector<std::string> arguments = wordArguments("4", "1");
    ProcessOptions options;
    options.input = input;
    const ProcessResult bare = runCli(arguments, options);
    ASSERT_EQ(bare.exitCode, 0) << bare.err;
    EXPECT_EQ(bare.err, "");
    EXPECT_FALSE(bare.out.empty());
    for (const char *locale : {"C", "C.UTF-8", "tr_TR.UTF-8", "ja_JP.eucJP", "de_DE"}) {
        options.environment = {std::string("LANG=") + locale, std::string("LC_ALL=") + locale, "HOME=/nonexistent"};
        const ProcessResult result = runCli(arguments, options);
        EXPECT_EQ(result.out, bare.out) << locale;
        EXPECT_EQ(result.err, "") << locale;
    }
}

/// Documents of very different sizes, so that workers finish out of order.
std::string manyRecords(std::size_t count)
{
    std::string input;
    for (std::size_t i = 0; i < count; ++i) {
        std::string text;
        for (std::size_t sentence = 0; sentence < (i * 7919) % 400; ++sentence)
            text += "Sentence " + std::to_string(sentence) + " of document " + std::to_string(i) + " ends here. ";
        input += record("doc-" + std::to_string(i), text);
    }
    return input;
}

TEST(CliChunk, JobsNeverChangeAByte)
{
    const std::string input = manyRecords(300);
    for (const char *audit : {"--audit=none", "--audit=default"}) {
        const std::vector<std::string> arguments{
            "chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=40", "--overlap=10", audit};
        auto with = [&](const char *jobs) {
            std::vector<std::string> all = arguments;
            all.emplace_back(jobs);
            return runCli(all, input);
        };
        const ProcessResult one = with("--jobs=1");
        ASSERT_EQ(one.exitCode, 0) << one.err;
        ASSERT_GT(one.lines().size(), 1000U);
        for (const char *jobs : {"--jobs=2", "--jobs=3", "--jobs=8", "--jobs=64"})
            EXPECT_TRUE(with(jobs).out == one.out) << jobs;
    }
}

TEST(CliChunk, ShardsConcatenatedAreTheWhole)
{
    const std::string input = manyRecords(60);
    for (const char *audit : {"--audit=none", "--audit=reference", "--audit=default"}) {
        const std::vector<std::string> arguments{
            "chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=40", "--overlap=10", audit};
        std::string concatenated;
        std::size_t begin = 0;
        for (std::size_t shard = 0; begin < input.size(); ++shard) {
            std::size_t end = begin;
            for (std::size_t lines = 0; lines <= shard && end < input.size(); ++lines)
                end = input.find('\n', end) + 1;
            concatenated += runCli(arguments, input.substr(begin, end - begin)).out;
            begin = end;
        }
        EXPECT_TRUE(runCli(arguments, input).out == concatenated) << audit;
    }
}

TEST(CliChunk, OrderFollowsTheInputWhateverTheSizes)
{
    std::string input;
    std::vector<std::string> expected;
    for (int i = 0; i < 40; ++i) {
        expected.push_back("d" + std::to_string(i));
        std::string text = i % 8 == 0 ? std::string(400'000, 'x') : std::string("short");
        input += record(expected.back(), text);
    }
    const ProcessResult result = runCli(
        {"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9", "--overlap=0", "--jobs=4"}, input);
    EXPECT_EQ(texts(result.records(), "doc_id"), expected);
}

TEST(CliChunk, FoldersAreReadLikeOnTheDesktop)
{
    const Scratch scratch;
    scratch.write("docs/b.md", "Second file.");
    scratch.write("docs/a.txt", "First file.");
    scratch.write("docs/sub/c.py", "# Third file.");
    scratch.write("docs/picture.png", "not text");
    const ProcessResult result = runCli({"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9",
                                         "--overlap=0", scratch.path("docs")});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records(), "doc_id"), ElementsAre("a.txt", "b.md", "sub/c.py"));
    EXPECT_THAT(texts(result.records()), ElementsAre("First file.", "Second file.", "# Third file."));
}

TEST(CliChunk, StreamedDocumentsEqualOneRunOverAll)
{
    const Scratch scratch;
    scratch.write("docs/a.txt", "One sentence. Another sentence here. A third one.");
    scratch.write("docs/b.md", "Fourth sentence. Fifth sentence here.");
    const std::vector<std::string> base{"chunk",
                                        "--strategy=recursive-sentence",
                                        "--verbose",
                                        "--tokenizer=words",
                                        "--max=5",
                                        "--overlap=2",
                                        scratch.path("docs")};
    const ProcessResult lines = runCli(base);
    EXPECT_THAT(lines.err, HasSubstr("2 documents (1 markdown, 1 text), "));
    std::vector<std::string> asJson = base;
    asJson.emplace_back("--format=json");
    const ProcessResult whole = runCli(asJson);
    ASSERT_EQ(whole.exitCode, 0) << whole.err;
    const QJsonObject file = QJsonDocument::fromJson(QByteArray::fromStdString(whole.out)).object();
    EXPECT_EQ(file.value(QStringLiteral("schema")).toString(), QStringLiteral("chunk-export/1"));
    EXPECT_EQ(file.value(QStringLiteral("documents")).toArray().size(), 2);
    const auto records = lines.records();
    const QJsonArray chunks = file.value(QStringLiteral("chunks")).toArray();
    ASSERT_EQ(static_cast<std::size_t>(chunks.size()), records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        for (const char *key : {"id", "doc_id", "text", "spans", "tokens", "overlap", "index", "count"})
            EXPECT_EQ(chunks.at(static_cast<qsizetype>(i)).toObject().value(QLatin1String(key)),
                      records[i].value(QLatin1String(key)))
                << key;
        EXPECT_EQ(records[i].value(QStringLiteral("format")).toString(),
                  records[i].value(QStringLiteral("doc_id")).toString() == QStringLiteral("a.txt")
                      ? QStringLiteral("text")
                      : QStringLiteral("markdown"));
        EXPECT_FALSE(chunks.at(static_cast<qsizetype>(i)).toObject().contains(QStringLiteral("format")));
    }
}

TEST(CliChunk, AuditsAreEmbeddedOnlyWhenAsked)
{
    const std::string text = "lower case start here. Second sentence.";
    const std::vector<std::string> base{"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=9",
                                        "--overlap=0"};
    for (const QJsonObject &chunk : runCli(base, text).records())
        EXPECT_TRUE(chunk.value(QStringLiteral("audits")).toArray().isEmpty());
    std::vector<std::string> audited = base;
    audited.emplace_back("--audit=reference");
    const auto records = runCli(audited, text).records();
    ASSERT_EQ(records.size(), 1U);
    std::set<std::string> ids;
    for (const QJsonValue entry : records[0].value(QStringLiteral("audits")).toArray()) {
        ids.insert(entry.toObject().value(QStringLiteral("id")).toString().toStdString());
        EXPECT_FALSE(entry.toObject().value(QStringLiteral("severity")).toString().isEmpty());
    }
    EXPECT_THAT(ids, ElementsAre("mid-sentence-start", "too-small"));
}

TEST(CliChunk, LinesCannotBeBrokenByUnicodeLineEnds)
{
    const ProcessResult result = runCli({"chunk", "--strategy=recursive-sentence", "--tokenizer=characters",
                                         "--max=200", "--overlap=0", "--set=join=source"},
                                        "a\xE2\x80\xA8"
                                        "b\xE2\x80\xA9"
                                        "c\xC2\x85"
                                        "d\x0B"
                                        "e\x0C"
                                        "f\x1C"
                                        "g\r"
                                        "h.");
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out.find("\xE2\x80\xA8"), std::string::npos);
    EXPECT_EQ(result.out.find("\xE2\x80\xA9"), std::string::npos);
    EXPECT_EQ(result.out.find("\xC2\x85"), std::string::npos);
    EXPECT_EQ(std::ranges::count_if(result.out, [](char byte) { return byte >= 0 && byte < 0x20; }), 1);
    EXPECT_THAT(texts(result.records()),
                ElementsAre("a\xE2\x80\xA8"
                            "b\xE2\x80\xA9"
                            "c\xC2\x85"
                            "d\x0B"
                            "e\x0C"
                            "f\x1C"
                            "g\r"
                            "h."));
}

TEST(CliChunk, SaysItsSummaryWhenAskedAndOnlyThen)
{
    EXPECT_EQ(runCli(wordArguments("8", "3"), referenceText).err, "");
    std::vector<std::string> verbose = wordArguments("8", "3");
    verbose.emplace_back("--verbose");
    EXPECT_THAT(runCli(verbose, referenceText).err,
                HasSubstr("1 document (text), 4 chunks, 26 tokens of words (largest chunk 8)"));
}

/// Shared vectors made with the reference recipes in Python.
TEST(CliChunk, ReproducesSharedVectors)
{
    std::ifstream file(CW_SHARED_DIR "/golden/reference.jsonl");
    if (!file)
        GTEST_SKIP() << "The shared vectors are not beside the checkout.";
    std::map<std::vector<std::string>, std::vector<QJsonObject>> groups;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        const QJsonObject vector = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
        const std::string strategy = vector.value(QStringLiteral("strategy")).toString().toStdString();
        if (++number % 9 != 0 || strategy == "token-packed" || vector.contains(QStringLiteral("error")))
            continue;
        groups[{"chunk", "--input=jsonl", "--tokenizer=words", "--strategy=" + strategy,
                "--max=" + std::to_string(vector.value(QStringLiteral("max")).toInteger()),
                "--overlap=" + std::to_string(vector.value(QStringLiteral("overlap")).toInteger())}]
            .push_back(vector);
    }
    ASSERT_FALSE(groups.empty());
    for (const auto &[arguments, vectors] : groups) {
        std::string input;
        std::vector<std::string> expected;
        for (const QJsonObject &vector : vectors) {
            input += record(vector.value(QStringLiteral("id")).toString().toStdString(),
                            vector.value(QStringLiteral("text")).toString().toStdString());
            for (const QJsonValue chunk : vector.value(QStringLiteral("chunks")).toArray())
                expected.push_back(chunk.toString().toStdString());
        }
        const ProcessResult result = runCli(arguments, input);
        ASSERT_EQ(result.exitCode, 0) << testing::PrintToString(arguments) << result.err;
        EXPECT_EQ(texts(result.records()), expected) << testing::PrintToString(arguments);
    }
}

TEST(CliChunk, ChunksOfOneRangeHaveIdsOfTheirOwn)
{
    // @langchain/textsplitters 1.0.2 gives "bb", "a", "a" too.
    const ProcessResult result = runCli({"chunk", "--strategy=recursive-character", "--tokenizer=characters", "--max=4",
                                         "--overlap=2", "--input=text", "-"},
                                        "bb\n  a ");
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::vector<QJsonObject> chunks = result.records();
    ASSERT_THAT(texts(chunks), ElementsAre("bb", "a", "a"));
    const std::vector<std::string> ids = texts(chunks, "id");
    EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 3U);
    EXPECT_THAT(texts(chunks, "prev_id"), ElementsAre("", ids[0], ids[1]));
    EXPECT_THAT(texts(chunks, "next_id"), ElementsAre(ids[1], ids[2], ""));
}

TEST(CliChunk, ParentsComeWithTheirChunks)
{
    // sentences of 3, 2, 3, 2, 3, 2 and 3 words; parents of at most 8, chunks of at most 5
    const std::string text = "A b c. D e. F g h. I j. K l m. N o. P q r.";
    const std::vector<std::string> options{"chunk",
                                           "--strategy=recursive-sentence",
                                           "--tokenizer=words",
                                           "--max=5",
                                           "--overlap=3",
                                           "--parent-max=8",
                                           "--verbose",
                                           "--input=text",
                                           "-"};
    const ProcessResult result = runCli(options, text);
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records(), "type"),
                ElementsAre("parent", "chunk", "chunk", "parent", "chunk", "chunk", "parent", "chunk"));
    EXPECT_THAT(texts(result.records()),
                ElementsAre("A b c. D e. F g h.", "A b c. D e.", "D e. F g h.", "I j. K l m. N o.", "I j. K l m.",
                            "K l m. N o.", "P q r.", "P q r."));
    EXPECT_THAT(result.err, HasSubstr("1 document (text), 5 chunks in 3 parents, "));

    const Scratch scratch;
    const std::string config = scratch.write("c.json",
                                             runCli({"config", "show", "--strategy=recursive-sentence",
                                                     "--tokenizer=words", "--max=5", "--overlap=3", "--parent-max=8"})
                                                 .out);
    EXPECT_EQ(runCli({"chunk", "--config", config, "--input=text", "-"}, text).out, result.out);
    EXPECT_EQ(runCli({"chunk", "--config", config, "--parent-max=0", "--input=text", "-"}, text).out,
              runCli({"chunk", "--strategy=recursive-sentence", "--tokenizer=words", "--max=5", "--overlap=3",
                      "--input=text", "-"},
                     text)
                  .out);
}

TEST(CliChunk, NeighboursComeWithTheirChunk)
{
    const ProcessResult result = runCli({"chunk", "--strategy=sentence-window", "--tokenizer=words", "--max=1",
                                         "--overlap=0", "--neighbours=1", "--input=text", "-"},
                                        "A b. C d. E f.");
    ASSERT_EQ(result.exitCode, 0) << result.err;
    std::vector<std::string> returned;
    for (const QJsonObject &chunk : result.records())
        returned.push_back(chunk[QLatin1String("returned")][QLatin1String("text")].toString().toStdString());
    EXPECT_THAT(returned, ElementsAre("A b. C d.", "A b. C d. E f.", "C d. E f."));
}

TEST(CliChunk, WhatIsReturnedIsOneThing)
{
    const ProcessResult both = runCli({"chunk", "--parent-max=1200", "--neighbours=3", "-"}, "A.");
    EXPECT_EQ(both.exitCode, 2);
    EXPECT_THAT(both.err, HasSubstr("--parent-max and --neighbours exclude each other"));
    const ProcessResult small = runCli({"chunk", "--max=300", "--parent-max=300", "-"}, "A.");
    EXPECT_EQ(small.exitCode, 2);
    EXPECT_THAT(small.err, HasSubstr("must be larger than that of chunks (300), not 300"));
    EXPECT_EQ(runCli({"chunk", "--neighbours=1001", "-"}, "A.").exitCode, 2);
}

/// Running headers that a reader leaves out as it should are no warning.
TEST(CliChunk, WhatAReaderOnlyNotesIsCalledANote)
{
    const ProcessResult result = runCli({"chunk", "--tokenizer=words", CW_TEST_DATA "/formats/guide.pdf"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.err, HasSubstr("guide.pdf: Note: Left out 3 running headers and footers"));
    const ProcessResult broken = runCli({"chunk", "--tokenizer=words", "--input=text", "--document-format=json", "-"},
                                        std::string("{\"a\": [1, 2}\n"));
    EXPECT_EQ(broken.exitCode, 0);
    EXPECT_THAT(broken.err, HasSubstr("It is no JSON"));
    EXPECT_EQ(broken.err.find("Note:"), std::string::npos) << broken.err;
}

} // namespace
