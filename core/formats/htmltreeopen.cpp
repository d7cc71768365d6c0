// SPDX-License-Identifier: GPL-3.0-or-later
// Open elements, what they mean for the text, and what attributes say of them.
#include "formats/htmltree.h"

#include "text/ascii.h"

#include <algorithm>
#include <string>

namespace cw::html {

namespace {

using namespace traits;

/// Elements of a table that are pushed together: body, row, cell.
constexpr std::size_t tablePartsDeep = 4;

/// Whether a style attribute says, whatever its spaces, that nothing is shown.
bool hides(std::string_view style)
{
    std::string packed;
    for (const char c : style) {
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            packed += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    return packed.find("display:none") != std::string::npos || packed.find("visibility:hidden") != std::string::npos;
}

} // namespace

void TreeReader::push(const Token &token)
{
    Open open{token.tag, modeIn(token.tag)};
    open.name = token.name;
    enter(open, factsOf(token.tag));
}

void TreeReader::pushTablePart(Tag tag, const Token &token)
{
    Open open{tag, modeIn(tag)};
    open.isSilent = m_open.back().isSilent;
    enter(open, tag == token.tag ? factsOf(tag) : Facts(), true);
}

void TreeReader::enter(Open open, const Facts &facts, bool isTablePart)
{
    // a table that is open has room for its parts
    if (!isTablePart && m_open.size() + tablePartsDeep >= deepestNesting) {
        m_isTooDeep = true;
        ++m_unpushed;
        return;
    }
    open.isDropped = open.isDropped || isDropped(open.tag, facts);
    open.part = partOf(open.tag, facts);
    open.id = facts.id;
    if (open.part == Part::Permalink && isSignOfHeading(facts)) {
        emitPlaces(facts, true);
        open.isDropped = true;
    }
    if (!facts.id.isEmpty()) {
        std::shift_right(m_lastIds.begin(), m_lastIds.end(), 1);
        m_lastIds.front() = facts.id;
    }
    open.isSilent = open.isSilent || open.isDropped || m_dropped > 0;
    if (!isTablePart && isTableContext() && !m_open.back().isSilent && !open.isSilent) {
        open.isFostered = true;
        m_events.beginFoster();
    }
    if (!open.isSilent)
        emitOpening(open, facts);
    m_dropped += open.isDropped ? 1 : 0;
    ++m_counts[static_cast<std::size_t>(open.tag)];
    m_open.push_back(open);
}

void TreeReader::pop()
{
    const Open open = m_open.back();
    m_open.pop_back();
    --m_counts[static_cast<std::size_t>(open.tag)];
    m_dropped -= open.isDropped ? 1 : 0;
    if (!open.isSilent)
        emitClosing(open);
    if (open.isFostered)
        m_events.endFoster();
}

void TreeReader::popTo(std::size_t size)
{
    while (m_open.size() > size)
        pop();
}

/// Closes an element of no meaning for the text while those in it stay open.
void TreeReader::erase(std::size_t number)
{
    if (number + 1 == m_open.size()) {
        pop();
        return;
    }
    const Open open = m_open[number];
    m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(number));
    --m_counts[static_cast<std::size_t>(open.tag)];
    m_dropped -= open.isDropped ? 1 : 0;
    if (open.isFostered) {
        if (m_open[number].isFostered)
            m_events.endFoster();
        m_open[number].isFostered = true;
    }
}

void TreeReader::emit(const Event &event)
{
    if (m_dropped > 0)
        return;
    const bool isFostered = isTableContext() && !m_open.back().isSilent;
    if (isFostered)
        m_events.beginFoster();
    m_events.take(event);
    if (isFostered)
        m_events.endFoster();
}

/// Lists in lists follow on the next line.
Event::Kind TreeReader::partingOf(Tag tag) const
{
    const bool isList = tag == Tag::Ul || tag == Tag::Ol || tag == Tag::Dl || tag == Tag::Menu || tag == Tag::Dir;
    const bool isInner
        = isList && countOf(Tag::Ul) + countOf(Tag::Ol) + countOf(Tag::Dl) + countOf(Tag::Menu) + countOf(Tag::Dir) > 0;
    return has(tag, partsByBlank) && !isInner ? Event::Kind::Blank : Event::Kind::Line;
}

void TreeReader::emitOpening(const Open &open, const Facts &facts)
{
    const Event parting{partingOf(open.tag), Part::None, 0, {}};
    if (open.part == Part::Table)
        m_events.openTable(parting, facts.isPresentation);
    else if (has(open.tag, partsByBlank | partsByLine) || open.part == Part::Heading)
        m_events.take(parting);
    emitPlaces(facts, true);
    const auto level = static_cast<std::uint8_t>(headingLevel(open.tag));
    switch (open.part) {
    case Part::None:
    case Part::Table:
        break;
    case Part::Row:
        m_events.openRow(m_open.back().tag == Tag::Thead);
        break;
    case Part::Cell:
        m_events.openCell(open.tag == Tag::Th, facts.numbers.begin, facts.numbers.end);
        break;
    case Part::List:
        m_events.take({Event::Kind::Open, Part::List, static_cast<std::uint8_t>(facts.marks), facts.numbers});
        break;
    case Part::Item:
        m_events.take({Event::Kind::Open, Part::Item, 0, facts.numbers});
        break;
    case Part::Heading:
        m_events.take({Event::Kind::Open, Part::Heading, level > 0 ? level : facts.level, {}});
        break;
    default:
        m_events.take({Event::Kind::Open, open.part, static_cast<std::uint8_t>(open.tag == Tag::Main ? 1 : 0), {}});
        break;
    }
}

/// Of what comes next. An element that has content may be a page's label itself.
void TreeReader::emitPlaces(const Facts &facts, bool hasContent)
{
    if (!facts.id.isEmpty())
        emit({Event::Kind::Anchor, Part::None, 0, facts.id});
    if (!facts.isPageBreak)
        return;
    m_wantsPageLabel = facts.label.isEmpty() && hasContent;
    if (!m_wantsPageLabel)
        emitPageBreak(facts.label);
}

void TreeReader::emitPageBreak(CompactRange label)
{
    m_wantsPageLabel = false;
    emit({Event::Kind::PageBreak, Part::None, 0, label});
}

void TreeReader::emitClosing(const Open &open)
{
    if (m_wantsPageLabel)
        emitPageBreak({});
    switch (open.part) {
    case Part::None:
        break;
    case Part::Table:
        m_events.closeTable();
        break;
    case Part::Row:
        m_events.closeRow();
        break;
    default:
        m_events.take({Event::Kind::Close, open.part, 0, {}});
        break;
    }
    if (has(open.tag, partsByBlank | partsByLine) || open.part == Part::Heading)
        m_events.take({partingOf(open.tag), Part::None, 0, {}});
}

TreeReader::Facts TreeReader::factsOf(Tag tag)
{
    Facts facts;
    for (const Attribute &attribute : m_tokens.attributes()) {
        const std::string_view name = m_tokens.text(attribute.name);
        const std::string_view value = m_tokens.text(attribute.value);
        const auto isNamed = [&](std::string_view wanted) { return equalsIgnoringCase(name, wanted); };
        const auto isValue = [&](std::string_view wanted) { return equalsIgnoringCase(value, wanted); };
        if (isNamed("hidden")) {
            facts.isHidden = facts.isHidden || !isValue("until-found");
        } else if (isNamed("aria-hidden")) {
            facts.isHidden = facts.isHidden || isValue("true");
        } else if (isNamed("style")) {
            facts.isHidden = facts.isHidden || hides(value);
        } else if (isNamed("open")) {
            facts.isOpen = true;
        } else if (isNamed("id") || (isNamed("name") && facts.id.isEmpty() && (m_options.isXml || tag == Tag::A))) {
            facts.id = attribute.value;
        } else if (isNamed("role")) {
            facts.isNavigation = isValue("navigation");
            facts.isPageFrame = isValue("banner") || isValue("contentinfo") || isValue("complementary");
            facts.isPresentation = isValue("presentation") || isValue("none");
            facts.isHeading = isValue("heading");
            facts.isFootnote = facts.isFootnote || isValue("doc-footnote");
            facts.isPageBreak = facts.isPageBreak || isValue("doc-pagebreak");
        } else if (isNamed("epub:type")) {
            facts.isFootnote = facts.isFootnote || isValue("footnote");
            facts.isPageBreak = facts.isPageBreak || hasWord(value, "pagebreak");
        } else if (isNamed("aria-label") || (isNamed("title") && facts.label.isEmpty())) {
            facts.label = attribute.value;
        } else if (isNamed("aria-level") && value.size() == 1 && value.front() >= '1' && value.front() <= '6') {
            facts.level = static_cast<std::uint8_t>(value.front() - '0');
        } else if (tag == Tag::A && isNamed("href")) {
            const std::size_t mark = value.find('#');
            facts.isPermalink = mark != std::string_view::npos;
            if (facts.isPermalink)
                facts.fragment = ByteRange{attribute.value.begin + mark + 1, attribute.value.end};
        }
    }
    takeNumbers(tag, facts);
    return facts;
}

bool TreeReader::isDropped(Tag tag, const Facts &facts) const
{
    if (has(tag, isNotRead))
        return true;
    if (!m_options.keepsHidden && (facts.isHidden || (tag == Tag::Dialog && !facts.isOpen)))
        return true;
    if (!m_options.keepsNavigation && (tag == Tag::Nav || facts.isNavigation))
        return true;
    const bool isInPart = countOf(Tag::Article) + countOf(Tag::Section) + countOf(Tag::Main) > 0;
    const bool isFrame = tag == Tag::Header || tag == Tag::Footer || tag == Tag::Aside || facts.isPageFrame;
    return !m_options.keepsPageFrame && isFrame && !isInPart;
}

Part TreeReader::partOf(Tag tag, const Facts &facts) const
{
    if (facts.isFootnote && (tag == Tag::Aside || tag == Tag::Div || tag == Tag::Section))
        return Part::Footnote;
    if (headingLevel(tag) > 0)
        return Part::Heading;
    switch (tag) {
    case Tag::Ul:
    case Tag::Ol:
    case Tag::Dl:
    case Tag::Menu:
    case Tag::Dir:
        return Part::List;
    case Tag::Li:
        return Part::Item;
    case Tag::Dt:
        return Part::Term;
    case Tag::Dd:
        return Part::Details;
    case Tag::Blockquote:
        return Part::Quote;
    case Tag::Pre:
    case Tag::Listing:
        return Part::Preformatted;
    case Tag::Table:
        return Part::Table;
    case Tag::Caption:
    case Tag::Figcaption:
        return Part::Caption;
    case Tag::Tr:
        return Part::Row;
    case Tag::Td:
    case Tag::Th:
        return Part::Cell;
    case Tag::Section:
    case Tag::Article:
    case Tag::Aside:
    case Tag::Nav:
    case Tag::Main:
        return Part::Section;
    case Tag::A:
        return facts.isPermalink && !m_open.empty() && isInHeading() ? Part::Permalink : Part::None;
    default:
        return facts.isHeading ? Part::Heading : Part::None;
    }
}

} // namespace cw::html
