// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece models against libsentencepiece itself: pieces and places of texts, counts of ranges.
#include "support/randomtext.h"
#include "text/utf8.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>
#include <sentencepiece_processor.h>

#include <array>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace cw {
namespace {

struct Model
{
    std::shared_ptr<const Tokenizer> tokenizer;
    sentencepiece::SentencePieceProcessor library;
};

/// Small ones that spm_train made of this project's READMEs.
constexpr std::array models{"sentencepiecebpe.model", "sentencepieceunigram.model", "sentencepieceuserdefined.model",
                            "sentencepiecekeepsspaces.model"};

void open(const std::string &name, Model &model)
{
    std::ifstream file(std::string(CW_TEST_DATA "/") + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto tokenizer = readSentencePieceModel(bytes, {name, ""});
    ASSERT_TRUE(tokenizer) << name;
    model.tokenizer = *tokenizer;
    ASSERT_TRUE(model.library.LoadFromSerializedProto(bytes).ok());
}

std::vector<Token> libraryTokens(const Model &model, const std::string &text)
{
    std::vector<Token> tokens;
    const auto pieces = model.library.EncodeAsImmutableProto(text);
    for (std::size_t i = 0; i < pieces.pieces_size(); ++i) {
        const auto piece = pieces.pieces(static_cast<int>(i));
        tokens.push_back({piece.id(), {piece.begin(), piece.end()}});
    }
    return tokens;
}

/// Words with ties and near ties, what the normalizer changes, unknown characters, and all kinds of white space.
std::string randomPieces(std::mt19937 &random, std::size_t most)
{
    constexpr std::array<std::string_view, 30> pieces{
        "a", "the",   " ",   "  ",     " chunk", "s", "中",      "é",     "\n",      "😀",
        "x", ".",     "▁",   "\u3000", "ｆ",     "ﬁ", "e\u0301", "aaaa",  "----",    "0000",
        "=", "<unk>", "<s>", "<0x41>", "\t",     "①", "한",      "token", " of the", "<sep>"};
    std::string text;
    for (std::size_t left = random() % most; left > 0; --left) {
        text += pieces[random() % pieces.size()];
        text += random() % 2 == 0 ? " " : "";
    }
    return text;
}

TEST(SentencePieceEngine, TakesTextsApartAsTheLibraryDoes)
{
    std::mt19937 random(5);
    for (const char *name : models) {
        Model model;
        open(name, model);
        for (int i = 0; i < 1500 && !HasFatalFailure(); ++i) {
            const std::string text
                = i % 3 == 0 ? testing::randomText(random, {.pieces = 1 + random() % 60}) : randomPieces(random, 80);
            ASSERT_EQ(model.tokenizer->tokens(text), libraryTokens(model, text))
                << name << ": " << ::testing::PrintToString(text);
        }
    }
}

TEST(SentencePieceEngine, CountsRangesAsTheLibraryDoes)
{
    std::mt19937 random(6);
    for (const char *name : models) {
        Model model;
        open(name, model);
        std::size_t byEdges = 0;
        for (int texts = 0; texts < 8 && !HasFatalFailure(); ++texts) {
            const std::string text = randomPieces(random, texts == 0 ? 20'000 : 3000);
            const auto index = model.tokenizer->index(std::make_shared<const std::string>(text), {}, 1);
            ASSERT_TRUE(index);
            const std::vector<Token> whole = libraryTokens(model, text);
            ASSERT_EQ((*index)->total(), whole.size());
            for (int tries = 0; tries < 200 && !HasFatalFailure(); ++tries) {
                std::size_t begin = random() % (text.size() + 1);
                std::size_t end = std::min(text.size(), begin + random() % (tries % 4 == 0 ? 8000 : 300));
                while (!isCharacterBoundary(text, begin))
                    --begin;
                while (!isCharacterBoundary(text, end))
                    --end;
                const std::size_t expected = libraryTokens(model, text.substr(begin, end - begin)).size();
                ASSERT_EQ((*index)->count({begin, end}), expected) << name << ' ' << begin << ' ' << end;
                ASSERT_EQ((*index)->count({begin, end}), expected); // from memory
                const BeginEdge left = (*index)->beginEdge(begin);
                const EndEdge right = (*index)->endEdge(end);
                if (begin < end && right.isExact && left.holdsTo(end)) {
                    ASSERT_EQ(right.upTo - left.before, expected) << name << ' ' << begin << ' ' << end;
                    ++byEdges;
                }
                const std::size_t most = random() % 60;
                ASSERT_EQ(std::min((*index)->countUpTo({begin, end}, most), most + 1), std::min(expected, most + 1));
                std::vector<Token> part;
                for (const Token &token : whole) {
                    if (token.bytes.begin >= begin && token.bytes.begin < end)
                        part.push_back(token);
                }
                ASSERT_EQ((*index)->tokensOf({begin, end}), part) << name << ' ' << begin << ' ' << end;
            }
        }
        EXPECT_GT(byEdges, 300U) << name;
    }
}

} // namespace
} // namespace cw
