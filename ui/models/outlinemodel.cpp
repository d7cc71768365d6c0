// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/outlinemodel.h"

#include "models/texts.h"
#include "models/tooltips.h"

#include <algorithm>

namespace cw {

OutlineModel::OutlineModel(QObject *parent) : QAbstractItemModel(parent) { }

void OutlineModel::setOutline(const std::shared_ptr<const DocumentOutline> &outline)
{
    if (!outline || !m_outline || &outline->of() != &m_outline->of()) {
        beginResetModel();
        m_outline = outline;
        endResetModel();
        return;
    }
    m_outline = outline;
    // Views repaint what they show of a level, whatever the range, and each level that has rows is told. A view looks
    // at its rows each time, though: of very many levels one row is told, and who shows them repaints.
    constexpr std::size_t sectionsToldAtMost = 200;
    const OutlineTree &tree = *m_outline->tree;
    const auto tell = [this](std::span<const std::uint32_t> level) {
        if (!level.empty())
            Q_EMIT dataChanged(createIndex(0, Chunks, level.front()),
                               createIndex(static_cast<int>(level.size()) - 1, Findings, level.back()));
    };
    const std::span<const std::uint32_t> outermost = tree.sectionsIn(OutlineSection::none);
    if (tree.sections.size() > sectionsToldAtMost) {
        tell(outermost.first(1));
        return;
    }
    for (std::uint32_t section = 0; section < tree.sections.size(); ++section)
        tell(tree.sectionsIn(section));
    tell(outermost);
}

std::uint32_t OutlineModel::section(const QModelIndex &index) const
{
    return static_cast<std::uint32_t>(index.internalId());
}

QModelIndex OutlineModel::indexOf(std::uint32_t section) const
{
    if (!m_outline || section >= m_outline->tree->sections.size())
        return {};
    return createIndex(static_cast<int>(m_outline->tree->sections[section].row), Title, section);
}

std::span<const std::uint32_t> OutlineModel::childrenOf(const QModelIndex &parent) const
{
    if (!m_outline)
        return {};
    return m_outline->tree->sectionsIn(parent.isValid() ? section(parent) : OutlineSection::none);
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
    const std::uint32_t above = m_outline->tree->sections[section(index)].parent;
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

QVariant OutlineModel::figure(const OutlineFigures &figures, int column)
{
    const std::uint32_t value = column == Chunks ? figures.chunks : figures.findings;
    return column == Findings && value == 0 ? QString() : formatCount(value);
}

QVariant OutlineModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const std::uint32_t number = section(index);
    const OutlineFigures &figures = m_outline->figures[number];
    if (role == Qt::TextAlignmentRole && index.column() != Title)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) {
        if (index.column() != Title)
            return figure(figures, index.column());
        const QString title = m_outline->tree->title(number);
        return title.isEmpty() ? tr("(no title)") : title;
    }
    if (role != Qt::AccessibleTextRole && role != Qt::ToolTipRole)
        return {};
    const auto plural = [](std::uint32_t value) { return static_cast<int>(std::min(value, 1'000'000'000U)); };
    const QString counts = tr("%1 · %2").arg(tr("%Ln chunk(s)", nullptr, plural(figures.chunks)),
                                             tr("%Ln finding(s)", nullptr, plural(figures.findings)));
    const QString title = m_outline->tree->title(number);
    if (role == Qt::AccessibleTextRole)
        return tr("%1, %2").arg(title, counts);
    const ByteRange bytes = m_outline->tree->sections[number].section;
    return plainToolTip(QStringList{title, counts,
                                    tr("Bytes %1 to %2 of the text, sections inside included.")
                                        .arg(formatCount(bytes.begin), formatCount(bytes.end))}
                            .join(QLatin1Char('\n')));
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
