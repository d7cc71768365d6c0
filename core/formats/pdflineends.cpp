// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflineends.h"

#include "formats/pdfscripts.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace cw::pdf {

namespace {

constexpr float mostOverlap = 0.1F; // in sizes of the larger word, as the gaps are
constexpr float widestGapBefore = 0.7F;
constexpr float widestGapBehind = 0.4F;

double stepOf(double baseline, int magnitude)
{
    return std::floor(std::ldexp(baseline, -magnitude));
}

} // namespace

void LineEnds::add(std::uint32_t line, const Word &first, const Word &last)
{
    add(line, first, false);
    add(line, last, true);
}

void LineEnds::add(std::uint32_t line, const Word &word, bool isEnd)
{
    const float x = isEnd ? word.right : word.left;
    if (!(word.size > 0) || !std::isfinite(word.size) || !std::isfinite(word.baseline) || !std::isfinite(x))
        return;
    const int magnitude = std::ilogb(word.size);
    m_ends.push_back({isEnd, magnitude, stepOf(word.baseline, magnitude), x, &word, line});
}

void LineEnds::sort()
{
    std::ranges::stable_sort(m_ends, {}, [](const End &end) {
        return std::tuple(end.isEnd, end.magnitude, end.step, end.isEnd ? -end.x : end.x);
    });
}

std::optional<LineEnds::Beside> LineEnds::nearest(const Word &sign) const
{
    constexpr int magnitudes = 3; // words it can be raised beside are up to 2.3 times as large
    constexpr int steps = 5; // and their baselines less than two of its sizes lower
    std::optional<Beside> best;
    float least = 0;
    if (!(sign.size > 0) || !std::isfinite(sign.size))
        return best;
    for (int run = 0; run < 2 * magnitudes * steps; ++run) {
        const bool isEnd = run % 2 == 1;
        const int magnitude = std::ilogb(sign.size) + run / 2 % magnitudes;
        const double step = stepOf(sign.baseline, magnitude) + run / 2 / magnitudes;
        const auto isBefore = [&](const End &end) {
            if (std::tuple(end.isEnd, end.magnitude, end.step) != std::tuple(isEnd, magnitude, step))
                return std::tuple(end.isEnd, end.magnitude, end.step) < std::tuple(isEnd, magnitude, step);
            const float gap = isEnd ? sign.left - end.x : end.x - sign.right;
            return gap < -mostOverlap * std::ldexp(1.0F, magnitude + 1);
        };
        for (auto end = std::ranges::partition_point(m_ends, isBefore);
             end != m_ends.end() && end->isEnd == isEnd && end->magnitude == magnitude && end->step == step; ++end) {
            const float gap = isEnd ? sign.left - end->x : end->x - sign.right;
            const float widest = isEnd ? widestGapBehind : widestGapBefore;
            if (gap > widest * std::ldexp(1.0F, magnitude + 1) || (best && gap >= least))
                break;
            if (gap < -mostOverlap * end->word->size || gap > widest * end->word->size
                || scriptBeside(sign, *end->word) != Script::Raised)
                continue;
            best = Beside{end->line, isEnd};
            least = gap;
            break;
        }
    }
    return best;
}

} // namespace cw::pdf
