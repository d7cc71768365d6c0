// SPDX-License-Identifier: GPL-3.0-or-later
// Manners of spin boxes and combo boxes inside panels.
#pragma once

#include <QObject>

class QAbstractSpinBox;
class QComboBox;

namespace cw {

/// Shift makes ten steps of one with keys and wheel; the wheel works only where the focus is, so that scrolling the
/// panel changes nothing. Undo and Redo are the text's own while it is being typed, and the window's once the value is
/// entered.
class PanelManners final : public QObject
{
    Q_OBJECT

public:
    static void teach(QAbstractSpinBox *spin);
    static void teach(QComboBox *combo);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    explicit PanelManners(QWidget *parent);
};

} // namespace cw
