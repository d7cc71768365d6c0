// SPDX-License-Identifier: GPL-3.0-or-later
// The open documents with the newest figures of each.
#pragma once

#include "audit/audit.h"
#include "run/run.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace cw {

class DocumentsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Chunks, Tokens, Findings, ColumnCount };
    /// Numbers as numbers, for sorting.
    static constexpr int sortRole = Qt::UserRole;
    /// In any column: "6 chunks · 1,549 tokens", "2 findings"; empty while the figures are not known.
    static constexpr int sizeRole = Qt::UserRole + 1;
    static constexpr int findingsRole = Qt::UserRole + 2;
    /// In any column: "Override" where the document was chunked with one; how many problems its format's reader
    /// met, without what it only notes.
    static constexpr int overrideRole = Qt::UserRole + 3;
    static constexpr int problemsRole = Qt::UserRole + 4;
    /// In any column, for little room: how many findings, and the gravest Severity among them as a number. Empty where
    /// there are none.
    static constexpr int findingsCountRole = Qt::UserRole + 5;
    static constexpr int severityRole = Qt::UserRole + 6;
    /// What sizeRole says in fewer words, longest first, for rows without room: all of them hold both figures.
    static constexpr int shortSizesRole = Qt::UserRole + 7;

    explicit DocumentsModel(QObject *parent = nullptr);

    void setDocuments(const std::vector<std::shared_ptr<const Document>> &documents);
    /// Figures are matched to documents by id; a document that is not in the snapshot yet shows none.
    void setSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot);

    [[nodiscard]] const Document &document(int row) const { return *m_documents[static_cast<std::size_t>(row)]; }
    /// The document's position in the snapshot, when it is there.
    [[nodiscard]] std::optional<std::uint32_t> snapshotPosition(int row) const;
    /// The row of a document of the snapshot; -1 when there is none.
    [[nodiscard]] int rowOfSnapshotPosition(std::uint32_t document) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Figures
    {
        std::uint64_t chunks = 0;
        std::uint64_t tokens = 0;
        std::uint64_t findings = 0;
        Severity gravest = Severity::Info; ///< of the findings
    };

    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

    void match();
    /// O(log findings): every paint asks for several figures.
    [[nodiscard]] std::optional<Figures> figuresOf(int row) const;
    [[nodiscard]] static QString summary(const Figures &figures, int role);
    [[nodiscard]] QString details(int row) const;
    /// Null unless the document was chunked with one.
    [[nodiscard]] const ChunkingOverride *overrideOf(int row) const;

    std::vector<std::shared_ptr<const Document>> m_documents;
    std::shared_ptr<const RunSnapshot> m_snapshot;
    std::vector<std::uint32_t> m_snapshotPositions; ///< by row; empty while each row stands for the document there
};

} // namespace cw
