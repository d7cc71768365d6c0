// SPDX-License-Identifier: GPL-3.0-or-later
// What exports say of texts that are returned for chunks: parents as records of their own, neighbours with the chunk.
#include "exportsupport.h"
#include "io/configjson.h"
#include "run/returning.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace cw {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// sentences at [0,6) [7,11) [12,18) [19,23) [24,30) [31,35) [36,42), of 3, 2, 3, 2, 3, 2 and 3 words
const char *const sentences = "A b c. D e. F g h. I j. K l m. N o. P q r.";

RunConfig parentConfig()
{
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = 5;
    config.overlap = 3;
    config.returned.kind = ReturnedKind::Parent;
    config.returned.parentMax = 8;
    return config;
}

std::string byteRange(const rapidjson::Value &record)
{
    const auto &byte = record["spans"][0]["byte"];
    return std::to_string(byte[0].GetUint64()) + "-" + std::to_string(byte[1].GetUint64());
}

TEST(ReturnedExport, ParentsComeBeforeTheirChunks)
{
    ASSERT_EQ(engineAbi, "chunkwright-core/1 unicode=16.0") << "compute the ids below anew";
    const auto snapshot = snapshotOf({Document::fromText("d", sentences)}, parentConfig());
    std::vector<std::string> lines;
    for (const std::string &line : linesOf(exported("jsonl", {snapshot, {}, false, {}}))) {
        const rapidjson::Document record = parsed(line);
        EXPECT_EQ(line.rfind(R"({"type":")", 0), 0U) << "the first key tells what a line is";
        EXPECT_EQ(stringAt(record["format"]), "text");
        std::string summary
            = stringAt(record["type"]) + " " + byteRange(record) + " " + stringAt(record["id"]).substr(0, 8);
        if (record.HasMember("parent_id"))
            summary += " in " + stringAt(record["parent_id"]).substr(0, 8);
        for (unsigned i = 0; record.HasMember("children_ids") && i < record["children_ids"].Size(); ++i)
            summary += (i == 0 ? " of " : ",") + stringAt(record["children_ids"][i]).substr(0, 8);
        lines.push_back(summary);
    }
    // Python: uuid5(namespace, "d\n" + sha256(text) + "\nparent 0-18\n" + fingerprint), and "\n0-11\n" for a chunk
    EXPECT_THAT(lines,
                ElementsAre("parent 0-18 d72e573f of d8dface6,b0c5c59e", "chunk 0-11 d8dface6 in d72e573f",
                            "chunk 7-18 b0c5c59e in d72e573f", "parent 19-35 b525ae66 of 2b58707d,a77473fd",
                            "chunk 19-30 2b58707d in b525ae66", "chunk 24-35 a77473fd in b525ae66",
                            "parent 36-42 6ef06163 of d4cec1eb", "chunk 36-42 d4cec1eb in 6ef06163"));
}

TEST(ReturnedExport, AParentSaysWhatAChunkSaysButForEmbedding)
{
    const auto snapshot = snapshotOf({Document::fromText("d", sentences)}, parentConfig());
    const rapidjson::Document root = parsed(exported("json", {snapshot, {}, true, {}}));
    EXPECT_EQ(root["chunks"].Size(), 5U);
    ASSERT_EQ(root["parents"].Size(), 3U);
    const auto &second = root["parents"][1];
    EXPECT_EQ(stringAt(second["text"]), "I j. K l m. N o.");
    EXPECT_EQ(stringAt(second["doc_id"]), "d");
    EXPECT_EQ(second["index"].GetInt(), 1);
    EXPECT_EQ(second["count"].GetInt(), 3);
    EXPECT_EQ(second["tokens"]["text"].GetInt(), 7);
    EXPECT_EQ(stringAt(second["tokens"]["tokenizer"]), "words");
    EXPECT_EQ(second["units"].GetInt(), 3);
    EXPECT_EQ(stringAt(second["reasons"]["start"]), "sentence");
    EXPECT_EQ(stringAt(second["prev_id"]), stringAt(root["parents"][0]["id"]));
    EXPECT_EQ(stringAt(second["next_id"]), stringAt(root["parents"][2]["id"]));
    EXPECT_TRUE(root["parents"][2]["next_id"].IsNull());
    // printf 'P q r.' | sha256sum
    EXPECT_EQ(stringAt(root["parents"][2]["content_sha256"]),
              "50b875725f7e14fc80db57011e1a879fd7f593d90dd4b6e601636ad0fdd18d4d");
    for (const char *key : {"prefix", "embed_text", "overlap", "audits", "carried_units", "parent_id"})
        EXPECT_FALSE(second.HasMember(key)) << key;
}

TEST(ReturnedExport, ChunksAloneAreWhatTheyWere)
{
    RunConfig config = parentConfig();
    config.returned.kind = ReturnedKind::Chunk;
    const auto snapshot = snapshotOf({Document::fromText("d", sentences)}, config);
    const std::string json = exported("json", {snapshot, {}, true, {}});
    const std::string jsonl = exported("jsonl", {snapshot, {}, true, {}});
    for (const char *key : {"\"type\"", "parent", "children_ids", "returned"}) {
        EXPECT_EQ(json.find(key), std::string::npos) << key;
        EXPECT_EQ(jsonl.find(key), std::string::npos) << key;
    }
}

TEST(ReturnedExport, NeighboursComeWithTheChunk)
{
    RunConfig config = defaultConfig("sentence-window", "words");
    config.max = 1;
    config.overlap = 0;
    config.returned.kind = ReturnedKind::Neighbours;
    config.returned.neighbours = 1;
    const std::string text = "Är b.\n\nD e. F g h.";
    const auto snapshot = snapshotOf({Document::fromText("d", text)}, config);
    const rapidjson::Document root = parsed(exported("json", {snapshot, {}, true, {}}));
    EXPECT_FALSE(root.HasMember("parents"));
    ASSERT_EQ(root["chunks"].Size(), 3U);
    const auto &first = root["chunks"][0];
    EXPECT_FALSE(first.HasMember("type"));
    EXPECT_EQ(stringAt(first["text"]), "Är b.");
    EXPECT_EQ(stringAt(first["returned"]["text"]), "Är b. D e.");
    EXPECT_EQ(first["returned"]["tokens"].GetInt(), 4);
    EXPECT_FALSE(first["returned"]["contiguous"].GetBool());
    EXPECT_EQ(byteRange(first["returned"]), "0-12");
    EXPECT_EQ(first["returned"]["spans"][0]["cp"][1].GetInt(), 11);
    EXPECT_EQ(first["returned"]["spans"][0]["line"][1].GetInt(), 3);
    ASSERT_EQ(first["returned"]["pieces"].Size(), 2U);
    EXPECT_EQ(first["returned"]["pieces"][1]["byte"][0].GetInt(), 8);
    const auto &last = root["chunks"][2];
    EXPECT_EQ(stringAt(last["returned"]["text"]), "D e. F g h.");
    EXPECT_TRUE(last["returned"]["contiguous"].GetBool());
    EXPECT_EQ(byteRange(last["returned"]), "8-19");
}

/// Every id is there, both ways, and every child's range lies in its parent's: from the export alone.
TEST(ReturnedExport, IdsResolveForEveryStrategy)
{
    std::string text;
    for (int i = 0; i < 6; ++i)
        text += "# Head\n\nAn é sentence stands here. And one more,\tlonger than that! 漢字が 好き です。\n\n- item\n- "
                "it\n\f";
    const Documents documents{Document::fromText("a", text), Document::fromText("b", sentences),
                              Document::fromText("empty", " ")};
    for (const StrategyDescriptor *strategy : strategies()) {
        RunConfig config = defaultConfig(strategy->id, "o200k_base");
        config.max = 9;
        config.overlap = 2;
        config.returned.kind = ReturnedKind::Parent;
        config.returned.parentMax = 30;
        const auto snapshot = snapshotOf(documents, config);
        std::map<std::string, std::string> parents; // to the line
        std::map<std::string, std::string> claimed; // child to parent
        std::size_t chunks = 0;
        for (const std::string &line : linesOf(exported("jsonl", {snapshot, {}, true, {}}))) {
            const rapidjson::Document record = parsed(line);
            const std::string id = stringAt(record["id"]);
            if (stringAt(record["type"]) == "parent") {
                EXPECT_TRUE(parents.emplace(id, line).second) << "twice";
                EXPECT_GT(record["children_ids"].Size(), 0U);
                for (const auto &child : record["children_ids"].GetArray())
                    EXPECT_TRUE(claimed.emplace(stringAt(child), id).second) << "a child of two parents";
                continue;
            }
            ++chunks;
            const std::string parentId = stringAt(record["parent_id"]);
            ASSERT_TRUE(parents.contains(parentId)) << "a parent comes before its chunks";
            EXPECT_EQ(claimed[id], parentId);
            const rapidjson::Document parent = parsed(parents[parentId]);
            EXPECT_EQ(stringAt(parent["doc_id"]), stringAt(record["doc_id"]));
            const auto &outer = parent["spans"][0]["byte"];
            const auto &inner = record["spans"][0]["byte"];
            EXPECT_LE(outer[0].GetUint64(), inner[0].GetUint64());
            EXPECT_GE(outer[1].GetUint64(), inner[1].GetUint64());
            EXPECT_THAT(stringAt(parent["text"]), HasSubstr(stringAt(record["text"])));
        }
        EXPECT_EQ(chunks, snapshot->chunkCount) << strategy->id;
        EXPECT_EQ(claimed.size(), chunks) << strategy->id;
        EXPECT_EQ(parents.size(), parentCount(*snapshot)) << strategy->id;
    }
}

TEST(ReturnedExport, FilesKeepWhatTheKindNeeds)
{
    RunConfig config = parentConfig();
    ASSERT_EQ(engineAbi, "chunkwright-core/1 unicode=16.0") << "compute the value below anew";
    // Python: sha256 of the canonical form with "returned":{"kind":"parent","parent_max":8,"unit":"tokens"}
    EXPECT_EQ(configFingerprint(config)->toStdString(),
              "sha256:3b022806c9128536226926221b86774cae79f30aed88cc7b10ef402c2f64b0d2");
    EXPECT_THAT(configToCompactJson(config)->toStdString(),
                HasSubstr(R"("returned":{"kind":"parent","unit":"tokens","parent_max":8},"audits")"));
    EXPECT_EQ(*configFromJson(*configToJson(config)), config);

    RunConfig neighbours = defaultConfig("token-window", "words");
    const std::string without = configFingerprint(neighbours)->toStdString();
    EXPECT_EQ(configToJson(neighbours)->toStdString().find("returned"), std::string::npos);
    neighbours.returned.kind = ReturnedKind::Neighbours;
    neighbours.returned.neighbours = 7;
    EXPECT_THAT(configToCompactJson(neighbours)->toStdString(),
                HasSubstr(R"("returned":{"kind":"neighbours","neighbours":7})"));
    EXPECT_EQ(*configFromJson(*configToJson(neighbours)), neighbours);
    EXPECT_NE(configFingerprint(neighbours)->toStdString(), without);
    EXPECT_THAT(engineAbiOf(neighbours), HasSubstr(" sentences=")) << "its neighbours are sentences of ours";
}

TEST(ReturnedExport, AWrongFileIsToldByItsKey)
{
    const auto errorOf = [](const char *returned) {
        const std::string json = std::string(R"({"schema":"chunk-config/1","strategy":{"kind":"recursive-sentence"},
            "size":{"tokenizer":{"id":"words"},"max":7},"overlap":{"max":2},"returned":)")
            + returned + "}";
        const auto config = configFromJson(QByteArray::fromStdString(json));
        return config ? std::string("read") : config.error().subject + ": " + config.error().message;
    };
    EXPECT_EQ(errorOf(R"({"kind":"chunk"})"), "read");
    EXPECT_EQ(errorOf(R"({"kind":"parent","parent_max":8})"), "read");
    EXPECT_EQ(errorOf(R"({"kind":"neighbours","neighbours":1000})"), "read");
    EXPECT_THAT(errorOf(R"({})"), HasSubstr("returned.kind: "));
    EXPECT_THAT(errorOf(R"({"kind":"parents","parent_max":8})"),
                HasSubstr("must be chunk, parent or neighbours, not \"parents\""));
    EXPECT_THAT(errorOf(R"({"kind":"parent"})"), HasSubstr("returned.parent_max: "));
    EXPECT_THAT(errorOf(R"({"kind":"parent","parent_max":7})"),
                HasSubstr("returned.parent_max: The max of parents must be larger than that of chunks (7), not 7."));
    EXPECT_THAT(errorOf(R"({"kind":"parent","parent_max":"8"})"), HasSubstr("whole number"));
    EXPECT_THAT(errorOf(R"({"kind":"parent","parent_max":8,"neighbours":3})"), HasSubstr("returned.neighbours: "));
    EXPECT_THAT(errorOf(R"({"kind":"parent","parent_max":8,"unit":"words"})"), HasSubstr("returned.unit: "));
    EXPECT_THAT(errorOf(R"({"kind":"neighbours","neighbours":0})"), HasSubstr("returned.neighbours: "));
    EXPECT_THAT(errorOf(R"([])"), HasSubstr("returned: "));
}

} // namespace
} // namespace cw
