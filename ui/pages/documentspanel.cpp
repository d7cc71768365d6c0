// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/documentspanel.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

DocumentsPanel::DocumentsPanel(Workbench &workbench, QWidget *parent) : QWidget(parent), m_workbench(workbench)
{
    setProperty("helpTopic", QStringLiteral("documents"));
    m_model = new DocumentsModel(this);
    m_proxy = new QSortFilterProxyModel(this);
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(DocumentsModel::Name);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setSortRole(DocumentsModel::sortRole);
    m_proxy->setSortCaseSensitivity(Qt::CaseInsensitive);

    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setAccessibleName(tr("Filter documents by name"));
    m_filter->setToolTip(tr("Show only documents whose name contains this text."));
    m_filter->setClearButtonEnabled(true);

    m_view = new QTreeView(this);
    m_view->setModel(m_proxy);
    m_view->setAccessibleName(tr("Documents"));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    QHeaderView *header = m_view->header();
    header->setStretchLastSection(false);
    header->setMinimumSectionSize(24);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(DocumentsModel::Name, QHeaderView::Stretch);
    header->setSortIndicatorClearable(true);

    m_none = new QLabel(m_view->viewport());
    m_none->setTextFormat(Qt::PlainText);
    m_none->setWordWrap(true);
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setEnabled(false);
    auto *viewportLayout = new QVBoxLayout(m_view->viewport());
    viewportLayout->addWidget(m_none);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_filter);
    layout->addWidget(m_view, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setFilterFixedString(text);
        followSelection();
        showFilterState();
    });
    connect(&m_workbench, &Workbench::documentsChanged, this, [this] {
        m_model->setDocuments(m_workbench.documents());
        followSelection();
        showFilterState();
    });
    connect(&m_workbench, &Workbench::snapshotChanged, this,
            [this](const std::shared_ptr<const RunSnapshot> &snapshot) {
                m_model->setSnapshot(snapshot);
                followSelection();
            });
    connect(&m_workbench.selection(), &Selection::selected, this, &DocumentsPanel::followSelection);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &DocumentsPanel::followSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DocumentsPanel::showDocument);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DocumentsPanel::selectedDocumentsChanged);
    connect(m_view, &QTreeView::customContextMenuRequested, this, [this](const QPoint &at) {
        if (m_contextMenu && m_view->indexAt(at).isValid())
            m_contextMenu->popup(m_view->viewport()->mapToGlobal(at));
    });

    m_model->setDocuments(m_workbench.documents());
    m_model->setSnapshot(m_workbench.snapshot());
    followSelection();
    showFilterState();
}

std::vector<std::uint32_t> DocumentsPanel::selectedDocuments() const
{
    std::vector<std::uint32_t> rows;
    const QModelIndexList selected = m_view->selectionModel()->selectedRows();
    for (const QModelIndex &index : selected)
        rows.push_back(static_cast<std::uint32_t>(m_proxy->mapToSource(index).row()));
    std::sort(rows.begin(), rows.end());
    return rows;
}

void DocumentsPanel::showDocument(const QModelIndex &proxyIndex)
{
    if (m_isFollowing || !proxyIndex.isValid())
        return;
    const std::optional<std::uint32_t> document = m_model->snapshotPosition(m_proxy->mapToSource(proxyIndex).row());
    const std::optional<Place> &place = m_workbench.selection().current();
    if (document && (!place || place->document != *document))
        m_workbench.selectByte(*document, 0);
}

void DocumentsPanel::followSelection()
{
    const std::optional<Place> &place = m_workbench.selection().current();
    const int row = place ? m_model->rowOfSnapshotPosition(place->document) : -1;
    const QModelIndex index = row < 0 ? QModelIndex() : m_proxy->mapFromSource(m_model->index(row, 0));
    if (!index.isValid() || m_view->currentIndex().row() == index.row())
        return;
    m_isFollowing = true;
    m_view->setCurrentIndex(index);
    m_isFollowing = false;
}

void DocumentsPanel::showFilterState()
{
    m_none->setVisible(m_proxy->rowCount() == 0);
    m_none->setText(m_model->rowCount() == 0 ? tr("No documents are open.")
                                             : tr("No document's name contains “%1”.").arg(m_filter->text()));
}

} // namespace cw
