// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/helpwindow.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace cw {

namespace {
constexpr int windowWidth = 820;
constexpr int windowHeight = 600;
constexpr int listWidth = 210;
constexpr int textMargin = 16;
} // namespace

HelpWindow::HelpWindow(const Actions &actions, QWidget *parent) : QDialog(parent), m_topics(helpTopics(actions))
{
    setWindowTitle(tr("Chunkwright Help"));
    resize(windowWidth, windowHeight);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Topics"));
    m_list->setFixedWidth(listWidth);
    for (const HelpTopic &topic : m_topics)
        m_list->addItem(topic.title);

    auto *page = new QWidget(this);
    m_title = new QLabel(page);
    QFont big = m_title->font();
    big.setPointSizeF(big.pointSizeF() * 1.5);
    m_title->setFont(big);
    m_text = new QLabel(page);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(textMargin, textMargin, textMargin, textMargin);
    pageLayout->addWidget(m_title);
    pageLayout->addWidget(m_text, 1);
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(page);
    m_scroll->setAccessibleName(tr("Topic"));

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_list);
    layout->addWidget(m_scroll, 1);
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpWindow::showRow);
    m_list->setCurrentRow(0);
}

void HelpWindow::showTopic(const QString &id)
{
    int row = 0;
    for (int i = 0; i < static_cast<int>(m_topics.size()); ++i) {
        if (m_topics[i].id == id)
            row = i;
    }
    m_list->setCurrentRow(row);
}

QString HelpWindow::currentTopic() const
{
    return m_topics[m_list->currentRow()].id;
}

void HelpWindow::showRow(int row)
{
    if (row < 0)
        return;
    const HelpTopic &topic = m_topics[row];
    m_title->setText(topic.title);
    m_text->setTextFormat(topic.isMarkdown ? Qt::MarkdownText : Qt::RichText);
    m_text->setText(topic.text);
    m_scroll->verticalScrollBar()->setValue(0);
}

QString helpTopicOf(const QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        const QString topic = widget->property("helpTopic").toString();
        if (!topic.isEmpty())
            return topic;
    }
    return QStringLiteral("start");
}

} // namespace cw
