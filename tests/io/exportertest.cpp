// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportsupport.h"
#include "formats/format.h"
#include "io/configjson.h"
#include "io/documentloader.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <QBuffer>
#include <QCryptographicHash>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw {
namespace {

using namespace test;
using ::testing::HasSubstr;

struct Span
{
    std::size_t begin = 0;
    std::size_t end = 0;
    bool operator==(const Span &) const = default;
};

Span spanAt(const rapidjson::Value &value)
{
    EXPECT_EQ(value.Size(), 2U);
    return {value[0].GetUint64(), value[1].GetUint64()};
}

/// Decodes without our OffsetMap, character by character.
std::u32string toUtf32(std::string_view text)
{
    const auto decoded = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUcs4();
    return {decoded.begin(), decoded.end()};
}

std::string toUtf8(std::u32string_view text)
{
    return QString::fromUcs4(text.data(), static_cast<qsizetype>(text.size())).toStdString();
}

/// Checks one exported object against the document it came from, by nothing but its own fields.
void checkAgainstDocument(const rapidjson::Value &chunk, std::string_view source)
{
    const std::string text = stringAt(chunk["text"]);
    ASSERT_EQ(chunk["spans"].Size(), 1U);
    const rapidjson::Value &span = chunk["spans"][0];
    const Span byte = spanAt(span["byte"]);
    const Span codePoint = spanAt(span["cp"]);
    const Span utf16 = spanAt(span["utf16"]);
    const std::string slice(source.substr(byte.begin, byte.end - byte.begin));

    const std::u32string wide = toUtf32(source);
    EXPECT_EQ(toUtf8(std::u32string_view(wide).substr(codePoint.begin, codePoint.end - codePoint.begin)), slice);
    const QString units = QString::fromUtf8(source.data(), static_cast<qsizetype>(source.size()));
    EXPECT_EQ(
        units.mid(static_cast<qsizetype>(utf16.begin), static_cast<qsizetype>(utf16.end - utf16.begin)).toStdString(),
        slice);

    if (chunk["contiguous"].GetBool()) {
        EXPECT_EQ(text, slice);
        EXPECT_FALSE(chunk.HasMember("pieces"));
    } else {
        std::string joined;
        for (const auto &piece : chunk["pieces"].GetArray()) {
            const Span range = spanAt(piece["byte"]);
            EXPECT_LE(byte.begin, range.begin);
            EXPECT_LE(range.end, byte.end);
            joined += (joined.empty() ? "" : " ") + std::string(source.substr(range.begin, range.end - range.begin));
        }
        EXPECT_EQ(text, joined);
    }
    EXPECT_EQ(
        stringAt(chunk["content_sha256"]),
        QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().toStdString());
}

const std::string mixedText = "e\u0301a one two. \U0001F469\u200D\U0001F467 ok ok three. Four five six.\r\n\r\n"
                              "Zwölf \"Wörter\" \\ hier.\tTab. Go. Run on. Stop it.\nSo be it then. 漢字が 好き です。 "
                              "Last\u2028one\u0085two.\x7F End of it.";

TEST(Exporter, EveryChunkAnswersForItself)
{
    const auto document = Document::fromText("a \"quoted\" id", mixedText);
    for (const char *join : {"source", "space"}) {
        RunConfig config = smallConfig();
        config.parameters.set("join", std::string(join));
        const auto snapshot = snapshotOf({document}, config);
        const std::vector<std::string> lines = linesOf(exported("jsonl", {snapshot, {}, true, {}}));
        ASSERT_EQ(lines.size(), snapshot->chunkCount);
        ASSERT_GT(lines.size(), 3U);
        std::string previousId;
        Span previous;
        std::uint64_t promisedBytes = 0;
        std::uint64_t promisedTokens = 0;
        std::uint64_t overlaps = 0;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const rapidjson::Document chunk = parsed(lines[i]);
            checkAgainstDocument(chunk, mixedText);
            EXPECT_EQ(stringAt(chunk["doc_id"]), "a \"quoted\" id");
            EXPECT_EQ(chunk["index"].GetUint64(), i);
            EXPECT_EQ(chunk["count"].GetUint64(), lines.size());
            EXPECT_EQ(stringAt(chunk["join"]), join);
            EXPECT_EQ(chunk["prev_id"].IsNull(), i == 0);
            EXPECT_EQ(chunk["next_id"].IsNull(), i + 1 == lines.size());
            if (i > 0) {
                EXPECT_EQ(stringAt(chunk["prev_id"]), previousId);
            }
            const Span span = spanAt(chunk["spans"][0]["byte"]);
            const rapidjson::Value &overlap = chunk["overlap"];
            EXPECT_EQ(overlap["prev_bytes"].GetUint64(), previous.end > span.begin ? previous.end - span.begin : 0);
            EXPECT_EQ(overlap["prev_bytes"].GetUint64(), promisedBytes);
            EXPECT_EQ(overlap["prev_tokens"].GetUint64(), promisedTokens);
            promisedBytes = overlap["next_bytes"].GetUint64();
            promisedTokens = overlap["next_tokens"].GetUint64();
            overlaps += promisedBytes > 0;
            previous = span;
            previousId = stringAt(chunk["id"]);
            EXPECT_THAT(previousId,
                        ::testing::MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-"
                                                "[0-9a-f]{12}"));
        }
        EXPECT_EQ(promisedBytes, 0U);
        EXPECT_GT(overlaps, 0U) << "the text must make overlaps, or nothing was tested";
    }
}

TEST(Exporter, LinesCannotBeBroken)
{
    RunConfig config = smallConfig();
    config.parameters.set("join", std::string("source"));
    const auto snapshot = snapshotOf({Document::fromText("d", mixedText)}, config);
    const std::string json = exported("jsonl", {snapshot, {}, true, {}});
    for (const char *breaker : {"\r", "\t", "\x7F", "\u0085", "\u2028", "\u2029"})
        EXPECT_EQ(json.find(breaker), std::string::npos);
    for (const char *escape : {R"(\u2028)", R"(\u0085)", R"(\u007f)", R"(\t)"})
        EXPECT_NE(json.find(escape), std::string::npos) << escape;
}

TEST(Exporter, NulIsKept)
{
    const std::string text("x\0y. Z.", 7);
    RunConfig config = smallConfig();
    config.max = 1;
    config.overlap = 0;
    const auto lines = linesOf(exported("jsonl", {snapshotOf({Document::fromText("d", text)}, config), {}, true, {}}));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_THAT(lines[0], HasSubstr(R"("text":"x\u0000y.")"));
    const rapidjson::Document second = parsed(lines[1]);
    EXPECT_EQ(spanAt(second["spans"][0]["cp"]), (Span{5, 7}));
    EXPECT_EQ(spanAt(second["spans"][0]["utf16"]), (Span{5, 7}));
    EXPECT_EQ(spanAt(second["spans"][0]["byte"]), (Span{5, 7}));
}

TEST(Exporter, LinesAreThoseOfTheSource)
{
    // Field report OF-10: repeated lines must not get each other's numbers.
    const auto document = Document::fromText("d", "same line\nsame line\nsame line\nsame line\n");
    RunConfig config = defaultConfig("recursive-character", "characters");
    config.max = 20;
    config.overlap = 5;
    const auto lines = linesOf(exported("jsonl", {snapshotOf({document}, config), {}, true, {}}));
    ASSERT_EQ(lines.size(), 2U);
    for (const std::string &line : lines)
        EXPECT_EQ(stringAt(parsed(line)["text"]), "same line\nsame line");
    EXPECT_EQ(spanAt(parsed(lines[0])["spans"][0]["line"]), (Span{1, 2}));
    EXPECT_EQ(spanAt(parsed(lines[1])["spans"][0]["line"]), (Span{3, 4}));
}

TEST(Exporter, OffsetsAreThoseOfTheDecodedBytes)
{
    struct
    {
        const char *name;
        std::string bytes;
        std::string text;
        Span byte, codePoint, utf16;
    } const cases[]{
        {"OF-04d", "e\u0301a. B.", "B.", {6, 8}, {5, 7}, {5, 7}},
        {"OF-04e",
         "\U0001F469\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466 ok. Fin.",
         "Fin.",
         {30, 34},
         {12, 16},
         {16, 20}},
        {"OF-05", "A b.\r\n\r\nC d.", "C d.", {8, 12}, {8, 12}, {8, 12}},
        {"OF-06", "\xEF\xBB\xBF# T\nBody one.\n\nBody.", "Body.", {15, 20}, {15, 20}, {15, 20}},
        {"OF-01", "Keep dry.\nUse.\nKeep dry.", "Keep dry.", {15, 24}, {15, 24}, {15, 24}},
    };
    RunConfig config = defaultConfig("sentence-window", "words");
    config.max = 1;
    config.overlap = 0;
    for (const auto &c : cases) {
        const auto document = decodeDocument(QByteArray::fromStdString(c.bytes), QStringLiteral("d"), {});
        ASSERT_TRUE(document);
        const auto lines = linesOf(exported("jsonl", {snapshotOf({*document}, config), {}, true, {}}));
        const rapidjson::Document last = parsed(lines.back());
        EXPECT_EQ(stringAt(last["text"]), c.text) << c.name;
        EXPECT_EQ(spanAt(last["spans"][0]["byte"]), c.byte) << c.name;
        EXPECT_EQ(spanAt(last["spans"][0]["cp"]), c.codePoint) << c.name;
        EXPECT_EQ(spanAt(last["spans"][0]["utf16"]), c.utf16) << c.name;
    }
}

/// Every strategy, every join: what was exported is what the document holds.
TEST(Exporter, EveryStrategyAnswersForItsChunks)
{
    std::string text;
    for (int i = 0; i < 4; ++i)
        text += mixedText + "\n\n";
    const auto document = Document::fromText("d", text);
    for (const StrategyDescriptor *strategy : strategies()) {
        for (const TokenizerDescriptor *tokenizer : tokenizers()) {
            for (const char *join : {"source", "space"}) {
                RunConfig config = defaultConfig(strategy->id, tokenizer->id);
                config.max = 5;
                config.overlap = 2;
                config.parameters.set("join", std::string(join));
                if (!checkConfig(config))
                    continue;
                const auto lines = linesOf(exported("jsonl", {snapshotOf({document}, config), {}, true, {}}));
                ASSERT_FALSE(lines.empty());
                const auto loaded = tokenizer->create();
                ASSERT_TRUE(loaded);
                for (const std::string &line : lines) {
                    const rapidjson::Document chunk = parsed(line);
                    checkAgainstDocument(chunk, text);
                    EXPECT_EQ(chunk["tokens"]["text"].GetUint64(), (*loaded)->count(stringAt(chunk["text"])))
                        << strategy->id << " " << tokenizer->id;
                }
            }
        }
    }
}

TEST(Exporter, JsonHoldsTheSameChunksAndSaysWhereTheyComeFrom)
{
    DocumentSource source;
    source.path = "docs/b.txt";
    source.encoding = "windows-1252";
    source.encodingIsGuess = true;
    source.newline = NewlineStyle::CrLf;
    source.sourceBytes = 7;
    source.sha256 = std::string(64, 'a');
    source.replacedSequences = 2;
    const Documents documents{Document::fromText("a", "One two. Three."), Document::create("b", "Four.\r\n", source)};
    const auto snapshot = snapshotOf(documents, smallConfig());
    const std::string json = exported("json", {snapshot, {}, true, {}});
    EXPECT_TRUE(json.ends_with("]}\n"));
    const rapidjson::Document root = parsed(json);
    EXPECT_EQ(stringAt(root["schema"]), "chunk-export/1");
    EXPECT_EQ(stringAt(root["tool"]["name"]), "chunkwright");
    EXPECT_EQ(stringAt(root["config_fingerprint"]), configFingerprint(snapshot->config)->toStdString());
    EXPECT_THAT(json, HasSubstr("\"config\":" + configToCompactJson(snapshot->config)->toStdString() + ","));

    ASSERT_EQ(root["documents"].Size(), 2U);
    // printf 'One two. Three.' | sha256sum
    EXPECT_EQ(stringAt(root["documents"][0]["sha256"]),
              "320a12fbbc9e2e9354f7edd202237da2d5c553cc6f74188205dc621f2d7057bd");
    const rapidjson::Value &second = root["documents"][1];
    EXPECT_EQ(stringAt(second["doc_id"]), "b");
    EXPECT_EQ(stringAt(second["path"]), "docs/b.txt");
    EXPECT_EQ(stringAt(second["sha256"]), std::string(64, 'a'));
    EXPECT_EQ(second["bytes"].GetUint64(), 7U);
    EXPECT_EQ(stringAt(second["encoding"]), "windows-1252");
    EXPECT_TRUE(second["encoding_guess"].GetBool());
    EXPECT_FALSE(second["bom"].GetBool());
    EXPECT_EQ(stringAt(second["newline"]), "crlf");
    EXPECT_EQ(second["replaced"].GetUint64(), 2U);

    ASSERT_EQ(root["chunks"].Size(), snapshot->chunkCount);
    const auto lines = linesOf(exported("jsonl", {snapshot, {}, true, {}}));
    for (unsigned i = 0; i < root["chunks"].Size(); ++i)
        EXPECT_EQ(stringAt(root["chunks"][i]["id"]), stringAt(parsed(lines[i])["id"]));
}

TEST(Exporter, ChunksSayUnderWhichHeadingsTheyBegin)
{
    const auto document
        = *readDocument("d.md",
                        "Intro.\n\n# Home\n\n## 9/5 *Desk*\n\nRing us.\n\n- a\n- b\n\n# \"Quoted\" C#\n\n"
                        "| x | y |\n|---|---|\n| 1 | 2 |\n",
                        {}, std::stop_token());
    RunConfig config = defaultConfig("structured", "words");
    config.max = 30;
    const auto lines = linesOf(exported("jsonl", {snapshotOf({document}, config), {}, true, {}}));
    std::vector<std::string> found;
    for (const std::string &line : lines) {
        const std::size_t begin = line.find("\"headings\"");
        found.push_back(line.substr(begin, line.find(",\"audits\"") - begin));
    }
    EXPECT_THAT(
        found,
        ::testing::ElementsAre(
            R"("headings":[],"heading_levels":[],"heading_path":"","kinds":["paragraph"])",
            R"("headings":["Home"],"heading_levels":[1],"heading_path":"Home","kinds":["heading","paragraph","list"])",
            R"("headings":["\"Quoted\" C#"],"heading_levels":[1],"heading_path":"\"Quoted\" C#","kinds":["heading","table"])"));

    config = defaultConfig("recursive-sentence", "words");
    config.max = 6;
    config.overlap = 0;
    const auto chunks = parsed(exported("json", {snapshotOf({document}, config), {}, true, {}}));
    EXPECT_EQ(stringAt(chunks["documents"][0]["format"]), "markdown");
    std::vector<std::string> paths;
    for (const auto &chunk : chunks["chunks"].GetArray())
        paths.emplace_back(stringAt(chunk["heading_path"]));
    EXPECT_THAT(paths, ::testing::Contains("Home > 9/5 Desk"));
}

TEST(Exporter, ChunksSayOnWhichPagesTheyAreAndWhereInTheFile)
{
    SourceMapBuilder map;
    map.beginPage("i");
    map.copy("One two.", map.part("page 1"), 5);
    map.insert("\n\n");
    map.beginPage("ii");
    map.copy("Three", map.part("page 2"), 0);
    map.insert(" ");
    map.replace("fi.", map.part("page 2"), 6, 8);
    DocumentParts parts;
    parts.sourceMap = map.build();
    parts.text = map.takeText();
    parts.problems = {{"Left out a header.", {10, 10}, ProblemSeverity::Note}, {"A page has no text.", {}}};
    const auto document = Document::create("d", std::move(parts), {});
    RunConfig config = defaultConfig("page", "words");
    const auto all = parsed(exported("json", {snapshotOf({document}, config), {}, true, {}}));
    ASSERT_EQ(all["chunks"].Size(), 2U);
    const rapidjson::Value &second = all["chunks"][1];
    EXPECT_EQ(second["page"].GetInt(), 2);
    EXPECT_EQ(stringAt(second["page_label"]), "ii");
    EXPECT_EQ(spanAt(second["pages"]), (Span{2, 2}));
    ASSERT_EQ(second["source"].Size(), 1U);
    EXPECT_EQ(stringAt(second["source"][0]["part"]), "page 2");
    EXPECT_EQ(spanAt(second["source"][0]["byte"]), (Span{0, 8}));
    EXPECT_EQ(stringAt(all["documents"][0]["problems"][0]["message"]), "Left out a header.");
    EXPECT_EQ(spanAt(all["documents"][0]["problems"][0]["byte"]), (Span{10, 10}));
    EXPECT_EQ(stringAt(all["documents"][0]["problems"][0]["severity"]), "note");
    EXPECT_EQ(stringAt(all["documents"][0]["problems"][1]["severity"]), "warning");

    config.parameters.set("pages", std::string("together"));
    const auto one = parsed(exported("json", {snapshotOf({document}, config), {}, true, {}}));
    ASSERT_EQ(one["chunks"].Size(), 1U);
    EXPECT_EQ(spanAt(one["chunks"][0]["pages"]), (Span{1, 2}));
    EXPECT_EQ(one["chunks"][0]["source"].Size(), 2U);

    const auto feeds = Document::fromText("f", "One.\fTwo.");
    const auto lines = parsed(exported("json", {snapshotOf({feeds}, defaultConfig("page", "words")), {}, true, {}}));
    EXPECT_EQ(lines["chunks"][1]["page"].GetInt(), 2);
    EXPECT_FALSE(lines["chunks"][1].HasMember("source"));
    const auto plain = Document::fromText("p", "One. Two.");
    EXPECT_FALSE(parsed(exported("json", {snapshotOf({plain}, config), {}, true, {}}))["chunks"][0].HasMember("page"));
}

TEST(Exporter, PrefixesStandBesideTheText)
{
    const auto document = *readDocument("d.md",
                                        "# Guide\n\n## Install\n\n"
                                        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n",
                                        {}, std::stop_token());
    RunConfig config = defaultConfig("structured", "words");
    config.max = 24;
    config.parameters.set("prefix", std::string("heading-path"));
    config.parameters.set("repeat-table-header", true);
    const auto chunks = parsed(exported("json", {snapshotOf({document}, config), {}, true, {}}));
    ASSERT_EQ(chunks["chunks"].Size(), 2U);
    const auto &first = chunks["chunks"][0];
    EXPECT_EQ(stringAt(first["prefix"]), "");
    EXPECT_FALSE(first.HasMember("embed_text"));
    EXPECT_FALSE(first["tokens"].HasMember("embed_text"));
    const auto &second = chunks["chunks"][1];
    EXPECT_EQ(stringAt(second["text"]), "| 5 | 6 |");
    EXPECT_EQ(stringAt(second["prefix"]), "Guide > Install\n\n| a | b |\n|---|---|\n");
    EXPECT_EQ(stringAt(second["embed_text"]), "Guide > Install\n\n| a | b |\n|---|---|\n| 5 | 6 |");
    EXPECT_EQ(second["tokens"]["text"].GetInt(), 5);
    EXPECT_EQ(second["tokens"]["embed_text"].GetInt(), 3 + 6 + 5);
    EXPECT_TRUE(second["contiguous"].GetBool());
    EXPECT_EQ(stringAt(second["heading_path"]), "Guide > Install");
}

TEST(Exporter, NothingToExportIsStillValid)
{
    const auto none = snapshotOf({}, smallConfig());
    EXPECT_EQ(exported("jsonl", {none, {}, true, {}}), "");
    EXPECT_EQ(parsed(exported("json", {none, {}, true, {}}))["chunks"].Size(), 0U);
    const auto blank = snapshotOf({Document::fromText("d", "")}, smallConfig());
    EXPECT_EQ(exported("jsonl", {blank, {}, true, {}}), "");
    EXPECT_EQ(parsed(exported("json", {blank, {}, true, {}}))["documents"].Size(), 1U);
}

TEST(Exporter, SelectedDocumentsGiveTheSameLines)
{
    const Documents documents{Document::fromText("a", "One two. Three."), Document::fromText("b", "Four. Five six.")};
    const auto snapshot = snapshotOf(documents, smallConfig());
    const std::string first = exported("jsonl", {snapshot, {0}, true, {}});
    const std::string second = exported("jsonl", {snapshot, {1}, true, {}});
    EXPECT_FALSE(second.empty());
    EXPECT_EQ(exported("jsonl", {snapshot, {}, true, {}}), first + second);
    EXPECT_EQ(exported("jsonl", {snapshot, {1, 0}, true, {}}), second + first);
    EXPECT_EQ(parsed(exported("json", {snapshot, {1}, true, {}}))["documents"].Size(), 1U);
}

TEST(Exporter, AuditsAreThoseOfTheRun)
{
    const Documents documents{Document::fromText("a", "See above. This is it."),
                              Document::fromText("b", "See above. That is it.")};
    RunConfig config = smallConfig();
    config.max = 3;
    config.overlap = 0;
    const auto snapshot = snapshotOf(documents, config);
    ASSERT_FALSE(snapshot->audit.findings.empty());
    const rapidjson::Document root = parsed(exported("json", {snapshot, {}, true, {}}));
    std::vector<std::string> found;
    for (const auto &chunk : root["chunks"].GetArray()) {
        for (const auto &audit : chunk["audits"].GetArray())
            found.push_back(stringAt(chunk["doc_id"]) + "/" + std::to_string(chunk["index"].GetUint64()) + " "
                            + stringAt(audit["id"]) + " " + stringAt(audit["severity"]) + " "
                            + std::to_string(spanAt(audit["byte"]).begin));
    }
    std::vector<std::string> expected;
    for (const Finding &finding : snapshot->audit.findings)
        expected.push_back(documents[finding.document]->id() + "/" + std::to_string(finding.chunk) + " "
                           + std::string(rules()[finding.rule]->id) + " " + std::string(severityId(finding.severity))
                           + " " + std::to_string(finding.where.begin));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(exported("jsonl", {snapshot, {}, false, {}}).find("\"audits\""), std::string::npos);
}

TEST(Exporter, IdsFollowTheContentAndTheConfigurationOnly)
{
    const auto idOf = [](const char *id, const char *text, std::int64_t max) {
        RunConfig config = smallConfig();
        config.max = max;
        return stringAt(
            parsed(exported("jsonl", {snapshotOf({Document::fromText(id, text)}, config), {}, true, {}}))["id"]);
    };
    ASSERT_EQ(engineAbi, "chunkwright-core/1 unicode=16.0") << "compute the value below anew";
    // Python: uuid5(namespace, "a\n" + sha256("One.") + "\n0-4\n" + fingerprint)
    const std::string base = idOf("a", "One.", 8);
    EXPECT_EQ(base, "ebd6d5e8-cb2b-5058-935c-8c1598504424");
    EXPECT_NE(idOf("b", "One.", 8), base);
    EXPECT_NE(idOf("a", "Two.", 8), base);
    EXPECT_NE(idOf("a", "One.", 7), base);
}

/// A snapshot whose only chunk is set by hand.
std::shared_ptr<const RunSnapshot> forged(const std::string &text, Chunk chunk)
{
    const auto document = Document::fromText("forged.txt", text);
    auto segmentation = std::make_shared<Segmentation>();
    segmentation->emitted = EmittedText::fromSource(*document);
    auto snapshot = std::make_shared<RunSnapshot>();
    snapshot->config = smallConfig();
    snapshot->documents = {document};
    snapshot->chunkSets = {std::make_shared<const ChunkSet>(document, segmentation, std::vector{chunk})};
    snapshot->chunkCount = 1;
    return snapshot;
}

TEST(Exporter, RefusesToWriteALie)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    Chunk chunk;
    chunk.source = {0, 4};
    chunk.emit = {5, 9};
    auto written = findExporter("jsonl")->write({forged("One. Two.", chunk), {}, true, {}}, buffer, {});
    ASSERT_TRUE(written.hasError());
    EXPECT_EQ(written.error().code, ErrorCode::Internal);
    EXPECT_THAT(written.error().message, HasSubstr("Chunk 0 of forged.txt"));
    EXPECT_EQ(buffer.size(), 0);

    chunk.source = chunk.emit = {0, 1}; // inside é
    written = findExporter("jsonl")->write({forged("é", chunk), {}, true, {}}, buffer, {});
    ASSERT_TRUE(written.hasError());
    EXPECT_EQ(written.error().code, ErrorCode::Internal);
    EXPECT_EQ(buffer.size(), 0);

    chunk.source = chunk.emit = {0, 2};
    EXPECT_TRUE(findExporter("jsonl")->write({forged("é", chunk), {}, true, {}}, buffer, {}).hasValue());
}

} // namespace
} // namespace cw
