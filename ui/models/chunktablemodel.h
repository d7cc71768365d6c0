// SPDX-License-Identifier: GPL-3.0-or-later
// The chunks of a snapshot as rows, sorted and filtered by numbers rather than by displayed text.
#pragma once

#include "concurrency/disposer.h"
#include "concurrency/latesttask.h"
#include "models/blocktrees.h"
#include "models/chunklist.h"

#include <QAbstractTableModel>

#include <memory>

namespace cw {

/// Cells are made when they are asked for. Many chunks, or filters and orders that read their text, are worked out on a
/// worker: rows stay as they were until the newest list is there.
class ChunkTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { ///< as ChunkColumn
        Number,
        DocumentName,
        Page,
        Tokens,
        OverlapTokens,
        OverlapPercent,
        Words,
        Characters,
        StartReason,
        EndReason,
        Parent, ///< for snapshots with parents
        ReturnedTokens, ///< for those that return more than chunks
        Findings,
        Section,
        Preview,
        ColumnCount
    };
    /// More chunks and findings are listed in the background, which shows them a moment after the other views; more
    /// than the second figure when their text is read.
    static constexpr std::size_t mostAtOnce = 200'000;
    static constexpr std::size_t mostReadAtOnce = 5'000;

    explicit ChunkTableModel(QObject *parent = nullptr);

    void setSnapshot(std::shared_ptr<const RunSnapshot> snapshot);
    /// What the rows show: while isListing(), it may be older than the one that was set.
    [[nodiscard]] const std::shared_ptr<const RunSnapshot> &snapshot() const noexcept { return m_list.snapshot; }
    [[nodiscard]] bool isListing() const noexcept { return m_isListing; }
    /// Rows, or the headings in them, are still to come.
    [[nodiscard]] bool isCatchingUp() const { return m_isListing || m_trees.isReading(); }
    void setFilter(const ChunkFilter &filter);
    [[nodiscard]] const ChunkFilter &filter() const noexcept { return m_filter; }

    [[nodiscard]] ChunkRef chunkAt(int row) const { return m_list.rows[static_cast<std::size_t>(row)]; }
    /// -1 when the filter hides it.
    [[nodiscard]] int rowOf(ChunkRef chunk) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

signals:
    void listingChanged(bool isListing);

private:
    [[nodiscard]] const Chunk &chunk(ChunkRef ref) const;
    [[nodiscard]] QString cellText(ChunkRef ref, int column) const;
    [[nodiscard]] QString section(ChunkRef ref) const;
    [[nodiscard]] QString cellToolTip(ChunkRef ref, int column) const;
    void list(ChangeKind kind);
    void setListing(bool isListing);
    void install(ChunkList &list); ///< leaves there what was shown before

    std::shared_ptr<const RunSnapshot> m_wanted;
    ChunkFilter m_filter;
    ChunkOrder m_order;
    ChunkList m_list;
    bool m_isListing = false;
    mutable BlockTrees m_trees; ///< cells ask for them
    Disposer m_disposer; ///< of long lists
    LatestTask<std::shared_ptr<ChunkList>> m_task; ///< last: joined before the rest goes
};

} // namespace cw
