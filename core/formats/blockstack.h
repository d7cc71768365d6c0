// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a text format in the making: leaves, and the containers around them.
#pragma once

#include "text/blocktree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cw {

/// Puts blocks in the order a BlockTree wants them. A container grows with what is put into it.
class BlockStack final
{
public:
    explicit BlockStack(std::size_t textBytes) : m_textBytes(textBytes) { m_blocks.reserve(textBytes / 128); }

    /// Adds a leaf to the innermost open container. Returns its number.
    std::uint32_t push(BlockKind kind, ByteRange bytes, std::uint8_t level = 0, bool isByLines = false);
    /// Adds a heading; it opens a section when nothing is open around it. Levels past 6 are those of the outline only.
    /// `shown` is the title as readers see it, where markup makes that differ.
    void pushHeading(ByteRange bytes, ByteRange title, std::uint8_t level,
                     std::optional<std::string> shown = std::nullopt);
    /// Adds a container that begins with the bytes of its mark.
    void open(BlockKind kind, ByteRange mark);
    /// Closes the innermost container. Precondition: one is open.
    void close();
    /// Makes the innermost container reach to `end` at least.
    void extend(std::size_t end) noexcept;

    [[nodiscard]] std::size_t depth() const noexcept { return m_open.size(); }
    /// Whether the innermost container holds nothing yet. Precondition: one is open.
    [[nodiscard]] bool isEmpty() const noexcept { return m_blocks.size() == m_open.back() + std::size_t{1}; }

    void addProblem(StructureProblem::Kind kind, ByteRange where) { m_problems.push_back({kind, where}); }
    /// Says that marks at `where` were taken for text because they nest too deeply, once for marks in a row.
    void addTooDeep(ByteRange where);

    /// Closes all that is open. The stack is then of no use.
    [[nodiscard]] std::shared_ptr<const BlockTree> build();

private:
    std::size_t m_textBytes;
    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_open;
    std::vector<BlockTree::TitledHeading> m_headings;
    std::vector<StructureProblem> m_problems;
};

} // namespace cw
