// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of cells in tables where some cells span several.
#include "formats/htmltablebuffer.h"

#include <algorithm>

namespace cw::html {

namespace {

/// Columns that a cell of a row above reaches down into.
struct Reaching
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t rows = 0; ///< more that it reaches into
};

constexpr std::size_t mostReaching = 256;

/// Where the cells of rows begin, by the standard's algorithm for tables.
class Grid
{
public:
    void endRow()
    {
        std::erase_if(m_reaching, [](Reaching &above) { return --above.rows == 0; });
        m_reaching.insert(m_reaching.end(), m_begun.begin(), m_begun.end());
        m_reachesTooFar = m_reachesTooFar || m_reaching.size() > mostReaching;
        if (m_reachesTooFar)
            m_reaching.clear(); // what is placed is not used
        m_begun.clear();
        std::ranges::sort(m_reaching, {}, &Reaching::begin);
        m_next = 0;
        m_column = 0;
    }

    void endGroup() { m_reaching.clear(); }

    /// Whether more cells reach down into a row than are followed.
    [[nodiscard]] bool reachesTooFar() const { return m_reachesTooFar; }

    std::uint32_t place(std::uint32_t columns, std::uint32_t rows)
    {
        for (; m_next < m_reaching.size() && m_reaching[m_next].begin <= m_column; ++m_next)
            m_column = std::max(m_column, m_reaching[m_next].end);
        const std::uint32_t column = m_column;
        m_column += columns;
        if (rows > 1)
            m_begun.push_back({column, m_column, rows - 1});
        return column;
    }

private:
    std::vector<Reaching> m_reaching;
    std::vector<Reaching> m_begun;
    std::size_t m_next = 0;
    std::uint32_t m_column = 0;
    bool m_reachesTooFar = false;
};

} // namespace

/// Columns in which no cell begins are none of the text's: a cell that spans a thousand takes no more room than the
/// cells below it need.
void TableBuffer::placeCells(const Table &table)
{
    std::vector<std::uint32_t> columns;
    Grid grid;
    bool wasHead = true;
    std::uint32_t rows = 0;
    for (std::uint32_t number = m_links[table.event].next; number != 0; number = m_links[number].next) {
        Event &event = m_links[number].event;
        if (event.kind != Event::Kind::Open)
            continue;
        if (event.part == Part::Row) {
            if (rows++ > 0)
                grid.endRow();
            const bool isHead = event.source.begin != 0;
            if (isHead != wasHead)
                grid.endGroup();
            wasHead = isHead;
        } else if (event.part == Part::Cell) {
            event.source.begin = grid.place(event.source.end & 0xFFFFU, event.source.end >> 16U);
            columns.push_back(event.source.begin);
        }
    }
    std::ranges::sort(columns);
    columns.erase(std::ranges::unique(columns).begin(), columns.end());
    std::uint64_t added = 0;
    std::uint32_t inRow = 0;
    const auto numberOf = [&](std::uint32_t column) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(columns, column) - columns.begin());
    };
    for (int pass = 0; pass < 2; ++pass) {
        constexpr std::uint64_t mostAddedToCell = 16;
        constexpr std::uint64_t mostAdded = 4096;
        const bool isTooWide = grid.reachesTooFar() || added > mostAdded + mostAddedToCell * table.cells;
        m_isTooWide = m_isTooWide || isTooWide;
        for (std::uint32_t number = m_links[table.event].next; number != 0; number = m_links[number].next) {
            Event &event = m_links[number].event;
            if (event.kind != Event::Kind::Open)
                continue;
            if (event.part == Part::Row)
                inRow = 0;
            if (event.part != Part::Cell)
                continue;
            const std::uint32_t column = numberOf(event.source.begin);
            if (pass == 0) {
                added += column - inRow;
                inRow = column + 1;
            } else {
                event.source.begin = isTooWide ? inRow++ : column;
            }
        }
    }
}

} // namespace cw::html
