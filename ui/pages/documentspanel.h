// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/documentsmodel.h"
#include "workbench/workbench.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QSortFilterProxyModel;

namespace cw {

/// The open documents: filter, figures, and which one is shown.
class DocumentsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit DocumentsPanel(Workbench &workbench, QWidget *parent = nullptr);

    /// Positions in Workbench::documents() of the selected rows, ascending.
    [[nodiscard]] std::vector<std::uint32_t> selectedDocuments() const;
    /// Shown on a right click or the menu key; not owned.
    void setContextMenu(QMenu *menu) { m_contextMenu = menu; }

signals:
    void selectedDocumentsChanged();

private:
    [[nodiscard]] QMenu *makeSortMenu();
    void showDocument(const QModelIndex &proxyIndex);
    void followSelection();
    void showFilterState();

    Workbench &m_workbench;
    DocumentsModel *m_model = nullptr;
    QSortFilterProxyModel *m_proxy = nullptr;
    QLineEdit *m_filter = nullptr;
    QListView *m_view = nullptr;
    QLabel *m_none = nullptr;
    QMenu *m_contextMenu = nullptr;
    bool m_isLeading = false; ///< the selection changes because the row did
    bool m_isFollowing = false; ///< the row changes because the selection did, not the other way round
};

} // namespace cw
