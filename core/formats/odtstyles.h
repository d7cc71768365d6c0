// SPDX-License-Identifier: GPL-3.0-or-later
// Styles of an OpenDocument text: what paragraphs are, how lists count.
#pragma once

#include "formats/xmlreader.h"
#include "text/blocktree.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cw::odt {

enum Name : std::uint16_t {
    Other,
    // the document
    OfficeBody,
    OfficeText,
    Annotation,
    Forms,
    Heading,
    Paragraph,
    Spaces,
    Tab,
    LineBreak,
    SoftPageBreak,
    List,
    ListItem,
    ListHeader,
    Note,
    NoteCitation,
    NoteBody,
    TrackedChanges,
    TableOfContents,
    Section,
    RubyText,
    HiddenText,
    HiddenParagraph,
    Script,
    Span,
    Table,
    HeaderRows,
    Row,
    Cell,
    CoveredCell,
    EventListeners,
    // styles
    Style,
    ParagraphProperties,
    TextProperties,
    ListStyle,
    OutlineStyle,
    LevelNumber,
    LevelBullet,
    OutlineLevelStyle,
    // attributes
    StyleName,
    ParentStyle,
    MasterPage,
    BreakBefore,
    Display,
    Level,
    NumberFormat,
    NumberPrefix,
    NumberSuffix,
    DisplayLevels,
    StartValue,
    Bullet,
    OutlineLevel,
    TextStyleName,
    Count,
    NoteClass,
    ContinueNumbering,
    ContinueList,
    XmlId,
    IsHidden,
    IsListHeader,
    UsesSoftPageBreaks,
    TextDisplay,
    ColumnsRepeated,
    RowsRepeated,
    ColumnsSpanned
};

[[nodiscard]] const XmlVocabulary &vocabulary();
/// Whether an element of this name, as the parser gives it, is text on its paragraph's line, known or not.
[[nodiscard]] bool isInline(std::string_view name) noexcept;

inline constexpr std::size_t listLevels = 10;

/// How a list counts on one of its levels.
struct LevelStyle
{
    std::string format; ///< "1", "a", "A", "i", "I"; empty: no number
    std::string prefix;
    std::string suffix;
    std::string bullet; ///< instead of a number
    int start = 1;
    int shownLevels = 1;
};
using ListLevels = std::array<LevelStyle, listLevels>;

/// What a style and those it is based on say.
struct StyleFacts
{
    BlockKind kind = BlockKind::Paragraph; ///< Code, Quote, Caption; Heading for titles and styles called Heading 1..9
    int headingLevel = 1; ///< of Heading; a document's title stands on the first
    bool isHidden = false;
    bool beginsPage = false;
};

class Styles final
{
public:
    void add(std::string name, std::string parent, const StyleFacts &own);
    void addList(std::string name, const ListLevels &levels) { m_lists.insert_or_assign(std::move(name), levels); }
    void setOutline(const ListLevels &levels) { m_outline = levels; }

    /// O(1) but for the first time. Styles based on themselves, however far around, end there.
    [[nodiscard]] const StyleFacts &factsOf(std::string_view name);
    [[nodiscard]] const ListLevels &list(std::string_view name) const;
    [[nodiscard]] const ListLevels &outline() const noexcept { return m_outline; }

private:
    struct Style
    {
        std::string parent;
        StyleFacts own;
    };
    std::unordered_map<std::string, Style> m_styles;
    std::unordered_map<std::string, StyleFacts> m_resolved;
    std::unordered_map<std::string, ListLevels> m_lists;
    ListLevels m_outline;
};

/// Hears the elements of styles, wherever in a document they stand.
class StyleReader final
{
public:
    explicit StyleReader(Styles &styles) : m_styles(styles) { }
    void startElement(const XmlElement &element);
    void endElement(std::uint16_t number);

private:
    void readLevel(const XmlElement &element);

    Styles &m_styles;
    std::string m_name;
    std::string m_parent;
    StyleFacts m_facts;
    std::string m_listName;
    ListLevels m_levels;
    bool m_isInStyle = false;
    bool m_isInList = false;
};

/// The mark of a list's level: prefix, the numbers of the levels it shows, suffix; or its bullet. At most 64 bytes.
[[nodiscard]] std::string markOf(const ListLevels &levels, std::size_t level,
                                 const std::array<int, listLevels> &numbers);

} // namespace cw::odt
