// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of a Word document: the number or bullet that stands before a paragraph.
#pragma once

#include "base/result.h"
#include "formats/docxstyles.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace cw::docx {

inline constexpr std::size_t listLevels = 9;

/// How a list counts on one of its levels.
struct ListLevel
{
    std::string format = "decimal"; ///< ST_NumberFormat
    std::string text; ///< "%1.%2." stands for the numbers of levels 1 and 2
    int start = 1;
    int restartAfter = -1; ///< -1: any higher level; else this level (0: never)
    bool isLegal = false; ///< all numbers decimal
};

/// Counts as Word does: lists of one abstract numbering go on counting together, a number starts anew behind one of a
/// higher level, and an override starts it where it says.
class NumberingLists final
{
public:
    /// numbering.xml.
    [[nodiscard]] static Outcome<NumberingLists> read(std::string_view bytes, std::string_view part,
                                                      const std::stop_token &stop);
    /// Lists defined by numbering styles, to be told once.
    void resolveStyles(Styles &styles);

    [[nodiscard]] bool has(int numbering) const { return m_lists.contains(numbering); }
    /// Whether marks of that list and level count nothing.
    [[nodiscard]] bool hasBullets(int numbering, int level) const;
    /// Number of the list that two numberings share.
    [[nodiscard]] int listOf(int numbering) const;
    /// The mark of the next paragraph of that list and level, such as "2.1" or "•"; empty when it has none. At most 64
    /// bytes.
    [[nodiscard]] std::string next(int numbering, int level);

private:
    friend class NumberingReader;
    struct Abstract
    {
        std::array<ListLevel, listLevels> levels;
        std::string styleLink;
        std::string numberingStyleLink;
    };
    struct Instance
    {
        int abstract = 0;
        std::map<int, int> starts;
        std::map<int, ListLevel> levels;
        std::array<bool, listLevels> hasStarted{};
    };
    struct Counters
    {
        std::array<int, listLevels> values{};
        std::array<bool, listLevels> isCounting{};
    };

    [[nodiscard]] const ListLevel &levelOf(const Instance &instance, int level) const;

    std::map<int, Abstract> m_abstracts;
    std::map<int, Instance> m_lists;
    std::map<int, Counters> m_counters; ///< by abstract numbering
};

} // namespace cw::docx
