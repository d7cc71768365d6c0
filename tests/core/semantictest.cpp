// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of topic: worked out by hand, and held against the definition written down without windows that move.
#include "segment/topicshifts.h"
#include "support/chunking.h"
#include "support/randomtext.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;

struct Lines
{
    std::string text;
    std::vector<Unit> units;
};

Lines linesOf(const std::vector<std::string> &lines)
{
    Lines all;
    for (const std::string &line : lines) {
        const ByteRange range{all.text.size(), all.text.size() + line.size()};
        all.units.push_back({range, range});
        all.text += line + '\n';
    }
    return all;
}

std::vector<std::uint16_t> shiftsOf(const Lines &lines, std::size_t window)
{
    return *topicShifts(lines.text, lines.units, window, {});
}

TEST(TopicShifts, AreWhereOneSetOfWordsFollowsAnother)
{
    EXPECT_THAT(shiftsOf(linesOf({"ripe apple", "ripe apple", "steel bridge", "steel bridge"}), 1),
                ElementsAre(0, 0, 65535, 0));
    EXPECT_THAT(shiftsOf(linesOf({"ripe apple", "ripe apple", "steel bridge", "steel bridge"}), 2),
                ElementsAre(0, ::testing::Lt(65535), ::testing::Gt(40000), ::testing::Lt(65535)));
    EXPECT_THAT(shiftsOf(linesOf({"one"}), 3), ElementsAre(0));
    EXPECT_TRUE(shiftsOf(linesOf({}), 3).empty());
}

TEST(TopicShifts, CaseAccentsPunctuationAndEndingsDoNotMatter)
{
    EXPECT_THAT(shiftsOf(linesOf({"Café, retrieval!", "CAFE retrieving", "steel", "Steel."}), 1),
                ElementsAre(0, 0, 65535, 0));
}

TEST(TopicShifts, WordsThatEveryUnitHasTellNothing)
{
    const auto with = shiftsOf(linesOf({"the apple", "the apple", "the bridge", "the bridge"}), 1);
    EXPECT_THAT(with, ElementsAre(0, 0, 65535, 0));
    EXPECT_THAT(shiftsOf(linesOf({"the", "the", "the"}), 1), ElementsAre(0, 0, 0));
    EXPECT_THAT(shiftsOf(linesOf({"...", "- -", "!"}), 2), ElementsAre(0, 0, 0));
}

TEST(TopicShifts, ScriptsWithoutSpacesAreComparedByPairsOfCharacters)
{
    EXPECT_THAT(shiftsOf(linesOf({"苹果很好吃", "苹果很好吃", "钢桥很坚固", "钢桥很坚固"}), 1),
                ElementsAre(0, 0, 65535, 0));
}

TEST(TopicShifts, AHeadingGoesWithWhatFollows)
{
    Lines lines = linesOf({"ripe apple", "ripe apple", "Construction", "steel bridge", "steel bridge"});
    lines.units[2].kind = BlockKind::Heading;
    const auto shifts = shiftsOf(lines, 2);
    EXPECT_EQ(shifts[3], 0);
    EXPECT_EQ(std::ranges::max_element(shifts) - shifts.begin(), 2);
}

/// The definition, unit by unit: ASCII words of at most six letters only.
std::vector<std::uint16_t> shiftsByDefinition(const std::vector<std::string> &lines, std::size_t window)
{
    std::vector<std::set<std::string>> words;
    std::map<std::string, std::uint64_t> unitsOf;
    for (const std::string &line : lines) {
        std::set<std::string> found;
        std::string word;
        for (const char c : line + ' ') {
            if (c != ' ')
                word += c;
            else if (!word.empty())
                found.insert(std::exchange(word, {}));
        }
        for (const std::string &each : found)
            ++unitsOf[each];
        words.push_back(found);
    }
    const auto square = [&](const std::string &word) {
        const std::uint64_t ratio = lines.size() * 65536 / unitsOf[word];
        unsigned power = 0;
        while (ratio >> (power + 1) != 0)
            ++power;
        const std::uint64_t eighths = ratio * 8 / (std::uint64_t{1} << power) - 8;
        const std::uint64_t weight = 8 * (power - 16) + eighths;
        return weight * weight;
    };
    const std::size_t count = lines.size();
    std::vector<std::int64_t> alike(count, 65535);
    for (std::size_t at = 1; at < count; ++at) {
        std::map<std::string, std::uint64_t> before;
        std::map<std::string, std::uint64_t> behind;
        for (std::size_t unit = at - std::min(at, window); unit < at; ++unit) {
            for (const std::string &word : words[unit])
                ++before[word];
        }
        for (std::size_t unit = at; unit < std::min(at + window, count); ++unit) {
            for (const std::string &word : words[unit])
                ++behind[word];
        }
        std::uint64_t product = 0;
        std::uint64_t beforeLength = 0;
        std::uint64_t behindLength = 0;
        for (const auto &[word, times] : before) {
            beforeLength += times * times * square(word);
            product += behind.count(word) > 0 ? times * behind[word] * square(word) : 0;
        }
        for (const auto &[word, times] : behind)
            behindLength += times * times * square(word);
        alike[at] = alike[at - 1];
        if (beforeLength > 0 && behindLength > 0) {
            const double lengths = std::sqrt(static_cast<double>(beforeLength) * static_cast<double>(behindLength));
            alike[at]
                = static_cast<std::int64_t>(std::min(65535.0, 65535.0 * (static_cast<double>(product) / lengths)));
        }
    }
    std::vector<std::uint16_t> shifts(count, 0);
    for (std::size_t at = 1; at < count; ++at) {
        std::size_t left = at;
        while (left > 1 && alike[left - 1] >= alike[left])
            --left;
        std::size_t right = at;
        while (right + 1 < count && alike[right + 1] >= alike[right])
            ++right;
        shifts[at] = static_cast<std::uint16_t>((alike[left] + alike[right] - 2 * alike[at]) / 2);
    }
    return shifts;
}

TEST(TopicShifts, AreThoseOfTheDefinition)
{
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> lines(random() % 40);
        const std::size_t different = 1 + random() % 26;
        for (std::string &line : lines) {
            for (std::size_t words = random() % 8; words > 0; --words) {
                const auto word = static_cast<char>('a' + random() % different);
                line += std::string(1 + random() % 2, word) + ' ';
            }
        }
        const std::size_t window = 1 + random() % 6;
        EXPECT_EQ(shiftsOf(linesOf(lines), window), shiftsByDefinition(lines, window)) << round;
    }
}

TEST(TopicThreshold, LeavesAsManyBoundariesBelowAsAsked)
{
    EXPECT_EQ(topicThreshold({0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, 90), 100);
    EXPECT_EQ(topicThreshold({0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, 50), 60);
    EXPECT_EQ(topicThreshold({0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}, 100), 100);
    EXPECT_EQ(topicThreshold({0, 0, 0}, 90), 1);
    EXPECT_EQ(topicThreshold({0}, 90), 1);
    EXPECT_EQ(topicThreshold({}, 90), 1);
}

/// Pieces as nested ranges, written down recursively.
void expectTree(const std::vector<Piece> &pieces, const std::vector<std::uint16_t> &shifts, std::size_t &at,
                std::size_t begin, std::size_t end)
{
    ASSERT_LT(at, pieces.size());
    const std::size_t self = at++;
    ASSERT_EQ(pieces[self].firstUnit, begin);
    ASSERT_EQ(pieces[self].endUnit, end);
    if (end - begin > 1) {
        std::size_t cut = begin + 1;
        for (std::size_t unit = begin + 1; unit < end; ++unit)
            cut = shifts[unit] >= shifts[cut] ? unit : cut;
        expectTree(pieces, shifts, at, begin, cut);
        expectTree(pieces, shifts, at, cut, end);
    }
    ASSERT_EQ(pieces[self].next, at);
}

TEST(PiecesByShift, AreCutAtTheGreatestShiftInEachStretch)
{
    std::mt19937 random(6);
    for (int round = 0; round < 300 && !HasFatalFailure(); ++round) {
        std::vector<std::uint16_t> shifts(1 + random() % 60);
        for (std::size_t unit = 1; unit < shifts.size(); ++unit)
            shifts[unit] = static_cast<std::uint16_t>(random() % 20);
        const auto threshold = static_cast<std::uint16_t>(1 + random() % 22);
        const std::vector<Piece> pieces = piecesByShift(shifts, threshold);
        std::size_t at = 0;
        std::size_t begin = 0;
        while (begin < shifts.size() && !HasFatalFailure()) {
            std::size_t end = begin + 1;
            while (end < shifts.size()
                   && !(shifts[end] >= threshold && (end == 1 || shifts[end - 1] <= shifts[end])
                        && (end + 1 == shifts.size() || shifts[end + 1] <= shifts[end])))
                ++end;
            ASSERT_LT(at, pieces.size());
            EXPECT_EQ(pieces[at].level, 1);
            expectTree(pieces, shifts, at, begin, end);
            begin = end;
        }
        EXPECT_EQ(at, pieces.size());
    }
    EXPECT_TRUE(piecesByShift({}, 1).empty());
}

/// Neither the stack nor the time gives out where every shift is greater than the one before.
TEST(PiecesByShift, TakeAHundredThousandRisingShifts)
{
    std::vector<std::uint16_t> shifts(100'000);
    for (std::size_t unit = 1; unit < shifts.size(); ++unit)
        shifts[unit] = static_cast<std::uint16_t>(unit / 2);
    EXPECT_EQ(piecesByShift(shifts, 65535).size(), 2 * shifts.size() - 1);
}

std::string sentences(std::string_view one, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += std::string(one) + ' ';
    return text;
}

TEST(Semantic, AChunkEndsWhereTheTopicChanges)
{
    const std::string fruit = sentences("Ripe apples and pears taste sweet.", 7);
    const std::string bridge = sentences("Steel bridges carry heavy trains.", 7);
    const auto chunks = chunkText(fruit + bridge, {.strategy = "semantic", .max = 100});
    EXPECT_THAT(textsOf(*chunks), ElementsAre(fruit.substr(0, fruit.size() - 1), bridge.substr(0, bridge.size() - 1)));
    EXPECT_EQ(chunks->chunks()[1].startReason, BoundaryReason::Topic);
    EXPECT_EQ(chunks->chunks()[0].endReason, BoundaryReason::Topic);
}

TEST(Semantic, AShortTopicGoesOnIntoTheNextWhereBothFit)
{
    const std::string fruit = sentences("Ripe apples and pears taste sweet.", 7);
    const std::string bridge = sentences("Steel bridges carry heavy trains.", 7);
    const auto chunksOf = [&](std::size_t max, std::string_view smallest) {
        ParameterValues values;
        values.set("smallest", std::int64_t{std::stoi(std::string(smallest))});
        return chunkText(fruit + bridge, {.strategy = "semantic", .max = max, .parameters = values})->size();
    };
    // 42 and 35 words
    EXPECT_EQ(chunksOf(100, "42"), 2U);
    EXPECT_EQ(chunksOf(100, "43"), 1U);
    EXPECT_EQ(chunksOf(77, "100"), 1U);
    EXPECT_EQ(chunksOf(76, "100"), 2U);
    EXPECT_EQ(chunksOf(100, "0"), 2U);
}

TEST(Semantic, ATopicOverMaxIsCutAtSentences)
{
    const std::string fruit = sentences("Ripe apples and pears taste sweet.", 8);
    const auto chunks = chunkText(fruit, {.strategy = "semantic", .max = 20});
    for (const std::string &text : textsOf(*chunks)) {
        EXPECT_TRUE(text.starts_with("Ripe")) << text;
        EXPECT_TRUE(text.ends_with("sweet.")) << text;
    }
    EXPECT_THAT(tokensOf(*chunks), ::testing::Each(::testing::Le(20U)));
}

} // namespace
} // namespace cw::testing
