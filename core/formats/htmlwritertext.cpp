// SPDX-License-Identifier: GPL-3.0-or-later
// The characters of an HTML document: white space, references, and where each came from.
#include "formats/htmlentities.h"
#include "formats/htmlwriter.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>

namespace cw::html {

namespace {

constexpr std::uint32_t noBlock = Block::none;
constexpr std::size_t longestLabel = 200; // of a page
constexpr std::string_view noBreakSpace = "\xC2\xA0";

enum Class : std::uint8_t { Ordinary, Space, Ampersand, Nul };

constexpr std::array<Class, 256> classes = [] {
    std::array<Class, 256> all{};
    for (const unsigned char c : {' ', '\t', '\n', '\r', '\f'})
        all[c] = Space;
    all['&'] = Ampersand;
    all[0] = Nul;
    return all;
}();

constexpr Class classOf(char c) noexcept
{
    return classes[static_cast<unsigned char>(c)];
}

constexpr bool isSpace(char c) noexcept
{
    return classOf(c) == Space;
}

} // namespace

void Writer::takeText(ByteRange range, bool hasReferences)
{
    for (std::size_t at = range.begin; at < range.end;) {
        std::size_t end = at + 1;
        switch (classOf(m_source[at])) {
        case Ordinary:
            while (end < range.end && classOf(m_source[end]) == Ordinary)
                ++end;
            takeVisible({at, end});
            break;
        case Space:
            end = m_preserved > 0 ? takePreservedSpace(at, range.end) : takeSpaces(at, range.end);
            break;
        case Ampersand: {
            const Reference reference
                = hasReferences ? readReference(m_source.substr(at, range.end - at)) : Reference();
            if (reference.length > 0) {
                end = at + reference.length;
                takeReference(reference.text(), {at, end});
            } else {
                takeVisible({at, end});
            }
            break;
        }
        case Nul:
            break;
        }
        at = end;
    }
}

/// One blank for all of them, once more text follows on the line. Returns where they end.
std::size_t Writer::takeSpaces(std::size_t begin, std::size_t textEnd)
{
    std::size_t end = begin + 1;
    while (end < textEnd && isSpace(m_source[end]))
        ++end;
    if (m_isLineBegun && !m_hasSpace) {
        m_hasSpace = true;
        m_spaceAt = begin;
    }
    return end;
}

std::size_t Writer::takePreservedSpace(std::size_t begin, std::size_t textEnd)
{
    std::size_t end = begin + 1;
    if (m_source[begin] == '\r') {
        end += end < textEnd && m_source[end] == '\n' ? 1 : 0;
        takeSpace({begin, end}, '\n');
    } else {
        takeSpace({begin, end}, 0);
    }
    return end;
}

void Writer::takeReference(std::string_view text, ByteRange source)
{
    if (text.size() == 1 && isSpace(text.front())) {
        if (m_preserved > 0) {
            takeSpace(source, text.front() == '\r' ? '\n' : text.front());
        } else if (m_isLineBegun && !m_hasSpace) {
            m_hasSpace = true;
            m_spaceAt = source.begin;
        }
        return;
    }
    if (text == noBreakSpace && m_preserved == 0 && !m_isLineBegun)
        return;
    beforeText();
    replace(text, source);
}

void Writer::takeVisible(ByteRange range)
{
    if (!m_isLineBegun && m_preserved == 0) {
        while (m_source.substr(range.begin, range.size()).starts_with(noBreakSpace))
            range.begin += noBreakSpace.size();
        if (range.isEmpty())
            return;
    }
    beforeText();
    append(m_source.substr(range.begin, range.size()), range.begin);
}

/// White space of preformatted text is kept up to the next visible character, and goes with the element if none comes.
void Writer::takeSpace(ByteRange source, char replacement)
{
    const char shown = replacement != 0 ? replacement : m_source[source.begin];
    if (m_block == noBlock && shown == '\n') {
        m_spaces.clear(); // lines before the first visible one
        return;
    }
    if (!m_spaces.empty() && replacement == 0 && m_spaces.back().replacement == 0
        && m_spaces.back().source.end == source.begin)
        m_spaces.back().source.end = source.end;
    else
        m_spaces.push_back({source, replacement});
}

void Writer::takeBreak(ByteRange source)
{
    if (m_preserved > 0) {
        takeSpace(source, '\n');
        return;
    }
    m_hasSpace = false;
    m_isLineBegun = false;
    if (m_block == noBlock)
        return;
    if (++m_breaks == 1)
        m_breakSource = source;
    else if (m_owner == none)
        part(true); // an empty line between paragraphs
}

void Writer::beforeText()
{
    if (m_block == noBlock || m_lines + m_tabs + m_breaks > 0)
        startText();
    if (!m_spaces.empty())
        writeSpaces();
    if (m_hasSpace) {
        append(" ", m_spaceAt);
        m_hasSpace = false;
    }
    if (!m_anchors.empty() || !m_pageBreaks.empty())
        setPlaces();
    m_isLineBegun = true;
    m_isRowBegun = true;
}

void Writer::startText()
{
    constexpr std::string_view lineEnds = "\n\n";
    constexpr std::string_view tabs = "\t\t\t\t\t\t\t\t";
    if (m_lines > 0 && m_textBytes > 0)
        insert(lineEnds.substr(0, m_lines));
    else if (m_breaks > 0)
        replace("\n", m_breakSource);
    m_hasLines |= m_breaks > 0;
    if (m_block == noBlock)
        indentBlock();
    for (; m_tabs > 0; m_tabs -= std::min<unsigned>(m_tabs, tabs.size()))
        insert(tabs.substr(0, std::min<std::size_t>(m_tabs, tabs.size())));
    m_lines = 0;
    m_breaks = 0;
    if (m_block == noBlock) {
        if (!m_spaces.empty())
            writeSpaces(); // the first line's indent stands before the block
        setPlaces(); // before the mark of an item
        beginBlock();
    }
}

/// Items and what they hold stand further in the deeper lists nest.
void Writer::indentBlock()
{
    constexpr std::string_view blanks = "                                ";
    if (m_parts.empty())
        return;
    const auto item
        = std::find_if(m_parts.begin() + static_cast<std::ptrdiff_t>(m_materialized), m_parts.end(),
                       [](const OpenPart &open) { return open.part == Part::Item && open.marks != Marks::None; });
    if (item == m_parts.end() && m_owner != none && m_parts[m_owner].part == Part::Preformatted)
        return;
    const std::size_t lists = item != m_parts.end() ? item->lists : m_parts.back().lists;
    if (lists > 1)
        insert(blanks.substr(0, std::min(2 * (lists - 1), blanks.size())));
}

/// Of names and pages that stand right before what is written next.
void Writer::setPlaces()
{
    for (const ByteRange name : m_anchors)
        m_target.anchors->push_back({std::string(m_source.substr(name.begin, name.size())), m_textBytes});
    m_anchors.clear();
    for (const ByteRange label : m_pageBreaks) {
        std::string text;
        for (std::size_t at = label.begin; at < label.end && text.size() <= longestLabel + 4;) {
            const Reference reference
                = m_source[at] == '&' ? readReference(m_source.substr(at, label.end - at)) : Reference();
            text += reference.length > 0 ? reference.text() : m_source.substr(at, 1);
            at += std::max<std::size_t>(reference.length, 1);
        }
        if (text.size() > longestLabel) { // told by the mark of what is left out
            std::size_t end = longestLabel;
            while (!isCharacterBoundary(text, end))
                --end;
            text.resize(end);
            text += "…";
        }
        m_target.pageBreaks->push_back({headingTitle(text, {0, text.size()}), m_textBytes});
    }
    m_pageBreaks.clear();
}

void Writer::writeSpaces()
{
    for (const Spaces &spaces : m_spaces) {
        if (spaces.replacement == 0)
            append(m_source.substr(spaces.source.begin, spaces.source.size()), spaces.source.begin);
        else
            replace(std::string_view(&spaces.replacement, 1), spaces.source);
    }
    m_spaces.clear();
}

// Text that stands side by side in the source, too, is handed on as one stretch.

void Writer::append(std::string_view text, std::size_t sourceBegin)
{
    if (m_stretch.empty() || m_stretchBegin + m_stretch.size() != sourceBegin) {
        flush();
        m_stretchBegin = sourceBegin;
    }
    m_stretch += text;
    m_textBytes += text.size();
    noteLinkText(text);
}

void Writer::replace(std::string_view text, ByteRange source)
{
    flush();
    m_target.text.replace(text, m_part, source.begin, source.end);
    m_textBytes += text.size();
    noteLinkText(text);
}

void Writer::insert(std::string_view text)
{
    flush();
    m_target.text.insert(text);
    m_textBytes += text.size();
}

void Writer::flush()
{
    if (m_stretch.empty())
        return;
    m_target.text.copy(m_stretch, m_part, m_stretchBegin);
    m_stretch.clear();
}

} // namespace cw::html
