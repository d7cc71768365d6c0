// SPDX-License-Identifier: GPL-3.0-or-later
// Ruled lines of a PDF's page that stand round the cells of tables.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cw::pdf {

/// A straight line along an edge of the page, or a box so thin that it is one. From the page's top left corner.
struct Rule
{
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;
};

/// Lines of a page that are looked at; a table of 200 rows and 20 columns has 220 when pieces that touch are one.
inline constexpr std::size_t mostRules = 50'000;
inline constexpr std::size_t mostJoinedRules = 2'000;

/// Edges of columns and rows, outer ones included, in order: two columns have three edges.
struct Grid
{
    struct Stretch
    {
        float top = 0;
        float bottom = 0;
    };

    std::vector<float> columnEdges;
    std::vector<float> rowEdges;
    std::vector<std::vector<Stretch>> ruledAt; ///< of each column's edge where there is a line: not inside joined cells
};

struct PageRules
{
    std::vector<Grid> grids; ///< lines that meet, with two columns and two rows at least
    std::vector<Rule> level; ///< level lines that belong to none, by their height
    bool isCut = false; ///< more lines than are looked at: none were
};

/// O(rules log rules + joined rules squared), where those are few.
[[nodiscard]] PageRules findGrids(std::span<const Rule> rules);

} // namespace cw::pdf
