// SPDX-License-Identifier: GPL-3.0-or-later
// The count of a range is the count of its text alone, for any range.
#include "proof/proof.h"
#include "support/chunking.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cw::testing {
namespace {

/// Short, middling and long ranges in equal parts, so that edges are met in every way without counting megabytes.
ByteRange randomRange(std::mt19937_64 &random, std::string_view text)
{
    constexpr std::array<std::size_t, 3> reaches{12, 300, 5000};
    const std::size_t begin = randomBoundary(random, text);
    std::size_t end = std::min(text.size(), begin + random() % reaches[random() % reaches.size()]);
    while (!isCharacterBoundary(text, end))
        ++end;
    return {begin, end};
}

/// Where the edges may be used, they have to give the count too. Returns whether they may.
bool expectEdges(const TokenIndex &index, ByteRange range, std::size_t count)
{
    const BeginEdge begin = index.beginEdge(range.begin);
    const EndEdge end = index.endEdge(range.end);
    if (range.begin == range.end || !end.isExact || !begin.holdsTo(range.end))
        return false;
    EXPECT_EQ(end.upTo - begin.before, static_cast<std::uint32_t>(count)) << range.begin << ' ' << range.end;
    return true;
}

TEST(RangeCountProof, RandomRangesCountAsTheirTextAlone)
{
    const auto texts = proofTexts(200'000);
    ASSERT_GE(texts.size(), 6U);
    const std::size_t rangesPerText = amount(1'000, 1'000'000) / texts.size();
    std::mt19937_64 random(4);
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        const Tokenizer &tokenizer = sharedTokenizer(descriptor->id);
        std::size_t byEdges = 0;
        for (const NamedText &named : texts) {
            const auto index = *tokenizer.index(std::make_shared<const std::string>(named.text), {});
            for (std::size_t i = 0; i < rangesPerText; ++i) {
                const ByteRange range = randomRange(random, named.text);
                const std::string_view part = std::string_view(named.text).substr(range.begin, range.size());
                const std::size_t expected = tokenizer.count(part);
                ASSERT_EQ(index->count(range), expected)
                    << descriptor->id << ' ' << named.name << " [" << range.begin << ", " << range.end << ")";
                byEdges += expectEdges(*index, range, expected) ? 1 : 0;
                ASSERT_FALSE(HasFailure()) << descriptor->id << ' ' << named.name;
            }
        }
        EXPECT_GT(byEdges, rangesPerText * texts.size() / 4) << "Edges are hardly ever usable: " << descriptor->id;
    }
}

/// Where an index is put together from parts that threads made, ranges across the seams included.
TEST(RangeCountProof, IndexIsTheSameOnAnyNumberOfThreads)
{
    const std::size_t bytes = amount(1'500'000, 20'000'000);
    for (const std::string_view encoding : encodings) {
        const Tokenizer &tokenizer = sharedTokenizer(encoding);
        for (const std::uint32_t seed : {11U, 12U}) {
            const auto text = std::make_shared<const std::string>(fuzzText(seed, bytes));
            const auto alone = *tokenizer.index(text, {}, 1);
            for (const unsigned threads : {2U, 3U, 7U}) {
                const auto together = *tokenizer.index(text, {}, threads);
                ASSERT_EQ(together->total(), alone->total());
                for (std::size_t token = 0; token <= alone->total(); ++token)
                    ASSERT_EQ(together->tokenStart(token), alone->tokenStart(token)) << encoding << ' ' << threads;
                std::mt19937_64 random(seed);
                for (int i = 0; i < 20'000; ++i) {
                    const ByteRange range = randomRange(random, *text);
                    ASSERT_EQ(together->count(range), alone->count(range)) << encoding << ' ' << threads;
                }
            }
        }
    }
}

} // namespace
} // namespace cw::testing
