// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece models: small ones that spm_train made of this project's READMEs, and damaged ones. Counts of ranges
// are held against the library's own answer for the range as a text.
#include "text/utf8.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace cw {
namespace {

std::string fileBytes(const std::string &name)
{
    std::ifstream file(CW_TEST_DATA "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SentencePieceTest, CountsRangesAsTheLibraryDoes)
{
    const std::vector<std::string_view> parts{"a", " the", " ", "  ", " word", "中", "é", "\n", "😀", "x", ".", "▁"};
    std::mt19937 random(3);
    for (const char *name : {"sentencepiecebpe.model", "sentencepieceunigram.model"}) {
        const auto tokenizer = readSentencePieceModel(fileBytes(name), {name, ""});
        ASSERT_TRUE(tokenizer) << tokenizer.error().message;
        for (int texts = 0; texts < 40; ++texts) {
            std::string text;
            for (std::size_t i = random() % 60; i > 0; --i)
                text += parts[random() % parts.size()];
            const auto index = (*tokenizer)->index(std::make_shared<const std::string>(text), {}, 1);
            for (int tries = 0; tries < 40; ++tries) {
                std::size_t begin = random() % (text.size() + 1);
                std::size_t end = begin + random() % (text.size() - begin + 1);
                while (!isCharacterBoundary(text, begin))
                    --begin;
                while (!isCharacterBoundary(text, end))
                    --end;
                const std::size_t expected = (*tokenizer)->count(text.substr(begin, end - begin));
                ASSERT_EQ((*index)->count({begin, end}), expected) << name << ": " << text << begin << ' ' << end;
                const BeginEdge left = (*index)->beginEdge(begin);
                const EndEdge right = (*index)->endEdge(end);
                if (begin < end && right.isExact && end >= left.exactFrom) {
                    ASSERT_EQ(right.upTo - left.before, expected) << name << ": " << text;
                }
            }
        }
    }
}

TEST(SentencePieceTest, RefusesDamagedFiles)
{
    const std::string bytes = fileBytes("sentencepiecebpe.model");
    ASSERT_GT(bytes.size(), 1000U);
    for (std::size_t size = 0; size + 300 < bytes.size(); size += 97)
        EXPECT_FALSE(readSentencePieceModel(bytes.substr(0, size), {"x", ""})) << size;
    const auto text = readSentencePieceModel("{\"model\": 1}", {"x", ""});
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::InvalidConfig);
}

} // namespace
} // namespace cw
