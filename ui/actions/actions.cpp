// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>

namespace cw {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("Actions", text);
}

} // namespace

Actions::Actions(QObject *parent) : QObject(parent)
{
    auto *viewGroup = new QActionGroup(this);
    auto *themeGroup = new QActionGroup(this);
    for (const ActionSpec &spec : actionTable()) {
        auto *action = new QAction(translated(spec.text), this);
        QList<QKeySequence> shortcuts;
        const QStringList parts = QString::fromLatin1(spec.shortcut).split(QLatin1Char(';'), Qt::SkipEmptyParts);
        for (const QString &part : parts)
            shortcuts.append(QKeySequence(part, QKeySequence::PortableText));
        action->setShortcuts(shortcuts);
        action->setCheckable(spec.isCheckable);
        m_actions.insert(spec.id, action);
        m_tips.insert(spec.id, translated(spec.tip));
        m_all.append(action);
        setAvailable(spec.id, true, {});
    }
    for (const ActionId id : {ActionId::SourceView, ActionId::CardsView})
        viewGroup->addAction(m_actions.value(id));
    for (const ActionId id : {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark})
        themeGroup->addAction(m_actions.value(id));
    m_actions.value(ActionId::Quit)->setMenuRole(QAction::QuitRole);
    m_actions.value(ActionId::About)->setMenuRole(QAction::AboutRole);
}

QAction &Actions::operator[](ActionId id) const
{
    return *m_actions.value(id);
}

QMenu &Actions::menu(MenuId id) const
{
    return *m_menus.value(id);
}

void Actions::fill(QMenuBar &bar)
{
    for (const MenuSpec &spec : menuTable()) {
        QMenu *menu = bar.addMenu(translated(spec.title));
        menu->setToolTipsVisible(true);
        m_menus.insert(spec.id, menu);
    }
    QHash<QString, QMenu *> submenus;
    for (const ActionSpec &spec : actionTable()) {
        QMenu *menu = m_menus.value(spec.menu);
        if (spec.beginsGroup)
            menu->addSeparator();
        if (spec.submenu) {
            QMenu *&submenu = submenus[translated(spec.submenu)];
            if (!submenu) {
                submenu = menu->addMenu(translated(spec.submenu));
                submenu->setToolTipsVisible(true);
            }
            menu = submenu;
        }
        menu->addAction(m_actions.value(spec.id));
    }
}

void Actions::setAvailable(ActionId id, bool isAvailable, const QString &reason)
{
    QAction &action = *m_actions.value(id);
    const QString tip
        = isAvailable || reason.isEmpty() ? m_tips.value(id) : m_tips.value(id) + QLatin1Char('\n') + reason;
    action.setEnabled(isAvailable);
    action.setToolTip(tip);
}

QString Actions::plainText(const QAction &action)
{
    QString text = action.text();
    text.remove(QLatin1Char('&'));
    return text;
}

} // namespace cw
