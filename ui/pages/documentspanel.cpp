// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/documentspanel.h"

#include "controls/menubutton.h"
#include "models/texts.h"
#include "pages/documentdelegate.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSortFilterProxyModel>
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

    auto *sort = new MenuButton(this);
    sort->setText(tr("Sort"));
    sort->setToolTip(tr("Choose the order of the documents."));
    sort->setMenu(makeSortMenu());

    m_view = new QListView(this);
    m_view->setModel(m_proxy);
    m_view->setItemDelegate(new DocumentDelegate(m_view));
    m_view->setAccessibleName(tr("Documents"));
    m_view->setUniformItemSizes(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows); // the model has columns that are not shown
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);

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
    auto *top = new QHBoxLayout;
    top->setSpacing(4);
    top->addWidget(m_filter, 1);
    top->addWidget(sort);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_isFollowing = true; // a row that is filtered away does not choose another document
        m_proxy->setFilterFixedString(text);
        m_isFollowing = false;
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
    connect(&m_workbench, &Workbench::awaitingDocumentsChanged, this, &DocumentsPanel::showFilterState);
    connect(&m_workbench.selection(), &Selection::selected, this, &DocumentsPanel::followSelection);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &DocumentsPanel::followSelection);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DocumentsPanel::showDocument);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DocumentsPanel::selectedDocumentsChanged);
    connect(m_view, &QListView::customContextMenuRequested, this, [this](const QPoint &at) {
        if (m_contextMenu && m_view->indexAt(at).isValid())
            m_contextMenu->popup(m_view->viewport()->mapToGlobal(at));
    });

    m_model->setDocuments(m_workbench.documents());
    m_model->setSnapshot(m_workbench.snapshot());
    followSelection();
    showFilterState();
}

QMenu *DocumentsPanel::makeSortMenu()
{
    auto *menu = new QMenu(this);
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, int column, Qt::SortOrder order) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(column < 0);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, column, order] { m_proxy->sort(column, order); });
    };
    add(tr("As &Opened"), -1, Qt::AscendingOrder);
    add(tr("By &Name"), DocumentsModel::Name, Qt::AscendingOrder);
    add(tr("Most &Chunks First"), DocumentsModel::Chunks, Qt::DescendingOrder);
    add(tr("Most &Tokens First"), DocumentsModel::Tokens, Qt::DescendingOrder);
    add(tr("Most &Findings First"), DocumentsModel::Findings, Qt::DescendingOrder);
    return menu;
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
    if (!document || (place && place->document == *document))
        return;
    m_isLeading = true; // the view has yet to select the row, together with others when Ctrl is held
    m_workbench.selectByte(*document, 0);
    m_isLeading = false;
}

void DocumentsPanel::followSelection()
{
    if (m_isLeading)
        return;
    const std::optional<Place> &place = m_workbench.selection().current();
    const int row = place ? m_model->rowOfSnapshotPosition(place->document) : -1;
    const QModelIndex index = row < 0 ? QModelIndex() : m_proxy->mapFromSource(m_model->index(row, 0));
    if (row < 0 || (m_view->currentIndex() == index && m_view->selectionModel()->isSelected(index)))
        return;
    m_isFollowing = true;
    if (index.isValid())
        m_view->setCurrentIndex(index);
    else // filtered away: no other row may pass for the one shown, or a click on it would change nothing
        m_view->selectionModel()->clear();
    m_isFollowing = false;
}

void DocumentsPanel::showFilterState()
{
    m_none->setVisible(m_proxy->rowCount() == 0);
    if (m_model->rowCount() > 0)
        m_none->setText(tr("No document's name contains “%1”.").arg(m_filter->text()));
    else
        m_none->setText(m_workbench.isAwaitingDocuments() ? loadingText() : tr("No documents are open."));
}

} // namespace cw
