// SPDX-License-Identifier: GPL-3.0-or-later
// Styles of a Word document: what a paragraph of a style is.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace cw::docx {

/// What a style and those that it is based on say. Later ones (of a paragraph itself) are put over it.
struct ParagraphKind
{
    static constexpr int notSaid = -1;
    static constexpr int bodyText = 9; ///< outlineLevel of what is no heading

    int outlineLevel = notSaid; ///< 0 is the highest
    int numbering = notSaid; ///< 0: none
    int listLevel = notSaid;
    BlockKind kind = BlockKind::Paragraph; ///< Code, Quote and Caption by the style's name
    bool isHidden = false;
    bool isContents = false; ///< of a table of contents
};

class Styles final
{
public:
    /// styles.xml. Styles based on themselves, however far around, end there.
    [[nodiscard]] static Outcome<Styles> read(std::string_view bytes, std::string_view part,
                                              const std::stop_token &stop);

    /// Of a paragraph style; empty: the default one. O(1) but for the first time.
    [[nodiscard]] const ParagraphKind &paragraph(std::string_view id);
    [[nodiscard]] bool isRunHidden(std::string_view id);
    /// Numbering that a numbering style refers to; notSaid when there is none.
    [[nodiscard]] int numberingOf(std::string_view id);

private:
    friend class StylesReader;
    struct Style
    {
        std::string name; ///< lower case
        std::string basedOn;
        ParagraphKind said; ///< by the style alone
    };
    using ById = std::unordered_map<std::string, Style>;

    ById m_styles;
    std::string m_default; ///< id of the default paragraph style
    std::unordered_map<std::string, ParagraphKind> m_resolved;
};

/// Level of a heading style by its name in any of the large languages ("heading 1", "Überschrift 1"), 0 the highest;
/// ParagraphKind::notSaid when it names none. "Title" is 0.
[[nodiscard]] int headingLevelOf(std::string_view lowerCaseName);

} // namespace cw::docx
