// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/markerlayout.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace cw {

namespace {

constexpr double lineGap = 4;
constexpr std::size_t fewLabels = 5; ///< of which all orders and sides are tried

class Placing
{
public:
    Placing(const std::vector<MarkerLabel> &labels, double left, double right, double gap)
        : m_labels(labels), m_left(left), m_right(right), m_gap(gap)
    {
    }

    /// In the given order, each as low as it goes; nothing when one has no place. Labels whose bit is set stand on the
    /// other side than they would.
    std::optional<std::vector<PlacedLabel>> inOrder(const std::vector<std::size_t> &order, unsigned turned)
    {
        start();
        for (const std::size_t i : order) {
            if (!place(i, (turned >> i & 1U) != 0, true))
                return std::nullopt;
        }
        return m_placed;
    }

    /// The same, but lines may run through labels.
    std::vector<PlacedLabel> inAnyCase(const std::vector<std::size_t> &order)
    {
        start();
        for (const std::size_t i : order)
            place(i, false, false);
        return m_placed;
    }

private:
    void start()
    {
        m_placed.assign(m_labels.size(), {});
        m_isPlaced.assign(m_labels.size(), false);
    }

    [[nodiscard]] double inside(double at, std::size_t i) const
    {
        return std::clamp(at, m_left, std::max(m_left, m_right - m_labels[i].width));
    }

    bool place(std::size_t i, bool isTurned, bool keepsOffLines)
    {
        const double toRight = m_labels[i].x + lineGap;
        const double toLeft = m_labels[i].x - lineGap - m_labels[i].width;
        const bool isRight = (toRight + m_labels[i].width <= m_right) != isTurned;
        for (int row = 0; row < static_cast<int>(m_labels.size()); ++row) {
            const PlacedLabel at{inside(isRight ? toRight : toLeft, i), row};
            if (!isFree(i, at, keepsOffLines))
                continue;
            m_placed[i] = at;
            m_isPlaced[i] = true;
            return true;
        }
        return false;
    }

    [[nodiscard]] bool covers(std::size_t label, const PlacedLabel &at, double x) const
    {
        return at.left - 1 < x && x < at.left + m_labels[label].width + 1;
    }

    [[nodiscard]] bool isFree(std::size_t i, const PlacedLabel &at, bool keepsOffLines) const
    {
        for (std::size_t j = 0; j < m_labels.size(); ++j) {
            if (!m_isPlaced[j])
                continue;
            const PlacedLabel &other = m_placed[j];
            if (other.row == at.row && at.left < other.left + m_labels[j].width + m_gap
                && other.left - m_gap < at.left + m_labels[i].width)
                return false;
            if (!keepsOffLines)
                continue;
            if ((other.row <= at.row && covers(j, other, m_labels[i].x))
                || (other.row >= at.row && covers(i, at, m_labels[j].x)))
                return false;
        }
        return true;
    }

    const std::vector<MarkerLabel> &m_labels;
    double m_left;
    double m_right;
    double m_gap;
    std::vector<PlacedLabel> m_placed;
    std::vector<bool> m_isPlaced;
};

} // namespace

std::vector<PlacedLabel> placeMarkerLabels(const std::vector<MarkerLabel> &labels, double left, double right,
                                           double gap)
{
    // From the right: labels to the right of their lines then rise over those that are placed.
    std::vector<std::size_t> fromRight(labels.size());
    std::iota(fromRight.begin(), fromRight.end(), std::size_t{0});
    std::ranges::stable_sort(fromRight, std::ranges::greater(), [&labels](std::size_t i) { return labels[i].x; });
    Placing placing(labels, left, right, gap);
    const bool areFew = labels.size() <= fewLabels;
    std::vector<std::size_t> positions(labels.size());
    for (unsigned turned = 0; turned < (areFew ? 1U << labels.size() : 1U); ++turned) {
        std::iota(positions.begin(), positions.end(), std::size_t{0});
        do {
            std::vector<std::size_t> order;
            for (const std::size_t position : positions)
                order.push_back(fromRight[position]);
            if (const auto placed = placing.inOrder(order, turned))
                return *placed;
        } while (areFew && std::ranges::next_permutation(positions).found);
    }
    return placing.inAnyCase(fromRight);
}

} // namespace cw
