// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/htmlwriter.h"

#include "formats/numbertext.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cw::html {

namespace {

constexpr std::uint32_t noBlock = Block::none;
constexpr unsigned deepestLevel = 6;
constexpr std::size_t longestSign = 16; // bytes

/// Parts that may have a block around the blocks in them.
bool isContainer(Part part)
{
    return part == Part::List || part == Part::Item || part == Part::Quote || part == Part::Footnote
        || part == Part::Table;
}

/// Parts that are one block with all that is in them.
bool isOwner(Part part)
{
    return part == Part::Heading || part == Part::Preformatted || part == Part::Caption || part == Part::Row;
}

BlockKind containerKind(Part part)
{
    switch (part) {
    case Part::List:
        return BlockKind::List;
    case Part::Item:
        return BlockKind::ListItem;
    case Part::Footnote:
        return BlockKind::Footnote;
    case Part::Table:
        return BlockKind::Table;
    default:
        return BlockKind::Quote;
    }
}

std::string markText(Marks marks, std::int32_t number)
{
    switch (marks) {
    case Marks::None:
    case Marks::Definitions:
        return {};
    case Marks::Bullets:
    case Marks::Disc:
        return "• ";
    case Marks::Circle:
        return "◦ ";
    case Marks::Square:
        return "▪ ";
    case Marks::Decimal:
        return std::to_string(number) + ". ";
    case Marks::LowerLetter:
        return numberText(number, "lowerLetter") + ". ";
    case Marks::UpperLetter:
        return numberText(number, "upperLetter") + ". ";
    case Marks::LowerRoman:
        return numberText(number, "lowerRoman") + ". ";
    case Marks::UpperRoman:
        return numberText(number, "upperRoman") + ". ";
    }
    return {};
}

/// Nothing that could be a word: "¶", "#" or "§" as links to their own heading show it.
bool isSign(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter character = decodeCharacter(text, at);
        const CharacterClass kind = characterClass(character.codePoint);
        if (kind != CharacterClass::Other && kind != CharacterClass::WhiteSpace && kind != CharacterClass::Newline
            && kind != CharacterClass::Mark)
            return false;
        at += character.byteLength;
    }
    return true;
}

} // namespace

Writer::Writer(std::string_view source, std::uint32_t part, Target &target)
    : m_source(source), m_part(part), m_target(target), m_firstBlock(target.blocks.size()),
      m_firstHeading(target.headings.size()), m_sections(1), m_textBytes(target.text.bytes()),
      m_lines(m_textBytes > 0 ? 2 : 0)
{
    m_sections.front().firstHeading = m_firstHeading;
}

void Writer::take(const Event &event)
{
    switch (event.kind) {
    case Event::Kind::Text:
    case Event::Kind::PlainText:
        takeText(event.source, event.kind == Event::Kind::Text);
        break;
    case Event::Kind::LineBreak:
        takeBreak(event.source);
        break;
    case Event::Kind::Line:
    case Event::Kind::Blank:
        part(event.kind == Event::Kind::Blank);
        break;
    case Event::Kind::Open:
        open(event);
        break;
    case Event::Kind::Close:
        close(event);
        break;
    case Event::Kind::Anchor:
        if (m_target.anchors)
            m_anchors.push_back(event.source);
        break;
    case Event::Kind::PageBreak:
        if (m_target.pageBreaks)
            m_pageBreaks.push_back(event.source);
        break;
    }
}

void Writer::finish()
{
    while (!m_parts.empty())
        closeTop();
    endBlock();
    flush();
    while (m_sections.size() > 1)
        closeSection();
    setPlaces();
    if (m_hasHeadingsInLists)
        dissolveListsWithHeadings();
}

// Parts.

void Writer::open(const Event &event)
{
    switch (event.part) {
    case Part::Section:
        openSection(event.level == 0);
        return;
    case Part::Item:
    case Part::Term:
    case Part::Details:
        openItem(event.part, event.source);
        return;
    case Part::Permalink:
        if (m_owner == none || m_parts[m_owner].part != Part::Heading)
            return;
        m_isInPermalink = true;
        m_linkText.clear();
        m_linkBegin = m_textBytes;
        break;
    default:
        break;
    }
    OpenPart opened{event.part};
    opened.level = event.level;
    if (event.part == Part::List) {
        opened.marks = static_cast<Marks>(event.level);
        opened.number = static_cast<std::int32_t>(event.source.begin);
        opened.isFalling = event.source.end != 0;
    }
    m_preserved += event.part == Part::Preformatted ? 1 : 0;
    if (m_owner != none) {
        opened.isTransparent = true;
    } else if (event.part == Part::Table) {
        opened.isTransparent = event.level != 0;
    } else if (event.part == Part::Row) {
        opened.isTransparent = m_parts.empty() || m_parts.back().part != Part::Table || m_parts.back().isTransparent;
    } else if (event.part == Part::List && !m_parts.empty() && m_parts.back().part == Part::List
               && !m_parts.back().isTransparent) {
        openItem(Part::None);
    }
    if (event.part == Part::Cell) {
        openCell(opened, event.source.begin);
        pushPart(opened);
        return;
    }
    if (isContainer(event.part) && !opened.isTransparent && m_parts.size() >= deepestBlocks) {
        opened.isTransparent = true;
        m_isTooDeep = true;
    }
    pushPart(opened);
    if (isOwner(event.part) && !opened.isTransparent)
        openOwner(m_parts.back());
}

/// Items, and terms and what is said of them, which make an item together. Where no list is open, none is made.
void Writer::pushPart(OpenPart part)
{
    const bool isList = part.part == Part::List && !part.isTransparent;
    part.lists = (m_parts.empty() ? 0 : m_parts.back().lists) + (isList ? 1 : 0);
    part.markedLists
        = (m_parts.empty() ? 0 : m_parts.back().markedLists) + (isList && part.marks != Marks::Definitions ? 1 : 0);
    part.firstHeading = m_target.headings.size();
    m_parts.push_back(part);
}

/// The mark of the list's next item; `own` is the number that it gives itself.
void Writer::takeMark(OpenPart &item, OpenPart &list, const CompactRange &own)
{
    if (own.end != 0)
        list.number = static_cast<std::int32_t>(own.begin);
    item.number = list.number;
    item.marks = list.marks;
    if (list.marks == Marks::Bullets && list.markedLists > 1)
        item.marks = list.markedLists == 2 ? Marks::Circle : Marks::Square;
    using Limits = std::numeric_limits<std::int32_t>;
    if (list.isFalling)
        list.number -= list.number > Limits::min() ? 1 : 0;
    else
        list.number += list.number < Limits::max() ? 1 : 0;
}

void Writer::openItem(Part part, CompactRange number)
{
    OpenPart opened{part == Part::None ? Part::Item : part};
    opened.isImplied = part == Part::None;
    opened.isTransparent = true;
    const auto isImpliedOnTop
        = [&] { return !m_parts.empty() && m_parts.back().part == Part::Item && m_parts.back().isImplied; };
    if (part == Part::Item || (part == Part::Term && isImpliedOnTop() && m_parts.back().hasDetails))
        closeImpliedItem();
    const bool isInList
        = m_owner == none && !m_parts.empty() && m_parts.back().part == Part::List && !m_parts.back().isTransparent;
    if (isInList) {
        OpenPart item{Part::Item};
        item.isImplied = part != Part::Item;
        if (part == Part::Item)
            takeMark(item, m_parts.back(), number);
        pushPart(item);
    }
    if (part == Part::Details && isImpliedOnTop())
        m_parts.back().hasDetails = true;
    if (part == Part::Item && isInList)
        return;
    if (part != Part::None)
        pushPart(opened);
}

void Writer::closeImpliedItem()
{
    if (m_owner == none && !m_parts.empty() && m_parts.back().part == Part::Item && m_parts.back().isImplied)
        closeTop();
}

void Writer::openOwner(OpenPart &part)
{
    m_owner = m_parts.size() - 1;
    m_isRowBegun = false;
    m_titleBegin = 0;
    m_permalinks = {};
    if (part.part != Part::Row || part.level == 0)
        return;
    // rows of headers on top of each other are one header, unless a caption or loose text is between them
    const OpenPart &table = m_parts[m_parts.size() - 2];
    if (table.header == noBlock || table.header + 1 != m_target.blocks.size())
        return;
    m_block = table.header;
    m_lines = 1;
}

void Writer::openCell(OpenPart &cell, std::uint32_t column)
{
    cell.isTransparent = true;
    if (m_parts.empty() || m_parts.back().part != Part::Row || m_parts.back().isTransparent) {
        part(false);
        return;
    }
    OpenPart &row = m_parts.back();
    m_tabs += column - row.columns;
    row.columns = column;
    if (std::exchange(row.hasCells, true)) {
        m_lines = m_isRowBegun ? 0 : m_lines;
        m_breaks = 0;
        m_hasSpace = false;
        m_isLineBegun = false;
    }
}

void Writer::close(const Event &event)
{
    if (event.part == Part::Section) {
        closeSection();
        return;
    }
    // implied items are closed with what they are in
    const auto found = std::find_if(m_parts.rbegin(), m_parts.rend(),
                                    [&](const OpenPart &open) { return open.part == event.part && !open.isImplied; });
    if (found == m_parts.rend())
        return;
    const auto left = static_cast<std::size_t>(m_parts.rend() - found) - 1;
    while (m_parts.size() > left)
        closeTop();
}

void Writer::closeTop()
{
    const OpenPart closed = m_parts.back();
    const std::size_t number = m_parts.size() - 1;
    m_preserved -= closed.part == Part::Preformatted ? 1 : 0;
    if (closed.part == Part::Permalink)
        closePermalink();
    if (m_owner == number) {
        const std::uint32_t block = m_block;
        endBlock();
        m_owner = none;
        if (closed.part == Part::Heading && block != noBlock)
            closeHeading(block, closed.level);
        if (closed.part == Part::Row && block != noBlock)
            m_parts[number - 1].header = closed.level != 0 ? block : noBlock;
        m_tabs = 0;
    } else if (isContainer(closed.part) && !closed.isTransparent) {
        endBlock();
        if (closed.block != noBlock)
            m_target.blocks[closed.block].bytes.end = static_cast<std::uint32_t>(m_textBytes);
    }
    if (closed.part == Part::Item || closed.part == Part::Term || closed.part == Part::Details)
        part(false);
    if (closed.part == Part::Item && !closed.isTransparent)
        leaveHeadingsFrom(closed.firstHeading);
    m_parts.pop_back();
    m_materialized = std::min(m_materialized, m_parts.size());
}

/// A link to its own heading is no part of the title where it is a sign at one of its ends.
void Writer::closePermalink()
{
    m_isInPermalink = false;
    if (m_linkText.empty() || m_linkText.size() > longestSign || m_block == noBlock || !isSign(m_linkText))
        return;
    const std::size_t begin = std::max<std::size_t>(m_target.blocks[m_block].bytes.begin, m_titleBegin);
    if (m_linkBegin <= begin)
        m_titleBegin = m_textBytes;
    else if (m_linkBegin == m_permalinks.end)
        m_permalinks.end = m_textBytes;
    else
        m_permalinks = {m_linkBegin, m_textBytes};
}

/// Sections move the headings in them below the heading before, as screen readers and style sheets expect it.
void Writer::closeHeading(std::uint32_t block, unsigned rank)
{
    Section &section = m_sections.back();
    unsigned level = rank + section.shift;
    if (section.lastLevel == 0 && section.movesHeadings) {
        const auto outer = std::find_if(m_sections.rbegin() + 1, m_sections.rend(),
                                        [](const Section &other) { return other.lastLevel > 0; });
        level = outer == m_sections.rend() ? rank : std::max(rank, outer->lastLevel + 1);
    }
    level = std::min(level, deepestLevel);
    if (section.lastLevel == 0 && section.movesHeadings)
        section.shift = level - std::min(rank, level);
    section.lastLevel = level;
    Block &heading = m_target.blocks[block];
    heading.level = static_cast<std::uint8_t>(level);
    if (!mayHeadSections(heading.parent))
        return;
    m_hasHeadingsInLists |= heading.parent != noBlock;
    while (!m_openHeadings.empty() && m_openHeadings.back().level >= level)
        m_openHeadings.pop_back();
    m_openHeadings.push_back({m_target.headings.size(), level});
    ByteRange title = heading.bytes;
    if (m_permalinks.end == title.end && m_permalinks.begin > std::max(title.begin, m_titleBegin))
        title.end = m_permalinks.begin;
    if (m_titleBegin > title.begin && m_titleBegin < title.end)
        title.begin = m_titleBegin;
    m_target.headings.push_back({.block = block, .title = title, .level = static_cast<std::uint8_t>(level)});
}

void Writer::openSection(bool movesHeadings)
{
    m_sections.push_back({.firstHeading = m_target.headings.size(),
                          .shift = movesHeadings ? 0 : m_sections.back().shift,
                          .movesHeadings = movesHeadings});
}

/// What its headings head ends here where it is part of a section that has one itself; else with the next text, since
/// deeper headings that come first go on below the title before them.
void Writer::closeSection()
{
    if (m_sections.size() < 2)
        return;
    const Section closed = m_sections.back();
    m_sections.pop_back();
    for (OpenHeading &heading : m_openHeadings)
        heading.isElementClosed |= heading.number >= closed.firstHeading;
    if (std::ranges::any_of(m_sections, [](const Section &other) { return other.lastLevel > 0; }))
        leaveClosedSections();
}

void Writer::leaveClosedSections()
{
    for (; !m_openHeadings.empty() && m_openHeadings.back().isElementClosed; m_openHeadings.pop_back())
        m_target.headings[m_openHeadings.back().number].sectionEnd = static_cast<std::uint32_t>(m_textBytes);
}

void Writer::part(bool byBlank)
{
    if (m_owner == none)
        endBlock();
    else if (m_block == noBlock || m_tabs > 0)
        return; // a heading, row or cell in which nothing was written yet
    m_lines = std::max(m_lines, byBlank && m_owner == none ? 2U : 1U);
    m_breaks = 0;
    m_hasSpace = false;
    m_isLineBegun = false;
    m_spaces.clear();
}

// Blocks.

BlockKind Writer::kindOfOwner() const
{
    if (m_owner == none) {
        const bool isInTable = !m_parts.empty() && m_parts.back().part == Part::Table && !m_parts.back().isTransparent;
        return isInTable ? BlockKind::TableRow : BlockKind::Paragraph;
    }
    switch (m_parts[m_owner].part) {
    case Part::Heading:
        return BlockKind::Heading;
    case Part::Preformatted:
        return BlockKind::Code;
    case Part::Caption:
        return BlockKind::Caption;
    default:
        return m_parts[m_owner].level != 0 ? BlockKind::TableHeader : BlockKind::TableRow;
    }
}

/// Gives the first `parts` parts their blocks. Returns the innermost.
std::uint32_t Writer::materialize(std::size_t parts)
{
    std::uint32_t parent = noBlock;
    for (std::size_t i = std::min(m_materialized, parts); i > 0 && parent == noBlock; --i)
        parent = m_parts[i - 1].block;
    for (; m_materialized < parts; ++m_materialized) {
        OpenPart &open = m_parts[m_materialized];
        if (open.isTransparent || !isContainer(open.part))
            continue;
        open.block = static_cast<std::uint32_t>(m_target.blocks.size());
        m_target.blocks.push_back({ByteRange{m_textBytes, m_textBytes}, parent, containerKind(open.part)});
        parent = open.block;
        if (open.marks != Marks::None && open.part == Part::Item)
            insert(markText(open.marks, open.number));
    }
    return parent;
}

void Writer::beginBlock()
{
    BlockKind kind = kindOfOwner();
    std::size_t outer = m_owner == none ? m_parts.size() : m_owner;
    if (m_owner == none && !m_parts.empty() && m_parts.back().part == Part::List && !m_parts.back().isTransparent) {
        openItem(Part::None);
        outer = m_parts.size();
    }
    if (kind == BlockKind::Caption && m_owner > 0 && m_parts[m_owner - 1].part == Part::Table) {
        // of a table: stands before it, or is a row of it where rows came first
        if (m_parts[m_owner - 1].block == noBlock && !m_parts[m_owner - 1].isTransparent)
            --outer;
        else if (m_parts[m_owner - 1].block != noBlock)
            kind = BlockKind::TableRow;
    }
    const std::uint32_t parent = materialize(outer);
    if (kind != BlockKind::Heading || !mayHeadSections(parent))
        leaveClosedSections();
    m_block = static_cast<std::uint32_t>(m_target.blocks.size());
    m_target.blocks.push_back({ByteRange{m_textBytes, m_textBytes}, parent, kind});
    m_hasLines = false;
}

void Writer::endBlock()
{
    m_breaks = 0;
    m_hasSpace = false;
    m_isLineBegun = false;
    m_spaces.clear();
    if (m_block == noBlock)
        return;
    Block &block = m_target.blocks[m_block];
    block.bytes.end = static_cast<std::uint32_t>(m_textBytes);
    block.isByLines = m_hasLines && block.kind == BlockKind::Paragraph;
    m_block = noBlock;
    m_lines = std::max(m_lines, 1U);
}

} // namespace cw::html
