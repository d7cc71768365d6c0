// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/outlinemodel.h"

#include "models/texts.h"

#include <algorithm>

namespace cw {

namespace {

bool hasSameRows(const DocumentOutline &one, const DocumentOutline &other)
{
    return &one.of() == &other.of() && one.sections.size() == other.sections.size();
}

} // namespace

OutlineModel::OutlineModel(QObject *parent) : QAbstractItemModel(parent)
{
    arrange();
}

void OutlineModel::setOutline(const std::shared_ptr<const DocumentOutline> &outline)
{
    if (outline && m_outline && hasSameRows(*outline, *m_outline)) {
        m_outline = outline;
        // Views repaint what they show of a level, whatever the range, and each level that has rows is told. A view
        // looks at its rows each time, though: of very many levels one row is told, and who shows them repaints.
        constexpr std::size_t levelsToldAtMost = 200;
        const auto tell = [this](const std::vector<std::uint32_t> &level) {
            if (!level.empty())
                Q_EMIT dataChanged(createIndex(0, Chunks, level.front()),
                                   createIndex(static_cast<int>(level.size()) - 1, Findings, level.back()));
        };
        if (m_children.size() <= levelsToldAtMost)
            std::ranges::for_each(m_children, tell);
        else
            tell({m_children.back().front()});
        return;
    }
    beginResetModel();
    m_outline = outline;
    arrange();
    endResetModel();
}

void OutlineModel::arrange()
{
    const std::size_t count = m_outline ? m_outline->sections.size() : 0;
    m_children.assign(count + 1, {});
    m_rows.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t above = m_outline->sections[i].parent;
        auto &level = m_children[above == OutlineSection::none ? count : above];
        m_rows[i] = static_cast<int>(level.size());
        level.push_back(static_cast<std::uint32_t>(i));
    }
}

std::uint32_t OutlineModel::section(const QModelIndex &index) const
{
    return static_cast<std::uint32_t>(index.internalId());
}

QModelIndex OutlineModel::indexOf(std::uint32_t section) const
{
    return section < m_rows.size() ? createIndex(m_rows[section], Title, section) : QModelIndex();
}

const std::vector<std::uint32_t> &OutlineModel::childrenOf(const QModelIndex &parent) const
{
    return parent.isValid() ? m_children[section(parent)] : m_children.back();
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, childrenOf(parent)[static_cast<std::size_t>(row)]);
}

QModelIndex OutlineModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const std::uint32_t above = m_outline->sections[section(index)].parent;
    return above == OutlineSection::none ? QModelIndex() : indexOf(above);
}

int OutlineModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int OutlineModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant OutlineModel::figure(const OutlineSection &section, int column) const
{
    const std::uint32_t value = column == Chunks ? section.chunks : section.findings;
    return column == Findings && value == 0 ? QString() : formatCount(value);
}

QVariant OutlineModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const OutlineSection &row = m_outline->sections[section(index)];
    if (role == Qt::TextAlignmentRole && index.column() != Title)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) {
        if (index.column() != Title)
            return figure(row, index.column());
        return row.title.isEmpty() ? tr("(no title)") : row.title;
    }
    const auto plural = [](std::uint32_t value) { return static_cast<int>(std::min(value, 1'000'000'000U)); };
    const QString counts = tr("%1 · %2").arg(tr("%Ln chunk(s)", nullptr, plural(row.chunks)),
                                             tr("%Ln finding(s)", nullptr, plural(row.findings)));
    if (role == Qt::AccessibleTextRole)
        return tr("%1, %2").arg(row.title, counts);
    if (role == Qt::ToolTipRole)
        return QStringLiteral("<p>%1<br>%2<br>%3</p>")
            .arg(row.title.toHtmlEscaped(), counts.toHtmlEscaped(),
                 tr("Bytes %1 to %2 of the text, sections inside included.")
                     .arg(formatCount(row.section.begin), formatCount(row.section.end))
                     .toHtmlEscaped());
    return {};
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((column == Title ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) // titles need the room
        return column == Title ? tr("Section") : column == Chunks ? QStringLiteral("#") : QStringLiteral("!");
    if (role == Qt::AccessibleTextRole)
        return column == Title ? tr("Section") : column == Chunks ? tr("Chunks") : tr("Findings");
    if (role == Qt::ToolTipRole)
        return column == Title ? tr("Headings of the document, or what its source code declares.")
            : column == Chunks
            ? tr("Chunks: those that share text with the section; one that reaches into two counts in both.")
            : tr("Findings: places in the section that an audit rule complains about.");
    return {};
}

} // namespace cw
