// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/findbar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

namespace cw {

FindBar::FindBar(ChunkView &view, QWidget *parent) : QWidget(parent), m_view(view)
{
    setProperty("helpTopic", QStringLiteral("find"));
    m_text = new QLineEdit(this);
    m_text->setPlaceholderText(tr("Find in this document"));
    m_text->setAccessibleName(tr("Text to find"));
    m_text->setClearButtonEnabled(true);
    m_position = new QLabel(this);
    m_position->setAccessibleName(tr("Matches"));
    m_position->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0,000 of 0,000")));
    m_case = new QCheckBox(tr("Match &case"), this);
    m_case->setToolTip(tr("Tell capital from small letters."));
    m_words = new QCheckBox(tr("W&hole words"), this);
    m_words->setToolTip(tr("Find the text only where it stands as a word by itself."));
    const auto makeButton = [this](Qt::ArrowType arrow, const QString &name) {
        auto *button = new QToolButton(this);
        button->setArrowType(arrow);
        button->setAutoRaise(true);
        button->setToolTip(name);
        button->setAccessibleName(name);
        return button;
    };
    m_previous = makeButton(Qt::UpArrow, tr("Previous match (Shift+F3)"));
    m_next = makeButton(Qt::DownArrow, tr("Next match (F3)"));
    auto *closeButton = new QToolButton(this);
    closeButton->setText(QStringLiteral("×"));
    closeButton->setAutoRaise(true);
    closeButton->setToolTip(tr("Close the find bar (Esc)"));
    closeButton->setAccessibleName(tr("Close the find bar"));

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 4, 4);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_position);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(m_case);
    layout->addWidget(m_words);
    layout->addWidget(closeButton);
    setFocusProxy(m_text);

    connect(m_text, &QLineEdit::textChanged, this, &FindBar::updateSearch);
    connect(m_case, &QCheckBox::toggled, this, &FindBar::updateSearch);
    connect(m_words, &QCheckBox::toggled, this, &FindBar::updateSearch);
    connect(m_previous, &QToolButton::clicked, this, &FindBar::findPrevious);
    connect(m_next, &QToolButton::clicked, this, &FindBar::findNext);
    connect(closeButton, &QToolButton::clicked, this, &FindBar::close);
    connect(&m_view, &ChunkView::searchChanged, this, &FindBar::showPosition);
    hide();
}

void FindBar::activate()
{
    if (isHidden()) {
        const QString selected = m_view.selectedText();
        if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n')))
            m_text->setText(selected);
    }
    show();
    updateSearch();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void FindBar::findNext()
{
    find(false);
}

void FindBar::findPrevious()
{
    find(true);
}

bool FindBar::hasText() const
{
    return !m_text->text().isEmpty();
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        find(event->modifiers().testFlag(Qt::ShiftModifier));
    } else {
        QWidget::keyPressEvent(event);
    }
}

void FindBar::close()
{
    hide();
    m_view.setSearch({}, false, false);
    m_view.setFocus(Qt::OtherFocusReason);
}

void FindBar::find(bool backward)
{
    if (!hasText()) {
        activate();
        return;
    }
    if (isHidden())
        updateSearch();
    m_view.find(m_text->text(), backward, m_case->isChecked(), m_words->isChecked());
    showPosition();
}

void FindBar::updateSearch()
{
    m_view.setSearch(m_text->text(), m_case->isChecked(), m_words->isChecked());
    m_previous->setEnabled(hasText());
    m_next->setEnabled(hasText());
    showPosition();
    Q_EMIT textChanged();
}

void FindBar::showPosition()
{
    if (!hasText()) {
        m_position->clear();
        return;
    }
    const auto [position, count] = m_view.searchPosition();
    const QLocale locale;
    const QString total = locale.toString(static_cast<qulonglong>(count));
    if (m_view.isSearching())
        m_position->setText(tr("Searching…"));
    else if (count == 0)
        m_position->setText(tr("Not found"));
    else if (position == 0)
        m_position->setText(tr("%n match(es)", nullptr, static_cast<int>(count)));
    else
        m_position->setText(tr("%1 of %2").arg(locale.toString(static_cast<qulonglong>(position)), total));
}

} // namespace cw
