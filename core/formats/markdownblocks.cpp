// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/markdownblocks.h"

#include "formats/frontmatter.h"
#include "formats/markdownlines.h"
#include "formats/markdowntitle.h"
#include "text/lines.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace cw::markdown {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;
constexpr std::size_t codeIndent = 4;
constexpr std::uint32_t none = Block::none;

/// A list, list item, quotation or footnote that is open.
struct Container
{
    std::uint32_t block = none;
    BlockKind kind = BlockKind::Quote;
    std::size_t indent = 0; ///< of an item: columns its content is indented by
    ListMark mark = {}; ///< of a list
    bool hasChildren = false;
};

/// The leaf that takes the next lines.
enum class Leaf : std::uint8_t { None, Paragraph, Fence, Code, Html, Table };

class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text), m_lines(text) { m_blocks.reserve(text.size() / 128); }

    Outcome<std::shared_ptr<const BlockTree>> parse(const std::stop_token &stop)
    {
        std::size_t at = m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        if (const std::size_t end = frontMatterEnd(m_text, at); end > at) {
            push({ByteRange{at, end}, none, BlockKind::FrontMatter});
            Line line;
            static_cast<void>(m_lines.read(end, line));
            at = line.next;
        }
        for (std::size_t count = 0; m_lines.read(at, m_line); ++count) {
            if ((count & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            readLine();
            at = m_line.next;
        }
        closeFrom(0);
        const std::uint32_t firstOpen = showTitles(m_text, m_headings, m_labels);
        return std::shared_ptr<const BlockTree>(std::make_shared<const BlockTree>(
            std::move(m_blocks), m_headings, std::move(m_problems), m_text.size(), firstOpen));
    }

private:
    // Where in the line we are: byte, column, and the first visible character from there on.

    void findNonspace()
    {
        if (m_nonspace >= m_offset && m_isNonspaceKnown)
            return;
        m_nonspace = m_offset;
        m_nonspaceColumn = m_column;
        for (; m_nonspace < m_line.end; ++m_nonspace) {
            if (m_text[m_nonspace] == ' ')
                ++m_nonspaceColumn;
            else if (m_text[m_nonspace] == '\t')
                m_nonspaceColumn += 4 - m_nonspaceColumn % 4;
            else
                break;
        }
        m_isNonspaceKnown = true;
    }

    [[nodiscard]] std::size_t indent() const { return m_nonspaceColumn - m_column; }
    [[nodiscard]] bool isBlank() const { return m_nonspace == m_line.end; }
    [[nodiscard]] std::string_view rest() const { return m_text.substr(m_nonspace, m_line.end - m_nonspace); }

    void advanceTo(std::size_t byte, std::size_t column)
    {
        m_offset = byte;
        m_column = column;
    }

    void advanceToNonspace() { advanceTo(m_nonspace, m_nonspaceColumn); }

    /// Over white space; a tab that is wider than what is left is passed in part.
    void advanceColumns(std::size_t columns)
    {
        while (columns > 0 && m_offset < m_line.end && isBlankCharacter(m_text[m_offset])) {
            const std::size_t width = m_text[m_offset] == '\t' ? 4 - m_column % 4 : 1;
            const std::size_t passed = std::min(width, columns);
            m_column += passed;
            columns -= passed;
            if (passed == width)
                ++m_offset;
        }
    }

    // Blocks.

    std::uint32_t push(const Block &block)
    {
        m_blocks.push_back(block);
        return static_cast<std::uint32_t>(m_blocks.size() - 1);
    }

    [[nodiscard]] std::uint32_t parent() const { return m_open.empty() ? none : m_open.back().block; }

    /// Makes room for a leaf or a container other than an item: a list holds items only.
    void prepareForChild()
    {
        closeLeaf();
        if (!m_open.empty() && m_open.back().kind == BlockKind::List)
            closeFrom(m_open.size() - 1);
        if (!m_open.empty())
            m_open.back().hasChildren = true;
    }

    void pushLeaf(BlockKind kind, ByteRange bytes, std::uint8_t level = 0)
    {
        push({bytes, parent(), kind, level});
        m_leafEnd = bytes.end;
        extendParent();
    }

    void extendParent()
    {
        if (!m_open.empty())
            extend(m_open.back().block, m_leafEnd);
    }

    void extend(std::uint32_t block, std::size_t end)
    {
        m_blocks[block].bytes.end = std::max(m_blocks[block].bytes.end, static_cast<std::uint32_t>(end));
    }

    void openContainer(BlockKind kind, std::size_t begin, std::size_t end, std::size_t contentIndent = 0,
                       ListMark mark = {})
    {
        const std::uint32_t block = push({ByteRange{begin, end}, parent(), kind});
        m_open.push_back({block, kind, contentIndent, mark, false});
    }

    /// Closes the leaf and all containers from number `first` on.
    void closeFrom(std::size_t first)
    {
        closeLeaf();
        while (m_open.size() > first) {
            const std::size_t end = m_blocks[m_open.back().block].bytes.end;
            m_open.pop_back();
            if (!m_open.empty())
                extend(m_open.back().block, end);
        }
    }

    void closeLeaf()
    {
        const Leaf leaf = std::exchange(m_leaf, Leaf::None);
        switch (leaf) {
        case Leaf::None:
            break;
        case Leaf::Paragraph:
            takeDefinitions();
            pushParagraph(m_paragraph.size());
            // an item of one definition is as good as empty to the reference implementations
            if (m_paragraph.empty() && !m_open.empty() && m_blocks.size() == parent() + std::size_t{2})
                m_open.back().hasChildren = false;
            m_paragraph.clear();
            break;
        case Leaf::Fence:
            if (!m_isFenceClosed)
                m_problems.push_back({StructureProblem::Kind::UnclosedFence, ByteRange{m_leafBegin, m_leafEnd}});
            pushLeaf(BlockKind::Fence, {m_leafBegin, m_leafEnd});
            break;
        case Leaf::Code:
            pushLeaf(BlockKind::Code, {m_leafBegin, m_leafEnd});
            break;
        case Leaf::Html:
            pushLeaf(BlockKind::Html, {m_leafBegin, m_leafEnd});
            break;
        case Leaf::Table:
            extend(m_table, m_leafEnd);
            extendParent();
            break;
        }
    }

    void openLeaf(Leaf leaf)
    {
        prepareForChild();
        m_leaf = leaf;
        m_leafBegin = m_nonspace;
        m_leafEnd = trimmedEnd();
    }

    /// Of what the line holds from its first visible character on.
    [[nodiscard]] std::size_t trimmedEnd() const
    {
        std::size_t end = m_line.end;
        while (end > m_nonspace && isBlankCharacter(m_text[end - 1]))
            --end;
        return end;
    }

    // Paragraphs are kept as the ranges of their lines until they end.

    void addParagraphLine(std::size_t begin) { m_paragraph.push_back(ByteRange{begin, trimmedEnd()}); }

    void pushParagraph(std::size_t lines)
    {
        if (lines > 0)
            pushLeaf(BlockKind::Paragraph, {m_paragraph.front().begin, m_paragraph[lines - 1].end});
    }

    /// Moves the link reference definitions that the paragraph starts with into a block of their own.
    void takeDefinitions()
    {
        if (m_paragraph.empty() || m_text[m_paragraph.front().begin] != '[')
            return;
        std::string joined;
        for (const CompactRange line : m_paragraph) {
            joined += m_text.substr(line.begin, line.size());
            joined += '\n';
        }
        joined.pop_back();
        std::vector<std::string_view> labels;
        std::size_t left = definitionsEnd(joined, labels);
        for (const std::string_view label : labels)
            m_labels.add(label);
        if (left == 0)
            return;
        std::size_t lines = 0;
        while (lines < m_paragraph.size() && left > 0) {
            left -= std::min(left, m_paragraph[lines].size() + 1);
            ++lines;
        }
        pushLeaf(BlockKind::Definition, {m_paragraph.front().begin, m_paragraph[lines - 1].end});
        m_paragraph.erase(m_paragraph.begin(), m_paragraph.begin() + static_cast<std::ptrdiff_t>(lines));
    }

    void pushHeading(ByteRange bytes, unsigned level, ByteRange title)
    {
        pushLeaf(BlockKind::Heading, bytes, static_cast<std::uint8_t>(level));
        if (m_open.empty())
            m_headings.push_back({static_cast<std::uint32_t>(m_blocks.size() - 1), title});
    }

    // One line: which containers go on, what starts, and where the rest belongs.

    void readLine()
    {
        m_isNonspaceKnown = false;
        advanceTo(m_line.begin, 0);
        const std::size_t matched = matchContainers();
        m_allMatched = matched == m_open.size();
        if (m_allMatched && m_leaf != Leaf::None && continuesLeaf())
            return;
        // A paragraph that goes on stays open, and so does one whose containers do not: it may go on lazily.
        const bool isParagraph = m_leaf == Leaf::Paragraph && m_allMatched && !isBlank();
        m_isMaybeLazy = m_leaf == Leaf::Paragraph;
        m_matched = matched;
        m_hasNew = false;
        bool isDone = false;
        bool continuesParagraph = isParagraph;
        while (!isDone && startsContainer(continuesParagraph)) {
            m_isMaybeLazy = false;
            continuesParagraph = false;
        }
        if (startsLeaf(continuesParagraph))
            return;
        findNonspace();
        const bool isLazy = !m_hasNew && !m_allMatched && m_leaf == Leaf::Paragraph && !isBlank();
        if (isLazy || (continuesParagraph && m_leaf == Leaf::Paragraph)) {
            // as in the reference implementations, whose definitions do not start behind the indent of a lazy line
            addParagraphLine(isLazy ? m_offset : m_nonspace);
            return;
        }
        closeUnmatched();
        if (isBlank()) {
            closeLeaf();
            return;
        }
        openLeaf(Leaf::Paragraph);
        addParagraphLine(m_nonspace);
    }

    void closeUnmatched()
    {
        if (m_hasNew)
            return;
        if (m_matched < m_open.size())
            closeFrom(m_matched);
    }

    std::size_t matchContainers()
    {
        std::size_t number = 0;
        for (; number < m_open.size(); ++number) {
            const Container &container = m_open[number];
            findNonspace();
            if (container.kind == BlockKind::Quote) {
                if (indent() >= codeIndent || isBlank() || m_text[m_nonspace] != '>')
                    break;
                passQuoteMark();
            } else if (container.kind == BlockKind::ListItem || container.kind == BlockKind::Footnote) {
                if (indent() >= container.indent && !isBlank())
                    advanceColumns(container.indent);
                else if (isBlank() && container.hasChildren)
                    advanceToNonspace();
                else
                    break;
            }
        }
        findNonspace();
        // A list goes on if an item of it does, or if the next one starts here; the latter shows later.
        return number;
    }

    void passQuoteMark()
    {
        advanceTo(m_nonspace + 1, m_nonspaceColumn + 1);
        if (m_offset < m_line.end && isBlankCharacter(m_text[m_offset]))
            advanceColumns(1);
        findNonspace();
    }

    /// Whether the line is the open leaf's (other than a paragraph's). Closes the leaf where it ends.
    bool continuesLeaf()
    {
        switch (m_leaf) {
        case Leaf::None:
        case Leaf::Paragraph:
            return false;
        case Leaf::Fence:
            if (!isBlank())
                m_leafEnd = trimmedEnd();
            if (indent() < codeIndent && closesFence(rest(), m_fence)) {
                m_isFenceClosed = true;
                closeLeaf();
            }
            return true;
        case Leaf::Code:
            if (!isBlank() && indent() < codeIndent)
                break;
            if (!isBlank())
                m_leafEnd = trimmedEnd();
            return true;
        case Leaf::Html:
            if (isBlank() && m_htmlCondition >= 6)
                break;
            if (!isBlank())
                m_leafEnd = trimmedEnd();
            if (endsHtml(rest(), m_htmlCondition))
                closeLeaf();
            return true;
        case Leaf::Table:
            return false;
        }
        closeLeaf();
        return false;
    }

    bool startsContainer(bool inParagraph)
    {
        findNonspace();
        if (isBlank() || indent() >= codeIndent)
            return false;
        const std::string_view line = rest();
        if (line.front() == '>') {
            if (!mayNest(line))
                return false;
            beginContainer();
            openContainer(BlockKind::Quote, m_nonspace, m_nonspace + 1);
            passQuoteMark();
            return true;
        }
        if (const std::size_t length = footnoteMark(line)) {
            if (!mayNest(line))
                return false;
            beginContainer();
            m_labels.add(line.substr(1, line.substr(0, length).find_last_of(']') - 1));
            openContainer(BlockKind::Footnote, m_nonspace, m_nonspace + line.substr(0, length).find_last_of(':') + 1,
                          codeIndent);
            advanceTo(m_nonspace + length, m_nonspaceColumn + length);
            return true;
        }
        return startsItem(line, inParagraph);
    }

    bool startsItem(std::string_view line, bool inParagraph)
    {
        const auto mark = listMark(line);
        if (!mark || isThematicBreak(line) || (inParagraph && setextLevel(line) > 0))
            return false;
        const bool isEmpty = line.find_first_not_of(" \t", mark->length) == std::string_view::npos;
        if (inParagraph && (isEmpty || (mark->isOrdered && mark->number != 1)))
            return false;
        if (!mayNest(line))
            return false;
        const std::size_t markIndent = indent();
        const std::size_t begin = m_nonspace;
        advanceTo(begin + mark->length, m_nonspaceColumn + mark->length);
        const std::size_t column = m_column;
        m_isNonspaceKnown = false;
        findNonspace();
        const std::size_t blanks = m_nonspaceColumn - column;
        std::size_t contentIndent = markIndent + mark->length;
        if (isEmpty || blanks > codeIndent) {
            contentIndent += 1;
            advanceColumns(1);
        } else {
            contentIndent += blanks;
            advanceToNonspace();
        }
        closeUnmatchedForItem(*mark, begin);
        openContainer(BlockKind::ListItem, begin, begin + mark->length, contentIndent);
        m_hasNew = true;
        return true;
    }

    /// The next item of the list that goes on here, or the first of a new one.
    void closeUnmatchedForItem(const ListMark &mark, std::size_t begin)
    {
        const auto isSameList = [&](const Container &list) {
            return list.kind == BlockKind::List && list.mark.isOrdered == mark.isOrdered
                && list.mark.character == mark.character;
        };
        if (!m_hasNew && m_matched < m_open.size())
            closeFrom(m_matched);
        closeLeaf();
        if (!m_open.empty() && isSameList(m_open.back()))
            return;
        prepareForChild();
        openContainer(BlockKind::List, begin, begin + mark.length, 0, mark);
    }

    bool mayNest(std::string_view line)
    {
        if ((m_hasNew ? m_open.size() : m_matched) + 2 <= deepestNesting)
            return true;
        const std::size_t begin = m_nonspace;
        const bool isKnown = !m_problems.empty() && m_problems.back().kind == StructureProblem::Kind::NestedTooDeeply;
        if (!isKnown)
            m_problems.push_back({StructureProblem::Kind::NestedTooDeeply, ByteRange{begin, begin + line.size()}});
        return false;
    }

    void beginContainer()
    {
        closeUnmatched();
        m_hasNew = true;
        prepareForChild();
    }

    /// Whether the line starts, or is, a leaf other than a paragraph.
    bool startsLeaf(bool inParagraph)
    {
        findNonspace();
        if (isBlank())
            return false;
        const std::string_view line = rest();
        if (indent() >= codeIndent) {
            if (m_isMaybeLazy)
                return false;
            begin(Leaf::Code);
            return true;
        }
        if (const unsigned level = atxLevel(line)) {
            beginLeaf();
            const LinePart title = atxTitle(line, level);
            pushHeading({m_nonspace, trimmedEnd()}, level, {m_nonspace + title.begin, m_nonspace + title.end});
            return true;
        }
        if (const auto fence = openingFence(line)) {
            begin(Leaf::Fence);
            m_fence = *fence;
            m_isFenceClosed = false;
            return true;
        }
        if (const unsigned condition = htmlStart(line, !m_isMaybeLazy)) {
            begin(Leaf::Html);
            m_htmlCondition = condition;
            if (endsHtml(line, condition))
                closeLeaf();
            return true;
        }
        if (inParagraph && setextLevel(line) > 0 && makesHeading(line))
            return true;
        if (isThematicBreak(line)) {
            beginLeaf();
            pushLeaf(BlockKind::ThematicBreak, {m_nonspace, trimmedEnd()});
            return true;
        }
        if (m_leaf == Leaf::Table && m_allMatched && !m_hasNew) {
            pushRow(BlockKind::TableRow, {m_nonspace, trimmedEnd()});
            return true;
        }
        return inParagraph && m_leaf == Leaf::Paragraph && makesTable(line);
    }

    void beginLeaf()
    {
        closeUnmatched();
        prepareForChild();
    }

    void begin(Leaf leaf)
    {
        closeUnmatched();
        openLeaf(leaf);
    }

    /// Turns the paragraph above a setext underline into a heading, unless it is all definitions.
    bool makesHeading(std::string_view line)
    {
        takeDefinitions();
        if (m_paragraph.empty()) {
            m_leaf = Leaf::None;
            return false;
        }
        const ByteRange title{m_paragraph.front().begin, m_paragraph.back().end};
        m_leaf = Leaf::None;
        m_paragraph.clear();
        pushHeading({title.begin, trimmedEnd()}, setextLevel(line), title);
        return true;
    }

    /// Turns the paragraph's last line and the delimiter row below it into the head of a table.
    bool makesTable(std::string_view line)
    {
        const std::size_t columns = delimiterColumns(line);
        if (columns == 0)
            return false;
        const CompactRange header = m_paragraph.back();
        if (rowCells(m_text.substr(header.begin, header.size())) != columns)
            return false;
        m_paragraph.pop_back();
        takeDefinitions();
        pushParagraph(m_paragraph.size());
        m_paragraph.clear();
        m_leaf = Leaf::Table;
        m_table = push({ByteRange{header.begin, trimmedEnd()}, parent(), BlockKind::Table});
        pushRow(BlockKind::TableHeader, {header.begin, trimmedEnd()});
        return true;
    }

    void pushRow(BlockKind kind, ByteRange bytes)
    {
        push({bytes, m_table, kind});
        m_leafEnd = bytes.end;
    }

    std::string_view m_text;
    LineReader m_lines;
    Line m_line;
    std::size_t m_offset = 0;
    std::size_t m_column = 0;
    std::size_t m_nonspace = 0;
    std::size_t m_nonspaceColumn = 0;
    bool m_isNonspaceKnown = false;

    std::vector<Block> m_blocks;
    std::vector<BlockTree::TitledHeading> m_headings;
    std::vector<StructureProblem> m_problems;
    Labels m_labels; ///< of definitions and footnotes

    std::vector<Container> m_open;
    std::size_t m_matched = 0; ///< containers that the line goes on with
    bool m_allMatched = false;
    bool m_hasNew = false; ///< the line opened a container
    bool m_isMaybeLazy = false;

    Leaf m_leaf = Leaf::None;
    std::size_t m_leafBegin = 0;
    std::size_t m_leafEnd = 0;
    FenceMark m_fence;
    bool m_isFenceClosed = false;
    unsigned m_htmlCondition = 0;
    std::uint32_t m_table = none;
    std::vector<CompactRange> m_paragraph;
};

} // namespace

Outcome<std::shared_ptr<const BlockTree>> readBlocks(std::string_view text, std::stop_token stop)
{
    return Parser(text).parse(stop);
}

} // namespace cw::markdown
