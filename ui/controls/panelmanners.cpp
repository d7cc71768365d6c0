// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/panelmanners.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QWheelEvent>

namespace cw {

PanelManners::PanelManners(QWidget *parent) : QObject(parent) { }

void PanelManners::teach(QAbstractSpinBox *spin)
{
    spin->setFocusPolicy(Qt::StrongFocus);
    spin->installEventFilter(new PanelManners(spin));
    auto *edit = spin->findChild<QLineEdit *>();
    connect(spin, &QAbstractSpinBox::editingFinished, edit, [edit] {
        const QSignalBlocker blocker(edit);
        edit->setText(edit->text()); // forgets what was typed
    });
}

void PanelManners::teach(QComboBox *combo)
{
    combo->setFocusPolicy(Qt::StrongFocus);
    combo->installEventFilter(new PanelManners(combo));
}

bool PanelManners::eventFilter(QObject *watched, QEvent *event)
{
    auto *widget = qobject_cast<QWidget *>(watched);
    auto *spin = qobject_cast<QAbstractSpinBox *>(watched);
    if (event->type() == QEvent::Wheel) {
        if (!widget->hasFocus()) {
            event->ignore();
            return true;
        }
        const auto *wheel = static_cast<QWheelEvent *>(event);
        if (spin && wheel->modifiers().testFlag(Qt::ShiftModifier)) {
            const QPoint delta = wheel->angleDelta();
            const int turn = delta.y() != 0 ? delta.y() : delta.x();
            spin->stepBy(turn > 0 ? 10 : -10);
            event->accept();
            return true;
        }
    }
    if (spin && event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const auto *edit = spin->findChild<QLineEdit *>();
        if ((key->matches(QKeySequence::Undo) && !edit->isUndoAvailable())
            || (key->matches(QKeySequence::Redo) && !edit->isRedoAvailable())) {
            event->ignore();
            return true;
        }
    }
    if (spin && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers().testFlag(Qt::ShiftModifier) && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            spin->stepBy(key->key() == Qt::Key_Up ? 10 : -10);
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace cw
