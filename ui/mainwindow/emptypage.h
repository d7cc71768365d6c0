// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QListWidget;
class QProgressBar;

namespace cw {

class Actions;

/// What stands in the centre when no document is open: where to drop, what to open, and, when opening failed, why.
class EmptyPage final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(Actions &actions, QWidget *parent = nullptr);

    /// The reasons why nothing could be opened; none shows the plain invitation.
    void setProblems(const QStringList &problems);
    void setDropHighlighted(bool isHighlighted);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
    QListWidget *m_problems = nullptr;
    QWidget *m_column = nullptr;
    bool m_isHighlighted = false;
};

/// Shown while the first documents are read.
class OpeningPage final : public QWidget
{
    Q_OBJECT

public:
    explicit OpeningPage(QWidget *parent = nullptr);
    void setProgress(const QString &what, qint64 done, qint64 total);

signals:
    void cancelRequested();

private:
    QLabel *m_text = nullptr;
    QProgressBar *m_bar = nullptr;
};

} // namespace cw
