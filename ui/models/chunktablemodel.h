// SPDX-License-Identifier: GPL-3.0-or-later
// The chunks of a snapshot as rows, sorted and filtered by numbers rather than by displayed text.
#pragma once

#include "run/run.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cw {

struct ChunkRef
{
    std::uint32_t document = 0;
    std::uint32_t chunk = 0;

    auto operator<=>(const ChunkRef &) const = default;
};

struct ChunkFilter
{
    std::optional<std::uint32_t> document; ///< empty: all documents
    QString text; ///< in the document's name or the preview; case does not matter
    std::uint32_t minimumTokens = 0;

    bool operator==(const ChunkFilter &) const = default;
};

/// Cells are made when they are asked for; a new snapshot costs one pass over the chunks' numbers.
class ChunkTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Number,
        DocumentName,
        Tokens,
        OverlapTokens,
        OverlapPercent,
        Words,
        Characters,
        StartReason,
        EndReason,
        Findings,
        Preview,
        ColumnCount
    };

    explicit ChunkTableModel(QObject *parent = nullptr);

    void setSnapshot(std::shared_ptr<const RunSnapshot> snapshot);
    [[nodiscard]] const std::shared_ptr<const RunSnapshot> &snapshot() const noexcept { return m_snapshot; }
    void setFilter(const ChunkFilter &filter);
    [[nodiscard]] const ChunkFilter &filter() const noexcept { return m_filter; }

    [[nodiscard]] ChunkRef chunkAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// -1 when the filter hides it.
    [[nodiscard]] int rowOf(ChunkRef chunk) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    static constexpr std::size_t previewCodePoints = 160;

private:
    [[nodiscard]] const Chunk &chunk(ChunkRef ref) const;
    [[nodiscard]] std::size_t globalNumber(ChunkRef ref) const;
    [[nodiscard]] QString preview(ChunkRef ref) const;
    [[nodiscard]] TextSize sizeOf(ChunkRef ref) const;
    [[nodiscard]] double sortKey(ChunkRef ref) const;
    [[nodiscard]] QString cellText(ChunkRef ref, int column) const;
    [[nodiscard]] QString cellToolTip(ChunkRef ref, int column) const;
    void collectRows();
    void sortRows();

    std::shared_ptr<const RunSnapshot> m_snapshot;
    ChunkFilter m_filter;
    std::vector<ChunkRef> m_rows;
    std::vector<std::uint32_t> m_findingCounts; ///< by global chunk number
    int m_sortColumn = Number;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace cw
