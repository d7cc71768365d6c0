// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/vectorshifts.h"

#include "segment/topicshifts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace cw {

namespace {

constexpr double scale = 65535;

using Sum = std::vector<std::int32_t>; // at most 50 vectors of 32767

void add(std::span<const std::int16_t> vector, Sum &sum)
{
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += vector[i];
}

void subtract(std::span<const std::int16_t> vector, Sum &sum)
{
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] -= vector[i];
}

/// Exact in any order: what is added up stays below 2^53, as no sum is longer than 50 times 32768.
double product(const Sum &a, const Sum &b)
{
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= a.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += static_cast<double>(a[i + lane]) * static_cast<double>(b[i + lane]);
    }
    double all = 0;
    for (; i < a.size(); ++i)
        all += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    for (const double sum : sums)
        all += sum;
    return all;
}

} // namespace

Outcome<TopicShifts> vectorShifts(const UnitVectors &vectors, const std::vector<Unit> &units, std::size_t window,
                                  const std::stop_token &stop)
{
    constexpr std::size_t stopCheckMask = 0xFF;
    const std::size_t count = units.size();
    if (count < 2)
        return TopicShifts(count, 0);
    const SentenceVectors &kept = *vectors.vectors;
    const auto vectorOf = [&](std::size_t unit) { return kept.vector(vectors.rows[unit]); };
    Sum before(kept.dimension());
    Sum behind(kept.dimension());
    std::vector<std::uint32_t> alike(count, static_cast<std::uint32_t>(scale));
    for (std::size_t unit = 0; unit < std::min(window, count); ++unit)
        add(vectorOf(unit), behind);
    for (std::size_t unit = 1; unit < count; ++unit) {
        if ((unit & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        subtract(vectorOf(unit - 1), behind);
        add(vectorOf(unit - 1), before);
        if (unit > window)
            subtract(vectorOf(unit - 1 - window), before);
        if (unit - 1 + window < count)
            add(vectorOf(unit - 1 + window), behind);
        // vectors that take each other away have no direction
        const double lengths = std::sqrt(product(before, before)) * std::sqrt(product(behind, behind));
        if (lengths == 0) {
            alike[unit] = alike[unit - 1];
            continue;
        }
        const double cosine = std::clamp(product(before, behind) / lengths, -1.0, 1.0);
        alike[unit] = static_cast<std::uint32_t>((cosine + 1) * (scale / 2));
    }
    return shiftsByDepth(alike, units);
}

} // namespace cw
