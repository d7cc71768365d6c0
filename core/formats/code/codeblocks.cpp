// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of source code: one walk over the syntax tree, without recursion.
#include "formats/code/declarations.h"
#include "formats/code/language.h"
#include "formats/code/syntaxtree.h"
#include "segment/words.h"
#include "text/lines.h"

#include <algorithm>
#include <utility>

namespace cw::code {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;
/// A node is gone into when it has several lines or more than this.
constexpr std::size_t smallBytes = 160;
/// What is no item is parted at the next line once it is longer.
constexpr std::size_t partBytes = 400;
/// Blocks in blocks; what is deeper is cut by lines.
constexpr std::size_t deepestBlock = 64;
/// Nodes in nodes.
constexpr std::size_t deepestNode = 1000;
/// What stands behind `#if` on its line is looked for so far.
constexpr std::size_t longestHeader = 4096;
constexpr std::uint8_t deepestLevel = 255;
/// More than one byte in so many that does not follow the grammar is worth a word.
constexpr std::size_t errorShare = 10;

class CodeBlockBuilder
{
public:
    CodeBlockBuilder(std::string_view text, const NodeRules &rules, TSNode root)
        : m_text(text), m_rules(rules), m_cursor(ts_tree_cursor_new(root))
    {
        m_owners.push_back({});
        m_blocks.reserve(text.size() / 64);
    }
    CodeBlockBuilder(const CodeBlockBuilder &) = delete;
    CodeBlockBuilder &operator=(const CodeBlockBuilder &) = delete;
    ~CodeBlockBuilder() { ts_tree_cursor_delete(&m_cursor); }

    bool build(const std::stop_token &stop)
    {
        const TSNode root = ts_tree_cursor_current_node(&m_cursor);
        if (!ts_tree_cursor_goto_first_child(&m_cursor))
            return true;
        m_frames.push_back(frameOf(root, {.holdsItems = true, .opensBlock = true}));
        for (std::size_t steps = 0;; ++steps) {
            if ((steps & stopCheckMask) == 0 && stop.stop_requested())
                return false;
            if (visit())
                continue; // went into the node
            while (!ts_tree_cursor_goto_next_sibling(&m_cursor)) {
                leave();
                if (m_frames.empty())
                    return true;
                ts_tree_cursor_goto_parent(&m_cursor);
            }
        }
    }

    /// Blocks that begin a line begin with its indent, so that what starts with one reads as it stands in the file.
    [[nodiscard]] std::vector<Block> takeBlocks()
    {
        for (Block &block : m_blocks)
            block.bytes.begin = static_cast<std::uint32_t>(lineIndentBegin(m_text, block.bytes.begin));
        return std::move(m_blocks);
    }
    [[nodiscard]] const std::vector<BlockTree::TitledHeading> &outline() const { return m_outline; }

private:
    /// Children being gone through.
    struct Frame
    {
        bool holdsItems = false;
        bool opensBlock = false; ///< else its children are parts of the block around
        bool isWrapper = false; ///< the declaration in it is the block's own
        bool partsAreBlocks = false; ///< several of its children are large
        std::size_t headerEnd = 0; ///< up to here children are no items
    };
    /// A block being made, or the file.
    struct Owner
    {
        std::uint32_t block = Block::none;
        std::uint8_t level = 0; ///< of the innermost outline entry
        std::size_t outlineEntry = none;
        ByteRange run; ///< children that are no items, not yet a block
        std::size_t runSizeFrom = 0;
        bool hasRun = false;
        ByteRange pending; ///< comments and attributes that may belong to what is next
        bool hasPending = false;
        bool hasAttribute = false;
        std::size_t attributesBegin = 0; ///< from here on what is pending is never parted from what is next
        std::uint32_t lastItem = Block::none;
        std::uint32_t lastOwn = Block::none; ///< that item without the comments before it
        std::size_t lastOutlineEntry = none;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    [[nodiscard]] Owner &owner() { return m_owners.back(); }

    [[nodiscard]] ByteRange bytesOf(TSNode node) const
    {
        const std::size_t begin = std::min<std::size_t>(ts_node_start_byte(node), m_text.size());
        const std::size_t end = std::min<std::size_t>(ts_node_end_byte(node), m_text.size());
        return stripSpaces(m_text, {begin, std::max(begin, end)});
    }

    [[nodiscard]] unsigned lineEndsBetween(std::size_t begin, std::size_t end) const
    {
        const std::string_view between = m_text.substr(0, end);
        unsigned count = 0;
        while (count < 2 && (begin = between.find_first_of("\r\n", begin)) != std::string_view::npos) {
            ++count;
            begin += between.compare(begin, 2, "\r\n") == 0 ? 2 : 1;
        }
        return count;
    }

    [[nodiscard]] static bool isLarge(TSNode node)
    {
        return ts_node_end_byte(node) - ts_node_start_byte(node) > smallBytes
            || ts_node_start_point(node).row != ts_node_end_point(node).row;
    }

    [[nodiscard]] Frame frameOf(TSNode node, Frame frame) const
    {
        if (m_rules.of(node).role == NodeRole::ItemBody) {
            frame.holdsItems = true;
            const std::size_t begin = ts_node_start_byte(node);
            const std::string_view header = m_text.substr(0, std::min(m_text.size(), begin + longestHeader));
            frame.headerEnd = std::min(header.find_first_of("\r\n", begin), header.size());
        } else if (!frame.holdsItems && !frame.isWrapper) {
            frame.partsAreBlocks = largeParts() > 1;
        }
        return frame;
    }

    /// Large children beside bodies of the node whose first child the cursor is at.
    [[nodiscard]] unsigned largeParts() const
    {
        unsigned count = 0;
        TSTreeCursor cursor = ts_tree_cursor_copy(&m_cursor);
        do {
            const TSNode child = ts_tree_cursor_current_node(&cursor);
            const NodeRole role = m_rules.of(child).role;
            const bool isPart = role != NodeRole::Body && role != NodeRole::ItemBody && role != NodeRole::Leaf
                && role != NodeRole::Comment;
            count += isPart && ts_node_is_named(child) && isLarge(child) ? 1 : 0;
        } while (count < 2 && ts_tree_cursor_goto_next_sibling(&cursor));
        ts_tree_cursor_delete(&cursor);
        return count;
    }

    /// True when the cursor went to the node's first child.
    bool visit()
    {
        const TSNode node = ts_tree_cursor_current_node(&m_cursor);
        const ByteRange bytes = bytesOf(node);
        if (bytes.isEmpty())
            return false;
        return m_frames.back().holdsItems ? visitItem(node, bytes) : visitPart(node, bytes);
    }

    bool visitItem(TSNode node, ByteRange bytes)
    {
        if (!ts_node_is_named(node)) {
            if (endsItem(bytes))
                extendLast(bytes.end);
            else
                addToRun(bytes);
            return false;
        }
        const NodeRole role = m_rules.of(node).role;
        if (role == NodeRole::Comment || role == NodeRole::Attribute) {
            addComment(bytes, role == NodeRole::Attribute);
            return false;
        }
        if (bytes.begin < m_frames.back().headerEnd) {
            addToRun(bytes);
            return false;
        }
        if (role == NodeRole::Body && isLarge(node) && m_frames.size() < deepestNode) {
            if (ts_tree_cursor_goto_first_child(&m_cursor)) {
                m_frames.push_back({.holdsItems = true});
                return true;
            }
        }
        return addItem(node, bytes, declaredBy(node, m_rules));
    }

    bool visitPart(TSNode node, ByteRange bytes)
    {
        const NodeRole role = m_rules.of(node).role;
        if (role == NodeRole::Comment && isBeforeItem()) {
            addComment(bytes, false);
            return false;
        }
        const bool mayEnter = m_frames.size() < deepestNode;
        if (!ts_node_is_named(node) || role == NodeRole::Leaf || role == NodeRole::Comment || !mayEnter) {
            addToRun(bytes);
            return false;
        }
        const bool isOwn = m_frames.back().isWrapper;
        if (role == NodeRole::Declaration || role == NodeRole::Wrapper) {
            if (const Declared declared = declaredBy(node, m_rules)) {
                if (!isOwn)
                    return addItem(node, bytes, declared);
                m_frames.back().isWrapper = false;
                return enter(node, {.isWrapper = role == NodeRole::Wrapper}) || (addToRun(bytes), false);
            }
        }
        const bool isBody = role == NodeRole::Body || role == NodeRole::ItemBody;
        if (!isLarge(node) && !(isBody && m_frames.back().opensBlock)) {
            addToRun(bytes);
            return false;
        }
        if (isBody)
            return enter(node, {.holdsItems = true}) || (addToRun(bytes), false);
        if (m_frames.back().partsAreBlocks)
            return addItem(node, bytes, {});
        return enter(node, {}) || (addToRun(bytes), false);
    }

    /// Whether what is next to the comment at the cursor, but for more of them, holds or is an item.
    [[nodiscard]] bool isBeforeItem() const
    {
        TSTreeCursor cursor = ts_tree_cursor_copy(&m_cursor);
        bool isItem = false;
        while (ts_tree_cursor_goto_next_sibling(&cursor)) {
            const NodeRole role = m_rules.of(ts_tree_cursor_current_node(&cursor)).role;
            if (role == NodeRole::Comment)
                continue;
            isItem = role == NodeRole::Body || role == NodeRole::Declaration;
            break;
        }
        ts_tree_cursor_delete(&cursor);
        return isItem;
    }

    bool enter(TSNode node, Frame frame)
    {
        if (!ts_tree_cursor_goto_first_child(&m_cursor))
            return false;
        m_frames.push_back(frameOf(node, frame));
        return true;
    }

    // What is no item.

    /// `;` and the like right behind an item.
    [[nodiscard]] bool endsItem(ByteRange bytes)
    {
        if (bytes.size() != 1 || owner().lastItem == Block::none || owner().hasRun || owner().hasPending)
            return false;
        const char c = m_text[bytes.begin];
        return (c == ';' || c == ',' || c == ':')
            && lineEndsBetween(m_blocks[owner().lastItem].bytes.end, bytes.begin) == 0;
    }

    void extendLast(std::size_t end)
    {
        m_blocks[owner().lastItem].bytes.end = static_cast<std::uint32_t>(end);
        m_blocks[owner().lastOwn].bytes.end = static_cast<std::uint32_t>(end);
        if (owner().lastOutlineEntry != none)
            m_outline[owner().lastOutlineEntry].sectionEnd = static_cast<std::uint32_t>(end);
    }

    void addToRun(ByteRange bytes)
    {
        flushPending();
        Owner &open = owner();
        if (open.hasRun && open.run.end > open.runSizeFrom && bytes.end - open.runSizeFrom > partBytes
            && (lineEndsBetween(open.run.end, bytes.begin) > 0 || bytes.end - open.runSizeFrom > 2 * partBytes))
            flushRun();
        if (!open.hasRun) {
            open.hasRun = true;
            open.run = bytes;
            open.runSizeFrom = bytes.begin;
        }
        open.run.end = std::max(open.run.end, bytes.end);
    }

    void flushRun()
    {
        Owner &open = owner();
        if (!open.hasRun)
            return;
        open.hasRun = false;
        if (!open.run.isEmpty())
            m_blocks.push_back({open.run, open.block, BlockKind::Statement});
    }

    void addComment(ByteRange bytes, bool isAttribute)
    {
        Owner &open = owner();
        if (!open.hasPending && !isAttribute) {
            if (open.hasRun && lineEndsBetween(open.run.end, bytes.begin) == 0) {
                addToRun(bytes);
                return;
            }
            if (!open.hasRun && open.lastItem != Block::none
                && lineEndsBetween(m_blocks[open.lastItem].bytes.end, bytes.begin) == 0) {
                extendLast(bytes.end);
                return;
            }
        }
        if (open.hasPending && !open.hasAttribute && lineEndsBetween(open.pending.end, bytes.begin) > 1)
            flushPending();
        flushRun();
        if (!open.hasPending)
            open.pending.begin = bytes.begin;
        open.pending.end = bytes.end;
        open.hasPending = true;
        if (isAttribute && !open.hasAttribute)
            open.attributesBegin = bytes.begin;
        open.hasAttribute = open.hasAttribute || isAttribute;
    }

    void flushPending()
    {
        Owner &open = owner();
        if (!open.hasPending)
            return;
        open.hasPending = false;
        const BlockKind kind = open.hasAttribute ? BlockKind::Statement : BlockKind::Comment;
        open.hasAttribute = false;
        open.lastItem = static_cast<std::uint32_t>(m_blocks.size());
        open.lastOwn = open.lastItem;
        open.lastOutlineEntry = none;
        m_blocks.push_back({open.pending, open.block, kind});
    }

    // Items.

    bool addItem(TSNode node, ByteRange bytes, const Declared &declared)
    {
        Owner &around = owner();
        flushRun();
        std::size_t begin = bytes.begin;
        std::size_t ownBegin = bytes.begin; ///< without comments before it
        if (around.hasPending) {
            if (around.hasAttribute || lineEndsBetween(around.pending.end, bytes.begin) < 2) {
                begin = around.pending.begin;
                ownBegin = around.hasAttribute ? around.attributesBegin : bytes.begin;
                around.hasPending = false;
                around.hasAttribute = false;
            } else {
                flushPending();
            }
        }
        Owner item;
        item.block = static_cast<std::uint32_t>(m_blocks.size());
        item.level = around.level;
        m_blocks.push_back(
            {ByteRange{begin, bytes.end}, around.block, declared ? BlockKind::Declaration : BlockKind::Statement});
        if (declared)
            addToOutline(item, declared, bytes.end);
        around.lastItem = item.block;
        around.lastOutlineEntry = item.outlineEntry;
        if (declared && ownBegin > begin) { // whole by itself where there is no room for both
            m_blocks.push_back(
                {ByteRange{begin, trimSpacesBack(m_text, begin, ownBegin)}, item.block, BlockKind::Comment});
            m_blocks.push_back({ByteRange{ownBegin, bytes.end}, item.block, BlockKind::Declaration});
            item.block = static_cast<std::uint32_t>(m_blocks.size() - 1);
            begin = ownBegin;
        }
        around.lastOwn = item.block;

        const NodeRole role = m_rules.of(node).role;
        if (!isLarge(node) || role == NodeRole::Leaf || m_owners.size() >= deepestBlock
            || m_frames.size() >= deepestNode || !ts_tree_cursor_goto_first_child(&m_cursor))
            return false;
        item.hasRun = true;
        item.run = {begin, trimSpacesBack(m_text, begin, bytes.begin)};
        item.runSizeFrom = bytes.begin;
        m_owners.push_back(item);
        m_frames.push_back(frameOf(node, {.opensBlock = true, .isWrapper = role == NodeRole::Wrapper && declared}));
        return true;
    }

    void addToOutline(Owner &item, const Declared &declared, std::size_t end)
    {
        const ByteRange title = stripSpaces(m_text, titleOf(declared, m_text));
        if (title.isEmpty() || item.level == deepestLevel)
            return;
        ++item.level;
        item.outlineEntry = m_outline.size();
        m_outline.push_back({item.block, title, item.level, static_cast<std::uint32_t>(end)});
    }

    void leave()
    {
        const bool opensBlock = m_frames.back().opensBlock;
        m_frames.pop_back();
        if (!opensBlock)
            return;
        flushPending();
        flushRun();
        const std::uint32_t block = owner().block;
        // one part that is all there is says nothing
        if (block != Block::none && m_blocks.size() == block + 2U && m_blocks.back().kind == BlockKind::Statement)
            m_blocks.pop_back();
        m_owners.pop_back();
    }

    std::string_view m_text;
    const NodeRules &m_rules;
    TSTreeCursor m_cursor;
    std::vector<Frame> m_frames;
    std::vector<Owner> m_owners;
    std::vector<Block> m_blocks;
    std::vector<BlockTree::TitledHeading> m_outline;
};

/// The first stretch that does not follow the grammar, and how many bytes do not.
struct SyntaxErrors
{
    ByteRange first;
    std::size_t bytes = 0;
};

SyntaxErrors errorsIn(TSNode root)
{
    SyntaxErrors errors;
    if (!ts_node_has_error(root))
        return errors;
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    for (bool isInside = true; isInside;) {
        const TSNode node = ts_tree_cursor_current_node(&cursor);
        const bool isError = ts_node_is_error(node);
        if (isError) {
            const ByteRange bytes{ts_node_start_byte(node), ts_node_end_byte(node)};
            if (errors.bytes == 0)
                errors.first = bytes;
            errors.bytes += bytes.size();
        }
        if (!isError && ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor))
            continue;
        while (isInside && !ts_tree_cursor_goto_next_sibling(&cursor))
            isInside = ts_tree_cursor_goto_parent(&cursor);
    }
    ts_tree_cursor_delete(&cursor);
    return errors;
}

std::shared_ptr<const BlockTree> notFollowed(std::shared_ptr<const BlockTree> paragraphs, std::size_t bytes)
{
    const auto blocks = paragraphs->blocks();
    return std::make_shared<const BlockTree>(
        std::vector<Block>(blocks.begin(), blocks.end()), std::vector<BlockTree::TitledHeading>{},
        std::vector<StructureProblem>{{StructureProblem::Kind::NotParsed, ByteRange{0, bytes}}}, bytes);
}

} // namespace

Outcome<std::shared_ptr<const BlockTree>> readCode(const Language &language, std::string_view text,
                                                   std::stop_token stop)
{
    const TSLanguage *grammarOfLanguage = grammar(language.grammar);
    if (!grammarOfLanguage)
        return readParagraphs(text, std::move(stop));
    const auto tree = parseSource(grammarOfLanguage, text, stop);
    if (!tree)
        return Cancelled{};
    if (!*tree) {
        const auto paragraphs = readParagraphs(text, std::move(stop));
        if (!paragraphs)
            return paragraphs;
        return notFollowed(*paragraphs, text.size());
    }
    const NodeRules rules(grammarOfLanguage, language.rules);
    const TSNode root = ts_tree_root_node(tree->get());
    CodeBlockBuilder builder(text, rules, root);
    if (!builder.build(stop))
        return Cancelled{};
    std::vector<StructureProblem> problems;
    const SyntaxErrors errors = errorsIn(root);
    if (errors.bytes > text.size() / errorShare)
        problems.push_back({StructureProblem::Kind::SyntaxErrors, errors.first});
    return std::make_shared<const BlockTree>(builder.takeBlocks(), builder.outline(), std::move(problems), text.size());
}

} // namespace cw::code
