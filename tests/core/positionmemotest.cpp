// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/positionmemo.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {

using cw::PositionMemo;

TEST(PositionMemo, KnowsNothingAtFirst)
{
    const PositionMemo memo(1000);
    for (std::size_t position = 0; position <= 1000; ++position)
        EXPECT_EQ(memo.find(position), PositionMemo::unknown);
}

TEST(PositionMemo, KeepsTheLastOfNeighboursAndNeverMixesThem)
{
    std::mt19937 random(5);
    for (const unsigned placeBits : {6U, 8U}) {
        const PositionMemo memo(5000, placeBits);
        std::map<std::size_t, std::pair<std::size_t, std::uint32_t>> lastByPlace;
        for (int i = 0; i < 4000; ++i) {
            const std::size_t position = random() % 5001;
            const auto value = static_cast<std::uint32_t>(random() % (memo.largestValue() + 1));
            memo.remember(position, value);
            lastByPlace[position >> placeBits] = {position, value};
            const std::size_t asked = random() % 5001;
            const auto known = lastByPlace.find(asked >> placeBits);
            const bool isKnown = known != lastByPlace.end() && known->second.first == asked;
            EXPECT_EQ(memo.find(asked), isKnown ? known->second.second : PositionMemo::unknown);
        }
    }
}

TEST(PositionMemo, ValuesThatDoNotFitAreNotKept)
{
    const PositionMemo memo(0);
    memo.remember(0, memo.largestValue());
    EXPECT_EQ(memo.find(0), memo.largestValue());
    memo.remember(0, std::size_t{memo.largestValue()} + 1);
    EXPECT_EQ(memo.find(0), memo.largestValue());
}

} // namespace
