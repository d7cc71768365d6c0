// SPDX-License-Identifier: GPL-3.0-or-later
// The laid-out blocks that were used last.
#pragma once

#include "chunkview/blockindex.h"
#include "chunkview/blocklayout.h"
#include "chunkview/textstructure.h"
#include "text/document.h"

#include <array>
#include <list>
#include <map>
#include <memory>
#include <optional>

namespace cw {

/// Forgets the block that was not used for longest when there are too many. References stay valid until 200 other
/// blocks were asked for, or the text or the style changed.
class BlockLayoutCache final
{
public:
    void setText(const SharedText &text);
    [[nodiscard]] const SharedText &text() const noexcept { return m_text; }
    void setStyle(const LayoutStyle &style);
    /// Of plain lines; headings and code vary it.
    [[nodiscard]] const LayoutStyle &style() const noexcept { return m_style; }
    /// Of the text; null for plain lines throughout.
    void setStructure(const std::shared_ptr<const TextStructure> &structure);
    [[nodiscard]] const TextStructure *structure() const noexcept { return m_structure.get(); }

    BlockLayout &layout(const TextBlock &block);
    /// How many layouts were made so far: what tests count instead of time.
    [[nodiscard]] std::size_t layoutsMade() const noexcept { return m_layoutsMade; }

private:
    using Entries = std::list<std::unique_ptr<BlockLayout>>;
    struct KnownLine
    {
        std::size_t begin = 0;
        bool isRightToLeft = false;
    };

    [[nodiscard]] bool isRightToLeft(std::size_t lineBegin);
    [[nodiscard]] std::unique_ptr<BlockLayout> layOut(const TextBlock &block);
    [[nodiscard]] const LayoutStyle &styleOf(LineLook look);
    [[nodiscard]] const LayoutStyle &styleOf(const TextBlock &block);
    [[nodiscard]] const LayoutStyle &tableStyle(ByteRange table);
    void forget();

    SharedText m_text;
    LayoutStyle m_style;
    std::shared_ptr<const TextStructure> m_structure;
    std::array<std::optional<LayoutStyle>, lineLookCount> m_varied; ///< made when first needed
    std::map<std::size_t, LayoutStyle> m_tables; ///< by where they begin; those met last
    Entries m_entries; ///< used last comes first
    std::map<ByteRange, Entries::iterator> m_byBytes;
    std::optional<KnownLine> m_line; ///< asked for last: a long line is asked for by each of its pieces
    std::size_t m_bytes = 0; ///< of text laid out in the entries
    std::size_t m_layoutsMade = 0;
};

} // namespace cw
