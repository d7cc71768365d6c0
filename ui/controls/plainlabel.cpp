// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/plainlabel.h"

#include "controls/cachedcolors.h"
#include "theme/theme.h"

#include <QApplication>
#include <QEvent>

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
    own.setColor(QPalette::WindowText,
                 m_tone == Tone::Dim
                     ? readableOn(colors.dimText, source.color(QPalette::Window))
                     : readableOn(colors.severityColor(Severity::Error), source.color(QPalette::Window)));
    setPalette(own);
    m_isAdopting = false;
}

} // namespace cw
