// SPDX-License-Identifier: GPL-3.0-or-later
// Whether work grows with the text alone, for tests of promises such as O(text).
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <limits>
#include <string>

namespace cw::testing {

/// How much longer a byte takes in the long text than in the short one, in processor time and at the best of five
/// times: about 1 where work grows with the text, and the ratio of their sizes where it grows with its square.
template<class Read>
[[nodiscard]] double growthPerByte(const Read &read, const std::string &shortText, const std::string &longText)
{
    const auto timeOf = [&](const std::string &text, std::size_t times) {
        auto best = std::numeric_limits<std::clock_t>::max();
        for (int attempt = 0; attempt < 5; ++attempt) {
            const std::clock_t started = std::clock();
            for (std::size_t i = 0; i < times; ++i)
                read(text);
            best = std::min(best, std::clock() - started);
        }
        return static_cast<double>(best);
    };
    constexpr std::size_t longTimes = 3;
    const std::size_t shortTimes = longTimes * longText.size() / shortText.size();
    constexpr double notMeasurable = 20; // steps of the clock
    return timeOf(longText, longTimes) / std::max(timeOf(shortText, shortTimes), notMeasurable);
}

} // namespace cw::testing
