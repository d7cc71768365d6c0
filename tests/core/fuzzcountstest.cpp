// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz strings, 200,000 and 40,000, against the counts and ids that tiktoken's WebAssembly build gave for them.
#include "support/chunking.h"
#include "support/fuzzstrings.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace cw {
namespace {

using testing::Fnv32;
using testing::FuzzBlock;
using testing::FuzzStrings;

using Encodings = std::array<std::string_view, 2>;
constexpr std::uint32_t seed = 20260;

std::string shown(std::string_view text)
{
    return ::testing::PrintToString(std::string(text));
}

std::vector<std::string> nextBlock(FuzzStrings &fuzz)
{
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < FuzzBlock::strings; ++i)
        strings.push_back(fuzz.next());
    return strings;
}

std::uint32_t hashOf(const std::vector<std::string> &strings)
{
    Fnv32 hash;
    for (const std::string &text : strings) {
        hash.addBytes(text);
        hash.add(0xFF);
    }
    return hash.value();
}

void expectTokens(const std::vector<std::string> &strings, const FuzzBlock &block, const Encodings &encodings,
                  std::size_t encoding)
{
    const Tokenizer &tokenizer = testing::sharedTokenizer(encodings[encoding]);
    Fnv32 hash;
    for (std::size_t i = 0; i < strings.size(); ++i) {
        const std::vector<std::uint32_t> ids = tokenizer.encode(strings[i]);
        ASSERT_EQ(ids.size(), block.counts[encoding][i]) << tokenizer.id() << ' ' << shown(strings[i]);
        ASSERT_EQ(tokenizer.count(strings[i]), ids.size()) << tokenizer.id() << ' ' << shown(strings[i]);
        for (const std::uint32_t id : ids)
            hash.add(id);
        hash.add(0xFFFFFFFFU);
    }
    EXPECT_EQ(hash.value(), block.idsHash[encoding]) << "Counts agree, but ids do not: " << tokenizer.id();
}

/// The strings of a block as ranges of one text: the index must count each as if it stood alone.
void expectRangeCounts(const std::vector<std::string> &strings, const FuzzBlock &block, const Encodings &encodings,
                       std::size_t encoding)
{
    const auto joined = std::make_shared<std::string>();
    for (const std::string &text : strings)
        *joined += text;
    const Tokenizer &tokenizer = testing::sharedTokenizer(encodings[encoding]);
    const auto index = *tokenizer.index(joined, {});
    std::size_t byte = 0;
    for (std::size_t i = 0; i < strings.size(); ++i) {
        const ByteRange range{byte, byte + strings[i].size()};
        ASSERT_EQ(index->count(range), block.counts[encoding][i]) << tokenizer.id() << ' ' << shown(strings[i]);
        byte = range.end;
    }
}

void expectCountsOf(const Encodings &encodings, const char *file, std::size_t blockCount)
{
    const auto blocks = testing::readFuzzBlocks(file);
    ASSERT_EQ(blocks.size(), blockCount);
    FuzzStrings fuzz(CW_TEST_DATA "/fuzzalphabets.jsonl", seed);
    ASSERT_TRUE(fuzz.isUsable());
    for (std::size_t i = 0; i < blocks.size() && !::testing::Test::HasFailure(); ++i) {
        const std::vector<std::string> strings = nextBlock(fuzz);
        ASSERT_EQ(hashOf(strings), blocks[i].textHash)
            << "The strings of block " << i << " are not those that were counted: the two generators differ.";
        for (std::size_t encoding = 0; encoding < encodings.size(); ++encoding) {
            expectTokens(strings, blocks[i], encodings, encoding);
            expectRangeCounts(strings, blocks[i], encodings, encoding);
        }
    }
}

TEST(FuzzCounts, AreThoseOfTiktoken)
{
    expectCountsOf({"o200k_base", "cl100k_base"}, CW_TEST_DATA "/fuzzcounts.bin", 200);
}

TEST(FuzzCounts, OfTheOlderEncodingsAreThoseOfTiktoken)
{
    expectCountsOf({"p50k_base", "r50k_base"}, CW_TEST_DATA "/fuzzcountsgpt2.bin", 40);
}

} // namespace
} // namespace cw
