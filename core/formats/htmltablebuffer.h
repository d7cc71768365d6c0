// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of a table, kept until it ends: text in the wrong place moves before it, and only its end shows what it
// is.
#pragma once

#include "formats/htmlevents.h"
#include "formats/htmlwriter.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cw::html {

/// Hands events on to the writer, those of tables in the order of the tree and not of the source.
class TableBuffer final
{
public:
    /// So many parts of one table are kept; of longer ones, what stands in the wrong place is left there.
    static constexpr std::size_t mostEvents = std::size_t{4} * 1024 * 1024;

    explicit TableBuffer(Writer &writer) : m_writer(writer) { }

    void take(const Event &event);
    /// `isLayout`: its attributes say that it is no table. One that holds headings, code or tables, or a single cell,
    /// is none either.
    /// `parting` is what stands between the table and what is before it.
    void openTable(const Event &parting, bool isLayout);
    // All of the innermost table. `isHead`: the row is in <thead>; otherwise one of header cells only is a header, too.
    void closeTable();
    void openRow(bool isHead);
    /// `columns` and `rows` that it spans, 1,000 and 65,534 at most.
    void openCell(bool isHeader, std::uint32_t columns, std::uint32_t rows);
    void closeRow();

    /// Until endFoster(), events go before the innermost table. Calls nest.
    void beginFoster();
    void endFoster();

    [[nodiscard]] bool isTooLarge() const noexcept { return m_isTooLarge; }
    /// Whether cells that span columns were taken for cells of one, since they would have made the text too long.
    [[nodiscard]] bool isTooWide() const noexcept { return m_isTooWide; }

private:
    struct Link
    {
        Event event;
        std::uint32_t next = 0; ///< 0: none
    };
    struct Table
    {
        std::uint32_t event = 0;
        std::uint32_t before = 0; ///< the event behind which fostered ones go
        std::uint32_t row = 0; ///< event of the open row
        std::uint32_t cells = 0;
        std::uint32_t rowCells = 0;
        std::uint32_t rowHeaders = 0;
        bool isHeadOnly = true; ///< all rows so far were headers
        bool isHead = false;
        bool isLayout = false;
        bool hasSpans = false; ///< a cell that is wider or higher than one
    };
    struct Foster
    {
        std::size_t table = 0;
        std::uint32_t cursor = 0; ///< where to go on behind it
    };

    /// Something that is found in layouts only was met, unless it stands in the wrong place.
    void noteLayout();
    void link(const Event &event);
    void replay();
    void placeCells(const Table &table);

    Writer &m_writer;
    std::vector<Link> m_links; ///< empty: nothing is kept
    std::vector<Table> m_tables;
    std::vector<Foster> m_fosters;
    std::uint32_t m_cursor = 0;
    bool m_isKeeping = false;
    bool m_isTooLarge = false;
    bool m_isTooWide = false;
};

} // namespace cw::html
