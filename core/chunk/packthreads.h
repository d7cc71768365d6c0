// SPDX-License-Identifier: GPL-3.0-or-later
// How packing of one document is divided.
#pragma once

#include <algorithm>
#include <cstddef>

namespace cw {

/// Nothing of it ever changes a result.
struct PackThreads
{
    unsigned threads = 1; ///< that may be used
    std::size_t sections = 0; ///< that the document is divided into, nearly; 0: as many as pay

    /// Of `count` units or windows, of which so many make a section pay.
    [[nodiscard]] std::size_t sectionsFor(std::size_t count, std::size_t worthASection) const noexcept
    {
        constexpr std::size_t sectionsPerThread = 4;
        if (sections > 0)
            return std::clamp<std::size_t>(sections, 1, std::max<std::size_t>(count, 1));
        return threads < 2 ? 1 : std::clamp<std::size_t>(count / worthASection, 1, threads * sectionsPerThread);
    }
};

} // namespace cw
