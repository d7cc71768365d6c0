// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "concurrency/latesttask.h"
#include "models/documentoutline.h"
#include "workbench/workbench.h"

#include <QWidget>

#include <memory>

class QLineEdit;
class QListWidget;
class QSortFilterProxyModel;
class QTreeView;

namespace cw {

class OutlineModel;
class OlderRows;
class PlainLabel;

/// The sections of the document that is shown, with chunks and findings of each, and below them what was wrong with
/// the file. Made on a worker, and only while the panel is shown; it follows the selection, and choosing a row goes
/// there.
class OutlinePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit OutlinePanel(Workbench &workbench, QWidget *parent = nullptr);

    [[nodiscard]] QTreeView *tree() const noexcept { return m_tree; }
    [[nodiscard]] QListWidget *problems() const noexcept { return m_problems; }
    [[nodiscard]] QLineEdit *filter() const noexcept { return m_filter; }
    [[nodiscard]] bool isMaking() const { return m_making.isBusy(); }

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using OutlinePointer = std::shared_ptr<const DocumentOutline>;

    void buildTree();
    void make();
    void accept(const Outcome<OutlinePointer> &outcome);
    void showProblems();
    void fitProblems();
    void showState();
    void followSelection();
    void goToRow(const QModelIndex &proxyIndex);
    void goTo(ByteRange bytes);

    Workbench &m_workbench;
    OutlineModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QLineEdit *m_filter;
    QTreeView *m_tree;
    OlderRows *m_older;
    PlainLabel *m_state;
    QListWidget *m_problems;
    bool m_isFollowing = false; ///< the row changes because the selection did, not the other way round
    LatestTask<OutlinePointer> m_making; ///< last: joined before the rest goes
};

} // namespace cw
