// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfrowends.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>

namespace cw::pdf {

namespace {

/// Numbers at positions, and the largest of those in a stretch of them. O(log positions) each.
class LargestIn final
{
public:
    explicit LargestIn(std::size_t positions) : m_leaves(std::bit_ceil(positions + 1)), m_largest(2 * m_leaves, 0) { }

    /// Precondition: `number` is larger than all before it.
    void set(std::size_t position, std::uint32_t number)
    {
        for (std::size_t node = position + m_leaves; node > 0; node /= 2)
            m_largest[node] = number;
    }

    /// 0 where nothing was set.
    [[nodiscard]] std::uint32_t largest(std::size_t begin, std::size_t end) const
    {
        std::uint32_t found = 0;
        for (begin += m_leaves, end += m_leaves; begin < end; begin /= 2, end /= 2) {
            if (begin % 2 == 1)
                found = std::max(found, m_largest[begin++]);
            if (end % 2 == 1)
                found = std::max(found, m_largest[--end]);
        }
        return found;
    }

private:
    std::size_t m_leaves;
    std::vector<std::uint32_t> m_largest; ///< of the nodes of a tree, the root at 1
};

} // namespace

std::vector<std::uint32_t> rowsBefore(std::span<const PlaceBehind> places, std::vector<RowEnd> ends)
{
    std::ranges::stable_sort(ends, {}, &RowEnd::baseline);
    std::vector<std::uint32_t> byRight(ends.size()); // of those that end together the highest last
    std::iota(byRight.rbegin(), byRight.rend(), 0U);
    std::ranges::stable_sort(byRight, {}, [&](std::uint32_t end) { return ends[end].right; });
    std::vector<std::uint32_t> byLeft(places.size());
    std::iota(byLeft.begin(), byLeft.end(), 0U);
    std::ranges::sort(byLeft, {}, [&](std::uint32_t place) { return places[place].left; });

    // From left to right, so that what was passed last ends nearest.
    std::vector<std::uint32_t> found(places.size(), noRow);
    LargestIn passed(ends.size());
    std::uint32_t count = 0;
    for (const std::uint32_t number : byLeft) {
        const PlaceBehind &place = places[number];
        for (; count < byRight.size() && ends[byRight[count]].right < place.left; ++count)
            passed.set(byRight[count], count + 1);
        const auto begin = std::ranges::lower_bound(ends, place.baseline - place.near, {}, &RowEnd::baseline);
        const auto end
            = std::ranges::upper_bound(begin, ends.end(), place.baseline + place.near, {}, &RowEnd::baseline);
        if (const std::uint32_t last = passed.largest(static_cast<std::size_t>(begin - ends.begin()),
                                                      static_cast<std::size_t>(end - ends.begin())))
            found[number] = ends[byRight[last - 1]].row;
    }
    return found;
}

} // namespace cw::pdf
