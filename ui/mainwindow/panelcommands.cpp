// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/panelcommands.h"

#include "models/texts.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QTabBar>

#include <algorithm>

namespace cw {

const QStringList &panelNames()
{
    static const QStringList names{QStringLiteral("documents"),  QStringLiteral("outline"),
                                   QStringLiteral("parameters"), QStringLiteral("chunks"),
                                   QStringLiteral("findings"),   QStringLiteral("histogram"),
                                   QStringLiteral("limits")};
    return names;
}

bool focusIn(QWidget *panel, QWidget *wanted, Qt::FocusReason reason)
{
    const auto takesFocus = [](const QWidget *widget) {
        return (widget->focusPolicy() & Qt::TabFocus) && widget->isVisible() && widget->isEnabled();
    };
    QWidget *target = wanted && takesFocus(wanted) ? wanted : nullptr;
    for (QWidget *widget = panel->nextInFocusChain(); !target && widget != panel; widget = widget->nextInFocusChain()) {
        if (panel->isAncestorOf(widget) && takesFocus(widget))
            target = widget;
    }
    if (!target)
        return false;
    panel->window()->activateWindow();
    target->setFocus(reason);
    return true;
}

PanelCommands::PanelCommands(QMainWindow &window, const QList<QDockWidget *> &panels, QWidget &centre, Actions &actions)
    : QObject(&window), m_window(window), m_centre(centre), m_actions(actions)
{
    for (QDockWidget *panel : panels) {
        auto *floating = new QAction(this);
        m_panels.push_back({panel, panel->windowTitle(), floating});
        connect(floating, &QAction::triggered, panel, [panel] { setFloating(*panel, !panel->isFloating()); });
        connect(panel, &QDockWidget::topLevelChanged, this, &PanelCommands::updateActions);
        connect(panel, &QDockWidget::visibilityChanged, this, &PanelCommands::updateActions);
        panel->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(panel, &QDockWidget::customContextMenuRequested, this,
                [this, panel](QPoint point) { showMenu(*panel, panel->mapToGlobal(point)); });
    }
    m_actions.on(ActionId::FloatPanel, this, [this] {
        if (m_focused)
            setFloating(*m_focused, !m_focused->isFloating());
    });
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, const QWidget *focused) { followFocus(focused); });
    updateActions();
}

QList<QAction *> PanelCommands::floatActions() const
{
    QList<QAction *> actions;
    for (const Panel &panel : m_panels)
        actions.append(panel.floating);
    return actions;
}

void PanelCommands::showMenu(const QDockWidget &panel, QPoint global) const
{
    QMenu *menu = m_window.createPopupMenu();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    QAction *first = menu->actions().isEmpty() ? nullptr : menu->actions().first();
    const auto entry = std::ranges::find(m_panels, &panel, &Panel::dock);
    menu->insertAction(first, entry->floating);
    menu->insertSeparator(first);
    menu->popup(global);
}

bool PanelCommands::showMenuOfTab(QPoint point) const
{
    const auto *tabs = qobject_cast<const QTabBar *>(m_window.childAt(point));
    const int tab = tabs ? tabs->tabAt(tabs->mapFrom(&m_window, point)) : -1;
    if (tab < 0)
        return false;
    const auto panel = std::ranges::find_if(
        m_panels, [title = tabs->tabText(tab)](const Panel &each) { return each.dock->windowTitle() == title; });
    if (panel == m_panels.end())
        return false;
    showMenu(*panel->dock, m_window.mapToGlobal(point));
    return true;
}

void PanelCommands::followFocus(const QWidget *focused)
{
    const auto holds
        = [focused](const QWidget *holder) { return focused && (holder == focused || holder->isAncestorOf(focused)); };
    const auto panel = std::ranges::find_if(m_panels, [holds](const Panel &each) { return holds(each.dock); });
    if (panel != m_panels.end())
        m_focused = panel->dock;
    else if (holds(&m_centre))
        m_focused.clear();
    updateActions();
}

void PanelCommands::setFloating(QDockWidget &panel, bool isFloating)
{
    const QPointer<QWidget> hadFocus = panel.focusWidget(); // Qt forgets it when the panel gets another window
    panel.show();
    panel.setFloating(isFloating);
    panel.raise();
    if (!focusIn(panel.widget(), hadFocus, Qt::OtherFocusReason))
        panel.window()->activateWindow();
}

void PanelCommands::updateActions()
{
    QString focusedText = tr("&Float Panel");
    const bool hasPanel = m_focused && m_focused->isVisible();
    for (const Panel &panel : m_panels) {
        const bool isFloating = panel.dock->isFloating();
        panel.floating->setText((isFloating ? tr("&Dock %1") : tr("&Float %1")).arg(forMenu(panel.title)));
        panel.floating->setToolTip(isFloating ? tr("Put this panel back into the window.")
                                              : tr("Give this panel a window of its own."));
        if (hasPanel && panel.dock == m_focused)
            focusedText = panel.floating->text();
        if (auto *button = panel.dock->findChild<QAbstractButton *>(QStringLiteral("qt_dockwidget_floatbutton"))) {
            button->setAccessibleName(Actions::plainText(*panel.floating));
            button->setToolTip(panel.floating->toolTip());
        }
        if (auto *button = panel.dock->findChild<QAbstractButton *>(QStringLiteral("qt_dockwidget_closebutton")))
            button->setAccessibleName(tr("Close %1").arg(panel.title));
    }
    m_actions.setAvailable(ActionId::FloatPanel, hasPanel, tr("No panel has the keyboard: F6 goes to the next one."));
    m_actions[ActionId::FloatPanel].setText(focusedText);
}

} // namespace cw
