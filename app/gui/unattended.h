// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mainwindow/mainwindow.h"
#include "options.h"
#include "workbench/workbench.h"

#include <QObject>
#include <QStringList>

namespace cw {

/// Waits until the window shows the finished run of all documents, writes what was asked for, and ends the program:
/// exit code 0, or 1 with the reasons on stderr.
class Unattended final : public QObject
{
    Q_OBJECT

public:
    Unattended(Workbench &workbench, MainWindow &window, const GuiOptions &options, QObject *parent = nullptr);

private:
    void checkSettled();
    [[nodiscard]] bool isSettled() const;
    void finish();
    void fail(const QString &message) { m_failures.append(message); }
    void writePicture();
    void writeExport();
    void writeSummary();

    Workbench &m_workbench;
    MainWindow &m_window;
    GuiOptions m_options;
    QStringList m_failures;
    bool m_isFinishing = false;
};

/// Totals, then each rule with how many chunks it affects.
[[nodiscard]] QString auditSummary(const RunSnapshot &snapshot);

} // namespace cw
