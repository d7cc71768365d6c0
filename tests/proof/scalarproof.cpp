// SPDX-License-Identifier: GPL-3.0-or-later
// Every Unicode scalar value in several contexts gives the ids that tiktoken's WebAssembly build gives.
#include "proof/proof.h"
#include "support/chunking.h"
#include "support/fuzzstrings.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace cw::testing {
namespace {

// Those of tests/golden/make_scalar_hashes.mjs.
constexpr std::array<std::array<std::string_view, 2>, 7> contexts{
    {{"", ""}, {"a", "B"}, {" ", "a"}, {"A", "b'"}, {"1", "1"}, {"!", "\n"}, {"\n", " "}}};
constexpr std::uint32_t blockSize = 4096;
constexpr std::uint32_t blocks = 0x110000 / blockSize;

std::uint32_t hashOfBlock(const Tokenizer &tokenizer, const std::array<std::string_view, 2> &context,
                          std::uint32_t block)
{
    Fnv32 hash;
    for (std::uint32_t value = block * blockSize; value < (block + 1) * blockSize; ++value) {
        if (value >= 0xD800 && value < 0xE000)
            continue;
        std::string text(context[0]);
        appendUtf8(text, value);
        text += context[1];
        for (const std::uint32_t id : tokenizer.encode(text))
            hash.add(id);
        hash.add(0xFFFFFFFFU);
    }
    return hash.value();
}

void expectHashes(const char *path, const std::array<std::string_view, 2> &hashed)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    ASSERT_EQ(bytes.size(), contexts.size() * blocks * hashed.size() * 4);
    std::size_t at = 0;
    const auto nextWord = [&] {
        std::uint32_t word = 0;
        for (unsigned shift = 0; shift < 32; shift += 8)
            word |= std::uint32_t{static_cast<unsigned char>(bytes[at++])} << shift;
        return word;
    };
    for (std::size_t context = 0; context < amount(2, contexts.size()); ++context) {
        for (std::uint32_t block = 0; block < blocks; ++block) {
            for (const std::string_view encoding : hashed) {
                EXPECT_EQ(hashOfBlock(sharedTokenizer(encoding), contexts[context], block), nextWord())
                    << encoding << ", context " << escaped(contexts[context][0]) << ' ' << escaped(contexts[context][1])
                    << ", scalars from " << std::hex << block * blockSize;
            }
        }
    }
}

TEST(ScalarProof, EveryScalarInContext)
{
    expectHashes(CW_TEST_DATA "/scalarhashes.bin", {"o200k_base", "cl100k_base"});
    expectHashes(CW_TEST_DATA "/scalarhashesgpt2.bin", {"p50k_base", "r50k_base"});
}

} // namespace
} // namespace cw::testing
