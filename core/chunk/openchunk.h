// SPDX-License-Identifier: GPL-3.0-or-later
// The chunk that packing by structure is filling, and what it asks of single units.
#pragma once

#include "chunk/piecepacker.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// The chunk being filled: units from `first` on, the first of them perhaps in part.
struct OpenChunk
{
    std::size_t first = 0;
    std::size_t newFrom = 0; ///< the first unit that is not carried
    std::size_t beginByte = 0;
    BoundaryReason reason = BoundaryReason::DocumentStart;
    bool isPartial = false; ///< begins inside its first unit
    BeginEdge begin = {}; ///< when it does
    bool hasContent = false; ///< holds something new that is no heading
    ChunkPrefix prefix = {};
    std::size_t room = 0; ///< that max leaves to the text
};

/// All that chunks from one on depend on, where the chunk before was closed and this one opened at a whole unit.
/// The rest follows or decides nothing: units from `newFrom` to `next` are headings, then the chunk has no content yet,
/// or what went on with a mark that ends it, then it has; what was taken last is not asked for before something is
/// taken; and a section that begins behind `first` begins with headings, across which nothing is carried anyway.
struct PiecePlace
{
    std::uint32_t piece = 0;
    std::uint32_t next = 0; ///< the first unit not taken
    std::uint32_t first = 0; ///< of the chunk
    std::uint32_t newFrom = 0;
    std::uint32_t apartEnd = 0; ///< 0 where it was reached: nothing asks where
    bool isInUnits = false;

    bool operator==(const PiecePlace &) const = default;
};

/// Where packing stood when a chunk was opened, to fill it again with less room.
struct OpenedPlace
{
    std::size_t piece = 0;
    bool isInUnits = false;
    std::size_t next = 0;
    std::size_t sectionFirst = 0;
    std::size_t apartEnd = 0;
    std::size_t lastTaken = 0;
    std::vector<std::uint32_t> longEnds = {};
    std::size_t longBegin = 0;
    std::size_t longHeaderEnd = 0;
    OpenChunk open;
};

[[nodiscard]] inline BlockPolicy policyOf(const BlockPolicies &policies, BlockKind kind) noexcept
{
    switch (kind) {
    case BlockKind::Table:
        return policies.table;
    case BlockKind::Fence:
    case BlockKind::Code:
        return policies.code;
    case BlockKind::List:
        return policies.list;
    default:
        return BlockPolicy::Parts;
    }
}

/// Of source code: whether a unit is no more than marks that end what is before it.
[[nodiscard]] inline bool isClosing(const Segmentation &segmentation, std::size_t unit)
{
    constexpr std::size_t longest = 16;
    const Unit &candidate = segmentation.units[unit];
    if (candidate.kind != BlockKind::Statement || candidate.emit.size() > longest)
        return false;
    const std::string_view text = segmentation.emitted.slice(candidate.emit);
    return text == "end" || text.find_first_not_of("}]);,: \t\r\n") == std::string_view::npos;
}

[[nodiscard]] inline bool isRow(const std::vector<Unit> &units, std::size_t unit) noexcept
{
    return unit < units.size()
        && (units[unit].kind == BlockKind::TableHeader || units[unit].kind == BlockKind::TableRow);
}

/// Whether a unit is of no use without what follows: a heading, the caption of the table behind it, or a lead-in.
[[nodiscard]] inline bool leads(const std::vector<Unit> &units, std::size_t unit) noexcept
{
    return units[unit].kind == BlockKind::Heading || units[unit].isLeadIn
        || (units[unit].kind == BlockKind::Caption && isRow(units, unit + 1));
}

/// Whether what is new in a chunk that goes up to unit `end` ends with a lead-in.
[[nodiscard]] inline bool endsWithLeadIn(const std::vector<Unit> &units, const OpenChunk &open,
                                         std::size_t end) noexcept
{
    return end > open.newFrom && units[end - 1].isLeadIn;
}

/// Whether a unit is the caption of the table before it.
[[nodiscard]] inline bool isCaptionBelow(const std::vector<Unit> &units, std::size_t unit) noexcept
{
    return units[unit].kind == BlockKind::Caption && unit > 0 && isRow(units, unit - 1) && !isRow(units, unit + 1);
}

[[nodiscard]] inline bool mayBeCarried(BlockKind kind) noexcept
{
    switch (kind) {
    case BlockKind::Paragraph:
    case BlockKind::List:
    case BlockKind::ListItem:
    case BlockKind::Quote:
    case BlockKind::Footnote:
    case BlockKind::Declaration:
    case BlockKind::Statement:
    case BlockKind::Comment:
        return true;
    default:
        return false;
    }
}

} // namespace cw
