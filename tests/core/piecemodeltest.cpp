// SPDX-License-Identifier: GPL-3.0-or-later
// Models of tokenizer files: vectors of Hugging Face tokenizers 0.22.2 (make_piecemodel_vectors.mjs), and files that
// are wrong.
#include "tokenize/piecemodel.h"
#include "support/jsonlines.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace cw {
namespace {

using testing::stringOf;

PieceModelResult readModel(std::string_view json, bool isInDocument = false)
{
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    EXPECT_EQ(parser.parse(std::string(json)).get(document), simdjson::SUCCESS) << json;
    if (isInDocument) {
        EXPECT_EQ(document.at_key("model").get(document), simdjson::SUCCESS);
    }
    return readPieceModel(document);
}

/// Characters that begin before `byte`; of one that `byte` is within, as the reference has it, its begin or end.
std::size_t characterAt(std::string_view text, std::size_t byte, bool isEnd)
{
    while (!isCharacterBoundary(text, byte))
        byte += isEnd ? 1 : std::size_t(-1);
    return static_cast<std::size_t>(
        std::ranges::count_if(text.substr(0, byte), [](char c) { return !isUtf8Continuation(c); }));
}

TEST(PieceModelTest, MakesThePiecesOfTheReference)
{
    std::ifstream file(CW_TEST_DATA "/piecemodelvectors.jsonl", std::ios::binary);
    std::size_t cases = 0;
    for (std::string line; std::getline(file, line);) {
        rapidjson::Document row;
        row.Parse(line.data(), line.size());
        const PieceModelResult model = readModel(line, true);
        ASSERT_TRUE(model) << model.error().message;
        for (const rapidjson::Value &expected : row["cases"].GetArray()) {
            const std::string text = stringOf(expected["text"]);
            std::vector<PieceModel::Piece> pieces;
            (*model)->tokenize(text, pieces);
            const rapidjson::Value &ids = expected["ids"];
            ASSERT_EQ(pieces.size(), ids.Size()) << text;
            for (rapidjson::SizeType i = 0; i < ids.Size(); ++i) {
                EXPECT_EQ(pieces[i].id, ids[i].GetUint()) << text;
                const rapidjson::Value &characters = expected["characters"][i];
                EXPECT_EQ(characterAt(text, pieces[i].begin, false), characters[0].GetUint()) << text;
                EXPECT_EQ(characterAt(text, pieces[i].end, true), characters[1].GetUint()) << text;
            }
            // What was met before comes from memory.
            std::vector<PieceModel::Piece> again;
            (*model)->tokenize(text, again);
            EXPECT_EQ(again, pieces);
            ++cases;
        }
    }
    EXPECT_EQ(cases, 576U);
}

TEST(PieceModelTest, CutsNothingAtCertainBoundaries)
{
    std::ifstream file(CW_TEST_DATA "/piecemodelvectors.jsonl", std::ios::binary);
    std::size_t boundaries = 0;
    for (std::string line; std::getline(file, line);) {
        rapidjson::Document row;
        row.Parse(line.data(), line.size());
        const PieceModelResult model = readModel(line, true);
        ASSERT_TRUE(model);
        for (const rapidjson::Value &expected : row["cases"].GetArray()) {
            const std::string text = stringOf(expected["text"]);
            std::vector<PieceModel::Piece> whole;
            (*model)->tokenize(text, whole);
            for (std::size_t byte = 1; byte < text.size(); ++byte) {
                if (!isCharacterBoundary(text, byte)
                    || !(*model)->isCertainBoundary(decodeCharacter(text, previousCharacterStart(text, byte)).codePoint,
                                                    decodeCharacter(text, byte).codePoint))
                    continue;
                std::vector<PieceModel::Piece> parts;
                (*model)->tokenize(std::string_view(text).substr(0, byte), parts);
                const std::size_t left = parts.size();
                (*model)->tokenize(std::string_view(text).substr(byte), parts);
                for (std::size_t i = left; i < parts.size(); ++i) {
                    parts[i].begin += static_cast<std::uint32_t>(byte);
                    parts[i].end += static_cast<std::uint32_t>(byte);
                }
                ASSERT_EQ(parts, whole) << text << " cut at " << byte;
                ++boundaries;
            }
        }
    }
    EXPECT_GT(boundaries, 1000U);
}

TEST(PieceModelTest, FindsTokensByTextAndId)
{
    const auto model = readModel(R"({"type": "WordLevel", "unk_token": "?", "vocab": {"?": 7, "a": 4000000000}})");
    ASSERT_TRUE(model);
    EXPECT_EQ((*model)->size(), 2U);
    EXPECT_EQ((*model)->idOf("a"), 4000000000U);
    EXPECT_EQ((*model)->idOf("b"), std::nullopt);
    EXPECT_EQ((*model)->textOf(7), "?");
    EXPECT_EQ((*model)->textOf(0), "");
}

TEST(PieceModelTest, MergesPiecesOfAnyLength)
{
    // By hand: aa is merged first, then pairs of aa, so runs become aaaa from the left.
    const auto model = readModel(
        R"({"type": "BPE", "vocab": {"a": 0, "aa": 1, "aaaa": 2}, "merges": ["a a", "aa aa"], "unk_token": null})");
    ASSERT_TRUE(model);
    std::vector<PieceModel::Piece> pieces;
    (*model)->tokenize(std::string(400003, 'a'), pieces);
    ASSERT_EQ(pieces.size(), 100002U);
    EXPECT_EQ(pieces[99999], (PieceModel::Piece{2, 399996, 400000}));
    EXPECT_EQ(pieces[100000], (PieceModel::Piece{1, 400000, 400002}));
    EXPECT_EQ(pieces[100001], (PieceModel::Piece{0, 400002, 400003}));
}

struct BadModel
{
    const char *json;
    const char *subject;
};

class BadPieceModelTest : public ::testing::TestWithParam<BadModel>
{
};

TEST_P(BadPieceModelTest, NamesTheField)
{
    const PieceModelResult model = readModel(GetParam().json);
    ASSERT_FALSE(model) << GetParam().json;
    EXPECT_EQ(model.error().code, ErrorCode::InvalidConfig);
    EXPECT_EQ(model.error().subject, GetParam().subject);
    EXPECT_NE(model.error().message.find(GetParam().subject), std::string::npos) << model.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadPieceModelTest,
    ::testing::Values(
        BadModel{"[]", "model"}, BadModel{R"({"type": "Neural"})", "model.type"},
        BadModel{R"({"type": 3})", "model.type"}, BadModel{R"({})", "model.vocab"},
        BadModel{R"({"type": "BPE", "vocab": {}})", "model.merges"},
        BadModel{R"({"type": "BPE", "vocab": [], "merges": []})", "model.vocab"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1}, "merges": [], "surprise": 1})", "model.surprise"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1, "b": 1}, "merges": []})", R"(model.vocab["b"])"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1, "a": 2}, "merges": []})", R"(model.vocab["a"])"},
        BadModel{R"({"type": "BPE", "vocab": {"a": -1}, "merges": []})", R"(model.vocab["a"])"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 4294967296}, "merges": []})", R"(model.vocab["a"])"},
        BadModel{R"({"type": "BPE", "vocab": {"a": "1"}, "merges": []})", R"(model.vocab["a"])"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1}, "merges": ["a b"]})", "model.merges[0]"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1, "b": 2}, "merges": ["a b"]})", "model.merges[0]"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1, "": 2}, "merges": [["a", ""]]})", "model.merges[0]"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1, "aa": 2}, "merges": ["a a", "a a a"]})", "model.merges[1]"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1, "aa": 2}, "merges": [["a"]]})", "model.merges[0]"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1}, "merges": [], "dropout": 0.1})", "model.dropout"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1}, "merges": [], "unk_token": "u"})", "model.unk_token"},
        BadModel{R"({"type": "BPE", "vocab": {"a": 1}, "merges": [], "byte_fallback": 1})", "model.byte_fallback"},
        BadModel{R"({"type": "Unigram", "vocab": [["a", 0]]})", "model.unk_id"},
        BadModel{R"({"type": "Unigram", "vocab": [["a", 0]], "unk_id": 1})", "model.unk_id"},
        BadModel{R"({"type": "Unigram", "vocab": [["a", 0], ["b"]], "unk_id": 0})", "model.vocab[1]"},
        BadModel{R"({"type": "Unigram", "vocab": [["a", 0], ["a", 1]], "unk_id": 0})", "model.vocab[1]"},
        BadModel{R"({"type": "Unigram", "vocab": [["a", "x"]], "unk_id": 0})", "model.vocab[0]"},
        BadModel{R"({"type": "Unigram", "vocab": [], "unk_id": 0})", "model.unk_id"},
        BadModel{R"({"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "a", "max_input_chars_per_word": 9})",
                 "model.continuing_subword_prefix"},
        BadModel{R"({"vocab": {"a": 0}, "unk_token": "u", "continuing_subword_prefix": "#", )"
                 R"("max_input_chars_per_word": 100})",
                 "model.unk_token"},
        BadModel{R"({"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "u"})", "model.unk_token"},
        BadModel{R"({"type": "WordLevel", "vocab": {"a": 0}})", "model.unk_token"}));

} // namespace
} // namespace cw
