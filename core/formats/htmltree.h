// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements of an HTML document are open where: tree construction of the HTML standard, in one pass.
#pragma once

#include "formats/html.h"
#include "formats/htmlevents.h"
#include "formats/htmltablebuffer.h"
#include "formats/htmltokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace cw::html {

/// Follows the standard in what opens and closes elements, with no tree being made. Inline formatting decides no block,
/// so of the "adoption agency" only its effect on which elements are open is left.
class TreeReader final
{
public:
    TreeReader(std::string_view source, const Options &options, Writer &writer);

    /// One token and what follows from it. False at the end.
    [[nodiscard]] bool step();
    /// Closes what is open.
    void finish();

    [[nodiscard]] std::size_t position() const noexcept { return m_tokens.position(); }
    [[nodiscard]] bool isTooDeep() const noexcept { return m_isTooDeep; }
    [[nodiscard]] bool isTableTooLarge() const noexcept { return m_events.isTooLarge(); }
    [[nodiscard]] bool isTableTooWide() const noexcept { return m_events.isTooWide(); }
    [[nodiscard]] std::size_t unclosedAt() const noexcept { return m_tokens.unclosedAt(); }

private:
    /// What start tags of rows and cells mean where an element is open; content of cells and captions is Body's.
    enum class Mode : std::uint8_t { Body, Cell, Caption, Table, TableBody, Row };
    enum class Space : std::uint8_t { Html, Svg, MathMl };

    struct Open
    {
        Tag tag = Tag::Unknown;
        Mode mode = Mode::Body;
        Space space = Space::Html;
        Part part = Part::None;
        bool isForeign = false; ///< what is in it is read by the rules of SVG and MathML
        bool isDropped = false;
        bool isSilent = false; ///< nothing was said of it
        bool isFostered = false; ///< stands before the table that it is in
        ByteRange name = {};
        CompactRange id = {};
    };
    /// What attributes say of an element.
    struct Facts
    {
        bool isHidden = false;
        bool isOpen = false;
        bool isNavigation = false;
        bool isPageFrame = false;
        bool isPresentation = false;
        bool isFootnote = false;
        bool isHeading = false;
        bool isPageBreak = false;
        std::uint8_t level = 2; ///< of a heading that is none by its tag
        bool isPermalink = false;
        CompactRange fragment; ///< of the place that a permalink leads to
        Marks marks = Marks::None; ///< of a list
        CompactRange numbers; ///< of lists and items as in Event; of cells columns and rows they span
        ByteRange label; ///< for those who cannot see it
        ByteRange id;
    };

    enum class Step : std::uint8_t {
        Done,
        Again, ///< elements were closed: the tag is to be looked at anew
        Body ///< the tag means what it means outside tables
    };

    // tokens
    void text(const Token &token);
    void startTag(const Token &token);
    void endTag(const Token &token);
    void bodyStart(const Token &token);
    void bodyEnd(const Token &token);
    [[nodiscard]] bool foreignStart(const Token &token);
    [[nodiscard]] bool foreignEnd(const Token &token);
    using Reading = Step (TreeReader::*)(const Token &);
    /// False when the tag was dealt with as one of lists of choices or tables.
    [[nodiscard]] bool isForBody(const Token &token, Reading inSelect, Reading inTable);
    [[nodiscard]] Step selectStart(const Token &token);
    [[nodiscard]] Step selectEnd(const Token &token);
    void rawElement(const Token &token);
    void voidElement(const Token &token);
    void closeItemBefore(Tag tag);
    void closeFormatting(const Token &token);
    void closeOther(const Token &token);
    void closeParagraph();
    void closeImpliedEnds(Tag but = Tag::Unknown);

    // tables
    [[nodiscard]] Step tableStart(const Token &token);
    [[nodiscard]] Step tableEnd(const Token &token);
    [[nodiscard]] Step closeRow();
    [[nodiscard]] Step closeTableBody();
    [[nodiscard]] Step closeCaption();
    [[nodiscard]] Step closeCell();
    void popToContext(std::initializer_list<Tag> context);

    // open elements
    void push(const Token &token);
    void pushForeign(const Token &token, Space space);
    /// The one that `token` is, or one that it implies.
    void pushTablePart(Tag tag, const Token &token);
    void enter(Open open, const Facts &facts, bool isTablePart = false);
    void pop();
    void popTo(std::size_t size);
    void erase(std::size_t number);
    [[nodiscard]] Event::Kind partingOf(Tag tag) const;
    void emitOpening(const Open &open, const Facts &facts);
    void emitPlaces(const Facts &facts, bool hasContent);
    void emitPageBreak(CompactRange label);
    void emitClosing(const Open &open);
    /// Outside elements: what is in the wrong place of a table goes before it.
    void emit(const Event &event);

    [[nodiscard]] Mode modeIn(Tag tag) const;
    [[nodiscard]] Mode mode() const { return m_open.empty() ? Mode::Body : m_open.back().mode; }
    [[nodiscard]] bool isForeign() const { return !m_open.empty() && m_open.back().isForeign; }
    [[nodiscard]] Tag current() const { return m_open.empty() ? Tag::Unknown : m_open.back().tag; }
    /// Whether text and elements that are no parts of tables stand in the wrong place here.
    [[nodiscard]] bool isTableContext() const;
    [[nodiscard]] std::size_t countOf(Tag tag) const { return m_counts[static_cast<std::size_t>(tag)]; }

    // scopes: the number of the innermost open element of a tag, or `none` where another one bounds the search
    enum class Scope : std::uint8_t { Default, Button, List, Table };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    [[nodiscard]] bool isBound(const Open &open, Scope scope) const;
    [[nodiscard]] std::size_t inScope(Tag tag, Scope scope = Scope::Default) const;
    [[nodiscard]] std::size_t headingInScope() const;

    // what elements mean
    [[nodiscard]] Facts factsOf(Tag tag);
    void takeNumbers(Tag tag, Facts &facts);
    /// Items of the list whose tag was read last; none where that would take too long.
    [[nodiscard]] std::optional<std::size_t> countItems();
    [[nodiscard]] Part partOf(Tag tag, const Facts &facts) const;
    [[nodiscard]] bool isInHeading() const;
    [[nodiscard]] bool isSignOfHeading(const Facts &facts) const;
    [[nodiscard]] bool leadsHere(const Facts &facts) const;
    [[nodiscard]] bool isDropped(Tag tag, const Facts &facts) const;

    const Options &m_options;
    Tokenizer m_tokens;
    std::string_view m_source;
    TableBuffer m_events;
    std::vector<Open> m_open;
    std::array<std::size_t, 256> m_counts{}; ///< open elements of each tag
    std::size_t m_dropped = 0; ///< open elements whose content is not read
    std::size_t m_unpushed = 0; ///< elements that would be open, but for the depth
    bool m_isTooDeep = false;
    std::size_t m_itemSearchLeft; ///< bytes that may be looked at to count items of lists with falling numbers
    std::array<CompactRange, 4> m_lastIds{}; ///< that were read, the newest first
    bool m_wantsPageLabel = false; ///< a page begins, and the text that comes next says which
};

} // namespace cw::html
