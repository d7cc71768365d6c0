// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/audit.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QVBoxLayout;

namespace cw {

/// What happened, in place: a few rows that can be dismissed, never a modal box. Rows beyond the first three are
/// counted and listed on demand.
class MessageArea final : public QWidget
{
    Q_OBJECT

public:
    using Choice = std::pair<QString, std::function<void()>>; ///< button text and what it does

    explicit MessageArea(QWidget *parent = nullptr);

    /// Adds a message; a message with the same text is shown once. A choice dismisses the row when it is taken.
    /// Messages with the same non-empty key replace each other.
    void add(Severity severity, const QString &text, const QString &key = {}, std::vector<Choice> choices = {});
    void dismiss(const QString &key);
    void clear();
    [[nodiscard]] QStringList messages() const; ///< oldest first
    /// Keeps the messages but not the room: another place shows them.
    void setSuppressed(bool isSuppressed);

signals:
    void messagesChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Message
    {
        Severity severity;
        QString text;
        QString key;
        std::vector<Choice> choices;
    };

    void rebuildSoon();
    void rebuild();
    [[nodiscard]] QWidget *makeRow(const Message &message);
    [[nodiscard]] QWidget *makeMoreRow(std::size_t hidden);
    void remove(const QString &text);

    std::vector<Message> m_messages;
    bool m_showsAll = false;
    bool m_isSuppressed = false;
    bool m_isRebuildPending = false;
    QWidget *m_rows = nullptr;
    QVBoxLayout *m_layout = nullptr;
};

} // namespace cw
