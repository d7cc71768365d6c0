// SPDX-License-Identifier: GPL-3.0-or-later
// Where the lines of a PDF's page begin and end, to find what a small sign is raised beside.
#pragma once

#include "formats/pdfrows.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace cw::pdf {

class LineEnds final
{
public:
    struct Beside
    {
        std::uint32_t line = 0; ///< as it was added
        bool isBehind = false; ///< the sign stands behind the line, else before it
    };

    /// The words have to stay where they are.
    void add(std::uint32_t line, const Word &first, const Word &last);
    /// After the last line that is added.
    void sort();

    /// The line that the sign is raised beside and touches most nearly. O(log lines) where few lines begin or end
    /// within a few sizes of the sign.
    [[nodiscard]] std::optional<Beside> nearest(const Word &sign) const;

private:
    /// By side, size in powers of two, height in steps of that, and place: what may stand beside a sign is a few runs.
    struct End
    {
        bool isEnd = false; ///< of the line, else its begin
        int magnitude = 0;
        double step = 0;
        float x = 0;
        const Word *word = nullptr;
        std::uint32_t line = 0;
    };

    void add(std::uint32_t line, const Word &word, bool isEnd);

    std::vector<End> m_ends;
};

} // namespace cw::pdf
