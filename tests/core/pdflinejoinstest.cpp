// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a page become one row, on pages made word by word.
#include "formats/pdflinejoins.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cw::pdf {
namespace {

struct PageMaker
{
    WordPage page;
    std::vector<LinePart> lines;

    /// A line of one word, half as wide a letter as it is high, in a block of its own.
    void add(float left, float baseline, float size, const std::u32string &text)
    {
        Word word;
        word.left = left;
        word.right = left + 0.5F * size * static_cast<float>(text.size());
        word.top = baseline - size;
        word.bottom = baseline;
        word.baseline = baseline;
        word.size = size;
        word.firstCharacter = static_cast<std::uint32_t>(page.characters.size());
        page.characters.insert(page.characters.end(), text.begin(), text.end());
        word.endCharacter = static_cast<std::uint32_t>(page.characters.size());
        LinePart line;
        line.firstWord = static_cast<std::uint32_t>(page.words.size());
        line.endWord = line.firstWord + 1;
        line.block = static_cast<std::uint32_t>(lines.size());
        page.words.push_back(word);
        lines.push_back(line);
    }
};

using Rows = std::vector<std::vector<std::uint32_t>>;

/// All words stand on one height, and so do the signs raised behind every second and before every other one of them.
TEST(PdfLineJoins, SignsFindTheirWordAmongHundredsOnOneHeight)
{
    constexpr std::uint32_t words = 1000;
    PageMaker maker;
    for (std::uint32_t i = 0; i < words; ++i)
        maker.add(100.0F * static_cast<float>(words - i), 500, 10, U"tides"); // 25 wide
    for (std::uint32_t i = 0; i < words; ++i)
        maker.add(100.0F * static_cast<float>(words - i) + (i % 2 == 0 ? 26.0F : -5.0F), 496, 6, U"1"); // 3 wide
    const Rows rows = joinLines(maker.page, maker.lines);
    ASSERT_EQ(rows.size(), words);
    for (std::uint32_t i = 0; i < words; ++i) {
        const std::vector<std::uint32_t> row = i % 2 == 0 ? std::vector{i, words + i} : std::vector{words + i, i};
        ASSERT_EQ(rows[i], row) << i;
    }
}

TEST(PdfLineJoins, ASignGoesToTheNearestLineOfAnySize)
{
    PageMaker maker; // from right to left, or the two would be one row
    maker.add(137, 500, 8, U"spring");
    maker.add(100, 500, 13, U"tides"); // to 132.5
    maker.add(133, 495, 6, U"1"); // to 136: half a point behind the one, a point before the other
    EXPECT_EQ(joinLines(maker.page, maker.lines), (Rows{{0}, {1, 2}}));
    maker.page.words[0].left = 136.25F;
    EXPECT_EQ(joinLines(maker.page, maker.lines), (Rows{{2, 0}, {1}}));
}

/// As for signs: all on one height, the words and then their tags, each from right to left.
TEST(PdfLineJoins, TagsFindTheirRowAmongHundredsOnOneHeight)
{
    constexpr std::uint32_t words = 1000;
    PageMaker maker;
    for (std::uint32_t i = 0; i < words; ++i)
        maker.add(200.0F * static_cast<float>(words - i), 500, 10, U"tides");
    maker.add(100, 600, 10, U"below");
    for (std::uint32_t i = 0; i < words; ++i)
        maker.add(200.0F * static_cast<float>(words - i) + 60, i % 2 == 0 ? 502 : 498, 10, U"[Function]");
    const Rows rows = joinLines(maker.page, maker.lines);
    ASSERT_EQ(rows.size(), words + 1);
    for (std::uint32_t i = 0; i < words; ++i)
        ASSERT_EQ(rows[i], (std::vector{i, words + 1 + i})) << i;
}

TEST(PdfLineJoins, TagsBehindOneAnotherStandFromLeftToRight)
{
    PageMaker maker;
    maker.add(300, 500, 10, U"[Macro]");
    maker.add(10, 700, 10, U"[alone]"); // nothing is before it
    maker.add(300, 540, 10, U"[low]");
    maker.add(200, 500, 10, U"[Function]");
    maker.add(100, 500, 10, U"tides"); // from 100 to 125
    maker.add(60, 500, 10, U"high"); // to 80: farther from the tags
    maker.add(100, 537, 10, U"three"); // higher, and not at the tag's height
    // The row stands where its first line in reading order did.
    EXPECT_EQ(joinLines(maker.page, maker.lines), (Rows{{4, 3, 0}, {1}, {2}, {5}, {6}}));
    maker.page.words[6].baseline = 538;
    EXPECT_EQ(joinLines(maker.page, maker.lines), (Rows{{4, 3, 0}, {1}, {6, 2}, {5}}));
}

TEST(PdfLineJoins, OfRowsThatEndTogetherATagGoesToTheHighest)
{
    PageMaker maker;
    maker.add(200, 500, 10, U"[Macro]");
    maker.add(100, 501, 10, U"lower");
    maker.add(100, 499, 10, U"upper");
    maker.add(100, 499, 10, U"again");
    EXPECT_EQ(joinLines(maker.page, maker.lines), (Rows{{2, 0}, {1}, {3}}));
}

TEST(PdfLineJoins, ASignTooFarFromAllStaysByItself)
{
    const auto rowsWith = [](float left, float baseline, float size) {
        PageMaker maker;
        maker.add(left, baseline, size, U"note");
        maker.add(100, 500, 10, U"tides"); // to 125
        return joinLines(maker.page, maker.lines).size();
    };
    EXPECT_EQ(rowsWith(126, 496, 6), 1U);
    EXPECT_EQ(rowsWith(131, 496, 6), 2U); // a gap of 0.6 of its size
    EXPECT_EQ(rowsWith(122, 496, 6), 2U); // over it
    EXPECT_EQ(rowsWith(126, 499.5F, 6), 2U); // hardly raised
    EXPECT_EQ(rowsWith(126, 490, 6), 2U); // a line higher
    EXPECT_EQ(rowsWith(126, 496, 9), 2U); // hardly smaller
}

} // namespace
} // namespace cw::pdf
