// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/commandpalette.h"

#include "actions/actions.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

namespace {
constexpr int paletteWidth = 480;
constexpr int paletteHeight = 400;
constexpr int actionRole = Qt::UserRole;
} // namespace

CommandPalette::CommandPalette(const QList<QAction *> &actions, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Command Palette"));
    setProperty("helpTopic", QStringLiteral("shortcuts"));
    for (QAction *action : actions)
        m_actions.append(action);
    m_typed = new QLineEdit(this);
    m_typed->setPlaceholderText(tr("Type a part of a command"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->installEventFilter(this);
    m_list = new QTreeWidget(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setUniformRowHeights(true);
    m_list->setRootIsDecorated(false);
    m_list->setHeaderHidden(true);
    m_list->setColumnCount(2);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_typed);
    layout->addWidget(m_list, 1);
    resize(paletteWidth, paletteHeight);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QTreeWidget::itemActivated, this, &CommandPalette::run);
    filter({});
}

bool CommandPalette::matches(const QString &name, const QString &typed)
{
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString &word) {
        qsizetype at = name.indexOf(word, 0, Qt::CaseInsensitive);
        while (at > 0 && name.at(at - 1).isLetterOrNumber())
            at = name.indexOf(word, at + 1, Qt::CaseInsensitive);
        return at >= 0;
    });
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        int step = 0;
        if (key->key() == Qt::Key_Down)
            step = 1;
        else if (key->key() == Qt::Key_Up)
            step = -1;
        const int count = m_list->topLevelItemCount();
        if (step != 0 && count > 0) {
            const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
            m_list->setCurrentItem(m_list->topLevelItem((row + step + count) % count));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::filter(const QString &typed)
{
    m_list->clear();
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        const QAction *action = m_actions[i];
        if (!action)
            continue;
        const QString name = Actions::plainText(*action);
        if (!matches(name, typed))
            continue;
        const QString shortcut = action->shortcut().toString(QKeySequence::NativeText);
        auto *item = new QTreeWidgetItem(m_list, {name, shortcut});
        item->setTextAlignment(1, Qt::AlignTrailing | Qt::AlignVCenter);
        item->setData(0, actionRole, static_cast<int>(i));
        item->setToolTip(0, action->toolTip());
        if (!action->isEnabled())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::run()
{
    const QTreeWidgetItem *item = m_list->currentItem();
    if (!item || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    const QPointer<QAction> action = m_actions[item->data(0, actionRole).toInt()];
    accept();
    // after the palette is gone, so that the command finds the focus where it was
    if (action)
        QTimer::singleShot(0, action, [action] { action->trigger(); });
}

} // namespace cw
