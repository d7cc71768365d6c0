// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/groups.h"

#include "segment/pieces.h"
#include "segment/words.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cw {

namespace {

class GroupCutter final
{
public:
    GroupCutter(const Document &document, const Segmentation &blocks, const std::vector<std::uint32_t> &begins,
                BoundaryReason reason)
        : m_text(document.text()), m_blocks(blocks), m_begins(begins), m_reason(reason)
    {
    }

    std::shared_ptr<const Segmentation> cut(const Document &document)
    {
        auto segmentation = std::make_shared<Segmentation>();
        segmentation->emitted = EmittedText::fromSource(document);
        cutUnits();
        makePieces();
        segmentation->units = std::move(m_units);
        for (const TableUnits &table : m_blocks.tables)
            segmentation->tables.push_back({m_firstOf[table.first], m_firstOf[table.rows], m_firstOf[table.end]});
        segmentation->pieces = std::move(m_pieces);
        return segmentation;
    }

private:
    [[nodiscard]] std::size_t groupEnd(std::size_t group) const
    {
        return group + 1 < m_begins.size() ? m_begins[group + 1] : m_text.size();
    }

    void cutUnits()
    {
        m_units.reserve(m_blocks.units.size());
        m_firstOf.reserve(m_blocks.units.size() + 1);
        m_groupOf.reserve(m_blocks.units.size());
        std::size_t group = 0;
        for (const Unit &unit : m_blocks.units) {
            m_firstOf.push_back(static_cast<std::uint32_t>(m_units.size()));
            ByteRange rest = unit.source;
            BoundaryReason reason = unit.startReason;
            while (!rest.isEmpty()) {
                while (groupEnd(group) <= rest.begin && groupEnd(group) < m_text.size())
                    ++group;
                const std::size_t end = groupEnd(group) > rest.begin ? std::min(rest.end, groupEnd(group)) : rest.end;
                const ByteRange range = stripSpaces(m_text, {rest.begin, end});
                rest.begin = end;
                if (range.isEmpty())
                    continue;
                const bool isFirst = m_groupOf.empty() || m_groupOf.back() != group;
                if (isFirst && !m_units.empty())
                    reason = m_reason;
                const BlockKind kind = unit.kind == BlockKind::Heading ? BlockKind::Paragraph : unit.kind;
                m_units.push_back({range, range, reason, kind});
                m_groupOf.push_back(static_cast<std::uint32_t>(group));
                reason = m_reason;
            }
        }
        m_firstOf.push_back(static_cast<std::uint32_t>(m_units.size()));
    }

    void makePieces()
    {
        for (std::size_t number = 0; number < m_blocks.pieces.size(); number = m_blocks.pieces[number].next) {
            const Piece &block = m_blocks.pieces[number];
            const std::uint32_t end = m_firstOf[block.endUnit];
            for (std::uint32_t first = m_firstOf[block.firstUnit]; first < end;) {
                std::uint32_t last = first + 1;
                while (last < end && m_groupOf[last] == m_groupOf[first])
                    ++last;
                add(first, last, block.kind);
                first = last;
            }
        }
        closeGroup();
    }

    void add(std::uint32_t first, std::uint32_t last, BlockKind kind)
    {
        if (m_pieces.empty() || m_groupOf[m_pieces[m_group].firstUnit] != m_groupOf[first]) {
            closeGroup();
            m_group = m_pieces.size();
            m_pieces.push_back({first, last, 0, BlockKind::Paragraph, 1});
        }
        m_pieces[m_group].endUnit = last;
        const auto next = static_cast<std::uint32_t>(m_pieces.size() + 1);
        m_pieces.push_back({first, last, next, kind == BlockKind::Heading ? BlockKind::Paragraph : kind});
    }

    void closeGroup()
    {
        if (!m_pieces.empty())
            m_pieces[m_group].next = static_cast<std::uint32_t>(m_pieces.size());
    }

    std::string_view m_text;
    const Segmentation &m_blocks;
    const std::vector<std::uint32_t> &m_begins;
    BoundaryReason m_reason;
    std::vector<Unit> m_units;
    std::vector<std::uint32_t> m_firstOf; ///< of the blocks' units: the first unit here
    std::vector<std::uint32_t> m_groupOf; ///< of the units
    std::vector<Piece> m_pieces;
    std::size_t m_group = 0; ///< the piece of the group at hand
};

} // namespace

Outcome<std::shared_ptr<const Segmentation>> segmentGroups(const Document &document,
                                                           const std::vector<std::uint32_t> &begins,
                                                           BoundaryReason reason, std::stop_token stop)
{
    auto blocks = segmentBlocks(document, std::move(stop));
    if (!blocks)
        return Cancelled{};
    return GroupCutter(document, **blocks, begins, reason).cut(document);
}

} // namespace cw
