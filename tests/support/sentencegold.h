// SPDX-License-Identifier: GPL-3.0-or-later
// Reading tests/data/sentences-gold.txt and scoring breaks against it.
#pragma once

#include "segment/sentencebreaks.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {

struct GoldPassage
{
    std::string language;
    std::string text;
    std::vector<std::size_t> starts; ///< where each sentence but the first begins
};

/// Empty when the file cannot be read.
[[nodiscard]] std::vector<GoldPassage> readSentenceGold(const std::string &path);

struct BoundaryScore
{
    std::size_t right = 0;
    std::size_t invented = 0;
    std::size_t missed = 0;

    [[nodiscard]] double precision() const;
    [[nodiscard]] double recall() const;
    [[nodiscard]] double f1() const;
};

using FindBreaks = std::function<Outcome<SentenceBreaks>(std::string_view)>;

/// By language, and of all together under "all". `differences` gets one line for every difference.
[[nodiscard]] std::map<std::string, BoundaryScore>
scoreBreaks(const std::vector<GoldPassage> &gold, const FindBreaks &find, std::string *differences = nullptr);

} // namespace cw::testing
