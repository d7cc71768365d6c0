// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of a PDF's page ends nearest before a place at its height.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cw::pdf {

struct RowEnd
{
    float baseline = 0;
    float right = 0;
    std::uint32_t row = 0;
};

/// A place, and how far from its height baselines may be.
struct PlaceBehind
{
    float baseline = 0;
    float near = 0;
    float left = 0;
};

inline constexpr std::uint32_t noRow = static_cast<std::uint32_t>(-1);

/// For each place the row that ends before its left side and nearest to it; of several that end together the highest,
/// and of those the first one; noRow where there is none. Any number of rows may stand at one height.
/// O((rows + places) log(rows + places)).
[[nodiscard]] std::vector<std::uint32_t> rowsBefore(std::span<const PlaceBehind> places, std::vector<RowEnd> ends);

} // namespace cw::pdf
