// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfdashes.h"

#include "formats/pdfrows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace cw::pdf {

namespace {

constexpr float thickest = 1;
constexpr float shortest = 1.5F;
constexpr float longest = 12;
constexpr float leastOverlap = 0.3F; ///< dashes that only touch are underscores of their own
constexpr float stepsOfPoint = 4;

/// Its height in quarters of a point, and its left end.
std::pair<float, float> placeOf(const Rule &dash)
{
    return {std::floor(stepsOfPoint * dash.top), dash.left};
}

} // namespace

bool isDash(const Rule &rule)
{
    const float length = rule.right - rule.left;
    return rule.bottom - rule.top <= thickest && length >= shortest && length <= longest;
}

std::vector<Rule> joinedDashes(std::vector<Rule> dashes)
{
    std::ranges::sort(dashes, {}, placeOf);
    std::size_t count = 0;
    for (const Rule &dash : dashes) {
        Rule *const last = count > 0 ? &dashes[count - 1] : nullptr;
        if (last && placeOf(*last).first == placeOf(dash).first && dash.left < last->right - leastOverlap)
            last->right = std::max(last->right, dash.right);
        else
            dashes[count++] = dash;
    }
    dashes.resize(count);
    std::erase_if(dashes, [](const Rule &dash) { return !isDash(dash); });
    return dashes;
}

bool hasUnderscore(std::span<const Rule> dashes, const Word &before, const Word &behind)
{
    constexpr float furthest = 2; // from the baseline
    const float gap = behind.left - before.right;
    if (dashes.empty() || !(gap > 0) || gap > 0.9F * before.size || !before.isUpright)
        return false;
    const float near = std::min(0.12F * before.size, furthest);
    const float highest = std::floor(stepsOfPoint * (before.baseline - near));
    const int heights = static_cast<int>(2 * stepsOfPoint * near) + 1;
    for (int height = 0; height <= heights; ++height) {
        const float step = highest + static_cast<float>(height);
        auto dash = std::ranges::lower_bound(dashes, std::pair(step, before.right - near), {}, placeOf);
        for (; dash != dashes.end() && placeOf(*dash).first == step && dash->right < behind.left + near; ++dash) {
            if (std::abs(dash->top - before.baseline) <= near && gap - (dash->right - dash->left) < 0.35F * before.size)
                return true;
        }
    }
    return false;
}

} // namespace cw::pdf
