// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/rankedbits.h"

#include "base/firstover.h"

#include <gtest/gtest.h>

#include <random>

namespace {

TEST(BitCount, CountsOneByOne)
{
    std::mt19937_64 random(4);
    for (int i = 0; i < 20'000; ++i) {
        std::uint64_t bits = i == 0 ? 0 : i == 1 ? ~std::uint64_t{0} : random();
        for (unsigned thinned = random() % 4; thinned > 0; --thinned)
            bits &= random();
        unsigned count = 0;
        for (unsigned bit = 0; bit < 64; ++bit)
            count += bits >> bit & 1U;
        ASSERT_EQ(cw::bitCount(bits), count);
        ASSERT_EQ(cw::bitCountPortable(bits), count);
    }
}

TEST(BitCount, FindsEachBitByItsNumber)
{
    std::mt19937_64 random(5);
    for (int i = 0; i < 5'000; ++i) {
        std::uint64_t bits = i == 0 ? ~std::uint64_t{0} : random();
        for (auto thinned = random() % 5; thinned > 0; --thinned)
            bits &= random();
        unsigned number = 0;
        for (unsigned bit = 0; bit < 64; ++bit) {
            if ((bits >> bit & 1U) != 0) {
                ASSERT_EQ(cw::placeOfBit(bits, number++), bit) << bits;
            }
        }
    }
}

TEST(FirstOver, IsTheFirstCountThatIsTooMuch)
{
    std::mt19937 random(6);
    for (int round = 0; round < 2'000; ++round) {
        // Running counts modulo 2^32, some of them about to pass it.
        const std::uint32_t before
            = round % 3 == 0 ? static_cast<std::uint32_t>(0U - random() % 300) : static_cast<std::uint32_t>(random());
        std::vector<std::uint32_t> counts(random() % 80);
        std::uint32_t count = before;
        for (std::uint32_t &each : counts)
            each = count += static_cast<std::uint32_t>(random() % 20);
        const std::size_t begin = counts.empty() ? 0 : random() % counts.size();
        const std::size_t max = random() % 400;
        std::size_t expected = begin;
        while (expected < counts.size() && counts[expected] - before <= max)
            ++expected;
        ASSERT_EQ(cw::firstOver(counts.data(), begin, counts.size(), before, max), expected);
    }
}

TEST(RankedBits, RankAndBothSelectsAgreeWithAListOfMembers)
{
    std::mt19937 random(3);
    for (const unsigned sparseness : {1U, 2U, 9U, 400U}) {
        const std::size_t size = 3000;
        std::vector<std::uint64_t> words(cw::RankedBits::wordsFor(size));
        std::vector<std::size_t> members;
        for (std::size_t position = 0; position < size; ++position) {
            if (random() % sparseness == 0) {
                words[position / 64] |= std::uint64_t{1} << (position % 64);
                members.push_back(position);
            }
        }
        const cw::RankedBits bits(words, size);
        ASSERT_EQ(bits.total(), members.size());
        for (std::size_t member = 0; member < members.size(); ++member) {
            EXPECT_EQ(bits.select(member), members[member]);
            EXPECT_EQ(bits.rank(members[member]), member);
            const std::size_t earlier = random() % (member + 1);
            EXPECT_EQ(bits.select(member, members[earlier]), members[member]);
        }
        EXPECT_EQ(bits.select(members.size()), size);
        EXPECT_EQ(bits.select(members.size(), 0), size);
    }
}

} // namespace
