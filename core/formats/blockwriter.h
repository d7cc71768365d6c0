// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the text, blocks and source map of a document together, for readers of formats whose text is extracted.
#pragma once

#include "text/blocktree.h"
#include "text/document.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Text that remembers where it came from, before it is known where in the document it will stand.
class SourcedText final
{
public:
    /// Appends text that stands at `sourceBegin` of the part byte for byte.
    void copy(std::string_view text, std::uint32_t part, std::uint64_t sourceBegin);
    /// Appends text for other bytes of the part.
    void replace(std::string_view text, std::uint32_t part, ByteRange source);
    /// Appends text that stands nowhere in the file.
    void insert(std::string_view text);
    void append(const SourcedText &other);
    /// A page begins here.
    void beginPage(std::string label) { m_pages.push_back({m_text.size(), std::move(label)}); }

    [[nodiscard]] const std::string &text() const noexcept { return m_text; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_text.size(); }
    [[nodiscard]] bool isEmpty() const noexcept { return m_text.empty() && m_pages.empty(); }

    /// Takes white space away from both ends of what was appended since there were `begin` bytes. O(what was appended).
    void trim(std::size_t begin = 0);
    /// The same on one line: line ends that were not copied are blanks.
    [[nodiscard]] SourcedText onOneLine() const;
    void clear();

private:
    friend class BlockWriter;
    enum class Origin : std::uint8_t { Copied, Replaced, Inserted };
    struct Stretch
    {
        std::size_t textBegin = 0; ///< ends where the next one begins
        std::uint64_t sourceBegin = 0;
        std::uint64_t sourceEnd = 0;
        std::uint32_t part = 0;
        Origin origin = Origin::Inserted;
    };
    struct Page
    {
        std::size_t textBegin = 0;
        std::string label;
    };

    void add(std::string_view text, const Stretch &stretch);
    [[nodiscard]] std::size_t endOf(std::size_t stretch) const;
    void truncate(std::size_t bytes);
    void erase(std::size_t begin, std::size_t end);

    std::string m_text;
    std::vector<Stretch> m_stretches;
    std::vector<Page> m_pages;
};

/// Blocks in their order. What is opened and holds no text leaves nothing behind. Between blocks there is a blank line,
/// in lists and tables a line end; items of inner lists are indented by two blanks a level.
class BlockWriter final
{
public:
    /// A container; `mark` is put before its first text (of a list's item).
    void open(BlockKind kind, std::string mark = {});
    void close();
    /// The container that was closed last, if it is of this kind and nothing was written since; else a new one.
    void goOn(BlockKind kind);
    [[nodiscard]] std::size_t depth() const noexcept { return m_open.size(); }

    /// A block without others inside. White space at the ends is no part of it; only tabs before the first cells of a
    /// row that are not empty stay in the text. What is then empty is left out, but pages that begin in it do. Headings
    /// outside of containers are those of the outline. Code right behind code is more lines of it, empty ones as well.
    /// The title of a heading begins behind `markBytes` of its text, such as a bullet.
    void write(BlockKind kind, SourcedText text, std::uint8_t level = 0, std::size_t markBytes = 0);
    /// All blocks of another writer.
    void append(const BlockWriter &other);
    /// A page begins with the next block.
    void beginPage(std::string label) { m_comingPages.push_back(std::move(label)); }

    [[nodiscard]] bool isEmpty() const noexcept { return m_text.text().empty(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_text.bytes(); }
    [[nodiscard]] bool holds(BlockKind kind) const noexcept;
    /// All of the text as a cell of a table: line ends that were not copied are blanks.
    [[nodiscard]] SourcedText onOneLine() const;

    /// Text, blocks and source map; `partNames` are those of the numbers used. Precondition: nothing is open, and the
    /// text is less than 4 GiB.
    [[nodiscard]] DocumentParts finish(std::string_view format, std::span<const std::string> partNames) &&;

private:
    struct Open
    {
        BlockKind kind = BlockKind::List;
        std::string mark;
        std::uint32_t block = Block::none; ///< none: holds no text yet
    };

    [[nodiscard]] std::uint32_t innermost() const noexcept;
    /// Separates from the block before, makes blocks of what is open, begins pages.
    void beginBlock(std::string_view indent = {});
    void endBlock();
    [[nodiscard]] bool isBehindCode() const noexcept;

    SourcedText m_text;
    std::vector<Block> m_blocks;
    std::vector<BlockTree::TitledHeading> m_headings;
    std::vector<Open> m_open;
    std::vector<std::string> m_comingPages;
    std::size_t m_lowestDepth = 0; ///< since the last block
    std::size_t m_emptyLines = 0; ///< of code
};

} // namespace cw
