// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/htmltablebuffer.h"

namespace cw::html {

void TableBuffer::take(const Event &event)
{
    if (event.kind == Event::Kind::Open && (event.part == Part::Heading || event.part == Part::Preformatted))
        noteLayout();
    if (m_isKeeping && m_links.size() == mostEvents) {
        m_isTooLarge = true;
        for (const Table &table : m_tables)
            m_links[table.event].event.level = table.isLayout ? 1 : 0;
        replay();
    }
    if (m_isKeeping)
        link(event);
    else
        m_writer.take(event);
}

void TableBuffer::noteLayout()
{
    const bool isFostered = !m_fosters.empty() && m_fosters.back().table + 1 == m_tables.size();
    if (!m_tables.empty() && !isFostered)
        m_tables.back().isLayout = true;
}

void TableBuffer::link(const Event &event)
{
    const auto number = static_cast<std::uint32_t>(m_links.size());
    m_links.push_back({event, m_links[m_cursor].next});
    m_links[m_cursor].next = number;
    m_cursor = number;
}

void TableBuffer::replay()
{
    m_isKeeping = false;
    for (std::uint32_t number = m_links.front().next; number != 0; number = m_links[number].next)
        m_writer.take(m_links[number].event);
    m_links.clear();
}

void TableBuffer::openTable(const Event &parting, bool isLayout)
{
    if (!m_tables.empty()) {
        noteLayout();
    } else {
        m_isKeeping = true;
        m_cursor = 0;
        m_links.assign(1, {}); // what the outermost table fosters follows this one
    }
    Table table;
    table.before = m_cursor;
    table.isLayout = isLayout;
    take(parting);
    take({Event::Kind::Open, Part::Table, static_cast<std::uint8_t>(m_isKeeping ? 0 : 1), {}});
    table.event = m_cursor;
    m_tables.push_back(table);
}

void TableBuffer::closeTable()
{
    const Table table = m_tables.back();
    if (m_isKeeping) {
        const bool isLayout = table.isLayout || table.cells <= 1;
        m_links[table.event].event.level = isLayout ? 1 : 0;
        if (table.hasSpans && !isLayout)
            placeCells(table);
    }
    take({Event::Kind::Close, Part::Table, 0, {}});
    m_tables.pop_back();
    if (!m_tables.empty())
        return;
    if (m_isKeeping)
        replay();
    m_links.shrink_to_fit();
}

void TableBuffer::openRow(bool isHead)
{
    Table &table = m_tables.back();
    table.rowCells = 0;
    table.rowHeaders = 0;
    table.isHead = isHead;
    take({Event::Kind::Open, Part::Row, static_cast<std::uint8_t>(isHead && table.isHeadOnly ? 1 : 0),
          twoNumbers(isHead ? 1 : 0, 0)});
    table.row = m_cursor;
}

void TableBuffer::openCell(bool isHeader, std::uint32_t columns, std::uint32_t rows)
{
    Table &table = m_tables.back();
    table.hasSpans = table.hasSpans || columns > 1 || rows > 1;
    const CompactRange place = twoNumbers(table.rowCells, columns | rows << 16U);
    ++table.cells;
    ++table.rowCells;
    table.rowHeaders += isHeader ? 1 : 0;
    take({Event::Kind::Open, Part::Cell, 0, place});
}

void TableBuffer::closeRow()
{
    Table &table = m_tables.back();
    if (table.rowCells > 0)
        table.isHeadOnly = table.isHeadOnly && (table.isHead || table.rowHeaders == table.rowCells);
    if (m_isKeeping)
        m_links[table.row].event.level = table.isHeadOnly ? 1 : 0;
    take({Event::Kind::Close, Part::Row, 0, {}});
}

void TableBuffer::beginFoster()
{
    m_fosters.push_back({m_tables.size() - 1, m_cursor});
    if (m_isKeeping)
        m_cursor = m_tables.back().before;
}

void TableBuffer::endFoster()
{
    const Foster foster = m_fosters.back();
    m_fosters.pop_back();
    if (!m_isKeeping)
        return;
    m_tables[foster.table].before = m_cursor;
    m_cursor = foster.cursor;
}

} // namespace cw::html
