// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/commandpalette.h"

#include "actions/actions.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
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
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setUniformItemSizes(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_typed);
    layout->addWidget(m_list, 1);
    resize(paletteWidth, paletteHeight);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemActivated, this, &CommandPalette::run);
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
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow((m_list->currentRow() + step + m_list->count()) % m_list->count());
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
        auto *item = new QListWidgetItem(shortcut.isEmpty() ? name : tr("%1    %2").arg(name, shortcut), m_list);
        item->setData(actionRole, static_cast<int>(i));
        item->setToolTip(action->toolTip());
        if (!action->isEnabled())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    const QPointer<QAction> action = m_actions[item->data(actionRole).toInt()];
    accept();
    // after the palette is gone, so that the command finds the focus where it was
    if (action)
        QTimer::singleShot(0, action, [action] { action->trigger(); });
}

} // namespace cw
