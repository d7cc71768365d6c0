// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chunktablemodel.h"

#include "models/texts.h"
#include "models/tooltips.h"
#include "run/returning.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cw {

namespace {

static_assert(static_cast<int>(ChunkColumn::Preview) == ChunkTableModel::Preview);

bool isNumber(int column)
{
    return column != ChunkTableModel::DocumentName && column != ChunkTableModel::StartReason
        && column != ChunkTableModel::EndReason && column != ChunkTableModel::Section
        && column != ChunkTableModel::Preview;
}

} // namespace

ChunkTableModel::ChunkTableModel(QObject *parent)
    : QAbstractTableModel(parent), m_trees([this] {
          if (!m_list.rows.empty())
              Q_EMIT dataChanged(index(0, Section), index(rowCount() - 1, Section));
      }),
      m_task(
          "Listing the chunks",
          [this](const Outcome<std::shared_ptr<ChunkList>> &outcome) {
              if (outcome.hasValue())
                  install(*outcome.value());
              else if (outcome.hasError())
                  setListing(false); // the rows stay as they are
          },
          &m_disposer)
{
}

void ChunkTableModel::setSnapshot(std::shared_ptr<const RunSnapshot> snapshot)
{
    if (!m_wanted || !snapshot || m_wanted->documents != snapshot->documents)
        m_trees.forget();
    m_wanted = std::move(snapshot);
    list(ChangeKind::Preview); // a drag keeps showing lists
}

void ChunkTableModel::setFilter(const ChunkFilter &filter)
{
    if (m_filter == filter)
        return;
    m_filter = filter;
    list(ChangeKind::Settled);
}

void ChunkTableModel::sort(int column, Qt::SortOrder order)
{
    const bool isKnown = column >= 0 && column < ColumnCount;
    const ChunkOrder wanted{isKnown ? static_cast<ChunkColumn>(column) : ChunkColumn::Number,
                            order == Qt::DescendingOrder};
    if (m_order == wanted)
        return;
    m_order = wanted;
    list(ChangeKind::Settled);
}

void ChunkTableModel::list(ChangeKind kind)
{
    const std::size_t size = m_wanted ? m_wanted->chunkCount + m_wanted->audit.findings.size() : 0;
    if (size <= (readsText(m_filter, m_order) ? mostReadAtOnce : mostAtOnce) && !readsStructure(m_order)) {
        m_task.cancel();
        auto made = std::make_shared<ChunkList>(listChunks(m_wanted, m_filter, m_order, {}));
        install(*made);
        if (made->rows.size() > mostAtOnce)
            m_disposer.dispose(std::move(made));
        return;
    }
    setListing(true);
    m_task.start(
        [snapshot = m_wanted, filter = m_filter,
         order = m_order](std::stop_token stop) -> Outcome<std::shared_ptr<ChunkList>> {
            return std::make_shared<ChunkList>(listChunks(snapshot, filter, order, std::move(stop)));
        },
        kind);
}

void ChunkTableModel::setListing(bool isListing)
{
    if (std::exchange(m_isListing, isListing) != isListing)
        Q_EMIT listingChanged(isListing);
}

void ChunkTableModel::install(ChunkList &list)
{
    setListing(list.snapshot != m_wanted || list.filter != m_filter || list.order != m_order);
    if (list.snapshot != m_list.snapshot || list.filter != m_list.filter) {
        beginResetModel();
        std::swap(m_list, list);
        endResetModel();
        return;
    }
    // The same rows in another order.
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<ChunkRef> kept;
    kept.reserve(static_cast<std::size_t>(from.size()));
    for (const QModelIndex &index : from)
        kept.push_back(chunkAt(index.row()));
    std::swap(m_list, list);
    QModelIndexList to;
    to.reserve(from.size());
    for (qsizetype i = 0; i < from.size(); ++i)
        to.append(index(rowOf(kept[static_cast<std::size_t>(i)]), from[i].column()));
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

int ChunkTableModel::rowOf(ChunkRef ref) const
{
    if (m_list.order == ChunkOrder()) {
        const auto it = std::ranges::lower_bound(m_list.rows, ref);
        return it != m_list.rows.end() && *it == ref ? static_cast<int>(it - m_list.rows.begin()) : -1;
    }
    const auto it = std::ranges::find(m_list.rows, ref);
    return it == m_list.rows.end() ? -1 : static_cast<int>(it - m_list.rows.begin());
}

int ChunkTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_list.rows.size());
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
    struct ColumnText
    {
        QString title;
        QString help;
    };
    const auto heading = [section]() -> ColumnText {
        switch (section) {
        case Number:
            return {tr("Chunk"),
                    tr("Number of the chunk in its document, counted from 1 as everywhere on the screen. The field "
                       "index of exports counts from 0.")};
        case DocumentName:
            return {tr("Document"), tr("The document that the chunk was cut from.")};
        case Page:
            return {tr("Page"), tr("The pages that the chunk is on, as the document calls them.")};
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
        case Parent:
            return {tr("Parent"), tr("Number of the parent that the chunk lies in, which is returned for it.")};
        case ReturnedTokens:
            return {tr("Returned"), tr("Exact tokens of the text that is returned when the chunk is found.")};
        case Findings:
            return {tr("Findings"), tr("Audit findings on the chunk.")};
        case Section:
            return {tr("Section"), tr("The headings that the chunk begins under, the outermost first.")};
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

const Chunk &ChunkTableModel::chunk(ChunkRef ref) const
{
    return m_list.snapshot->chunkSets[ref.document]->chunks()[ref.chunk];
}

QString ChunkTableModel::cellText(ChunkRef ref, int column) const
{
    const Chunk &c = chunk(ref);
    const auto size = [&] { return textSize(m_list.snapshot->chunkSets[ref.document]->text(ref.chunk)); };
    switch (column) {
    case Number:
        return formatCount(ref.chunk + 1);
    case DocumentName:
        return toQString(m_list.snapshot->documents[ref.document]->id());
    case Page:
        return pagesText(*m_list.snapshot->documents[ref.document], c.source);
    case Tokens:
        return formatCount(c.embeddedTokens());
    case OverlapTokens:
        return formatCount(c.overlapTokens);
    case OverlapPercent:
        return formatPercent(overlapPercentOf(c));
    case Words:
        return formatCount(size().words);
    case Characters:
        return formatCount(size().characters);
    case StartReason:
        return boundaryReasonName(c.startReason);
    case EndReason:
        return boundaryReasonName(c.endReason);
    case Parent:
        return hasParents(*m_list.snapshot) ? formatCount(parentOf(*m_list.snapshot, ref.document, ref.chunk) + 1)
                                            : QString();
    case ReturnedTokens:
        return formatCount(returnedFor(*m_list.snapshot, ref.document, ref.chunk).facts().tokens);
    case Findings: {
        const std::uint32_t count = m_list.findingsOf(ref);
        return count == 0 ? QString() : formatCount(count);
    }
    case Section:
        return section(ref);
    default:
        return previewOf(*m_list.snapshot, ref);
    }
}

QString ChunkTableModel::section(ChunkRef ref) const
{
    const std::shared_ptr<const Document> &document = m_list.snapshot->documents[ref.document];
    const std::shared_ptr<const BlockTree> tree = m_trees.of(document);
    return tree ? headingPathText(*tree, document->text(), chunk(ref).source.begin) : QString();
}

QString ChunkTableModel::cellToolTip(ChunkRef ref, int column) const
{
    if (column == Number)
        return tr("Chunk %1, which exports call index %2.").arg(formatCount(ref.chunk + 1), QString::number(ref.chunk));
    if (column == StartReason)
        return toQString(boundaryReasonHelp(chunk(ref).startReason));
    if (column == EndReason)
        return toQString(boundaryReasonHelp(chunk(ref).endReason));
    if (column == Section)
        return plainToolTip(section(ref));
    if ((column == Tokens || column == Preview) && chunk(ref).hasPrefix())
        return plainToolTip(prefixNote(*m_list.snapshot->chunkSets[ref.document], ref.chunk));
    return {};
}

} // namespace cw
