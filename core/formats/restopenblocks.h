// SPDX-License-Identifier: GPL-3.0-or-later
// What is open while reStructuredText is read, and what becomes of it when it ends.
#pragma once

#include "formats/blockstack.h"
#include "formats/restlines.h"
#include "text/lines.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::rest {

inline constexpr std::size_t tabColumns = 8;

/// A line by its first and last visible characters.
struct VisibleLine
{
    std::size_t begin = 0;
    std::size_t end = 0; ///< equal to begin for a blank line
    std::size_t column = 0;
    std::size_t next = 0;

    [[nodiscard]] bool isBlank() const { return begin == end; }
};

enum class ListKind : std::uint8_t { None, Bullets, Enumerated, Fields, Options, Definitions };

/// What is open: a list, or what holds other blocks by its indent.
struct Container
{
    ListKind list = ListKind::None; ///< of a list
    char bullet = 0; ///< first byte and, of longer ones, the last of a list's bullets
    Enumerator last = {}; ///< of an enumerated list
    std::size_t outer = 0; ///< column of the mark
    std::size_t indent = 0; ///< column of what it holds
    bool isIndentKnown = true;
    bool isIndentFixed = true; ///< lines indented less are not in it; else all that are indented more than the mark
    bool wantsCaption = false; ///< its next paragraph is a caption
};

/// The leaf that takes the next lines.
enum class Leaf : std::uint8_t {
    None,
    Paragraph,
    Literal, ///< all that is indented: code, comments, directives that are not read
    Definition, ///< the same up to a blank line
    Head, ///< arguments and options of a directive
    LineBlock,
    Doctest,
    QuotedLiteral,
    Grid,
    SimpleTable
};

/// Containers and the leaf in the innermost of them, which Parser opens line by line.
class OpenBlocks
{
protected:
    explicit OpenBlocks(std::string_view text) : m_text(text), m_lines(text), m_blocks(text.size()) { }

    [[nodiscard]] bool readAt(std::size_t at, VisibleLine &line) const
    {
        Line whole;
        const bool isThere = m_lines.read(at, whole);
        line = {whole.begin, whole.end, 0, whole.next};
        while (line.end > line.begin && isBlankCharacter(m_text[line.end - 1]))
            --line.end;
        pass(line.begin, line.column, line.end);
        return isThere;
    }

    /// Over white space up to `end`.
    void pass(std::size_t &at, std::size_t &column, std::size_t end) const
    {
        for (; at < end && isBlankCharacter(m_text[at]); ++at)
            column += m_text[at] == '\t' ? tabColumns - column % tabColumns : 1;
    }

    [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const
    {
        return m_text.substr(begin, end - begin);
    }
    [[nodiscard]] std::string_view rest() const { return slice(m_at, m_line.end); }

    // Containers.

    [[nodiscard]] std::size_t base() const { return m_open.empty() ? 0 : m_open.back().indent; }

    static bool holds(const Container &container, std::size_t column)
    {
        if (container.list != ListKind::None)
            return column >= container.outer;
        return container.isIndentFixed ? column >= container.indent : column > container.outer;
    }

    void closeContainer()
    {
        pushLostMark();
        m_open.pop_back();
        m_blocks.close();
    }

    void closeAll(std::size_t count)
    {
        if (m_open.size() > count)
            closeLeaf();
        while (m_open.size() > count)
            closeContainer();
        closeLeaf();
        pushLostMark();
    }

    /// Closes what the line is not indented enough for, and sees how far its content is indented.
    void closeOutdented()
    {
        if (!m_open.empty() && !holds(m_open.back(), m_column))
            closeLeaf();
        while (!m_open.empty() && !holds(m_open.back(), m_column)) {
            m_isLiteralNext = false;
            closeContainer();
        }
        if (m_open.empty() || m_open.back().isIndentFixed)
            return;
        Container &innermost = m_open.back();
        if (innermost.isIndentKnown && m_column < innermost.indent && m_leaf == Leaf::Paragraph)
            closeLeaf();
        if (!innermost.isIndentKnown || m_column < innermost.indent)
            innermost.indent = m_column;
        innermost.isIndentKnown = true;
    }

    /// A list holds items only.
    void closeList()
    {
        if (!m_open.empty() && m_open.back().list != ListKind::None)
            closeContainer();
    }

    [[nodiscard]] bool mayNest()
    {
        if (m_open.size() + 2 <= deepestNesting)
            return true;
        m_blocks.addTooDeep({m_at, m_line.end});
        return false;
    }

    void openContainer(BlockKind kind, std::size_t markBytes, const Container &container)
    {
        m_blocks.open(kind, {m_at, m_at + markBytes});
        m_open.push_back(container);
    }

    /// What holds all that is indented more than its mark, which is passed.
    void openByMark(BlockKind kind, std::size_t markBytes)
    {
        const std::size_t column = m_column;
        openContainer(kind, markBytes, {.outer = column, .isIndentKnown = false, .isIndentFixed = false});
        passMark(markBytes);
        m_open.back().indent = m_column;
    }

    void passMark(std::size_t bytes)
    {
        m_column += displayColumns(slice(m_at, m_at + bytes));
        m_at += bytes;
        pass(m_at, m_column, m_line.end);
    }

    void openList(const Container &list)
    {
        closeList();
        m_blocks.open(BlockKind::List, {m_at, m_at + 1});
        m_open.push_back(list);
    }

    // Leaves.

    void beginLeaf(Leaf leaf, BlockKind kind)
    {
        if (leaf != Leaf::Paragraph)
            closeList();
        m_leaf = leaf;
        m_kind = kind;
        m_leafBegin = m_at;
        m_leafEnd = m_line.end;
        m_leafColumn = m_column;
        m_leafLines = 1;
        m_isByLines = false;
        m_tableLines.clear();
        m_headerEnd = 0;
    }

    void extendLeaf()
    {
        m_lastLine = m_at;
        m_leafEnd = m_line.end;
        ++m_leafLines;
    }

    void closeLeaf()
    {
        switch (std::exchange(m_leaf, Leaf::None)) {
        case Leaf::None:
            break;
        case Leaf::Paragraph:
            closeParagraph();
            break;
        case Leaf::Grid:
            pushGrid();
            break;
        case Leaf::SimpleTable:
            m_blocks.addProblem(StructureProblem::Kind::UnclosedFence, {m_leafBegin, m_leafEnd});
            m_blocks.push(BlockKind::Code, {m_leafBegin, m_leafEnd});
            break;
        default:
            m_blocks.push(m_kind, {m_leafBegin, m_leafEnd}, 0, m_isByLines);
            break;
        }
    }

    void closeParagraph()
    {
        m_isLiteralNext = announcesLiteral(slice(m_lastLine, m_leafEnd));
        closeList();
        if (m_isLiteralNext && m_leafEnd - m_leafBegin == 2) {
            m_literalMark = m_leafBegin; // goes with the code
            return;
        }
        m_literalMark = none;
        const bool isCaption = !m_open.empty() && std::exchange(m_open.back().wantsCaption, false);
        m_blocks.push(isCaption ? BlockKind::Caption : BlockKind::Paragraph, {m_leafBegin, m_leafEnd}, 0, m_isByLines);
    }

    /// A paragraph of `::` that no code follows.
    void pushLostMark()
    {
        if (m_literalMark != none)
            m_blocks.push(BlockKind::Paragraph, {m_literalMark, m_literalMark + 2});
        m_literalMark = none;
    }

    void beginParagraph()
    {
        // whether a list of definitions goes on shows with the next line
        const bool mayBeTerm = !m_open.empty() && m_open.back().list == ListKind::Definitions;
        if (!mayBeTerm)
            closeList();
        beginLeaf(Leaf::Paragraph, BlockKind::Paragraph);
        m_lastLine = m_at;
    }

    // Tables.

    struct TableLine
    {
        CompactRange bytes;
        bool isFlush = true; ///< the first column is not empty
    };

    void addTableLine()
    {
        m_tableLines.push_back({ByteRange{m_at, m_line.end}, m_column <= m_leafColumn});
        m_leafEnd = m_line.end;
    }

    [[nodiscard]] std::string_view tableLine(std::size_t number) const
    {
        const CompactRange line = m_tableLines[number].bytes;
        return slice(line.begin, line.end);
    }

    void openTable() { m_blocks.open(BlockKind::Table, {m_leafBegin, m_leafEnd}); }

    /// Lines [first, end) of the table as one row, when there are any.
    void pushRow(BlockKind kind, std::size_t first, std::size_t end)
    {
        if (first < end)
            m_blocks.push(kind, {m_tableLines[first].bytes.begin, m_tableLines[end - 1].bytes.end});
    }

    void pushGrid()
    {
        if (m_tableLines.size() < 2) {
            m_blocks.push(BlockKind::Paragraph, {m_leafBegin, m_leafEnd});
            return;
        }
        openTable();
        std::size_t first = 0;
        bool isHeaderKnown = false;
        for (std::size_t i = 1; i < m_tableLines.size(); ++i) {
            const bool isHeaderEnd = !isHeaderKnown && isGridHeaderEnd(tableLine(i));
            if (isHeaderEnd) {
                isHeaderKnown = true;
                pushRow(BlockKind::TableHeader, 0, i + 1);
                first = i + 1;
            } else if (isHeaderKnown && isGridTop(tableLine(i))) {
                pushRow(BlockKind::TableRow, first, i + 1);
                first = i + 1;
            }
        }
        if (!isHeaderKnown) {
            for (std::size_t i = 1; i < m_tableLines.size(); ++i) {
                if (!isGridTop(tableLine(i)))
                    continue;
                pushRow(BlockKind::TableRow, first, i + 1);
                first = i + 1;
            }
        }
        pushRow(BlockKind::TableRow, first, m_tableLines.size());
        m_blocks.close();
    }

    /// Ends the table when its last line is the border that ends it.
    void endSimpleTable()
    {
        const std::size_t last = m_tableLines.size() - 1;
        const std::string_view line = tableLine(last);
        if (!isSimpleTableBorder(line) || !m_tableLines[last].isFlush)
            return;
        if (line.size() != tableLine(0).size()) {
            m_leaf = Leaf::None;
            m_blocks.push(BlockKind::Code, {m_leafBegin, m_leafEnd});
            return;
        }
        const std::size_t header = m_headerEnd;
        VisibleLine below;
        const bool isLast = !readAt(m_line.next, below) || below.isBlank() || below.column < m_leafColumn;
        if (header == 0 && !isLast) {
            m_headerEnd = last;
            return;
        }
        m_leaf = Leaf::None;
        openTable();
        std::size_t first = 0;
        if (header > 0) {
            pushRow(BlockKind::TableHeader, 0, header + 1);
            first = header + 1;
        }
        for (std::size_t i = std::max<std::size_t>(first, 1) + 1; i < last; ++i) {
            if (!m_tableLines[i].isFlush || tableLine(i).starts_with("---"))
                continue;
            pushRow(BlockKind::TableRow, first, i);
            first = i;
        }
        pushRow(BlockKind::TableRow, first, last + 1);
        m_blocks.close();
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::string_view m_text;
    LineReader m_lines;
    VisibleLine m_line;
    std::size_t m_next = 0; ///< where reading goes on
    std::size_t m_at = 0; ///< where in the line we are
    std::size_t m_column = 0;

    BlockStack m_blocks;
    std::vector<Container> m_open;

    Leaf m_leaf = Leaf::None;
    BlockKind m_kind = BlockKind::Paragraph;
    std::size_t m_leafBegin = 0;
    std::size_t m_leafEnd = 0;
    std::size_t m_leafColumn = 0;
    std::size_t m_leafLines = 0;
    std::size_t m_lastLine = 0; ///< begin of the paragraph's last line
    bool m_isByLines = false;
    bool m_isLiteralNext = false;
    bool m_isFreshDirective = false; ///< the line above is a directive's mark and nothing else
    std::size_t m_literalMark = none; ///< a paragraph of `::`
    std::size_t m_quotedBegin = 0;
    std::vector<TableLine> m_tableLines;
    std::size_t m_headerEnd = 0; ///< line of the border below a simple table's header
};

} // namespace cw::rest
