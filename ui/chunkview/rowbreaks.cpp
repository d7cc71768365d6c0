// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/rowbreaks.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace cw {

std::vector<double> evenRows(std::span<const Word> words, double column)
{
    struct Best
    {
        double cost = std::numeric_limits<double>::max();
        std::size_t rowBegin = 0; ///< of the row that ends here
        double rowWidth = 0;
    };
    std::vector<Best> best(words.size() + 1);
    best[0].cost = 0;
    for (std::size_t end = 1; end <= words.size(); ++end) {
        double width = words[end - 1].width;
        for (std::size_t begin = end; begin-- > 0;) {
            if (begin + 1 < end)
                width += words[begin].advance;
            if (width > column)
                break;
            const double cost = best[begin].cost + (column - width) * (column - width);
            if (cost < best[end].cost)
                best[end] = {cost, begin, width};
        }
        if (best[end].cost == std::numeric_limits<double>::max())
            return {};
    }
    std::vector<double> rows;
    for (std::size_t end = words.size(); end > 0; end = best[end].rowBegin)
        rows.push_back(best[end].rowWidth);
    std::reverse(rows.begin(), rows.end());
    return rows;
}

} // namespace cw
