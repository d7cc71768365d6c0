// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chunktablemodel.h"

#include "models/texts.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cw {

namespace {

bool isNumber(int column)
{
    return column != ChunkTableModel::DocumentName && column != ChunkTableModel::StartReason
        && column != ChunkTableModel::EndReason && column != ChunkTableModel::Preview;
}

double overlapPercent(const Chunk &chunk)
{
    return chunk.tokens == 0 ? 0.0 : 100.0 * chunk.overlapTokens / chunk.tokens;
}

} // namespace

ChunkTableModel::ChunkTableModel(QObject *parent) : QAbstractTableModel(parent) { }

void ChunkTableModel::setSnapshot(std::shared_ptr<const RunSnapshot> snapshot)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_findingCounts.assign(m_snapshot ? m_snapshot->chunkCount : 0, 0);
    if (m_snapshot) {
        for (const Finding &finding : m_snapshot->audit.findings)
            ++m_findingCounts[globalNumber({finding.document, finding.chunk})];
    }
    collectRows();
    sortRows();
    endResetModel();
}

void ChunkTableModel::setFilter(const ChunkFilter &filter)
{
    if (m_filter == filter)
        return;
    beginResetModel();
    m_filter = filter;
    collectRows();
    sortRows();
    endResetModel();
}

int ChunkTableModel::rowOf(ChunkRef ref) const
{
    if (m_sortColumn == Number && m_sortOrder == Qt::AscendingOrder) {
        const auto it = std::ranges::lower_bound(m_rows, ref);
        return it != m_rows.end() && *it == ref ? static_cast<int>(it - m_rows.begin()) : -1;
    }
    const auto it = std::ranges::find(m_rows, ref);
    return it == m_rows.end() ? -1 : static_cast<int>(it - m_rows.begin());
}

int ChunkTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ChunkTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ChunkTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ChunkRef ref = chunkAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(ref, index.column());
    case Qt::ToolTipRole:
        return cellToolTip(ref, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant ChunkTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    struct Heading
    {
        QString title;
        QString help;
    };
    const auto heading = [section]() -> Heading {
        switch (section) {
        case Number:
            return {tr("Chunk"), tr("Number of the chunk in its document, counted from 1.")};
        case DocumentName:
            return {tr("Document"), tr("The document that the chunk was cut from.")};
        case Tokens:
            return {tr("Tokens"), tr("Exact tokens of the chunk's text, carried text included.")};
        case OverlapTokens:
            return {tr("Overlap"), tr("Tokens of text shared with the chunk before.")};
        case OverlapPercent:
            return {tr("Overlap %"), tr("Shared tokens in percent of the chunk's tokens.")};
        case Words:
            return {tr("Words"), tr("Runs of characters between white space.")};
        case Characters:
            return {tr("Characters"), tr("Unicode code points of the chunk's text.")};
        case StartReason:
            return {tr("Starts at"), tr("What the boundary before the chunk follows.")};
        case EndReason:
            return {tr("Ends at"), tr("What the boundary after the chunk follows.")};
        case Findings:
            return {tr("Findings"), tr("Audit findings on the chunk.")};
        default:
            return {tr("Text"), tr("How the chunk's text begins, on one line.")};
        }
    }();
    switch (role) {
    case Qt::DisplayRole:
        return heading.title;
    case Qt::ToolTipRole:
        return heading.help;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

void ChunkTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ColumnCount)
        column = Number;
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<ChunkRef> kept;
    kept.reserve(static_cast<std::size_t>(from.size()));
    for (const QModelIndex &index : from)
        kept.push_back(chunkAt(index.row()));
    m_sortColumn = column;
    m_sortOrder = order;
    std::ranges::sort(m_rows);
    sortRows();
    QModelIndexList to;
    to.reserve(from.size());
    for (qsizetype i = 0; i < from.size(); ++i)
        to.append(index(rowOf(kept[static_cast<std::size_t>(i)]), from[i].column()));
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

const Chunk &ChunkTableModel::chunk(ChunkRef ref) const
{
    return m_snapshot->chunkSets[ref.document]->chunks()[ref.chunk];
}

std::size_t ChunkTableModel::globalNumber(ChunkRef ref) const
{
    return m_snapshot->firstChunkNumber[ref.document] + ref.chunk;
}

QString ChunkTableModel::preview(ChunkRef ref) const
{
    return oneLine(m_snapshot->chunkSets[ref.document]->text(ref.chunk), previewCodePoints);
}

TextSize ChunkTableModel::sizeOf(ChunkRef ref) const
{
    return textSize(m_snapshot->chunkSets[ref.document]->text(ref.chunk));
}

double ChunkTableModel::sortKey(ChunkRef ref) const
{
    switch (m_sortColumn) {
    case DocumentName:
        return ref.document;
    case Tokens:
        return chunk(ref).tokens;
    case OverlapTokens:
        return chunk(ref).overlapTokens;
    case OverlapPercent:
        return overlapPercent(chunk(ref));
    case Words:
        return static_cast<double>(sizeOf(ref).words);
    case Characters:
        return static_cast<double>(sizeOf(ref).characters);
    case StartReason:
        return static_cast<double>(chunk(ref).startReason);
    case EndReason:
        return static_cast<double>(chunk(ref).endReason);
    case Findings:
        return m_findingCounts[globalNumber(ref)];
    default:
        return static_cast<double>(globalNumber(ref));
    }
}

QString ChunkTableModel::cellText(ChunkRef ref, int column) const
{
    const Chunk &c = chunk(ref);
    switch (column) {
    case Number:
        return formatCount(ref.chunk + 1);
    case DocumentName:
        return toQString(m_snapshot->documents[ref.document]->id());
    case Tokens:
        return formatCount(c.tokens);
    case OverlapTokens:
        return formatCount(c.overlapTokens);
    case OverlapPercent:
        return formatPercent(overlapPercent(c));
    case Words:
        return formatCount(sizeOf(ref).words);
    case Characters:
        return formatCount(sizeOf(ref).characters);
    case StartReason:
        return boundaryReasonName(c.startReason);
    case EndReason:
        return boundaryReasonName(c.endReason);
    case Findings: {
        const std::uint32_t count = m_findingCounts[globalNumber(ref)];
        return count == 0 ? QString() : formatCount(count);
    }
    default:
        return preview(ref);
    }
}

QString ChunkTableModel::cellToolTip(ChunkRef ref, int column) const
{
    if (column == StartReason)
        return toQString(boundaryReasonHelp(chunk(ref).startReason));
    if (column == EndReason)
        return toQString(boundaryReasonHelp(chunk(ref).endReason));
    return {};
}

void ChunkTableModel::collectRows()
{
    m_rows.clear();
    if (!m_snapshot)
        return;
    const QString text = m_filter.text.trimmed();
    for (std::uint32_t document = 0; document < m_snapshot->chunkSets.size(); ++document) {
        if (m_filter.document && *m_filter.document != document)
            continue;
        const auto &chunks = m_snapshot->chunkSets[document]->chunks();
        const bool isNameMatch
            = text.isEmpty() || toQString(m_snapshot->documents[document]->id()).contains(text, Qt::CaseInsensitive);
        for (std::uint32_t i = 0; i < chunks.size(); ++i) {
            if (chunks[i].tokens < m_filter.minimumTokens)
                continue;
            if (isNameMatch || preview({document, i}).contains(text, Qt::CaseInsensitive))
                m_rows.push_back({document, i});
        }
    }
}

void ChunkTableModel::sortRows()
{
    if (m_sortColumn == Number) {
        if (m_sortOrder == Qt::DescendingOrder)
            std::ranges::reverse(m_rows);
        return;
    }
    struct Keyed
    {
        double key;
        ChunkRef ref;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(m_rows.size());
    if (m_sortColumn == Preview) {
        std::vector<std::pair<QString, ChunkRef>> texts;
        texts.reserve(m_rows.size());
        for (const ChunkRef ref : m_rows)
            texts.emplace_back(preview(ref), ref);
        std::ranges::stable_sort(texts, [this](const auto &a, const auto &b) {
            const int order = QString::compare(a.first, b.first, Qt::CaseInsensitive);
            return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
        });
        std::ranges::transform(texts, m_rows.begin(), [](const auto &entry) { return entry.second; });
        return;
    }
    for (const ChunkRef ref : m_rows)
        keyed.push_back({sortKey(ref), ref});
    std::ranges::stable_sort(keyed, [this](const Keyed &a, const Keyed &b) {
        return m_sortOrder == Qt::AscendingOrder ? a.key < b.key : a.key > b.key;
    });
    std::ranges::transform(keyed, m_rows.begin(), &Keyed::ref);
}

} // namespace cw
