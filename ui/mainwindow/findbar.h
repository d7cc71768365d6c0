// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chunkview/chunkview.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace cw {

/// Finds text in the document that the view shows.
class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(ChunkView &view, QWidget *parent = nullptr);

    /// Shows the bar with its text marked, ready to be typed over.
    void activate();
    void findNext();
    void findPrevious();
    [[nodiscard]] bool hasText() const;

signals:
    void textChanged();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void close();
    void find(bool backward);
    void updateSearch();
    void showPosition();

    ChunkView &m_view;
    QLineEdit *m_text = nullptr;
    QCheckBox *m_case = nullptr;
    QCheckBox *m_words = nullptr;
    QLabel *m_position = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
};

} // namespace cw
