// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/emptypage.h"

#include "actions/actions.h"
#include "theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace cw {

namespace {

constexpr int columnWidth = 560;
constexpr int margin = 24;
constexpr double cornerRadius = 8;

QPushButton *buttonFor(QAction &action, QWidget *parent)
{
    auto *button = new QPushButton(action.text(), parent);
    button->setToolTip(action.toolTip());
    button->setEnabled(action.isEnabled());
    QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    QObject::connect(&action, &QAction::changed, button, [button, &action] {
        button->setEnabled(action.isEnabled());
        button->setToolTip(action.toolTip());
    });
    return button;
}

QFont titleFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 1.5);
    return font;
}

} // namespace

EmptyPage::EmptyPage(Actions &actions, QWidget *parent) : QWidget(parent)
{
    setProperty("helpTopic", QStringLiteral("start"));
    m_column = new QWidget(this);
    m_column->setMaximumWidth(columnWidth);
    m_title = new QLabel(m_column);
    m_title->setFont(titleFont(font()));
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text = new QLabel(m_column);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_problems = new QListWidget(m_column);
    m_problems->setAccessibleName(tr("What could not be opened"));
    m_problems->setWordWrap(true);
    m_problems->setTextElideMode(Qt::ElideNone);
    m_problems->setSelectionMode(QAbstractItemView::ExtendedSelection);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    QPushButton *open = buttonFor(actions[ActionId::OpenFiles], m_column);
    open->setDefault(true);
    buttons->addWidget(open);
    buttons->addWidget(buttonFor(actions[ActionId::OpenFolder], m_column));
    buttons->addWidget(buttonFor(actions[ActionId::TrySamples], m_column));
    buttons->addStretch();

    auto *columnLayout = new QVBoxLayout(m_column);
    columnLayout->setContentsMargins(margin, margin, margin, margin);
    columnLayout->setSpacing(12);
    columnLayout->addWidget(m_title);
    columnLayout->addWidget(m_text);
    columnLayout->addWidget(m_problems);
    columnLayout->addSpacing(4);
    columnLayout->addLayout(buttons);

    auto *across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(m_column, 8);
    across->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addStretch();
    layout->addLayout(across);
    layout->addStretch();
    setProblems({});
}

void EmptyPage::setProblems(const QStringList &problems)
{
    m_problems->setVisible(!problems.isEmpty());
    m_problems->clear();
    if (problems.isEmpty()) {
        m_title->setText(tr("Drop Files or Folders Here"));
        m_text->setText(
            tr("See how they fall into chunks, what overlaps, and what would hurt retrieval, while you move "
               "the sliders. Your files are only read, never changed."));
        return;
    }
    m_title->setText(tr("Nothing Could Be Opened"));
    m_text->setText(tr("Mend what is said below and open it again, choose other files, or open a file that only looks "
                       "binary with File > Open as Text."));
    const QIcon icon = severityIcon(Severity::Error, ThemeColors::fromPalette(palette()));
    for (const QString &problem : problems)
        m_problems->addItem(new QListWidgetItem(icon, problem));
}

void EmptyPage::setDropHighlighted(bool isHighlighted)
{
    m_isHighlighted = isHighlighted;
    update();
}

void EmptyPage::paintEvent(QPaintEvent *)
{
    const ThemeColors colors = ThemeColors::fromPalette(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), colors.base);
    QPen pen(m_isHighlighted ? colors.accent : colors.separator, m_isHighlighted ? 3 : 2, Qt::DashLine);
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(rect()).adjusted(margin, margin, -margin, -margin), cornerRadius, cornerRadius);
}

OpeningPage::OpeningPage(QWidget *parent) : QWidget(parent)
{
    m_text = new QLabel(this);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAlignment(Qt::AlignCenter);
    m_bar = new QProgressBar(this);
    m_bar->setTextVisible(false);
    m_bar->setMaximumWidth(columnWidth / 2);
    m_bar->setAccessibleName(tr("Progress"));
    auto *cancel = new QPushButton(tr("Cancel"), this);
    connect(cancel, &QPushButton::clicked, this, &OpeningPage::cancelRequested);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addStretch();
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    layout->addWidget(m_bar, 0, Qt::AlignHCenter);
    layout->addWidget(cancel, 0, Qt::AlignHCenter);
    layout->addStretch();
    m_bar->setMinimumWidth(columnWidth / 2);
    setProgress(tr("Opening files"), 0, 0);
}

void OpeningPage::setProgress(const QString &what, qint64 done, qint64 total)
{
    const QLocale locale;
    m_text->setText(total > 0 ? tr("%1: %2 of %3").arg(what, locale.toString(done), locale.toString(total))
                              : tr("%1…").arg(what));
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    m_bar->setValue(total > 0 ? static_cast<int>(1000 * done / total) : 0);
}

} // namespace cw
