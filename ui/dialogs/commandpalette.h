// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QPointer>

class QAction;
class QLineEdit;
class QTreeWidget;

namespace cw {

/// All commands, found by typing parts of their names.
class CommandPalette final : public QDialog
{
    Q_OBJECT

public:
    explicit CommandPalette(const QList<QAction *> &actions, QWidget *parent = nullptr);

    /// True when every word of `typed` begins somewhere in `name`, in any order.
    [[nodiscard]] static bool matches(const QString &name, const QString &typed);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter(const QString &typed);
    void run();

    QList<QPointer<QAction>> m_actions;
    QLineEdit *m_typed = nullptr;
    QTreeWidget *m_list = nullptr;
};

} // namespace cw
