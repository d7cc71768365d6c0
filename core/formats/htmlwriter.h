// SPDX-License-Identifier: GPL-3.0-or-later
// Text, blocks and outline of an HTML document from what is read of it.
#pragma once

#include "formats/html.h"
#include "formats/htmlevents.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw::html {

/// Collapses white space as a browser does, begins and ends blocks where text does, so that none is empty.
class Writer final
{
public:
    Writer(std::string_view source, std::uint32_t part, Target &target);

    void take(const Event &event);
    /// Ends all that is open.
    void finish();

    [[nodiscard]] std::size_t textBytes() const noexcept { return m_textBytes; }
    /// Whether blocks were left out of their containers, since those nest too deeply.
    [[nodiscard]] bool isTooDeep() const noexcept { return m_isTooDeep; }

private:
    struct OpenPart
    {
        Part part = Part::None;
        std::uint32_t block = Block::none; ///< once something was written in it
        bool isTransparent = false; ///< no block: stands inside a heading, row or caption, or only lays out the page
        bool isImplied = false; ///< an item that no element stands for
        bool hasDetails = false; ///< of an item of a list of definitions
        std::uint32_t header = Block::none; ///< of a table: its header, while rows may still be added to it
        std::uint32_t columns = 0; ///< of a row: tabs that were written or are due
        bool hasCells = false; ///< of a row
        std::uint8_t level = 0; ///< of headings and rows: that of the event
        Marks marks = Marks::None; ///< of lists, and of items that have not shown theirs
        bool isFalling = false; ///< numbers of a list
        std::int32_t number = 0; ///< of an item, or of the list's next one
        std::uint32_t lists = 0; ///< lists that are open here
        std::uint32_t markedLists = 0; ///< those of them that are not of terms
        std::size_t firstHeading = 0; ///< of an item: number of the first heading in it
    };
    struct Section
    {
        std::size_t firstHeading = 0; ///< number of the first heading in it
        unsigned lastLevel = 0; ///< of its last heading; 0 before the first one
        unsigned shift = 0; ///< levels that its headings are moved down by
        bool movesHeadings = true; ///< below the heading before the section
    };
    /// A heading whose section holds what comes next.
    struct OpenHeading
    {
        std::size_t number = 0; ///< in the target's headings
        unsigned level = 0;
        bool isElementClosed = false; ///< the element around it: text behind is not the section's any more
    };
    /// White space in preformatted text that shows only when more text follows on its line.
    struct Spaces
    {
        ByteRange source;
        char replacement = 0; ///< 0: a copy of the source
    };
    static constexpr std::size_t longestLinkText = 32; ///< that is looked at
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // parts
    void open(const Event &event);
    void openItem(Part part, CompactRange number = {});
    void openOwner(OpenPart &part);
    void openCell(OpenPart &cell, std::uint32_t column);
    void pushPart(OpenPart part);
    void takeMark(OpenPart &item, OpenPart &list, const CompactRange &own);
    void closePermalink();
    void close(const Event &event);
    void closeTop();
    void closeImpliedItem();
    void closeHeading(std::uint32_t block, unsigned rank);
    void openSection(bool movesHeadings);
    void closeSection();
    void leaveClosedSections();
    void leaveHeadingsFrom(std::size_t firstHeading);
    [[nodiscard]] bool mayHeadSections(std::uint32_t parent) const;
    void dissolveListsWithHeadings();
    void part(bool byBlank);

    // blocks
    void beginBlock();
    void indentBlock();
    void endBlock();
    std::uint32_t materialize(std::size_t parts);
    [[nodiscard]] BlockKind kindOfOwner() const;

    // characters
    void takeText(ByteRange range, bool hasReferences);
    std::size_t takeSpaces(std::size_t begin, std::size_t textEnd);
    std::size_t takePreservedSpace(std::size_t begin, std::size_t textEnd);
    void takeReference(std::string_view text, ByteRange source);
    void takeVisible(ByteRange range);
    void takeSpace(ByteRange source, char replacement);
    void takeBreak(ByteRange source);
    void beforeText();
    void startText();
    void setPlaces();
    void writeSpaces();
    void append(std::string_view text, std::size_t sourceBegin);
    void replace(std::string_view text, ByteRange source);
    void insert(std::string_view text);
    void flush();
    void noteLinkText(std::string_view text)
    {
        if (m_isInPermalink && m_linkText.size() <= longestLinkText)
            m_linkText += text.substr(0, longestLinkText);
    }

    std::string_view m_source;
    std::uint32_t m_part;
    Target &m_target;
    std::size_t m_firstBlock; ///< of the target's, and its first heading, that are of this document
    std::size_t m_firstHeading;
    bool m_hasHeadingsInLists = false;

    std::vector<OpenPart> m_parts;
    std::vector<Section> m_sections;
    std::vector<OpenHeading> m_openHeadings; ///< of rising levels
    std::size_t m_owner = none; ///< the part that takes text as one block; none: paragraphs
    std::size_t m_materialized = 0; ///< parts that have their block
    std::uint32_t m_block = Block::none; ///< that takes text now
    std::size_t m_preserved = 0; ///< elements of preformatted text that are open
    bool m_isTooDeep = false;

    std::size_t m_textBytes = 0;
    unsigned m_lines = 0; ///< line ends due before the next text
    unsigned m_tabs = 0; ///< cells that begin before the next text
    unsigned m_breaks = 0; ///< of line break elements
    ByteRange m_breakSource;
    bool m_hasSpace = false;
    std::size_t m_spaceAt = 0;
    bool m_isLineBegun = false; ///< the line has visible text
    bool m_isRowBegun = false; ///< the row has, in this cell or one before
    bool m_isInPermalink = false;
    std::string m_linkText; ///< its first bytes
    std::size_t m_linkBegin = 0;
    std::size_t m_titleBegin = 0; ///< of the heading that is open, behind permalinks; 0: they do not come first
    ByteRange m_permalinks; ///< the last of that heading that stand side by side
    bool m_hasLines = false; ///< the block has line breaks of the author's
    std::vector<Spaces> m_spaces;
    std::vector<ByteRange> m_anchors; ///< names whose place is that of the next text
    std::vector<ByteRange> m_pageBreaks; ///< labels of pages that begin with it

    std::string m_stretch; ///< text that was not handed on yet, and where it stands in the source
    std::size_t m_stretchBegin = 0;
};

} // namespace cw::html
