// SPDX-License-Identifier: GPL-3.0-or-later
// How lines look because of the structure that the author gave the text.
#pragma once

#include "chunkview/blockindex.h"
#include "text/blocktree.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace cw {

/// Of a whole line. The order of headings is that of their levels.
enum class LineLook { Text, Code, Heading1, Heading2, Heading3, Heading4, Heading5, Heading6 };
inline constexpr std::size_t lineLookCount = static_cast<std::size_t>(LineLook::Heading6) + 1;

/// A table or stretch of code, as the view frames it.
struct StructureFrame
{
    ByteRange bytes;
    ByteRange tableHead; ///< empty when there is none

    bool operator==(const StructureFrame &) const = default;
};

/// Answers for places of one text; nothing is ever looked at but the blocks near them. Immutable.
class TextStructure final
{
public:
    /// O(blocks).
    explicit TextStructure(std::shared_ptr<const BlockTree> tree);

    [[nodiscard]] const std::shared_ptr<const BlockTree> &tree() const noexcept { return m_tree; }

    /// True when all lines look alike and nothing is framed.
    [[nodiscard]] bool isPlain() const noexcept { return m_isPlain; }
    /// All pieces of a line look like its beginning. O(log blocks + depth).
    [[nodiscard]] LineLook lookOf(const TextBlock &line) const;
    /// The innermost table that the line stands in. Costs the same.
    [[nodiscard]] std::optional<ByteRange> tableAt(const TextBlock &line) const;
    /// Tables, fences, indented code and front matter that share bytes with the range, in order; of nested ones the
    /// outermost. O(log blocks + blocks that begin in the range).
    [[nodiscard]] std::vector<StructureFrame> framesIn(ByteRange range) const;

private:
    /// The innermost block that shares bytes with the range and is the last to begin before its end.
    [[nodiscard]] std::uint32_t blockIn(ByteRange range) const;
    /// That block for the beginning of the line.
    [[nodiscard]] std::uint32_t blockOf(const TextBlock &line) const;
    [[nodiscard]] bool isBesideTitle(std::uint32_t heading, const TextBlock &line) const;

    std::shared_ptr<const BlockTree> m_tree;
    bool m_isPlain = true;
};

} // namespace cw
