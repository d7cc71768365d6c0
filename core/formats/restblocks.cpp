// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/restblocks.h"

#include "formats/restopenblocks.h"
#include "formats/resttitle.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace cw::rest {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;

class Parser final : private OpenBlocks
{
public:
    explicit Parser(std::string_view text) : OpenBlocks(text) { }

    Outcome<std::shared_ptr<const BlockTree>> parse(const std::stop_token &stop)
    {
        std::size_t at = m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        for (std::size_t count = 0; readAt(at, m_line); ++count) {
            if ((count & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            m_next = m_line.next;
            readLine();
            at = m_next;
        }
        closeAll(0);
        return m_blocks.build();
    }

private:
    // Lines.

    void readLine()
    {
        m_at = m_line.begin;
        m_column = m_line.column;
        if (m_line.isBlank()) {
            readBlankLine();
            return;
        }
        const bool isFreshDirective = std::exchange(m_isFreshDirective, false);
        if (isUnindented() && m_column > m_leafColumn) {
            if (m_leaf == Leaf::Head)
                m_isByLines = m_isByLines || fieldLength(rest()) > 0;
            extendLeaf();
            return;
        }
        closeOutdented();
        if (isFreshDirective && !m_open.empty() && !m_open.back().isIndentFixed && fieldLength(rest()) > 0) {
            const std::size_t column = m_open.back().outer;
            beginLeaf(Leaf::Head, BlockKind::Paragraph);
            m_leafColumn = column;
            m_isByLines = true;
            return;
        }
        if (m_leaf != Leaf::None && continuesLeaf())
            return;
        if (std::exchange(m_isLiteralNext, false) && startsLiteral())
            return;
        pushLostMark();
        if (m_column > base() && mayNest()) {
            closeList();
            const std::size_t column = m_column;
            openContainer(BlockKind::Quote, 1, {.outer = column, .indent = column});
        }
        startBlocks();
    }

    /// Whether the open leaf takes all lines that are indented more than it.
    [[nodiscard]] bool isUnindented() const
    {
        return m_leaf == Leaf::Literal || m_leaf == Leaf::Definition || m_leaf == Leaf::Head;
    }

    void readBlankLine()
    {
        m_isFreshDirective = false;
        if (m_leaf != Leaf::Literal && m_leaf != Leaf::SimpleTable)
            closeLeaf();
    }

    /// Whether the line is the open leaf's. Closes the leaf where it ends.
    bool continuesLeaf()
    {
        const bool isFlush = m_column == base();
        switch (m_leaf) {
        case Leaf::Paragraph:
            return continuesParagraph(isFlush);
        case Leaf::LineBlock:
            if (isFlush && !startsWithWord(rest(), "|"))
                break;
            extendLeaf();
            return true;
        case Leaf::Doctest:
            extendLeaf();
            return true;
        case Leaf::QuotedLiteral:
            if (!isFlush || m_text[m_at] != m_text[m_quotedBegin])
                break;
            extendLeaf();
            return true;
        case Leaf::Grid:
            if (!isFlush || (m_text[m_at] != '+' && m_text[m_at] != '|'))
                break;
            addTableLine();
            return true;
        case Leaf::SimpleTable:
            addTableLine();
            endSimpleTable();
            return true;
        default:
            break;
        }
        closeLeaf();
        return false;
    }

    bool continuesParagraph(bool isFlush)
    {
        if (isFlush) {
            if (m_leafLines == 1 && isAdornment(rest()) && underlines())
                return true;
            extendLeaf();
            return true;
        }
        if (m_leafLines > 1 || !mayNest()) {
            closeLeaf();
            return false;
        }
        m_leaf = Leaf::None;
        const ByteRange term{m_leafBegin, m_leafEnd};
        if (m_open.empty() || m_open.back().list != ListKind::Definitions) {
            closeList();
            m_blocks.open(BlockKind::List, {term.begin, term.begin + 1});
            m_open.push_back({.list = ListKind::Definitions, .outer = m_leafColumn, .indent = m_leafColumn});
        }
        m_blocks.open(BlockKind::ListItem, {term.begin, term.begin + 1});
        m_blocks.push(BlockKind::Paragraph, term);
        m_open.push_back({.outer = m_open.back().outer, .indent = m_column, .isIndentFixed = false});
        startBlocks();
        return true;
    }

    /// Whether the line is the underline of the one line above; a title then, or, where none can be, a paragraph.
    bool underlines()
    {
        constexpr std::size_t shortest = 4;
        const std::string_view line = rest();
        const std::string_view title = slice(m_leafBegin, m_leafEnd);
        if (line.size() < shortest && displayColumns(title) > line.size())
            return false;
        const ByteRange where{m_leafBegin, m_leafEnd};
        if (!isTopLevel() || m_leafColumn > 0) {
            m_isByLines = true;
            extendLeaf();
            closeLeaf();
            return true;
        }
        m_leaf = Leaf::None;
        closeList();
        m_blocks.pushHeading({where.begin, m_line.end}, where, levelOf({line.front(), 0}), shownTitle(title));
        return true;
    }

    /// Outside of all containers but a list that ends here.
    [[nodiscard]] bool isTopLevel() const
    {
        return m_open.empty() || (m_open.size() == 1 && m_open.back().list != ListKind::None);
    }

    struct Adornment
    {
        char below = 0;
        char above = 0;

        bool operator==(const Adornment &) const = default;
    };

    std::uint8_t levelOf(Adornment adornment)
    {
        const auto known = std::ranges::find(m_adornments, adornment);
        const auto level = static_cast<std::uint8_t>(known - m_adornments.begin() + 1);
        if (known == m_adornments.end())
            m_adornments.push_back(adornment);
        return level;
    }

    bool startsLiteral()
    {
        if (m_column <= base() && !isMark(m_text[m_at]))
            return false;
        const bool isQuoted = m_column <= base();
        beginLeaf(isQuoted ? Leaf::QuotedLiteral : Leaf::Literal, BlockKind::Code);
        m_quotedBegin = m_at;
        m_leafColumn = base();
        if (m_literalMark != none)
            m_leafBegin = std::exchange(m_literalMark, none);
        return true;
    }

    /// What begins at m_at: containers, and a leaf at last.
    void startBlocks()
    {
        while (m_at < m_line.end) {
            const std::string_view line = rest();
            if (!startsItem(line) && !startsEnumerated(line)) {
                startLeaf(line);
                return;
            }
        }
    }

    bool startsItem(std::string_view line)
    {
        if (const std::size_t length = bulletLength(line)) {
            const char bullet = line[length - 1];
            return openItem({.list = ListKind::Bullets, .bullet = bullet}, length, true);
        }
        if (const std::size_t length = fieldLength(line))
            return openItem({.list = ListKind::Fields}, length, false);
        const std::size_t length = optionsLength(line);
        if (length > 0 && (length < line.size() || hasIndentedBelow()))
            return openItem({.list = ListKind::Options}, length, false);
        return false;
    }

    /// Whether the next visible line is indented more than what begins here.
    [[nodiscard]] bool hasIndentedBelow() const
    {
        VisibleLine below;
        std::size_t at = m_line.next;
        while (readAt(at, below) && below.isBlank())
            at = below.next;
        return !below.isBlank() && below.column > m_column;
    }

    bool startsEnumerated(std::string_view line)
    {
        const Container *list
            = !m_open.empty() && m_open.back().list == ListKind::Enumerated ? &m_open.back() : nullptr;
        const auto enumerator = enumeratorOf(line, list ? std::optional(list->last.sequence) : std::nullopt);
        if (!enumerator || !isItemByNextLine(*enumerator))
            return false;
        return openItem({.list = ListKind::Enumerated, .last = *enumerator}, enumerator->length, true);
    }

    /// An item of one line looks like a sentence that begins with an initial; the line below tells.
    [[nodiscard]] bool isItemByNextLine(const Enumerator &enumerator) const
    {
        VisibleLine below;
        if (!readAt(m_line.next, below) || below.isBlank() || below.column != m_column)
            return true;
        const std::string_view line = m_text.substr(below.begin, std::size_t{32});
        const std::string next = nextEnumerator(enumerator);
        Enumerator automatic = enumerator;
        automatic.sequence = Sequence::Automatic;
        return (!next.empty() && line.starts_with(next)) || line.starts_with(nextEnumerator(automatic));
    }

    static bool isNextOf(const Container &list, const Container &item)
    {
        if (list.list != item.list || list.bullet != item.bullet)
            return false;
        if (item.list != ListKind::Enumerated)
            return true;
        const Enumerator &before = list.last;
        const Enumerator &now = item.last;
        return before.before == now.before && before.behind == now.behind
            && (now.sequence == Sequence::Automatic
                || (before.sequence == now.sequence && now.ordinal == before.ordinal + 1));
    }

    bool openItem(Container list, std::size_t markBytes, bool isIndentFixed)
    {
        if (!mayNest())
            return false;
        const bool goesOn = !m_open.empty() && isNextOf(m_open.back(), list);
        const std::size_t column = m_column;
        if (!goesOn) {
            list.outer = column;
            list.indent = column;
            openList(list);
        } else if (list.last.sequence != Sequence::Automatic) {
            m_open.back().last = list.last;
        }
        openByMark(BlockKind::ListItem, markBytes);
        if (isIndentFixed && m_at < m_line.end) {
            m_open.back().isIndentFixed = true;
            m_open.back().isIndentKnown = true;
        }
        return true;
    }

    void startLeaf(std::string_view line)
    {
        if (!isMark(line.front())) {
            beginParagraph();
        } else if (startsWithWord(line, ">>>")) {
            beginLeaf(Leaf::Doctest, BlockKind::Code);
        } else if (startsWithWord(line, "|")) {
            beginLeaf(Leaf::LineBlock, BlockKind::Paragraph);
            m_isByLines = true;
        } else if (isGridTop(line)) {
            beginLeaf(Leaf::Grid, BlockKind::Table);
            addTableLine();
        } else if (isSimpleTableTop(line)) {
            beginLeaf(Leaf::SimpleTable, BlockKind::Table);
            addTableLine();
        } else if (startsWithWord(line, "..")) {
            startExplicit(line);
        } else if (startsWithWord(line, "__")) {
            beginLeaf(Leaf::Definition, BlockKind::Definition);
        } else if (!isAdornment(line) || !startsByAdornment(line)) {
            beginParagraph();
        }
    }

    void startExplicit(std::string_view line)
    {
        const ExplicitMark mark = explicitMark(line);
        switch (mark.kind) {
        case Explicit::Comment: {
            VisibleLine below;
            const bool isEmpty = line.size() == 2 && (!readAt(m_line.next, below) || below.isBlank());
            beginLeaf(Leaf::Literal, BlockKind::Comment);
            if (isEmpty)
                closeLeaf();
            break;
        }
        case Explicit::Target:
            beginLeaf(Leaf::Definition, BlockKind::Definition);
            break;
        case Explicit::Substitution:
            beginLeaf(Leaf::Literal, BlockKind::Definition);
            break;
        case Explicit::Footnote:
            if (!mayNest()) {
                beginParagraph();
                break;
            }
            closeList();
            openByMark(BlockKind::Footnote, mark.length);
            startBlocks();
            break;
        case Explicit::Directive:
            startDirective(mark);
            break;
        }
    }

    void startDirective(const ExplicitMark &mark)
    {
        const std::size_t column = m_column;
        switch (directiveBody(mark.name)) {
        case DirectiveBody::Literal:
            beginLeaf(Leaf::Literal, BlockKind::Fence);
            return;
        case DirectiveBody::Html:
            beginLeaf(Leaf::Literal, BlockKind::Html);
            return;
        case DirectiveBody::Lines:
            beginLeaf(Leaf::Literal, BlockKind::Paragraph);
            m_isByLines = true;
            return;
        case DirectiveBody::Blocks:
            break;
        }
        if (!mayNest()) {
            beginParagraph();
            return;
        }
        closeList();
        const bool isFigure = mark.name == "figure";
        openByMark(BlockKind::Quote, mark.length);
        m_isFreshDirective = m_at == m_line.end;
        if (!m_isFreshDirective) {
            beginLeaf(Leaf::Head, BlockKind::Paragraph);
            m_leafColumn = column;
        }
        m_open.back().wantsCaption = isFigure;
    }

    /// Whether a line of marks is the overline of a title, or parts what is above and below.
    bool startsByAdornment(std::string_view line)
    {
        constexpr std::size_t shortest = 4;
        if (line.size() < shortest && !isOverline(line))
            return false;
        closeList();
        if (isOverline(line)) {
            VisibleLine title;
            VisibleLine below;
            static_cast<void>(readAt(m_line.next, title));
            static_cast<void>(readAt(title.next, below));
            m_blocks.pushHeading({m_at, below.end}, {title.begin, title.end}, levelOf({line.front(), line.front()}),
                                 shownTitle(slice(title.begin, title.end)));
            m_next = below.next;
            return true;
        }
        m_blocks.push(BlockKind::ThematicBreak, {m_at, m_line.end});
        return true;
    }

    [[nodiscard]] bool isOverline(std::string_view line) const
    {
        constexpr std::size_t shortest = 4;
        VisibleLine title;
        VisibleLine below;
        if (!isTopLevel() || m_column > 0 || !readAt(m_line.next, title) || title.isBlank()
            || !readAt(title.next, below) || below.column > 0)
            return false;
        const std::string_view text = slice(title.begin, title.end);
        return slice(below.begin, below.end) == line && !(isAdornment(text) && title.column == 0)
            && (line.size() >= shortest || displayColumns(text) + title.column <= line.size());
    }

    std::vector<Adornment> m_adornments; ///< of titles, by level
};

} // namespace

Outcome<std::shared_ptr<const BlockTree>> readBlocks(std::string_view text, std::stop_token stop)
{
    return Parser(text).parse(stop);
}

} // namespace cw::rest
