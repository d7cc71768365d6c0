// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfdashes.h"

#include "formats/pdfrows.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace cw::pdf {
namespace {

Rule dash(float left, float right, float top = 100)
{
    return {left, top, right, top};
}

std::string shown(const std::vector<Rule> &dashes)
{
    std::string all;
    for (const Rule &each : dashes)
        all += std::to_string(static_cast<int>(each.left)) + '-' + std::to_string(static_cast<int>(each.right)) + ' ';
    return all;
}

TEST(PdfDashes, ThoseThatOverlapAreOneLine)
{
    EXPECT_EQ(shown(joinedDashes({dash(10, 15), dash(20, 25), dash(10, 15), dash(13, 18), dash(11, 14)})),
              "10-18 20-25 ");
    EXPECT_EQ(shown(joinedDashes({dash(10, 15), dash(15, 20), dash(19.9F, 25)})), "10-15 15-20 19-25 ")
        << "those that touch are underscores of their own";
    EXPECT_EQ(shown(joinedDashes({dash(10, 15), dash(13, 18, 101)})), "10-15 13-18 ") << "at another height";
    EXPECT_EQ(shown(joinedDashes({dash(10, 17), dash(16, 23), dash(30, 35)})), "30-35 ") << "longer than underscores";
}

TEST(PdfDashes, AreUnderscoresOnTheBaselineOfAGapThatTheyFill)
{
    Word before;
    before.left = 50;
    before.right = 100;
    before.baseline = 300;
    before.size = 10;
    Word behind = before;
    behind.left = 106; // a gap of six, so that more than two and a half fill it
    behind.right = 150;
    const auto isOne
        = [&](std::vector<Rule> dashes) { return hasUnderscore(joinedDashes(std::move(dashes)), before, behind); };
    EXPECT_TRUE(isOne({dash(101, 105, 300)}));
    EXPECT_TRUE(isOne({dash(99, 107, 301.1F)}));
    EXPECT_TRUE(isOne({dash(99, 107, 298.9F)}));
    EXPECT_FALSE(isOne({dash(101, 105, 301.3F)}));
    EXPECT_FALSE(isOne({dash(101, 105, 298.7F)}));
    EXPECT_FALSE(isOne({dash(101, 103, 300)})) << "too short";
    EXPECT_FALSE(isOne({dash(98, 105, 300)})) << "begins under the word";
    EXPECT_FALSE(isOne({dash(101, 108, 300)})) << "ends under the next";
    EXPECT_TRUE(isOne({dash(101, 103, 300), dash(102, 105, 300)})) << "two that overlap fill it";
    behind.left = 110;
    EXPECT_FALSE(isOne({dash(101, 109, 300)})) << "as wide as a letter";
    // coordinates of hostile files, where a step of a point is none
    before.baseline = 1e9F;
    behind.left = 106;
    EXPECT_FALSE(isOne({dash(101, 105, 300)}));
    before.baseline = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(isOne({dash(101, 105, 300)}));
}

} // namespace
} // namespace cw::pdf
