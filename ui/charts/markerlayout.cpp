// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/markerlayout.h"

#include <algorithm>
#include <numeric>

namespace cw {

namespace {

constexpr double lineGap = 4;

double wantedLeft(const MarkerLabel &label, double left, double right)
{
    double at = label.x + lineGap;
    if (at + label.width > right)
        at = label.x - lineGap - label.width;
    return std::clamp(at, left, std::max(left, right - label.width));
}

} // namespace

std::vector<PlacedLabel> placeMarkerLabels(const std::vector<MarkerLabel> &labels, double left, double right,
                                           double gap)
{
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&labels](std::size_t i) { return labels[i].x; });

    struct Span
    {
        double left;
        double right;
    };
    std::vector<std::vector<Span>> rows;
    std::vector<PlacedLabel> placed(labels.size());
    for (const std::size_t i : order) {
        const double from = wantedLeft(labels[i], left, right);
        const double to = from + labels[i].width;
        const auto isFree = [&](const std::vector<Span> &row) {
            return std::ranges::none_of(
                row, [&](const Span &taken) { return from < taken.right + gap && taken.left - gap < to; });
        };
        auto row = std::ranges::find_if(rows, isFree);
        if (row == rows.end())
            row = rows.insert(rows.end(), std::vector<Span>());
        row->push_back({from, to});
        placed[i] = {from, static_cast<int>(row - rows.begin())};
    }
    return placed;
}

} // namespace cw
