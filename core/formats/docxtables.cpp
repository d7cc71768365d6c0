// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a Word document.
#include "formats/docxreader.h"

#include <algorithm>
#include <utility>

namespace cw::docx {

void Reader::readTableElement(const XmlElement &element)
{
    Story &current = story();
    const std::uint16_t number = element.number();
    if (number == Table) {
        if (++m_tableDepth > deepestTable)
            return fail({ErrorCode::BadInput,
                         "The document has tables in one another more than " + std::to_string(deepestTable)
                             + " deep, as no writer of documents makes them; it was not read.",
                         {}});
        closeLists();
        current.isInTable = true;
        current.rows.clear();
        return;
    }
    if (number == Row) {
        if (current.isInTable)
            current.rows.emplace_back();
        return;
    }
    if (number == RowProperties) {
        m_properties = PropertiesOf::Row;
        return;
    }
    if (number == Cell) {
        beginStory();
        return;
    }
    if (number == TableHeader || number == ConditionalStyle) {
        const bool says = number == TableHeader ? isOn(element) : element.attribute(FirstRow, "0") == "1";
        if (m_properties == PropertiesOf::Row && says && !current.rows.empty())
            current.rows.back().isHeader = true;
        return;
    }
    // of the cell, whose story has begun
    if (number == GridSpan)
        current.columns = numberOf(element, Value, 1, 1, mostColumns);
    else if (number == VerticalMerge)
        current.goesOn = element.attribute(Value, "continue") == "continue";
}

void Reader::endCell()
{
    if (m_stories.size() < 2)
        return;
    const int columns = story().columns;
    const bool goesOn = story().goesOn;
    std::vector<BlockWriter> following = std::move(story().following);
    story().following.clear();
    TableCell cell{endStory(), columns, goesOn};
    Story &outer = story();
    std::ranges::move(following, std::back_inserter(outer.following));
    if (!outer.rows.empty())
        outer.rows.back().cells.push_back(std::move(cell));
}

void Reader::endTable()
{
    m_tableDepth -= m_tableDepth > 0 ? 1 : 0;
    Story &current = story();
    if (!current.isInTable)
        return;
    current.isInTable = false;
    writeTable(current.blocks, std::exchange(current.rows, {}));
    if (m_tableDepth == 0)
        placeFollowing();
}

} // namespace cw::docx
