// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/pieces.h"

#include "segment/itemmarks.h"
#include "segment/sentencebreaks.h"
#include "segment/settled.h"
#include "segment/words.h"
#include "text/lines.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;

bool isCode(BlockKind kind) noexcept
{
    return kind == BlockKind::Declaration || kind == BlockKind::Statement || kind == BlockKind::Comment;
}

/// What stands at the begin of a line before text of that kind and belongs to it: code reads as it stands in the file,
/// and cells of a table stand behind the empty ones before them.
std::string_view indentOf(BlockKind kind) noexcept
{
    if (isCode(kind) || kind == BlockKind::Fence || kind == BlockKind::Code)
        return " \t";
    return kind == BlockKind::TableRow || kind == BlockKind::TableHeader ? "\t" : "";
}

/// Lines of source code are parted inside only when they are longer: then hardly a chunk has room for them.
constexpr std::size_t longestWholeLine = 1024;

/// "These are known:", also in bold print of Markdown.
bool endsWithColon(std::string_view text)
{
    constexpr std::string_view fullWidthColon = "\xEF\xBC\x9A";
    text = text.substr(0, text.find_last_not_of("*_") + 1);
    return text.ends_with(':') || text.ends_with(fullWidthColon);
}

class PieceBuilder
{
public:
    /// `unicodeBreaks` are those of the whole text, for that rule.
    PieceBuilder(const Document &document, const BlockTree &tree, SentenceRule rule, SentenceBreaks unicodeBreaks)
        : m_text(document.text()), m_sources(document.sourceMap()), m_tree(tree), m_blocks(tree.blocks()), m_rule(rule),
          m_unicodeBreaks(std::move(unicodeBreaks))
    {
        m_pieces.reserve(m_blocks.size());
    }

    bool build(const std::stop_token &stop)
    {
        std::size_t heading = 0;
        for (std::size_t number = 0; number < m_blocks.size(); ++number) {
            if ((number & stopCheckMask) == 0 && stop.stop_requested())
                return false;
            const Block &block = m_blocks[number];
            closeUpTo(block.bytes.begin);
            m_kind = block.kind;
            m_isLeadIn = isLeadIn(number);
            const bool isRow = block.kind == BlockKind::TableHeader || block.kind == BlockKind::TableRow;
            if (isRow) {
                startBlockUnit(block.bytes.begin, BoundaryReason::TableRow, false);
                continue;
            }
            const bool goesOnLine = isCode(block.kind) && isInsideLine(block.bytes.begin);
            Piece piece{unitsStarted() - (m_isMarkPending ? 1 : 0), 0, 0, block.kind};
            if (goesOnLine)
                piece.firstUnit = unitsStarted() - (takesLine(block) ? 1 : 0);
            piece.endedLevel = endSections(block.bytes.begin);
            if (heading < m_tree.outline().size() && m_tree.outline()[heading].block == number) {
                piece.level = block.level;
                if (block.kind == BlockKind::Heading)
                    beginSection(heading, piece);
                ++heading;
            }
            (m_open.empty() ? m_lastPiece : m_open.back().lastPiece) = m_pieces.size();
            m_open.push_back({m_pieces.size(), block.bytes.end});
            m_pieces.push_back(piece);
            startBlock(block, m_tree.isLeaf(number), goesOnLine);
        }
        closeUpTo(m_text.size() + 1);
        return true;
    }

    std::shared_ptr<const Segmentation> finish(const Document &document)
    {
        auto segmentation = std::make_shared<Segmentation>();
        segmentation->emitted = EmittedText::fromSource(document);
        makeUnits(segmentation->units);
        markEmptySections();
        findTables(segmentation->units, segmentation->tables);
        segmentation->pieces = std::move(m_pieces);
        return segmentation;
    }

private:
    static constexpr std::size_t noPiece = static_cast<std::size_t>(-1);
    struct Open
    {
        std::size_t piece = 0;
        std::size_t end = 0;
        std::size_t lastPiece = noPiece; ///< the last one in it
    };
    struct Start
    {
        std::uint32_t byte = 0;
        BoundaryReason reason = BoundaryReason::Paragraph;
        BlockKind kind = BlockKind::Paragraph;
        bool isLeadIn = false;
    };

    [[nodiscard]] std::uint32_t unitsStarted() const { return static_cast<std::uint32_t>(m_unitStarts.size()); }

    /// Ends the pieces whose blocks end before `byte`.
    void closeUpTo(std::size_t byte)
    {
        while (!m_open.empty() && m_open.back().end <= byte) {
            Piece &piece = m_pieces[m_open.back().piece];
            piece.endUnit = unitsStarted();
            piece.next = static_cast<std::uint32_t>(m_pieces.size());
            m_open.pop_back();
        }
    }

    /// Whether a block is a short paragraph that ends with a colon right before a list, a table or code beside it.
    [[nodiscard]] bool isLeadIn(std::size_t number) const
    {
        constexpr std::size_t longest = 600; // as of captions
        const Block &block = m_blocks[number];
        if (block.kind != BlockKind::Paragraph || number + 1 == m_blocks.size() || block.bytes.size() > longest)
            return false;
        const Block &next = m_blocks[number + 1];
        const bool canBeAnnounced = next.kind == BlockKind::List || next.kind == BlockKind::Table
            || next.kind == BlockKind::Fence || next.kind == BlockKind::Code;
        return canBeAnnounced && next.parent == block.parent
            && endsWithColon(m_text.substr(block.bytes.begin, block.bytes.size()));
    }

    // Source code: lines that several blocks share.

    /// Whether a block begins behind other text of a line that is not to be parted, or of one that a backslash goes on.
    bool isInsideLine(std::size_t byte)
    {
        if (byte == 0 || m_unitStarts.empty())
            return false;
        if (m_text[byte - 1] == '\n' || m_text[byte - 1] == '\r') {
            const std::string_view before = m_text.substr(0, byte - (m_text.substr(0, byte).ends_with("\r\n") ? 2 : 1));
            if (!before.ends_with('\\') || byte - m_unitStarts.back().byte > longestWholeLine)
                return false;
        }
        if (byte >= m_lineEnd) {
            const std::size_t lowest = byte - std::min(byte, longestWholeLine);
            const std::size_t before = m_text.substr(lowest, byte - lowest).find_last_of("\r\n");
            const std::string_view ahead = m_text.substr(0, std::min(m_text.size(), byte + longestWholeLine));
            m_lineEnd = std::min(ahead.find_first_of("\r\n", byte), ahead.size());
            m_isLongLine = (before == std::string_view::npos && lowest > 0)
                || m_lineEnd - (before == std::string_view::npos ? 0 : lowest + before + 1) > longestWholeLine;
        }
        return !m_isLongLine;
    }

    /// Whether the last unit, a line with the end of the block before and the begin of this one, is this one's. Of two
    /// that have other lines as well, a declaration has it.
    bool takesLine(const Block &block)
    {
        const std::uint32_t line = unitsStarted() - 1;
        const std::size_t parent = m_open.empty() ? noPiece : m_open.back().piece;
        if (parent != noPiece && m_pieces[parent].firstUnit > line)
            return false;
        const std::size_t before = m_open.empty() ? m_lastPiece : m_open.back().lastPiece;
        if (before == noPiece)
            return true;
        const Piece &holder = m_pieces[before];
        if (holder.firstUnit > line)
            return false;
        if (holder.firstUnit < line && block.bytes.end <= m_lineEnd)
            return false;
        for (std::size_t piece = before; piece < m_pieces.size(); ++piece) {
            if (m_pieces[piece].kind == BlockKind::Declaration && m_pieces[piece].firstUnit < line
                && m_pieces[piece].endUnit > line)
                return false;
        }
        for (std::size_t piece = before; piece < m_pieces.size(); ++piece) {
            m_pieces[piece].firstUnit = std::min(m_pieces[piece].firstUnit, line);
            m_pieces[piece].endUnit = std::min(m_pieces[piece].endUnit, line);
        }
        return true;
    }

    /// The highest level of the sections that end before `byte`; 0: none does.
    std::uint8_t endSections(std::size_t byte)
    {
        std::uint8_t highest = 0;
        for (; !m_sections.empty() && m_tree.outline()[m_sections.back()].sectionEnd <= byte; m_sections.pop_back())
            highest = m_tree.outline()[m_sections.back()].level; // those further out are higher
        return highest;
    }

    void beginSection(std::size_t heading, Piece &piece)
    {
        m_sections.push_back(heading);
        if (piece.endedLevel >= m_tree.outline()[heading].level)
            piece.endedLevel = 0;
    }

    void startUnit(std::size_t byte, BoundaryReason reason)
    {
        m_unitStarts.push_back({static_cast<std::uint32_t>(byte), reason, m_kind, m_isLeadIn});
    }

    /// What marks the containers of a block at the begin of its line belongs to its first unit; and so do the marks of
    /// containers that begin where their first block does.
    void startBlockUnit(std::size_t byte, BoundaryReason reason, bool hasChildren)
    {
        if (!m_isMarkPending) {
            while (!isCode(m_kind) && byte > 0
                   && (m_text[byte - 1] == '>' || m_text[byte - 1] == ' ' || m_text[byte - 1] == '\t'))
                --byte;
            startUnit(byte, reason);
        } else {
            m_unitStarts.back().kind = m_kind;
            m_unitStarts.back().isLeadIn = m_isLeadIn;
        }
        m_isMarkPending = hasChildren;
    }

    void startBlock(const Block &block, bool isLeaf, bool goesOnLine)
    {
        const BoundaryReason reason = block.kind == BlockKind::Heading ? BoundaryReason::Heading
            : block.kind == BlockKind::ListItem                        ? BoundaryReason::ListItem
            : isCode(block.kind)                                       ? BoundaryReason::CodeNode
                                                                       : BoundaryReason::Paragraph;
        if (!goesOnLine)
            startBlockUnit(block.bytes.begin, reason, !isLeaf);
        else if (std::exchange(m_isMarkPending, false))
            m_unitStarts.back().kind = m_kind;
        switch (block.kind) {
        case BlockKind::Paragraph:
            if (block.isByLines)
                startLines(block.bytes);
            else
                startSentences(block.bytes);
            break;
        case BlockKind::Turn:
        case BlockKind::Caption:
            startSentences(block.bytes);
            break;
        case BlockKind::Record:
        case BlockKind::Fence:
        case BlockKind::Code:
        case BlockKind::Html:
        case BlockKind::FrontMatter:
        case BlockKind::Definition:
            startLines(block.bytes);
            break;
        case BlockKind::Comment:
            startParagraphsOfComment(block.bytes);
            break;
        case BlockKind::Declaration:
        case BlockKind::Statement:
            if (isLeaf)
                startLines(block.bytes);
            break;
        default:
            break;
        }
    }

    void startLines(ByteRange range)
    {
        const std::string_view text = m_text.substr(0, range.end); // a search past the block would be quadratic
        for (std::size_t at = range.begin;;) {
            at = std::min(text.find_first_of("\r\n", at), range.end);
            const std::size_t next = skipSpaces(m_text, at, range.end);
            if (next == range.end)
                return;
            startUnit(next, BoundaryReason::Line);
            at = next;
        }
    }

    /// Those that lines with nothing but marks part are pieces in the comment's own, which is the last.
    void startParagraphsOfComment(ByteRange range)
    {
        const std::size_t comment = m_pieces.size() - 1;
        const std::size_t firstUnit = unitsStarted();
        startLines(range);
        std::uint32_t begin = m_pieces[comment].firstUnit;
        bool isBehindBlank = false;
        const auto endParagraph = [&](std::size_t unit) {
            const auto end = static_cast<std::uint32_t>(unit);
            m_pieces.push_back({begin, end, static_cast<std::uint32_t>(m_pieces.size() + 1), BlockKind::Comment});
            begin = end;
        };
        for (std::size_t unit = firstUnit; unit < m_unitStarts.size(); ++unit) {
            const std::size_t at = m_unitStarts[unit].byte;
            const std::size_t lineEnd = std::min(m_text.substr(0, range.end).find_first_of("\r\n", at), range.end);
            const std::string_view line = m_text.substr(at, lineEnd - at);
            const bool isBlank = line.find_first_not_of("/*#!; \t") == std::string_view::npos;
            if (isBehindBlank && !isBlank)
                endParagraph(unit);
            isBehindBlank = isBlank;
        }
        if (begin > m_pieces[comment].firstUnit)
            endParagraph(m_unitStarts.size());
    }

    void startSentences(ByteRange range)
    {
        const std::size_t first = m_unitStarts.size();
        if (m_rule == SentenceRule::Unicode) {
            for (; m_nextBreak < m_unicodeBreaks.size(); ++m_nextBreak) {
                const std::size_t start = m_unicodeBreaks[m_nextBreak].gap.end;
                if (start >= range.end)
                    break;
                if (start > range.begin)
                    startUnit(start, BoundaryReason::Sentence);
            }
        } else if (m_rule == SentenceRule::Smart) {
            const auto breaks = findSmartBreaks(m_text.substr(range.begin, range.size()), {});
            for (const SentenceBreak &found : *breaks)
                startUnit(range.begin + found.gap.end, BoundaryReason::Sentence);
        } else {
            m_sentences.clear();
            appendSentenceStarts(m_text, range, m_rule, m_sentences);
            for (const std::uint32_t start : m_sentences)
                startUnit(start, BoundaryReason::Sentence);
        }
        while (m_unitStarts.size() > first && isBehindItemMark(m_text, m_sources, m_unitStarts[first].byte))
            m_unitStarts.erase(m_unitStarts.begin() + static_cast<std::ptrdiff_t>(first));
    }

    /// From start to start, without the white space between; a start with nothing but white space behind it is none.
    void makeUnits(std::vector<Unit> &units)
    {
        units.reserve(m_unitStarts.size());
        m_unitNumbers.reserve(m_unitStarts.size() + 1);
        for (std::size_t i = 0; i < m_unitStarts.size(); ++i) {
            m_unitNumbers.push_back(static_cast<std::uint32_t>(units.size()));
            const std::size_t begin = i == 0 ? 0 : m_unitStarts[i].byte;
            const std::size_t end = i + 1 < m_unitStarts.size() ? m_unitStarts[i + 1].byte : m_text.size();
            ByteRange range = stripSpaces(m_text, {begin, end});
            if (!range.isEmpty())
                range.begin
                    = std::max<std::size_t>(lineIndentBegin(m_text, range.begin, indentOf(m_unitStarts[i].kind)),
                                            units.empty() ? 0 : units.back().source.end);
            if (!range.isEmpty())
                units.push_back({range, range, units.empty() ? BoundaryReason::DocumentStart : m_unitStarts[i].reason,
                                 m_unitStarts[i].kind, m_unitStarts[i].isLeadIn});
        }
        m_unitNumbers.push_back(static_cast<std::uint32_t>(units.size()));
        const ByteRange all = stripSpaces(m_text, {0, m_text.size()});
        if (m_unitStarts.empty() && !all.isEmpty()) { // a byte order mark alone, for example
            units.push_back({all, all, BoundaryReason::DocumentStart});
            m_pieces.push_back({0, 1, 1, BlockKind::Paragraph});
            return;
        }
        for (Piece &piece : m_pieces) {
            piece.firstUnit = m_unitNumbers[piece.firstUnit];
            piece.endUnit = m_unitNumbers[piece.endUnit];
        }
    }

    void markEmptySections()
    {
        // the highest level that ends between a piece and the next text; one above the first ends all sections
        constexpr std::uint8_t none = 7;
        std::uint8_t highest = 0;
        for (auto piece = m_pieces.rbegin(); piece != m_pieces.rend(); ++piece) {
            if (piece->level == 0) {
                highest = none;
            } else {
                piece->isEmptySection = highest <= piece->level;
                highest = std::min(highest, piece->level);
            }
            if (piece->endedLevel > 0)
                highest = std::min(highest, piece->endedLevel);
        }
    }

    void findTables(const std::vector<Unit> &units, std::vector<TableUnits> &tables) const
    {
        for (const Piece &piece : m_pieces) {
            if (piece.kind != BlockKind::Table)
                continue;
            std::uint32_t rows = piece.firstUnit;
            while (rows < piece.endUnit && units[rows].kind == BlockKind::TableHeader)
                ++rows;
            if (rows > piece.firstUnit)
                tables.push_back({piece.firstUnit, rows, piece.endUnit});
        }
    }

    std::string_view m_text;
    const SourceMap *m_sources; ///< null when the text is the file
    const BlockTree &m_tree;
    std::span<const Block> m_blocks;
    SentenceRule m_rule;
    SentenceBreaks m_unicodeBreaks;
    std::size_t m_nextBreak = 0;
    std::vector<Piece> m_pieces;
    std::vector<Open> m_open;
    std::size_t m_lastPiece = noPiece; ///< the last one outside all others
    std::size_t m_lineEnd = 0; ///< of the line looked at last, or as far as it was looked at
    bool m_isLongLine = false;
    std::vector<std::size_t> m_sections; ///< headings of the outline whose sections hold the block
    std::vector<Start> m_unitStarts;
    std::vector<std::uint32_t> m_unitNumbers;
    std::vector<std::uint32_t> m_sentences;
    BlockKind m_kind = BlockKind::Paragraph; ///< of the block being gone through
    bool m_isLeadIn = false; ///< whether that block is one
    bool m_isMarkPending = false; ///< the last unit started with a container's mark, and its first block is next
};

} // namespace

Outcome<std::shared_ptr<const Segmentation>> segmentBlocks(const Document &document, std::stop_token stop,
                                                           SentenceRule rule)
{
    const auto tree = document.blocks(stop);
    if (!tree)
        return Cancelled{};
    SentenceBreaks unicodeBreaks;
    if (rule == SentenceRule::Unicode) {
        auto found = findUnicodeBreaks(document.text(), stop);
        if (found.isCancelled())
            return Cancelled{};
        if (!found)
            return found.error();
        unicodeBreaks = std::move(*found);
    }
    PieceBuilder builder(document, **tree, rule, std::move(unicodeBreaks));
    if (!builder.build(stop))
        return Cancelled{};
    return builder.finish(document);
}

bool mayChangeAsAWhole(std::string_view beginning, BlockKind firstBlock) noexcept
{
    const bool maySeeFrontMatter = beginning.starts_with("---") || beginning.starts_with("+++");
    return isCode(firstBlock) || (maySeeFrontMatter && firstBlock != BlockKind::FrontMatter);
}

std::size_t settledBlocksEnd(const Segmentation &ofBeginning) noexcept
{
    const std::string_view text = *ofBeginning.emitted.text();
    const std::vector<Piece> &pieces = ofBeginning.pieces;
    if (pieces.empty() || mayChangeAsAWhole(text, pieces.front().kind))
        return 0;
    const auto mayLeadIn = [&](const Piece &piece) {
        return piece.kind == BlockKind::Paragraph && piece.endUnit > piece.firstUnit
            && endsWithColon(ofBeginning.emitted.slice(ofBeginning.units[piece.endUnit - 1].emit));
    };
    const auto goesWithNext = [&](const Piece &piece) {
        return piece.level > 0 || piece.kind == BlockKind::Definition || mayLeadIn(piece);
    };
    std::size_t settled = 0;
    bool wasWithNext = false;
    for (std::size_t number = 0; number < pieces.size(); number = pieces[number].next) {
        if (!wasWithNext)
            settled = number;
        wasWithNext = goesWithNext(pieces[number]);
    }
    const std::uint32_t unit = pieces[settled].firstUnit;
    const std::size_t end = unit < ofBeginning.units.size() ? ofBeginning.units[unit].emit.begin : text.size();
    return std::min(end, settledTextEnd(text));
}

} // namespace cw
