// SPDX-License-Identifier: GPL-3.0-or-later
// Panels by name, and what floats and docks them without a mouse.
#pragma once

#include "actions/actions.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <vector>

class QDockWidget;
class QMainWindow;

namespace cw {

/// "documents", "outline", "parameters", "chunks", "findings", "histogram" and "limits": what scripts and layouts call
/// the panels.
[[nodiscard]] const QStringList &panelNames();

/// Gives the keyboard to `wanted`, a part of `panel`, else to the first there that takes it; false when nothing does.
bool focusIn(QWidget *panel, QWidget *wanted, Qt::FocusReason reason);

/// A panel that floats or docks keeps the keyboard and stands in front. Panels, centre and actions must outlive this.
class PanelCommands final : public QObject
{
    Q_OBJECT

public:
    /// `centre` is no panel: while it has the focus there is none to float.
    PanelCommands(QMainWindow &window, const QList<QDockWidget *> &panels, QWidget &centre, Actions &actions);

    /// "Float Chunks" or "Dock Chunks", one a panel: for the command palette.
    [[nodiscard]] QList<QAction *> floatActions() const;
    /// The menu that a panel has at its title: floating it, and which panels are shown. False when there is no panel's
    /// tab at the point of the window.
    bool showMenuOfTab(QPoint point) const;

private:
    void followFocus(const QWidget *focused);
    void showMenu(const QDockWidget &panel, QPoint global) const;
    static void setFloating(QDockWidget &panel, bool isFloating);
    void updateActions();

    struct Panel
    {
        QDockWidget *dock = nullptr;
        QString title; ///< without counts
        QAction *floating = nullptr;
    };

    QMainWindow &m_window;
    QWidget &m_centre;
    Actions &m_actions;
    std::vector<Panel> m_panels;
    QPointer<QDockWidget> m_focused; ///< also while a menu has the keyboard
};

} // namespace cw
