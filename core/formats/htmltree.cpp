// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/htmltree.h"

#include <algorithm>

namespace cw::html {

namespace {

using namespace traits;

/// The tags of a group whose end tags close the group's innermost element whatever is open in it.
bool isBlockWithEndTag(Tag tag)
{
    constexpr unsigned blocks = partsByLine | partsByBlank;
    return tag == Tag::Button || (has(tag, isSpecial) && has(tag, blocks) && headingLevel(tag) == 0);
}

bool isMathText(std::string_view name)
{
    return name.size() >= 2 && name.front() == 'm'
        && (name == "mi" || name == "mo" || name == "mn" || name == "ms" || name == "mtext");
}

} // namespace

TreeReader::TreeReader(std::string_view source, const Options &options, Writer &writer)
    : m_options(options), m_tokens(source, options.isXml), m_source(source), m_events(writer),
      m_itemSearchLeft(8 * source.size())
{
    m_open.reserve(deepestNesting);
}

bool TreeReader::step()
{
    const Token token = m_tokens.next(isForeign());
    switch (token.kind) {
    case Token::Kind::Text:
    case Token::Kind::PlainText:
        text(token);
        break;
    case Token::Kind::StartTag:
        startTag(token);
        break;
    case Token::Kind::EndTag:
        endTag(token);
        break;
    case Token::Kind::End:
        return false;
    }
    return true;
}

void TreeReader::finish()
{
    popTo(0);
}

void TreeReader::text(const Token &token)
{
    if (m_dropped > 0)
        return;
    const bool isBlank = m_tokens.text(token.bytes).find_first_not_of(" \t\r\n\f") == std::string_view::npos;
    if (isBlank && isTableContext())
        return;
    if (m_wantsPageLabel && !isBlank)
        emitPageBreak(token.bytes);
    emit({token.kind == Token::Kind::Text ? Event::Kind::Text : Event::Kind::PlainText, Part::None, 0, token.bytes});
}

void TreeReader::startTag(const Token &token)
{
    if (isForeign() && foreignStart(token))
        return;
    if (isForBody(token, &TreeReader::selectStart, &TreeReader::tableStart))
        bodyStart(token);
}

void TreeReader::endTag(const Token &token)
{
    if (m_unpushed > 0 && !has(token.tag, isVoid)) {
        --m_unpushed;
        return;
    }
    if (isForeign() && foreignEnd(token))
        return;
    if (isForBody(token, &TreeReader::selectEnd, &TreeReader::tableEnd))
        bodyEnd(token);
}

bool TreeReader::isForBody(const Token &token, Reading inSelect, Reading inTable)
{
    for (;;) {
        Step step = countOf(Tag::Select) > 0 ? (this->*inSelect)(token) : Step::Body;
        if (step == Step::Body)
            step = (this->*inTable)(token);
        if (step != Step::Again)
            return step == Step::Body;
    }
}

void TreeReader::bodyStart(const Token &token)
{
    const Tag tag = token.tag;
    if (has(tag, endsParagraph))
        closeParagraph();
    if (has(tag, isRaw) && !(m_options.isXml && token.isSelfClosing)) {
        rawElement(token);
        return;
    }
    if (has(tag, isVoid)) {
        voidElement(token);
        return;
    }
    switch (tag) {
    case Tag::Html:
    case Tag::Head:
    case Tag::Body:
    case Tag::Frameset:
        return;
    case Tag::Li:
    case Tag::Dd:
    case Tag::Dt:
        closeItemBefore(tag);
        closeParagraph();
        break;
    case Tag::Button:
        if (const std::size_t open = inScope(Tag::Button); open != none)
            popTo(open);
        break;
    case Tag::A:
    case Tag::Nobr:
        if (const std::size_t open = inScope(tag); open != none)
            erase(open);
        break;
    case Tag::Form:
        if (countOf(Tag::Form) > 0)
            return;
        break;
    case Tag::Option:
    case Tag::Optgroup:
        if (current() == Tag::Option)
            pop();
        break;
    case Tag::Rb:
    case Tag::Rtc:
    case Tag::Rt:
    case Tag::Rp:
        if (inScope(Tag::Ruby) != none)
            closeImpliedEnds(tag == Tag::Rt || tag == Tag::Rp ? Tag::Rtc : Tag::Unknown);
        break;
    case Tag::Math:
    case Tag::Svg:
        pushForeign(token, tag == Tag::Math ? Space::MathMl : Space::Svg);
        return;
    default:
        if (headingLevel(tag) > 0 && headingLevel(current()) > 0)
            pop();
        break;
    }
    const std::size_t unpushed = m_unpushed;
    push(token);
    if (!m_options.isXml || !token.isSelfClosing)
        return;
    if (m_unpushed == unpushed)
        pop();
    m_unpushed = unpushed;
}

void TreeReader::bodyEnd(const Token &token)
{
    const Tag tag = token.tag;
    switch (tag) {
    case Tag::Html:
    case Tag::Head:
    case Tag::Body:
    case Tag::Frameset:
        return;
    case Tag::P:
        if (inScope(Tag::P, Scope::Button) == none)
            emit({Event::Kind::Blank, Part::None, 0, {}});
        closeParagraph();
        return;
    case Tag::Br:
        if (!m_options.isXml)
            emit({Event::Kind::LineBreak, Part::None, 0, token.bytes});
        return;
    case Tag::Li:
    case Tag::Dd:
    case Tag::Dt:
        if (const std::size_t open = inScope(tag, tag == Tag::Li ? Scope::List : Scope::Default); open != none) {
            closeImpliedEnds(tag);
            popTo(open);
        }
        return;
    case Tag::Form:
        if (const std::size_t open = inScope(tag); open != none) {
            closeImpliedEnds();
            erase(open);
        }
        return;
    case Tag::Template:
        if (countOf(tag) > 0) {
            while (current() != Tag::Template)
                pop();
            pop();
        }
        return;
    default:
        break;
    }
    if (headingLevel(tag) > 0) {
        if (const std::size_t open = headingInScope(); open != none)
            popTo(open);
    } else if (has(tag, isFormatting)) {
        closeFormatting(token);
    } else if (isBlockWithEndTag(tag) || tag == Tag::Applet || tag == Tag::Marquee || tag == Tag::Object) {
        if (const std::size_t open = inScope(tag); open != none)
            popTo(open);
    } else {
        closeOther(token);
    }
}

/// Scripts, styles and what else holds text only.
void TreeReader::rawElement(const Token &token)
{
    const bool isShown = token.tag == Tag::Xmp || token.tag == Tag::Plaintext;
    const Token content = m_tokens.rawText(token.tag);
    if (!isShown)
        return;
    emit({Event::Kind::Blank, Part::None, 0, {}});
    emit({Event::Kind::Open, Part::Preformatted, 0, {}});
    emit({Event::Kind::PlainText, Part::None, 0, content.bytes});
    emit({Event::Kind::Close, Part::Preformatted, 0, {}});
    emit({Event::Kind::Blank, Part::None, 0, {}});
}

void TreeReader::voidElement(const Token &token)
{
    if (token.tag == Tag::Br)
        emit({Event::Kind::LineBreak, Part::None, 0, token.bytes});
    else if (token.tag == Tag::Hr)
        emit({Event::Kind::Blank, Part::None, 0, {}});
    if (!m_tokens.attributes().empty())
        emitPlaces(factsOf(token.tag), false);
}

/// An item ends where the next one starts.
void TreeReader::closeItemBefore(Tag tag)
{
    for (std::size_t i = m_open.size(); i > 0; --i) {
        const Open &open = m_open[i - 1];
        const bool isItem = tag == Tag::Li ? open.tag == Tag::Li : open.tag == Tag::Dd || open.tag == Tag::Dt;
        if (isItem) {
            popTo(i - 1);
            return;
        }
        if (has(open.tag, isSpecial) && open.tag != Tag::Address && open.tag != Tag::Div && open.tag != Tag::P)
            return;
    }
}

/// Blocks that were opened inside a formatting element stay open when it ends, inline elements in them do not.
void TreeReader::closeFormatting(const Token &token)
{
    const std::size_t open = inScope(token.tag);
    if (open == none) {
        if (countOf(token.tag) == 0)
            closeOther(token);
        return;
    }
    std::size_t innermost = m_open.size();
    while (innermost > open + 1 && !has(m_open[innermost - 1].tag, isSpecial))
        --innermost;
    popTo(innermost);
    erase(open);
}

void TreeReader::closeOther(const Token &token)
{
    for (std::size_t i = m_open.size(); i > 0; --i) {
        const Open &open = m_open[i - 1];
        const bool isSame = open.tag == token.tag
            && (token.tag != Tag::Unknown || equalsIgnoringCase(m_tokens.text(open.name), m_tokens.text(token.name)));
        if (isSame) {
            popTo(i - 1);
            return;
        }
        if (has(open.tag, isSpecial))
            return;
    }
}

void TreeReader::closeParagraph()
{
    if (const std::size_t open = inScope(Tag::P, Scope::Button); open != none)
        popTo(open);
}

void TreeReader::closeImpliedEnds(Tag but)
{
    while (has(current(), isEndImplied) && current() != but)
        pop();
}

// SVG and MathML.

bool TreeReader::foreignStart(const Token &token)
{
    const auto isFontAttribute = [&](const Attribute &attribute) {
        const std::string_view name = m_tokens.text(attribute.name);
        return equalsIgnoringCase(name, "color") || equalsIgnoringCase(name, "face")
            || equalsIgnoringCase(name, "size");
    };
    const bool isFont = token.tag == Tag::Font && std::ranges::any_of(m_tokens.attributes(), isFontAttribute);
    if (has(token.tag, endsForeign) || isFont) {
        while (isForeign())
            pop();
        return false;
    }
    pushForeign(token, m_open.back().space);
    return true;
}

bool TreeReader::foreignEnd(const Token &token)
{
    if (token.tag == Tag::P || token.tag == Tag::Br) {
        while (isForeign())
            pop();
        return false;
    }
    for (std::size_t i = m_open.size(); i > 0 && m_open[i - 1].space != Space::Html; --i) {
        if (equalsIgnoringCase(m_tokens.text(m_open[i - 1].name), m_tokens.text(token.name))) {
            popTo(i - 1);
            return true;
        }
    }
    return false;
}

void TreeReader::pushForeign(const Token &token, Space space)
{
    if (token.isSelfClosing)
        return;
    const std::string_view name = m_tokens.text(token.name);
    Open open{token.tag, mode(), space};
    open.name = token.name;
    // tags in foreign content are no HTML elements, whatever their names
    if (token.tag != Tag::Math && token.tag != Tag::Svg)
        open.tag = Tag::Unknown;
    if (space == Space::MathMl) {
        open.isForeign = !isMathText(name);
        open.isDropped = name.starts_with("annotation");
    } else {
        open.isForeign = !equalsIgnoringCase(name, "foreignobject") && name != "desc" && name != "title";
        open.isDropped = token.tag == Tag::Svg;
    }
    enter(open, {});
}

// Selects hold options and nothing else; none of it is read.

TreeReader::Step TreeReader::selectStart(const Token &token)
{
    const std::size_t select = inScope(Tag::Select, Scope::Table);
    if (select == none)
        return Step::Body;
    switch (token.tag) {
    case Tag::Select:
        popTo(select);
        return Step::Done;
    case Tag::Input:
    case Tag::Keygen:
    case Tag::Textarea:
        popTo(select);
        return Step::Again;
    case Tag::Script:
    case Tag::Style:
    case Tag::Template:
        return Step::Body;
    case Tag::Caption:
    case Tag::Table:
    case Tag::Tbody:
    case Tag::Tfoot:
    case Tag::Thead:
    case Tag::Tr:
    case Tag::Td:
    case Tag::Th:
        if (mode() == Mode::Body)
            return Step::Done;
        popTo(select);
        return Step::Again;
    default:
        return Step::Done;
    }
}

TreeReader::Step TreeReader::selectEnd(const Token &token)
{
    const std::size_t select = inScope(Tag::Select, Scope::Table);
    if (select == none)
        return Step::Body;
    switch (token.tag) {
    case Tag::Select:
        popTo(select);
        return Step::Done;
    case Tag::Template:
        return Step::Body;
    case Tag::Caption:
    case Tag::Table:
    case Tag::Tbody:
    case Tag::Tfoot:
    case Tag::Thead:
    case Tag::Tr:
    case Tag::Td:
    case Tag::Th:
        if (mode() == Mode::Body || inScope(token.tag, Scope::Table) == none)
            return Step::Done;
        popTo(select);
        return Step::Again;
    default:
        return Step::Done;
    }
}

// Scopes.

bool TreeReader::isBound(const Open &open, Scope scope) const
{
    if (scope == Scope::Table)
        return open.tag == Tag::Table || open.tag == Tag::Template;
    if (has(open.tag, boundsScope) || (open.space != Space::Html && !open.isForeign))
        return true;
    if (scope == Scope::Button)
        return open.tag == Tag::Button;
    return scope == Scope::List && (open.tag == Tag::Ol || open.tag == Tag::Ul);
}

std::size_t TreeReader::inScope(Tag tag, Scope scope) const
{
    if (countOf(tag) == 0)
        return none;
    for (std::size_t i = m_open.size(); i > 0; --i) {
        if (m_open[i - 1].tag == tag)
            return i - 1;
        if (isBound(m_open[i - 1], scope))
            return none;
    }
    return none;
}

std::size_t TreeReader::headingInScope() const
{
    for (std::size_t i = m_open.size(); i > 0; --i) {
        if (headingLevel(m_open[i - 1].tag) > 0)
            return i - 1;
        if (isBound(m_open[i - 1], Scope::Default))
            return none;
    }
    return none;
}

} // namespace cw::html
