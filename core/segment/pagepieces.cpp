// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/pagepieces.h"

#include "segment/pieces.h"
#include "segment/words.h"
#include "text/pages.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cw {

namespace {

class PageCutter final
{
public:
    PageCutter(const Document &document, const Segmentation &blocks)
        : m_text(document.text()), m_blocks(blocks), m_pages(document)
    {
    }

    std::shared_ptr<const Segmentation> cut(const Document &document)
    {
        auto segmentation = std::make_shared<Segmentation>();
        segmentation->emitted = EmittedText::fromSource(document);
        cutUnits();
        makePieces();
        segmentation->units = std::move(m_units);
        segmentation->pieces = std::move(m_pieces);
        return segmentation;
    }

private:
    [[nodiscard]] std::size_t pageEnd(std::size_t page) const
    {
        const auto &begins = m_pages.begins();
        return page + 1 < begins.size() ? begins[page + 1] : m_text.size();
    }

    void cutUnits()
    {
        m_units.reserve(m_blocks.units.size());
        m_firstOf.reserve(m_blocks.units.size() + 1);
        m_pageOf.reserve(m_blocks.units.size());
        std::size_t page = 0;
        for (const Unit &unit : m_blocks.units) {
            m_firstOf.push_back(static_cast<std::uint32_t>(m_units.size()));
            ByteRange rest = unit.source;
            BoundaryReason reason = unit.startReason;
            while (!rest.isEmpty()) {
                while (pageEnd(page) <= rest.begin && pageEnd(page) < m_text.size())
                    ++page;
                const std::size_t end = pageEnd(page) > rest.begin ? std::min(rest.end, pageEnd(page)) : rest.end;
                const ByteRange range = stripSpaces(m_text, {rest.begin, end});
                rest.begin = end;
                if (range.isEmpty())
                    continue;
                const bool isFirst = m_pageOf.empty() || m_pageOf.back() != page;
                if (isFirst && !m_units.empty())
                    reason = BoundaryReason::Page;
                const BlockKind kind = unit.kind == BlockKind::Heading ? BlockKind::Paragraph : unit.kind;
                m_units.push_back({range, range, reason, kind});
                m_pageOf.push_back(static_cast<std::uint32_t>(page));
                reason = BoundaryReason::Page;
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
                while (last < end && m_pageOf[last] == m_pageOf[first])
                    ++last;
                add(first, last, block.kind);
                first = last;
            }
        }
        closePage();
    }

    void add(std::uint32_t first, std::uint32_t last, BlockKind kind)
    {
        if (m_pieces.empty() || m_pageOf[m_pieces[m_page].firstUnit] != m_pageOf[first]) {
            closePage();
            m_page = m_pieces.size();
            m_pieces.push_back({first, last, 0, BlockKind::Paragraph, 1});
        }
        m_pieces[m_page].endUnit = last;
        const auto next = static_cast<std::uint32_t>(m_pieces.size() + 1);
        m_pieces.push_back({first, last, next, kind == BlockKind::Heading ? BlockKind::Paragraph : kind});
    }

    void closePage()
    {
        if (!m_pieces.empty())
            m_pieces[m_page].next = static_cast<std::uint32_t>(m_pieces.size());
    }

    std::string_view m_text;
    const Segmentation &m_blocks;
    Pages m_pages;
    std::vector<Unit> m_units;
    std::vector<std::uint32_t> m_firstOf; ///< of the blocks' units: the first unit here
    std::vector<std::uint32_t> m_pageOf; ///< of the units
    std::vector<Piece> m_pieces;
    std::size_t m_page = 0; ///< the piece of the page at hand
};

} // namespace

Outcome<std::shared_ptr<const Segmentation>> segmentPages(const Document &document, std::stop_token stop)
{
    auto blocks = segmentBlocks(document, std::move(stop));
    if (!blocks)
        return Cancelled{};
    return PageCutter(document, **blocks).cut(document);
}

} // namespace cw
