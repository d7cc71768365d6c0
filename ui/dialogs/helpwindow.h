// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/helpcontent.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QScrollArea;

namespace cw {

/// The help beside the work: topics on the left, one topic's text on the right.
class HelpWindow final : public QDialog
{
    Q_OBJECT

public:
    explicit HelpWindow(const Actions &actions, QWidget *parent = nullptr);

    /// Shows a topic; the first one when the id is unknown.
    void showTopic(const QString &id);
    [[nodiscard]] QString currentTopic() const;

private:
    void showRow(int row);

    QList<HelpTopic> m_topics;
    QListWidget *m_list = nullptr;
    QScrollArea *m_scroll = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
};

/// The topic of the widget or of the nearest widget around it that names one; "start" when none does.
[[nodiscard]] QString helpTopicOf(const QWidget *widget);

} // namespace cw
