// SPDX-License-Identifier: GPL-3.0-or-later
// Files of records: JSON, JSON lines, tables of data, subtitles, transcripts; and the strategy that cuts at them.
#include "formats/cuetext.h"
#include "formats/format.h"
#include "formats/jsonscanner.h"
#include "segment/pieces.h"
#include "segment/segmentation.h"
#include "support/chunking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <random>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<const Document> readAs(const char *format, std::string text, ParameterValues options = {})
{
    DocumentSource source;
    source.formatOptions = std::move(options);
    auto document = readDocument("d", std::move(text), std::move(source), *findFormat(format), {});
    EXPECT_TRUE(document) << (document ? "" : document.error().message);
    return *document;
}

/// Of a text that is to have at most one.
std::string problemOf(const char *format, std::string text)
{
    const auto document = readAs(format, std::move(text));
    EXPECT_LE(document->problems().size(), 1U);
    return document->problems().empty() ? std::string() : document->problems()[0].message;
}

/// "record: {...}" for each block, with `kinds` left out.
std::vector<std::string> blocksOf(const Document &document)
{
    std::vector<std::string> blocks;
    for (const Block &block : document.blocks().blocks())
        blocks.push_back(std::string(blockKindId(block.kind)) + ": "
                         + std::string(document.slice({block.bytes.begin, block.bytes.end})));
    return blocks;
}

std::vector<std::string> chunksOf(const std::shared_ptr<const Document> &document, std::size_t max,
                                  bool isTogether = false)
{
    ChunkingSetup setup{.strategy = "records", .tokenizer = "words", .max = max, .overlap = 0};
    if (isTogether)
        setup.parameters.set("records", std::string("together"));
    return textsOf(*chunkDocument(document, setup));
}

} // namespace

TEST(JsonLines, EveryLineIsARecord)
{
    const auto document = readAs("jsonl", "{\"a\":\"}\\\"\"}\n\n [1, 2]\r\n{\"b\":{\"c\":[]}}");
    EXPECT_THAT(blocksOf(*document),
                ElementsAre("record: {\"a\":\"}\\\"\"}", "record: [1, 2]", "record: {\"b\":{\"c\":[]}}"));
    EXPECT_THAT(document->problems(), IsEmpty());
}

TEST(JsonLines, ALineThatIsNoRecordIsSaid)
{
    for (const char *line : {"{\"a\":1", "{\"a\":1}}", "{\"a\":\"1}", "[1}", "just words", "{} {}", "{},"}) {
        const auto document = readAs("jsonl", std::string("{}\n") + line + "\n{}\n");
        ASSERT_EQ(document->problems().size(), 1U) << line;
        EXPECT_EQ(document->problems()[0].message,
                  "1 line is no whole JSON object or array: line 2 (byte 3). It was kept as it stands.");
        EXPECT_EQ(document->problems()[0].where.begin, 3U);
        EXPECT_EQ(document->blocks().blocks().size(), 3U) << line;
    }
    EXPECT_EQ(problemOf("jsonl", "{}\r\n\r\n{\r\n{}\r\n{\"a\" 1}\r\n"),
              "2 lines are no whole JSON objects or arrays, the first of them line 3 (byte 6). They were kept as they "
              "stand.");
}

TEST(Json, ElementsOfTheOutermostArrayOfContainersAreRecords)
{
    EXPECT_THAT(blocksOf(*readAs("json", "[{\"a\": 1},\n {\"a\": [2]}, 3]")),
                ElementsAre("paragraph: [", "record: {\"a\": 1}", "record: {\"a\": [2]}", "record: 3", "paragraph: ]"));
    EXPECT_THAT(blocksOf(*readAs("json", "{\"n\": 2, \"x\": {\"deep\": [[1],[2]]}, \"data\": [{\"a\":1}, {\"b\":2}]}")),
                ElementsAre("paragraph: {\"n\": 2, \"x\": {\"deep\": [[1],[2]]}, \"data\": [", "record: {\"a\":1}",
                            "record: {\"b\":2}", "paragraph: ]}"));
}

TEST(Json, WithoutSuchAnArrayTheMembersAreRecords)
{
    EXPECT_THAT(blocksOf(*readAs("json", "{\"a\": 1, \"b\": [1, 2], \"c\": {\"d\": \",\"}}")),
                ElementsAre("paragraph: {", "record: \"a\": 1", "record: \"b\": [1, 2]",
                            "record: \"c\": {\"d\": \",\"}", "paragraph: }"));
    EXPECT_THAT(blocksOf(*readAs("json", " \"one string\" ")), ElementsAre("record: \"one string\""));
    EXPECT_THAT(blocksOf(*readAs("json", "[1, 2]")), ElementsAre("record: [1, 2]"));
    EXPECT_THAT(blocksOf(*readAs("json", " ")), IsEmpty());
}

TEST(Json, WhatIsBrokenIsSaidAndTheRestIsText)
{
    const auto document = readAs("json", "[{\"a\": 1}, {\"a\": 2]} tail");
    ASSERT_EQ(document->problems().size(), 1U);
    EXPECT_EQ(document->problems()[0].where.begin, 18U);
    EXPECT_EQ(document->problems()[0].message,
              "It is no JSON at line 1 (byte 18): this bracket closes none that is open. Records before that place are "
              "known, what follows was taken for text.");
    EXPECT_THAT(blocksOf(*document),
                ElementsAre("paragraph: [", "record: {\"a\": 1}", "record: {\"a\": 2", "paragraph: ]} tail"));
}

TEST(Json, EveryKindOfFaultHasItsSentence)
{
    const std::vector<std::pair<std::string, std::string>> faults{
        {"[1,\n 2\n", "line 2 (byte 6): the file ends inside a value"},
        {"[{\"a\": \"b\n}", "line 1 (byte 7): the quote that stands here is never closed"},
        {"[{\"a\":1}]\n trailing", "line 2 (byte 11): there is more behind the one value"},
        {"{\"a\":1}\r\n{\"b\":2}\r\n", "line 2 (byte 9): there is more behind"},
        {"[{\"a\":1} {\"b\":2}]", "line 1 (byte 9): a comma or a closing bracket is missing"},
        {"{\"a\" 1}", "line 1 (byte 5): a colon is missing"},
        {"{a: 1}", "line 1 (byte 1): a name in quotes is missing"},
        {"[1,]", "line 1 (byte 3): a value is missing"},
        {"[nope]", "line 1 (byte 1): this is neither a string nor a number"},
    };
    for (const auto &[text, message] : faults)
        EXPECT_THAT(problemOf("json", text), ::testing::StartsWith("It is no JSON at " + message)) << text;
    // what is there of the last record is one
    EXPECT_THAT(blocksOf(*readAs("json", "[{\"a\": 1}, {\"a\": [2,")),
                ElementsAre("paragraph: [", "record: {\"a\": 1}", "record: {\"a\": [2,"));
}

TEST(Formats, AFileWithoutTextIsSaid)
{
    for (const char *format : {"text", "markdown", "html", "json", "jsonl", "csv"}) {
        EXPECT_EQ(problemOf(format, ""), "There is nothing in it, so it makes no chunks.") << format;
        EXPECT_EQ(problemOf(format, " \n\n"), "There is no text in it, so it makes no chunks.") << format;
    }
}

TEST(Json, NestingOfAnyDepthIsRead)
{
    const std::string deep(1'000'000, '[');
    EXPECT_EQ(readAs("json", deep)->problems().size(), 1U);
    EXPECT_THAT(readAs("json", deep + std::string(deep.size(), ']'))->problems(), IsEmpty());
}

// Another parser takes the same texts for whole values.
TEST(Json, ScannerAgreesWithAParser)
{
    std::mt19937 random(7);
    const std::vector<std::string> parts{"{",        "}", "[",       "]",    ",", ":", "\"a\"",
                                         "\"\\\"\"", "1", "-0.5e+2", "true", " ", "\n"};
    simdjson::dom::parser parser;
    int valid = 0;
    int broken = 0;
    for (int i = 0; i < 200'000; ++i) {
        std::string text = i % 2 == 0 ? "[" : "{";
        for (auto length = random() % 9; length > 0; --length)
            text += parts[random() % parts.size()];
        simdjson::dom::element element;
        const bool isValid = parser.parse(text).get(element) == simdjson::SUCCESS;
        ++(isValid ? valid : broken);
        if (text.find('\n') == std::string::npos) {
            EXPECT_EQ(readAs("jsonl", text)->problems().empty(), isValid) << text;
        }
        EXPECT_EQ(readAs("json", text)->problems().empty(), isValid) << text;
    }
    EXPECT_GT(valid, 500);
    EXPECT_GT(broken, 500);
}

TEST(Csv, RowsGoOnInsideQuotes)
{
    const auto document = readAs("csv", "name,says\nAnn,\"Hello,\nyou \"\"there\"\"\"\n\nBob,\"Bye\"\n");
    EXPECT_THAT(blocksOf(*document),
                ElementsAre("table: name,says\nAnn,\"Hello,\nyou \"\"there\"\"\"\n\nBob,\"Bye\"",
                            "table_header: name,says", "table_row: Ann,\"Hello,\nyou \"\"there\"\"\"",
                            "table_row: Bob,\"Bye\""));
    EXPECT_THAT(document->problems(), IsEmpty());
}

TEST(Csv, AQuoteThatIsNeverClosedEndsWithItsLine)
{
    const auto document = readAs("csv", "a,b\n1,\"2\n3,\"4\n5,6\n");
    // the first quote is closed by the second, which is not at a field's end: text behind it goes on to the line's end
    EXPECT_THAT(blocksOf(*document),
                ElementsAre(::testing::_, "table_header: a,b", "table_row: 1,\"2\n3,\"4", "table_row: 5,6"));
    const auto open = readAs("csv", "a,b\n1,\"2\n5,6\n");
    ASSERT_EQ(open->problems().size(), 1U);
    EXPECT_EQ(open->problems()[0].message,
              "A quote is opened in line 2 (byte 4) and never closed, so that row ends with its line.");
    EXPECT_EQ(problemOf("csv", "a,b\n1,\"2\n5,6\n\n7,\"8"), "");
    EXPECT_THAT(blocksOf(*open), ElementsAre(::testing::_, "table_header: a,b", "table_row: 1,\"2", "table_row: 5,6"));
}

TEST(Csv, OptionsSayWhatTheFileDoesNot)
{
    ParameterValues options;
    options.set("header", false);
    options.set("delimiter", std::string("bar"));
    EXPECT_THAT(blocksOf(*readAs("csv", "1|2\n3|4", options)),
                ElementsAre(::testing::_, "table_row: 1|2", "table_row: 3|4"));
    options.set("delimiter", std::string("colon"));
    DocumentSource source;
    source.formatOptions = options;
    const auto refused = readDocument("d", "1", std::move(source), *findFormat("csv"), {});
    ASSERT_TRUE(refused.hasError());
    EXPECT_EQ(refused.error().subject, "delimiter");
}

TEST(Formats, AreToldByContentWhereTheNameSaysNothing)
{
    EXPECT_EQ(formatOf("", "{\"a\":1}\n{\"a\":2}\n").id, "jsonl");
    EXPECT_EQ(formatOf("", "{\n  \"a\": 1\n}\n").id, "json");
    EXPECT_EQ(formatOf("", "a;b\n1;2\n3;4\n5;6\n7;8\n").id, "csv");
    EXPECT_EQ(formatOf("", "One, two.\nThree, four.\nFive.\nSix, seven, eight.\nNine.\nTen.\n").id, "text");
    const std::string verse = "Roses are red; violets are blue.\nSugar is sweet; and so are you.\n"
                              "Winter is white; summer is green.\nSpring is the best; that I have seen.\n"
                              "Autumn is brown; leaves on the ground.\n";
    EXPECT_EQ(formatOf("verse.txt", verse).id, "text");
    const std::string news = "Apr 08, 2022: version 3.6 released\n\nFeb 09, 2022: version 3.5 released\n\n"
                             "Aug 22, 2021: version 3.4 released\n\nDec 01, 2020: version 3.3 released\n";
    EXPECT_EQ(formatOf("NEWS", news).id, "text");
    EXPECT_EQ(formatOf("", "question;answer\nWhy?;So.\nHow?;Thus.\nWhen?;Now.\nWho?;You.\nWhere?;Here.\n").id, "csv");
    EXPECT_EQ(formatOf("", "name, age\nAnn, 30\nBob, 31\nCy, 32\nDi, 33\nEd, 34\n").id, "csv");
    EXPECT_EQ(formatOf("", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n").id, "subtitles");
    EXPECT_EQ(formatOf("x.txt", "1\n00:00:01,000 --> 00:00:02,000\nHi\n").id, "subtitles");
    EXPECT_EQ(formatOf("", "Ann: Hi.\nBob: Hi.\nAnn: So?\nBob: So.\nAnn: Well.\nBob: Well.\n").id, "transcript");
    EXPECT_EQ(formatOf("", "Note: this.\nThen go on.\nWarning: that.\nMore of it.\nAnd so on.\nStill.\n").id, "text");
    EXPECT_EQ(formatOf("data.csv", "no comma at all").id, "csv");
}

TEST(Subtitles, TimesAreReadInAllTheirForms)
{
    using subtitles::cueTimesOf;
    EXPECT_EQ(cueTimesOf("00:01:02,500 --> 01:01:04,000")->beginMilliseconds, 62'500U);
    EXPECT_EQ(cueTimesOf("00:01:02,500 --> 01:01:04,000")->endMilliseconds, 3'664'000U);
    EXPECT_EQ(cueTimesOf(" 01:02.5-->1:03 align:start")->beginMilliseconds, 62'500U);
    EXPECT_EQ(cueTimesOf("00:00:00.1234 --> 00:00:01")->beginMilliseconds, 123U);
    for (const char *line : {"", "5 --> 6", "a --> b", "00:01 -> 00:02", "00:01 -->", "00:01:02:03 --> 00:02"})
        EXPECT_FALSE(cueTimesOf(line)) << line;
    EXPECT_EQ(subtitles::timeLabel(3'664'999), "1:01:04");
}

TEST(Subtitles, CuesBecomeTurnsWithTimesAsPages)
{
    const auto document = readAs("subtitles",
                                 "1\n00:00:01,000 --> 00:00:02,000\n<i>The harbour</i>\nis {\\an8}closed.\n\n"
                                 "2\n00:00:02,500 --> 00:00:04,000\nUntil noon &amp; later.\n\n"
                                 "3\n00:00:09,000 --> 00:00:10,000\n- Why?\n- Fog.\n\n"
                                 "4\n00:00:11,000 --> 00:00:12,000\nMILES: It lifts.\n");
    EXPECT_EQ(document->text(), "The harbour is closed. Until noon & later.\n- Why?\n- Fog.\nMILES: It lifts.");
    EXPECT_THAT(blocksOf(*document),
                ElementsAre("turn: The harbour is closed. Until noon & later.", "turn: - Why?", "turn: - Fog.",
                            "turn: MILES: It lifts."));
    std::vector<std::string> labels;
    for (const SourceMap::Page &page : document->sourceMap()->pages())
        labels.push_back(page.label);
    EXPECT_THAT(labels, ElementsAre("0:00:01", "0:00:09", "0:00:09", "0:00:11"));
    const std::size_t ampersand = document->text().find('&');
    EXPECT_THAT(document->sourceMap()->sourcesOf({ampersand, ampersand + 1}), ElementsAre(SourceRange{0, 112, 117}));
}

TEST(Subtitles, VoicesNotesAndNamesOfCuesAreKnown)
{
    const auto document = readAs("subtitles",
                                 "WEBVTT - a talk\n\nNOTE\nnot said\n\nSTYLE\n::cue { }\n\n"
                                 "intro\n00:01.000 --> 00:02.000 align:start\n<v Ann Lee>Hello <b>you</b>.\n\n"
                                 "00:02.000 --> 00:03.000\n<v Ann Lee>Again.\n\n"
                                 "00:03.000 --> 00:04.000\n<v.loud Bob>3 < 4 &lt; 5\n");
    EXPECT_EQ(document->text(), "Ann Lee: Hello you. Again.\nBob: 3 < 4 < 5");
}

TEST(Subtitles, NoLineOfSpeechIsLost)
{
    const auto document = readAs("subtitles",
                                 "Loose\n\n1\n00:00:01,000 --> 00:00:02,000\nOne\n\ntwo\n\n\n"
                                 "2\n00:00:02,000 --> 00:00:03,000\nthree\n");
    EXPECT_EQ(document->text(), "Loose One two three");
    const auto none = readAs("subtitles", "Nothing timed\nat all\n");
    EXPECT_EQ(none->text(), "Nothing timed at all");
    EXPECT_EQ(none->problems().size(), 1U);
}

/// Each took minutes when a search went on past the line or the record. None of it is lost or split otherwise.
TEST(RecordFormats, ManyShortRecordsAndMarksAreReadInOneGo)
{
    std::string cues = "WEBVTT\n\n";
    for (int i = 0; i < 100'000; ++i)
        cues += "00:01.000 --> 00:02.000\nx\n\n";
    const auto document = readAs("subtitles", cues);
    EXPECT_EQ(document->text().size(), 2U * 100'000 - 1);

    const std::size_t marks = 300'000;
    for (const std::string unit : {"<c.", "{\\a", "< ", "{"}) {
        std::string line;
        for (std::size_t i = 0; i < marks; ++i)
            line += unit;
        const std::string open = "WEBVTT\n\n00:01.000 --> 00:02.000\n" + line;
        EXPECT_EQ(readAs("subtitles", open + "x\n")->text(), line + 'x');
        EXPECT_EQ(readAs("subtitles", open + "x\n<i>y</i> {\\b1}z\n")->text(), line + "x y z") << unit;
    }

    std::string records = "[";
    for (int i = 0; i < 200'000; ++i)
        records += "{\"a\":1},";
    records.back() = ']';
    const auto json = readAs("json", records);
    const auto segmentation = segmentBlocks(*json, {}, SentenceRule::TerminatorThenOpener);
    ASSERT_TRUE(segmentation.hasValue());
    EXPECT_GE((*segmentation)->units.size(), 200'000U);
}

TEST(Transcripts, RecordsOfNamedFieldsAreNone)
{
    const std::string record = "Files: *\nCopyright: 2001 Ann\nLicense: MIT\n\n";
    EXPECT_EQ(formatOf("copyright", record + record + record).id, "text");
    EXPECT_EQ(formatOf("", "Files: *\nLicense: MIT\n\n" + record + record + record).id, "text");
    // where somebody speaks again before the blank line, or two by turns, it is one
    EXPECT_EQ(formatOf("", record + record + record + "Files: *\nLicense: MIT\nFiles: a\n").id, "transcript");
    EXPECT_EQ(formatOf("", "Q: Why?\nA: So.\n\nQ: How?\nA: Thus.\n\nQ: When?\nA: Now.\n").id, "transcript");
    EXPECT_EQ(formatOf("",
                       "Ann: Hi.\nBob: Hi.\nEve: Hi.\n\nAnn: So?\n\nBob: So.\n\nEve: No.\n\nAnn: Oh.\n\n"
                       "Bob: Well.\n\nEve: Well.\n")
                  .id,
              "transcript");
}

TEST(Transcripts, ATurnGoesOnToTheNextSpeaker)
{
    const auto document
        = readAs("transcript", "Harbour talk\n\nAnn: One.\nMore of one.\n\n[00:10] Bob Lee: Two.\nann: no name\n");
    EXPECT_THAT(blocksOf(*document),
                ElementsAre("paragraph: Harbour talk", "turn: Ann: One.\nMore of one.",
                            "turn: [00:10] Bob Lee: Two.\nann: no name"));
}

TEST(RecordsStrategy, MakesAChunkOfEachRecord)
{
    EXPECT_THAT(chunksOf(readAs("jsonl", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n"), 5),
                ElementsAre("{\"a\": 1}", "{\"a\": 2}", "{\"a\": 3}"));
    EXPECT_THAT(chunksOf(readAs("jsonl", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n"), 5, true),
                ElementsAre("{\"a\": 1}\n{\"a\": 2}", "{\"a\": 3}"));
    EXPECT_THAT(chunksOf(readAs("csv", "name,says\nAnn,hi\nBob,bye\n"), 5),
                ElementsAre("name,says\nAnn,hi", "Bob,bye"));
    EXPECT_THAT(chunksOf(readAs("transcript", "Ann: One two three.\nBob: Four. Five six.\n"), 3),
                ElementsAre("Ann: One two", "three.", "Bob: Four.", "Five six."));
}

TEST(RecordsStrategy, RowsGetTheirTablesHeaderWhenAsked)
{
    const auto document = readAs("csv", "name,says\nAnn,hi\nBob,bye\nCarl,so long\n");
    for (const std::size_t max : {std::size_t{2}, std::size_t{3}, std::size_t{50}}) {
        ChunkingSetup setup{.strategy = "records", .tokenizer = "words", .max = max, .overlap = 0};
        setup.parameters.set("repeat-table-header", true);
        const auto chunks = chunkDocument(document, setup);
        std::vector<std::string> embedded;
        for (std::size_t i = 0; i < chunks->size(); ++i) {
            embedded.push_back(chunks->prefix(i) + std::string(chunks->text(i)));
            EXPECT_LE(chunks->chunks()[i].embeddedTokens(), max);
        }
        if (max == 2) // "so long" leaves no room for the header beside it
            EXPECT_THAT(
                embedded,
                ElementsAre("name,says\nAnn,hi", "name,says\nBob,bye", "name,says\nCarl,so", "name,says\nlong"));
        else
            EXPECT_THAT(embedded, ElementsAre("name,says\nAnn,hi", "name,says\nBob,bye", "name,says\nCarl,so long"));
    }
}

TEST(RecordsStrategy, ARecordOverMaxIsCutAtItsLines)
{
    EXPECT_THAT(chunksOf(readAs("json", "[{\n\"a\": 1,\n\"b\": 2,\n\"c\": 3\n}, {\"a\": 1}]"), 4),
                ElementsAre("[{\n\"a\": 1,", "\"b\": 2,\n\"c\": 3", "},", "{\"a\": 1}]"));
}

} // namespace cw::testing
