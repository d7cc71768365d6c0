// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/equalstretches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace cw {

namespace {

TEST(EqualStretches, answersAsComparisonDoesHoweverOftenItIsAsked)
{
    std::mt19937 random(7);
    const auto below = [&](std::size_t limit) { return random() % limit; };
    std::string text;
    for (int part = 0; part < 40; ++part) {
        if (part % 4 != 0) {
            text += text.substr(0, below(text.size()));
            text[below(text.size())] = 'x';
        }
        for (std::size_t i = below(900); i > 0; --i)
            text += static_cast<char>('a' + below(2));
        if (text.size() > 60'000)
            text.erase(0, text.size() / 2);
    }
    const std::string_view view(text);
    const EqualStretches stretches(view);
    std::size_t equal = 0;
    for (int asked = 0; asked < 200'000; ++asked) {
        const std::size_t earlier = below(text.size() - 1);
        std::size_t later = earlier + 1 + below(text.size() - earlier - 1);
        if (asked % 2 == 0) { // where the same letters stand
            const std::size_t found = text.find(text.substr(earlier, 24), earlier + 1);
            later = found == std::string::npos ? later : found;
        }
        const std::size_t size = 1 + below(std::min<std::size_t>(text.size() - later, 2000));
        const std::string_view a = view.substr(earlier, size);
        const std::string_view b = view.substr(later, size);
        ASSERT_EQ(stretches.areEqual(a, b), a == b) << earlier << ' ' << later << ' ' << size;
        equal += a == b ? 1 : 0;
    }
    EXPECT_GT(equal, 1'000U);
}

TEST(EqualStretches, answersManyThreadsAtOnce)
{
    std::mt19937 random(8);
    std::string text;
    for (int i = 0; i < 4'000; ++i)
        text += static_cast<char>('a' + random() % 2);
    for (int copy = 0; copy < 4; ++copy) {
        text += text.substr(0, 4'000);
        text[text.size() - 1 - random() % 4'000] = 'x';
    }
    const std::string_view view(text);
    const EqualStretches stretches(view);
    std::array<std::size_t, 3> wrong{};
    std::array<std::size_t, 3> equal{};
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < wrong.size(); ++thread) {
        threads.emplace_back([&, thread] {
            std::mt19937 own(thread);
            for (int asked = 0; asked < 20'000; ++asked) {
                const std::size_t earlier = own() % 4'000;
                const std::size_t later = earlier + 4'000 * (1 + own() % 3);
                const std::size_t size = 1 + own() % 3'000;
                const std::string_view a = view.substr(earlier, size);
                const std::string_view b = view.substr(later, size);
                wrong[thread] += stretches.areEqual(a, b) != (a == b) ? 1 : 0;
                equal[thread] += a == b ? 1 : 0;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    for (unsigned thread = 0; thread < wrong.size(); ++thread) {
        EXPECT_EQ(wrong[thread], 0U);
        EXPECT_GT(equal[thread], 1'000U);
        EXPECT_LT(equal[thread], 20'000U);
    }
}

TEST(EqualStretches, tellsDifferentSizesApart)
{
    const std::string text = "abcabcabc";
    const EqualStretches stretches(text);
    const std::string_view view(text);
    EXPECT_TRUE(stretches.areEqual(view.substr(0, 3), view.substr(3, 3)));
    EXPECT_FALSE(stretches.areEqual(view.substr(0, 3), view.substr(3, 4)));
    EXPECT_TRUE(stretches.areEqual(view.substr(0, 6), view.substr(3, 6))); // they may overlap
    EXPECT_TRUE(stretches.contains(view.substr(9, 0)));
    EXPECT_FALSE(stretches.contains("abc"));
}

} // namespace

} // namespace cw
