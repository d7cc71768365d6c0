// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/plainlabel.h"

#include "controls/cachedcolors.h"
#include "models/tooltips.h"
#include "theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace cw {

QColor readableOn(QColor color, const QColor &background, double ratio)
{
    const bool isDark = background.lightnessF() < 0.5F;
    for (int i = 0; i < 30 && contrastRatio(color, background) < ratio; ++i)
        color = isDark ? color.lighter(108) : color.darker(108);
    return color;
}

PlainLabel::PlainLabel(Tone tone, QWidget *parent) : PlainLabel(QString(), tone, parent) { }

PlainLabel::PlainLabel(const QString &text, Tone tone, QWidget *parent) : QLabel(parent), m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setText(text);
    adoptColors();
}

void PlainLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elideMode = mode;
    setSizePolicy(mode == Qt::ElideNone ? QSizePolicy::Preferred : QSizePolicy::Maximum, QSizePolicy::Preferred);
    updateGeometry();
}

QSize PlainLabel::minimumSizeHint() const
{
    const QSize whole = QLabel::minimumSizeHint();
    return m_elideMode == Qt::ElideNone
        ? whole
        : QSize(std::min(whole.width(), fontMetrics().averageCharWidth() * 6), whole.height());
}

bool PlainLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_elideMode != Qt::ElideNone
        && fontMetrics().horizontalAdvance(text()) > contentsRect().width()) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString more = toolTip().isEmpty() ? QString() : QLatin1Char('\n') + toolTip();
        QToolTip::showText(help->globalPos(), plainToolTip(text() + more), this);
        return true;
    }
    return QLabel::event(event);
}

void PlainLabel::paintEvent(QPaintEvent *event)
{
    if (m_elideMode == Qt::ElideNone) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    if (contentsRect().width() < std::min(QLabel::minimumSizeHint().width(), fontMetrics().averageCharWidth() * 6))
        return; // a letter and an ellipsis say nothing
    const QString shown = fontMetrics().elidedText(text(), m_elideMode, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown,
                          foregroundRole());
}

void PlainLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    const QEvent::Type type = event->type();
    if (type == QEvent::PaletteChange || type == QEvent::ApplicationPaletteChange || type == QEvent::ParentChange)
        adoptColors();
}

void PlainLabel::adoptColors()
{
    if (m_isAdopting || m_tone == Tone::Normal)
        return;
    m_isAdopting = true;
    const QPalette source = parentWidget() ? parentWidget()->palette() : QApplication::palette();
    const ThemeColors colors = cachedThemeColors(source);
    QPalette own;
    const QColor color = m_tone == Tone::Dim
        ? colors.dimText
        : colors.severityColor(m_tone == Tone::Warning ? Severity::Warning : Severity::Error);
    own.setColor(QPalette::WindowText, readableOn(color, source.color(QPalette::Window)));
    setPalette(own);
    m_isAdopting = false;
}

} // namespace cw
