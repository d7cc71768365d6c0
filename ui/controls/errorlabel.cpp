// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/errorlabel.h"

#include "controls/cachedcolors.h"
#include "controls/plainlabel.h"
#include "theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>

namespace cw {

ErrorLabel::ErrorLabel(QWidget *parent, Severity severity)
    : QWidget(parent), m_severity(severity), m_icon(new QLabel(this)),
      m_text(new PlainLabel(severity == Severity::Error ? PlainLabel::Tone::Error : PlainLabel::Tone::Warning, this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    updateIcon();
    hide();
}

void ErrorLabel::setMessage(const QString &message)
{
    if (message == m_text->text() && isHidden() == message.isEmpty())
        return;
    m_text->setText(message);
    setAccessibleName(message);
    setVisible(!message.isEmpty());
    if (!message.isEmpty()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

QString ErrorLabel::message() const
{
    return m_text->text();
}

void ErrorLabel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        updateIcon();
}

void ErrorLabel::updateIcon()
{
    m_icon->setPixmap(
        severityIcon(m_severity, cachedThemeColors(palette())).pixmap(QSize(16, 16), devicePixelRatioF()));
}

} // namespace cw
