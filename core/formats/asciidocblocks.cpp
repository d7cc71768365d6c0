// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/asciidocblocks.h"

#include "formats/asciidocopen.h"
#include "formats/asciidoctitle.h"
#include "formats/blockstack.h"
#include "formats/frontmatter.h"
#include "text/lines.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cw::asciidoc {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;
constexpr std::size_t none = static_cast<std::size_t>(-1);

class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text), m_lines(text), m_blocks(text.size()) { }

    Outcome<std::shared_ptr<const BlockTree>> parse(const std::stop_token &stop)
    {
        std::size_t at = m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        if (const std::size_t end = frontMatterEnd(m_text, at); end > at) {
            m_blocks.push(BlockKind::FrontMatter, {at, end});
            Line line;
            static_cast<void>(m_lines.read(end, line));
            at = line.next;
        }
        for (std::size_t count = 0; readAt(at, m_line); ++count) {
            if ((count & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            m_next = m_line.next;
            readLine();
            at = m_next;
        }
        tellUnclosed();
        closeLeaf();
        while (!m_open.empty())
            closeContainer();
        pushLostAttributes();
        return m_blocks.build();
    }

private:
    /// The line without white space at its end.
    [[nodiscard]] bool readAt(std::size_t at, Line &line) const
    {
        const bool isThere = m_lines.read(at, line);
        while (line.end > line.begin && (isBlankCharacter(m_text[line.end - 1]) || m_text[line.end - 1] == '\f'))
            --line.end;
        return isThere;
    }

    [[nodiscard]] std::string_view slice(ByteRange range) const { return m_text.substr(range.begin, range.size()); }
    [[nodiscard]] std::string_view line() const { return slice({m_line.begin, m_line.end}); }

    [[nodiscard]] std::size_t visibleBegin() const
    {
        std::size_t at = m_line.begin;
        while (at < m_line.end && (isBlankCharacter(m_text[at]) || m_text[at] == '\f'))
            ++at;
        return at;
    }

    // Containers.

    [[nodiscard]] bool isInList() const { return !m_open.empty() && m_open.back().level == Level::Item; }

    void closeContainer()
    {
        pushLostAttributes();
        m_open.pop_back();
        m_blocks.close();
    }

    void closeTo(std::size_t count)
    {
        closeLeaf();
        while (m_open.size() > count)
            closeContainer();
    }

    /// Closes all lists of the innermost delimited block.
    void closeLists()
    {
        closeLeaf();
        while (isInList()) {
            closeContainer();
            closeContainer();
        }
        m_isAttached = false;
    }

    [[nodiscard]] bool mayNest()
    {
        if (m_open.size() + 2 <= deepestNesting)
            return true;
        m_blocks.addTooDeep({visibleBegin(), m_line.end});
        return false;
    }

    // Leaves. What attributes and a title come before a block belongs to it.

    [[nodiscard]] std::size_t takeBegin(std::size_t begin)
    {
        m_style = {};
        m_isWithHeader = {};
        m_columns = 0;
        return m_pending == none ? begin : std::exchange(m_pending, none);
    }

    /// Attributes that no block follows.
    void pushLostAttributes()
    {
        if (m_pending != none)
            m_blocks.push(BlockKind::Paragraph, {takeBegin(0), m_pendingEnd}, 0, true);
    }

    void beginLeaf(Leaf leaf, BlockKind kind, bool isByLines = false)
    {
        m_leaf = leaf;
        m_kind = kind;
        m_isByLines = isByLines;
        m_leafBegin = takeBegin(visibleBegin());
        m_leafEnd = m_line.end;
    }

    void closeLeaf()
    {
        const Leaf leaf = std::exchange(m_leaf, Leaf::None);
        if (leaf == Leaf::None)
            return;
        if (leaf == Leaf::Table)
            pushTable();
        else
            m_blocks.push(m_kind, {m_leafBegin, m_leafEnd}, 0, m_isByLines);
    }

    void tellUnclosed()
    {
        if (m_leaf == Leaf::Verbatim || m_leaf == Leaf::Table)
            m_blocks.addProblem(StructureProblem::Kind::UnclosedFence, {m_leafBegin, m_leafEnd});
    }

    // Lines.

    void readLine()
    {
        if (m_line.begin == m_line.end || visibleBegin() == m_line.end) {
            readBlankLine();
            return;
        }
        const auto delimiter = delimiterOf(line());
        if (delimiter && closesDelimited())
            return;
        if (m_leaf == Leaf::Verbatim || m_leaf == Leaf::Table) {
            if (m_leaf == Leaf::Table)
                m_rows.push_back({ByteRange{visibleBegin(), m_line.end}});
            m_leafEnd = m_line.end;
            return;
        }
        if (isTransparent()) {
            if (m_leaf == Leaf::None && m_pending == none)
                m_blocks.push(BlockKind::Comment, {visibleBegin(), m_line.end});
            return;
        }
        const std::size_t blankLines = std::exchange(m_blankLines, 0);
        if (m_leaf != Leaf::None && continuesLeaf(delimiter.has_value()))
            return;
        if (isInList() && readInList(blankLines, delimiter.has_value()))
            return;
        startBlock(delimiter);
    }

    void readBlankLine()
    {
        ++m_blankLines;
        if (m_leaf == Leaf::Table)
            m_rows.push_back({ByteRange{m_line.begin, m_line.begin}});
        else if (m_leaf != Leaf::Verbatim)
            closeLeaf();
    }

    /// Whether the line parts nothing: what is for the preprocessor, and comments but for those that end a list.
    [[nodiscard]] bool isTransparent() const
    {
        const bool mayEndList = isInList() && m_blankLines > 0 && !m_open.back().wantsText && !m_isAttached;
        return isConditional(line()) || (isComment(line()) && !mayEndList);
    }

    /// Whether the line closes the verbatim leaf or a delimited block: the outermost that ends so, as the content of
    /// that one was set apart first.
    bool closesDelimited()
    {
        const std::string_view text = line();
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            if (m_open[i].level != Level::Delimited || slice(m_open[i].delimiter) != text)
                continue;
            tellUnclosed();
            closeTo(i + 1);
            pushLostAttributes();
            m_blocks.extend(m_line.end);
            closeContainer();
            endBlockInItem();
            return true;
        }
        const bool isEnd = (m_leaf == Leaf::Verbatim || m_leaf == Leaf::Table) && slice(m_delimiter) == text;
        if (!isEnd)
            return false;
        m_leafEnd = m_line.end;
        closeLeaf();
        endBlockInItem();
        return true;
    }

    void endBlockInItem()
    {
        m_isAttached = false;
        m_blankLines = 0;
    }

    bool continuesLeaf(bool isDelimiter)
    {
        const std::string_view text = line();
        switch (m_leaf) {
        case Leaf::Paragraph:
            if (isDelimiter || isBlockAttributes(text) || (isInList() && (text == "+" || listMark(text))))
                break;
            m_leafEnd = m_line.end;
            return true;
        case Leaf::Indented:
            if (isDelimiter || isBlockAttributes(text) || (isInList() && (text == "+" || listMark(text))))
                break;
            m_leafEnd = m_line.end;
            return true;
        case Leaf::Header:
            m_leafEnd = m_line.end;
            return true;
        case Leaf::Entries:
            if (!isAttributeEntry(text) && !slice({m_leafBegin, m_leafEnd}).ends_with(" \\"))
                break;
            m_leafEnd = m_line.end;
            return true;
        default:
            break;
        }
        closeLeaf();
        return false;
    }

    // Lists.

    /// Whether the line was read as the innermost item's. Closes the lists that it does not go on with.
    bool readInList(std::size_t blankLines, bool isDelimiter)
    {
        const std::string_view text = line();
        m_open.back().wantsText = m_open.back().wantsText && text != "+";
        if (text == "+") {
            for (; blankLines > 0 && m_open.size() > 2 && m_open[m_open.size() - 3].level == Level::Item;
                 --blankLines) {
                closeContainer();
                closeContainer();
            }
            m_isAttached = true;
            return true;
        }
        if (const auto mark = listMark(text)) {
            m_isAttached = false;
            return readItem(*mark);
        }
        Container &item = m_open.back();
        if (m_isAttached) {
            m_isAttached = isBlockAttributes(text) || isBlockTitle(text);
            return false;
        }
        const bool isText = !isDelimiter && !isBlockAttributes(text) && !isComment(text);
        if (item.wantsText && isText) {
            item.wantsText = false;
            beginLeaf(Leaf::Paragraph, BlockKind::Paragraph);
            return true;
        }
        if (blankLines > 0 && isBlankCharacter(text.front())) {
            beginLeaf(Leaf::Indented, BlockKind::Code);
            return true;
        }
        if (blankLines == 0 && isText) {
            beginLeaf(Leaf::Paragraph, BlockKind::Paragraph);
            return true;
        }
        closeLists();
        return false;
    }

    /// An item of one of the open lists, or of a new one inside the innermost item.
    bool readItem(const ListMark &mark)
    {
        std::size_t count = m_open.size();
        while (count >= 2 && m_open[count - 1].level == Level::Item && !m_open[count - 2].mark.isLike(mark))
            count -= 2;
        const bool isSibling = count >= 2 && m_open[count - 1].level == Level::Item;
        if (isSibling) {
            closeTo(count - 1);
        } else if (!mayNest()) {
            beginLeaf(Leaf::Paragraph, BlockKind::Paragraph);
            return true;
        }
        const std::size_t begin = m_line.begin + mark.begin;
        const std::size_t markEnd = m_line.begin + std::min(mark.textBegin, line().size());
        if (!isSibling)
            openContainer(BlockKind::List, {takeBegin(begin), begin + 1},
                          {.level = Level::List, .mark = mark, .delimiter = {}});
        else
            static_cast<void>(takeBegin(begin));
        openContainer(BlockKind::ListItem, {begin, begin + 1}, {.level = Level::Item, .delimiter = {}});
        if (mark.kind == ListKind::Terms)
            pushTerm(mark, begin);
        if (markEnd < m_line.end) {
            m_leaf = Leaf::Paragraph;
            m_kind = BlockKind::Paragraph;
            m_isByLines = false;
            m_leafBegin = markEnd;
            m_leafEnd = m_line.end;
        } else {
            m_open.back().wantsText = true;
        }
        return true;
    }

    void pushTerm(const ListMark &mark, std::size_t begin)
    {
        std::size_t end = m_line.begin + std::min(mark.textBegin, line().size());
        while (end > begin && isBlankCharacter(m_text[end - 1]))
            --end;
        m_blocks.push(BlockKind::Paragraph, {begin, end});
    }

    void openContainer(BlockKind kind, ByteRange bytes, const Container &container)
    {
        m_blocks.open(kind, bytes);
        m_open.push_back(container);
    }

    // Blocks.

    void startBlock(std::optional<Delimited> delimiter)
    {
        const std::string_view text = line();
        if (isBlockAttributes(text)) {
            addAttributes(text);
        } else if (isBlockTitle(text)) {
            addPending();
        } else if (isComment(text)) {
            m_blocks.push(BlockKind::Comment, {m_line.begin, m_line.end});
        } else if (isAttributeEntry(text)) {
            beginLeaf(Leaf::Entries, m_isHeaderPast ? BlockKind::Definition : BlockKind::FrontMatter, true);
        } else if (!startsHeading(text)) {
            m_isHeaderPast = true;
            startsDelimited(delimiter) || startsLeaf(text);
        }
    }

    void addPending()
    {
        if (m_pending == none)
            m_pending = m_line.begin;
        m_pendingEnd = m_line.end;
    }

    void addAttributes(std::string_view text)
    {
        addPending();
        if (const std::string_view style = styleOf(text); !style.empty())
            m_style = style;
        if (const std::size_t columns = columnsOf(text))
            m_columns = columns;
        if (const auto isWithHeader = headerOf(text))
            m_isWithHeader = isWithHeader;
    }

    bool startsHeading(std::string_view text)
    {
        const bool isDiscrete = m_style == "discrete" || m_style == "float";
        if (!m_open.empty() && !isDiscrete)
            return false;
        ByteRange title{visibleBegin(), m_line.end};
        std::size_t end = m_line.end;
        unsigned level = headingLevel(text);
        if (level > 0) {
            const LinePart part = headingTitle(text, level);
            title = {m_line.begin + part.begin, m_line.begin + part.end};
        } else {
            Line below;
            if (!readAt(m_line.next, below))
                return false;
            level = underlineLevel(text, slice({below.begin, below.end}));
            if (level == 0)
                return false;
            end = below.end;
            m_next = below.next;
        }
        const ByteRange bytes{takeBegin(visibleBegin()), end};
        if (isDiscrete)
            m_blocks.push(BlockKind::Heading, bytes, static_cast<std::uint8_t>(level));
        else
            m_blocks.pushHeading(bytes, title, static_cast<std::uint8_t>(level), shownTitle(slice(title)));
        if (!std::exchange(m_isHeaderPast, true) && level == 1)
            startHeader();
        return true;
    }

    /// Author, revision and attributes below a document's title.
    void startHeader()
    {
        Line below;
        if (!readAt(m_next, below) || below.begin == below.end)
            return;
        const std::string_view text = slice({below.begin, below.end});
        if (isBlankCharacter(text.front()) || isBlockAttributes(text))
            return;
        m_leaf = Leaf::Header;
        m_kind = BlockKind::FrontMatter;
        m_isByLines = true;
        m_leafBegin = below.begin;
        m_leafEnd = below.end;
        m_next = below.next;
    }

    bool startsDelimited(std::optional<Delimited> delimiter)
    {
        if (!delimiter)
            return false;
        const bool isCode = m_style == "source" || m_style == "listing" || m_style == "literal" || m_style == "stem"
            || m_style == "latexmath" || m_style == "asciimath";
        BlockKind kind = BlockKind::Fence;
        switch (*delimiter) {
        case Delimited::Open:
        case Delimited::Example:
        case Delimited::Sidebar:
        case Delimited::Quote:
            if (m_style == "comment") {
                kind = BlockKind::Comment;
            } else if (m_style == "verse") {
                kind = BlockKind::Paragraph;
            } else if (!isCode) {
                if (!mayNest())
                    return false;
                openContainer(BlockKind::Quote, {takeBegin(m_line.begin), m_line.end},
                              {.level = Level::Delimited, .delimiter = ByteRange{m_line.begin, m_line.end}});
                return true;
            }
            break;
        case Delimited::Comment:
            kind = BlockKind::Comment;
            break;
        case Delimited::Pass:
            kind = isCode ? BlockKind::Fence : BlockKind::Html;
            break;
        case Delimited::Table:
            startTable();
            return true;
        case Delimited::Listing:
        case Delimited::Literal:
        case Delimited::Fenced:
            break;
        }
        beginLeaf(Leaf::Verbatim, kind, kind == BlockKind::Paragraph);
        m_delimiter = ByteRange{m_line.begin, *delimiter == Delimited::Fenced ? m_line.begin + 3 : m_line.end};
        return true;
    }

    bool startsLeaf(std::string_view text)
    {
        if (isBreak(text)) {
            m_blocks.push(BlockKind::ThematicBreak, {takeBegin(m_line.begin), m_line.end});
            return true;
        }
        if (isBlockMacro(text)) {
            m_blocks.push(BlockKind::Paragraph, {takeBegin(m_line.begin), m_line.end}, 0, true);
            return true;
        }
        if (const auto mark = listMark(text); mark && mayNest())
            return readItem(*mark);
        if (isBlankCharacter(text.front())) {
            beginLeaf(Leaf::Indented, BlockKind::Code);
            return true;
        }
        const bool isCode = m_style == "source" || m_style == "listing" || m_style == "literal" || m_style == "stem"
            || m_style == "latexmath" || m_style == "asciimath" || m_style == "pass";
        const bool isVerse = m_style == "verse";
        beginLeaf(Leaf::Paragraph, isCode ? BlockKind::Fence : BlockKind::Paragraph, isVerse);
        return true;
    }

    // Tables.

    void startTable()
    {
        m_separator = m_text[m_line.begin];
        m_tableColumns = m_columns;
        m_tableHeader = m_isWithHeader;
        beginLeaf(Leaf::Table, BlockKind::Table);
        m_delimiter = ByteRange{m_line.begin, m_line.end};
        m_rows.clear();
    }

    /// Rows are known by counting cells: a row begins with a line whose first cell begins one.
    void pushTable()
    {
        m_blocks.open(BlockKind::Table, {m_leafBegin, m_leafEnd});
        const auto isBlank = [&](std::size_t number) { return m_rows[number].isEmpty(); };
        std::size_t first = 0;
        while (first < m_rows.size() && isBlank(first))
            ++first;
        const bool isOfCells = m_separator == '|' || m_separator == '!';
        const auto cellsOf = [&](std::size_t number) {
            return isOfCells ? cellsIn(slice(m_rows[number]), m_separator) : std::size_t{1};
        };
        std::size_t columns = isOfCells ? m_tableColumns : 1;
        if (columns == 0 && first < m_rows.size())
            columns = cellsOf(first);
        const bool isHeaderImplied = first == 0 && m_rows.size() > 2 && isBlank(1);
        bool isHeaderNext = m_tableHeader.value_or(isHeaderImplied);
        std::size_t cells = 0;
        std::size_t begin = none;
        std::size_t last = none;
        const auto push = [&](std::size_t behind) {
            if (begin != none && behind != none) {
                m_blocks.push(std::exchange(isHeaderNext, false) ? BlockKind::TableHeader : BlockKind::TableRow,
                              {m_rows[begin].begin, m_rows[behind].end});
            }
        };
        for (std::size_t i = first; i < m_rows.size(); ++i) {
            if (isBlank(i))
                continue;
            const std::size_t inLine = cellsOf(i);
            if (begin == none || (inLine > 0 && columns > 0 && cells >= columns)) {
                push(last);
                begin = i;
                cells = 0;
            }
            cells += inLine;
            last = i;
        }
        push(last);
        m_blocks.close();
    }

    std::string_view m_text;
    LineReader m_lines;
    Line m_line;
    std::size_t m_next = 0; ///< where reading goes on
    std::size_t m_blankLines = 0; ///< right above
    bool m_isHeaderPast = false; ///< the document's title can no longer follow
    bool m_isAttached = false; ///< a `+` joins the next block to the innermost item

    BlockStack m_blocks;
    std::vector<Container> m_open;

    std::size_t m_pending = none; ///< begin of attributes and title of the next block
    std::size_t m_pendingEnd = 0;
    std::string_view m_style;
    std::size_t m_columns = 0;
    std::optional<bool> m_isWithHeader;

    Leaf m_leaf = Leaf::None;
    BlockKind m_kind = BlockKind::Paragraph;
    bool m_isByLines = false;
    std::size_t m_leafBegin = 0;
    std::size_t m_leafEnd = 0;
    CompactRange m_delimiter; ///< the line that closes a verbatim leaf
    std::vector<CompactRange> m_rows; ///< lines of a table; blank ones are empty
    char m_separator = '|';
    std::size_t m_tableColumns = 0;
    std::optional<bool> m_tableHeader;
};

} // namespace

Outcome<std::shared_ptr<const BlockTree>> readBlocks(std::string_view text, std::stop_token stop)
{
    return Parser(text).parse(stop);
}

} // namespace cw::asciidoc
