// SPDX-License-Identifier: GPL-3.0-or-later
// The structure an author gave a document: blocks with exact ranges, and the outline of its headings.
#pragma once

#include "base/byterange.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// The order is that of `blockKindId`.
enum class BlockKind : std::uint8_t {
    Heading,
    Paragraph,
    List,
    ListItem,
    Table,
    TableHeader, ///< the header row with what separates it from the others
    TableRow,
    Fence, ///< code between fences
    Code, ///< indented code
    Quote,
    Html,
    FrontMatter,
    Footnote,
    Definition, ///< link reference definitions
    ThematicBreak,
    Record, ///< of JSON lines or a table of data
    Turn, ///< what one speaker says
    Declaration, ///< of source code: with its comment, a function, class or the like
    Statement, ///< of source code: what declares nothing that has a name in the outline
    Comment, ///< of source code: one that belongs to no declaration, or stands in the block of the one below it
    Caption
};
inline constexpr std::size_t blockKindCount = static_cast<std::size_t>(BlockKind::Caption) + 1;

/// "heading", "paragraph", "list", "list_item", "table", ...: used in exports.
[[nodiscard]] std::string_view blockKindId(BlockKind kind) noexcept;

/// 16 bytes. Text between blocks is white space and marks such as the `>` of a quotation's later lines.
struct Block
{
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    CompactRange bytes; ///< from the first mark or letter (in code: its line's indent) to the last, no line end
    std::uint32_t parent = none;
    BlockKind kind = BlockKind::Paragraph;
    std::uint8_t level = 0; ///< of a heading, 1 to 6
    bool isByLines = false; ///< a paragraph whose line ends are the author's, not those of wrapped prose
};

/// A heading that opens a section, and the section. Headings inside quotations, lists and footnotes open none. In
/// source code the declarations are the headings: their blocks are the sections.
struct Heading
{
    static constexpr std::uint32_t none = Block::none;

    std::uint32_t block = 0;
    CompactRange title; ///< without marks at its ends; may be of several lines, and hold markup: see BlockTree::title()
    /// Where the next heading of this level or above begins, the section around ends, the reader said, or the text
    /// ends.
    std::uint32_t sectionEnd = 0;
    std::uint32_t parent = none; ///< the heading whose section holds this one
    std::uint8_t level = 1;
};

/// Something about a document's structure that its author should know.
struct StructureProblem
{
    enum class Kind : std::uint8_t {
        UnclosedFence, ///< code to the end of the document or of what contains it
        NestedTooDeeply, ///< marks of containers past the deepest level, which were taken for text
        SyntaxErrors, ///< much of a source text does not follow its language; the place is the first of it
        NotParsed ///< a source text that takes too much to parse, and was cut by paragraphs
    };
    Kind kind = Kind::UnclosedFence;
    CompactRange where;
};

/// Immutable. Blocks are in the order of their begins, a container before what it contains; ranges nest, and those of
/// neighbours do not overlap; only in source code do they touch.
class BlockTree final
{
public:
    struct TitledHeading ///< what a reader of a format knows of a heading
    {
        std::uint32_t block = 0;
        CompactRange title;
        std::uint8_t level = 0; ///< 0: that of the block
        std::uint32_t sectionEnd = 0; ///< 0: up to the next heading of this level or above
        /// The title as its readers see it, on one line, where markup makes that differ from headingTitle().
        std::optional<std::string> shown = std::nullopt;
    };

    BlockTree() = default;
    /// `headings` are those that open sections, in order. `firstOpenTitle` is the first of them whose title may be
    /// another one when text follows.
    BlockTree(std::vector<Block> blocks, const std::vector<TitledHeading> &headings,
              std::vector<StructureProblem> problems, std::size_t textBytes,
              std::uint32_t firstOpenTitle = Heading::none);

    [[nodiscard]] std::span<const Block> blocks() const noexcept { return m_blocks; }
    [[nodiscard]] std::span<const Heading> outline() const noexcept { return m_outline; }
    /// Numbers of all blocks that are headings, in order, whether or not they open sections.
    [[nodiscard]] std::span<const std::uint32_t> headingBlocks() const noexcept { return m_headingBlocks; }
    [[nodiscard]] std::span<const StructureProblem> problems() const noexcept { return m_problems; }

    /// A heading's title on one line, without markup; cut on a character boundary when it takes more than `mostBytes`
    /// (see titleBytes()). `text` is the document's. O(bytes given + log headings).
    [[nodiscard]] std::string title(std::string_view text, std::size_t heading,
                                    std::size_t mostBytes = static_cast<std::size_t>(-1)) const;
    /// What it takes; white space at its ends and in runs counts where it has no markup. O(log headings).
    [[nodiscard]] std::size_t titleBytes(std::size_t heading) const noexcept;
    /// Whether it has visible text. O(log headings + white space).
    [[nodiscard]] bool hasTitle(std::string_view text, std::size_t heading) const noexcept;
    /// The first heading whose title a text that goes on may change; Heading::none when there is none.
    [[nodiscard]] std::uint32_t firstOpenTitle() const noexcept { return m_firstOpenTitle; }

    /// The tree of the text's first `bytes`: blocks that begin there, ended there.
    [[nodiscard]] BlockTree beginning(std::size_t bytes) const;

    [[nodiscard]] bool isLeaf(std::size_t block) const noexcept
    {
        return block + 1 == m_blocks.size() || m_blocks[block + 1].parent != block;
    }
    /// The first block behind `block` and all it contains. O(log blocks).
    [[nodiscard]] std::size_t after(std::size_t block) const noexcept;

    /// The innermost heading whose section holds the byte (a heading is in its own section); Heading::none before the
    /// first one and between sections with an end of their own. O(log headings + depth).
    [[nodiscard]] std::uint32_t headingAt(std::size_t byte) const noexcept;
    /// Numbers of the headings above and at the byte, the outermost first.
    [[nodiscard]] std::vector<std::uint32_t> headingPathAt(std::size_t byte) const;
    /// Kinds of the outermost blocks that share bytes with the range, and of what lists and quotations hold there,
    /// each once, in the order they are met. O(log blocks + blocks met).
    [[nodiscard]] std::vector<BlockKind> kindsIn(ByteRange range) const;

private:
    struct ShownTitle
    {
        std::uint32_t heading = 0;
        std::string text;
    };
    [[nodiscard]] const ShownTitle *shownTitle(std::size_t heading) const noexcept;
    void listHeadingBlocks();

    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_headingBlocks;
    std::vector<Heading> m_outline;
    std::vector<ShownTitle> m_shownTitles; ///< of headings with markup
    std::uint32_t m_firstOpenTitle = Heading::none;
    std::vector<StructureProblem> m_problems;
};

/// A title on one line as it is written: white space at its ends is left out, other runs of white space are one blank.
[[nodiscard]] std::string headingTitle(std::string_view text, ByteRange title);

} // namespace cw
