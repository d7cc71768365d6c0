// SPDX-License-Identifier: GPL-3.0-or-later
// The table's actions as QActions, in their menus.
#pragma once

#include "actions/actiontable.h"

#include <QAction>
#include <QHash>
#include <QList>
#include <QObject>

class QMenu;
class QMenuBar;

namespace cw {

class Actions final : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QObject *parent = nullptr);

    [[nodiscard]] QAction &operator[](ActionId id) const;
    /// In menu order.
    [[nodiscard]] const QList<QAction *> &all() const noexcept { return m_all; }
    [[nodiscard]] QMenu &menu(MenuId id) const;

    /// Adds the menus to the bar.
    void fill(QMenuBar &bar);

    template<class Receiver, class Function>
    void on(ActionId id, Receiver *receiver, Function function)
    {
        connect(&(*this)[id], &QAction::triggered, receiver, function);
    }

    /// Enables the action, or disables it and says why in its tooltip.
    void setAvailable(ActionId id, bool isAvailable, const QString &reason);

    /// "Open Files…": without the mnemonic's mark.
    [[nodiscard]] static QString plainText(const QAction &action);

private:
    QHash<ActionId, QAction *> m_actions;
    QHash<ActionId, QString> m_tips;
    QList<QAction *> m_all;
    QHash<MenuId, QMenu *> m_menus;
};

} // namespace cw
