// SPDX-License-Identifier: GPL-3.0-or-later
// Tags in tables: what they close, and what is implied.
#include "formats/htmltree.h"

#include <algorithm>

namespace cw::html {

namespace {

bool isTableSection(Tag tag)
{
    return tag == Tag::Tbody || tag == Tag::Thead || tag == Tag::Tfoot;
}

bool isCell(Tag tag)
{
    return tag == Tag::Td || tag == Tag::Th;
}

/// Parts of tables, which mean nothing anywhere else.
bool isTablePart(Tag tag)
{
    return isTableSection(tag) || isCell(tag) || tag == Tag::Tr || tag == Tag::Caption || tag == Tag::Col
        || tag == Tag::Colgroup;
}

} // namespace

bool TreeReader::isTableContext() const
{
    const Tag tag = current();
    return tag == Tag::Table || tag == Tag::Tr || isTableSection(tag);
}

TreeReader::Mode TreeReader::modeIn(Tag tag) const
{
    switch (tag) {
    case Tag::Table:
        return Mode::Table;
    case Tag::Tbody:
    case Tag::Thead:
    case Tag::Tfoot:
        return Mode::TableBody;
    case Tag::Tr:
        return Mode::Row;
    case Tag::Td:
    case Tag::Th:
        return Mode::Cell;
    case Tag::Caption:
        return Mode::Caption;
    case Tag::Template:
        return Mode::Body;
    default:
        return mode();
    }
}

void TreeReader::popToContext(std::initializer_list<Tag> context)
{
    while (!m_open.empty() && current() != Tag::Template && std::ranges::find(context, current()) == context.end())
        pop();
}

TreeReader::Step TreeReader::closeCell()
{
    for (std::size_t i = m_open.size(); i > 0; --i) {
        if (isCell(m_open[i - 1].tag)) {
            popTo(i - 1);
            return Step::Again;
        }
        if (isBound(m_open[i - 1], Scope::Table))
            break;
    }
    return Step::Done;
}

TreeReader::Step TreeReader::closeCaption()
{
    const std::size_t open = inScope(Tag::Caption, Scope::Table);
    if (open == none)
        return Step::Done;
    popTo(open);
    return Step::Again;
}

TreeReader::Step TreeReader::closeRow()
{
    const std::size_t open = inScope(Tag::Tr, Scope::Table);
    if (open == none)
        return Step::Done;
    popTo(open);
    return Step::Again;
}

TreeReader::Step TreeReader::closeTableBody()
{
    for (const Tag tag : {Tag::Tbody, Tag::Thead, Tag::Tfoot}) {
        if (const std::size_t open = inScope(tag, Scope::Table); open != none) {
            popTo(open);
            return Step::Again;
        }
    }
    return Step::Done;
}

TreeReader::Step TreeReader::tableStart(const Token &token)
{
    const Tag tag = token.tag;
    const Mode in = mode();
    if (in == Mode::Body)
        return isTablePart(tag) ? Step::Done : Step::Body;
    if (in == Mode::Cell)
        return isTablePart(tag) ? closeCell() : Step::Body;
    if (in == Mode::Caption)
        return isTablePart(tag) ? closeCaption() : Step::Body;
    if (tag == Tag::Table) {
        const std::size_t open = inScope(Tag::Table, Scope::Table);
        if (open == none)
            return Step::Done;
        popTo(open);
        return Step::Again;
    }
    if (tag == Tag::Form) {
        // stays empty here
        if (!isTableContext())
            emit({Event::Kind::Line, Part::None, 0, {}});
        return Step::Done;
    }
    if (!isTablePart(tag))
        return Step::Body;
    if (in == Mode::Row) {
        if (!isCell(tag))
            return closeRow();
        popToContext({Tag::Tr});
        pushTablePart(tag, token);
        return Step::Done;
    }
    if (in == Mode::TableBody) {
        if (!isCell(tag) && tag != Tag::Tr)
            return closeTableBody();
        popToContext({Tag::Tbody, Tag::Thead, Tag::Tfoot});
        pushTablePart(Tag::Tr, token);
        return isCell(tag) ? Step::Again : Step::Done;
    }
    popToContext({Tag::Table});
    if (tag == Tag::Caption || isTableSection(tag)) {
        pushTablePart(tag, token);
        return Step::Done;
    }
    if (tag == Tag::Col || tag == Tag::Colgroup)
        return Step::Done;
    pushTablePart(Tag::Tbody, token);
    return Step::Again;
}

TreeReader::Step TreeReader::tableEnd(const Token &token)
{
    const Tag tag = token.tag;
    const Mode in = mode();
    const bool isOfTable = isTablePart(tag) || tag == Tag::Table;
    if (in == Mode::Body || !isOfTable)
        return isOfTable ? Step::Done : Step::Body;
    const std::size_t open = inScope(tag, Scope::Table);
    if (open == none)
        return Step::Done;
    switch (in) {
    case Mode::Cell:
        if (isCell(tag)) {
            popTo(open);
            return Step::Done;
        }
        return tag == Tag::Caption ? Step::Done : closeCell();
    case Mode::Caption:
        if (tag == Tag::Caption) {
            popTo(open);
            return Step::Done;
        }
        return tag == Tag::Table ? closeCaption() : Step::Done;
    case Mode::Row:
        if (tag == Tag::Tr) {
            popTo(open);
            return Step::Done;
        }
        return tag == Tag::Table || isTableSection(tag) ? closeRow() : Step::Done;
    case Mode::TableBody:
        if (isTableSection(tag)) {
            popTo(open);
            return Step::Done;
        }
        return tag == Tag::Table ? closeTableBody() : Step::Done;
    default:
        if (tag == Tag::Table)
            popTo(open);
        return Step::Done;
    }
}

} // namespace cw::html
