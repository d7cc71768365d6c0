// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/messagearea.h"

#include "theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

namespace {
constexpr std::size_t rowLimit = 3;
constexpr int listHeight = 160;
} // namespace

MessageArea::MessageArea(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Messages"));
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    hide();
}

void MessageArea::add(Severity severity, const QString &text, const QString &key, std::vector<Choice> choices)
{
    const auto same = std::find_if(m_messages.begin(), m_messages.end(), [&](const Message &message) {
        return key.isEmpty() ? message.text == text : message.key == key;
    });
    if (same != m_messages.end())
        m_messages.erase(same);
    m_messages.push_back({severity, text, key, std::move(choices)});
    QAccessibleEvent announcement(this, QAccessible::Alert);
    setAccessibleDescription(text);
    QAccessible::updateAccessibility(&announcement);
    rebuildSoon();
}

void MessageArea::dismiss(const QString &key)
{
    if (std::erase_if(m_messages, [&](const Message &message) { return message.key == key; }) > 0)
        rebuildSoon();
}

void MessageArea::clear()
{
    m_messages.clear();
    m_showsAll = false;
    rebuildSoon();
}

QStringList MessageArea::messages() const
{
    QStringList texts;
    for (const Message &message : m_messages)
        texts.append(message.text);
    return texts;
}

void MessageArea::setSuppressed(bool isSuppressed)
{
    m_isSuppressed = isSuppressed;
    setVisible(!m_messages.empty() && !m_isSuppressed);
}

void MessageArea::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuildSoon();
}

void MessageArea::rebuildSoon()
{
    if (m_isRebuildPending)
        return;
    m_isRebuildPending = true;
    QTimer::singleShot(0, this, [this] {
        m_isRebuildPending = false;
        rebuild();
    });
}

void MessageArea::rebuild()
{
    if (m_rows)
        m_rows->deleteLater();
    m_rows = nullptr;
    setVisible(!m_messages.empty() && !m_isSuppressed);
    if (!m_messages.empty()) {
        m_rows = new QWidget(this);
        auto *layout = new QVBoxLayout(m_rows);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        // questions first: they wait for an answer; then the newest
        std::vector<const Message *> ordered;
        for (auto message = m_messages.rbegin(); message != m_messages.rend(); ++message)
            ordered.push_back(&*message);
        std::stable_partition(ordered.begin(), ordered.end(),
                              [](const Message *message) { return !message->choices.empty(); });
        const std::size_t shown = std::min(rowLimit, ordered.size());
        for (std::size_t i = 0; i < shown; ++i)
            layout->addWidget(makeRow(*ordered[i]));
        if (ordered.size() > shown) {
            layout->addWidget(makeMoreRow(ordered.size() - shown));
            if (m_showsAll) {
                auto *list = new QListWidget(m_rows);
                list->setAccessibleName(tr("All other messages"));
                list->setWordWrap(true);
                list->setFixedHeight(listHeight);
                for (std::size_t i = shown; i < ordered.size(); ++i)
                    list->addItem(ordered[i]->text);
                layout->addWidget(list);
            }
        }
        m_layout->addWidget(m_rows);
    }
    Q_EMIT messagesChanged();
}

QWidget *MessageArea::makeRow(const Message &message)
{
    auto *row = new QFrame(m_rows);
    row->setFrameShape(QFrame::NoFrame);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 4, 4, 4);
    layout->setSpacing(8);

    auto *icon = new QLabel(row);
    const int size = fontMetrics().height();
    icon->setPixmap(severityIcon(message.severity, ThemeColors::fromPalette(palette())).pixmap(size, size));
    icon->setAccessibleName(message.severity == Severity::Info ? tr("Note") : tr("Problem"));
    layout->addWidget(icon);

    auto *label = new QLabel(message.text, row);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(label, 1);

    for (const Choice &choice : message.choices) {
        auto *button = new QPushButton(choice.first, row);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, text = message.text, act = choice.second] {
            remove(text);
            if (act)
                act();
        });
        layout->addWidget(button);
    }
    auto *dismissButton = new QToolButton(row);
    dismissButton->setText(QStringLiteral("×"));
    dismissButton->setAutoRaise(true);
    dismissButton->setToolTip(tr("Dismiss this message."));
    dismissButton->setAccessibleName(tr("Dismiss message"));
    connect(dismissButton, &QToolButton::clicked, this, [this, text = message.text] { remove(text); });
    layout->addWidget(dismissButton);
    return row;
}

QWidget *MessageArea::makeMoreRow(std::size_t hidden)
{
    auto *row = new QWidget(m_rows);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 4, 4, 4);
    layout->setSpacing(8);
    auto *label = new QLabel(tr("%n more message(s).", nullptr, static_cast<int>(hidden)), row);
    layout->addWidget(label, 1);
    auto *show = new QPushButton(m_showsAll ? tr("Show Fewer") : tr("Show All"), row);
    show->setAutoDefault(false);
    connect(show, &QPushButton::clicked, this, [this] {
        m_showsAll = !m_showsAll;
        rebuildSoon();
    });
    layout->addWidget(show);
    auto *dismissAll = new QPushButton(tr("Dismiss All"), row);
    dismissAll->setAutoDefault(false);
    connect(dismissAll, &QPushButton::clicked, this, &MessageArea::clear);
    layout->addWidget(dismissAll);
    return row;
}

void MessageArea::remove(const QString &text)
{
    std::erase_if(m_messages, [&](const Message &message) { return message.text == text; });
    rebuildSoon();
}

} // namespace cw
