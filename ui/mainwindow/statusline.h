// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workbench/workbench.h"

#include <QTimer>
#include <QWidget>

#include <chrono>

class QLabel;
class QProgressBar;
class QPushButton;

namespace cw {

/// Totals of the snapshot in one line; progress and Cancel when work takes longer than half a second.
class StatusLine final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(Workbench &workbench, QWidget *parent = nullptr);

    /// "12 documents · 1,284 chunks · ...": what the line says about a snapshot.
    [[nodiscard]] static QString totals(const RunSnapshot &snapshot);

    [[nodiscard]] QString text() const;

    /// The page that the current place is on: "page 12 of 48"; empty in documents without pages.
    [[nodiscard]] QString pageText() const;

    /// Something about what is under the pointer or the cursor, beside the totals; plain text.
    void setNote(const QString &note);

private:
    void showTotals();
    void showPage();
    void showBusy(bool busy);
    void showProgress(const QString &what, qint64 done, qint64 total);

    Workbench &m_workbench;
    QTimer m_patience; ///< work that ends before it runs out shows no progress
    QLabel *m_totals = nullptr;
    QLabel *m_note = nullptr;
    QLabel *m_page = nullptr;
    QLabel *m_state = nullptr;
    QLabel *m_what = nullptr;
    QProgressBar *m_bar = nullptr;
    QPushButton *m_cancel = nullptr;
};

/// "0.4 ms", "1.3 s".
[[nodiscard]] QString durationText(std::chrono::nanoseconds duration);

} // namespace cw
