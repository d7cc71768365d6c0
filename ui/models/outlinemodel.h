// SPDX-License-Identifier: GPL-3.0-or-later
// A document's outline as a tree for views.
#pragma once

#include "models/documentoutline.h"

#include <QAbstractItemModel>

#include <memory>
#include <span>

namespace cw {

class OutlineModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Title, Chunks, Findings, ColumnCount };

    explicit OutlineModel(QObject *parent = nullptr);

    /// Null: there is nothing to show. Rows stay, with what is expanded and selected, while document and outline are
    /// the same and only the figures are new.
    void setOutline(const std::shared_ptr<const DocumentOutline> &outline);
    [[nodiscard]] const std::shared_ptr<const DocumentOutline> &outline() const noexcept { return m_outline; }

    /// Position in OutlineTree::sections.
    [[nodiscard]] std::uint32_t section(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOf(std::uint32_t section) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::span<const std::uint32_t> childrenOf(const QModelIndex &parent) const;
    [[nodiscard]] static QVariant figure(const OutlineFigures &figures, int column);

    std::shared_ptr<const DocumentOutline> m_outline;
};

} // namespace cw
