// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/parameterlabel.h"

#include "controls/cachedcolors.h"

#include <QMouseEvent>
#include <QPainter>

namespace cw {

namespace {
constexpr int dotSpace = 16;
constexpr double dotRadius = 3.5;
} // namespace

ParameterLabel::ParameterLabel(const QString &text, QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setText(text);
}

void ParameterLabel::setMarked(bool isMarked)
{
    if (m_isMarked == isMarked)
        return;
    m_isMarked = isMarked;
    setAccessibleDescription(isMarked ? tr("Differs from the default. Double-click to reset.") : QString());
    update();
}

QSize ParameterLabel::sizeHint() const
{
    return QLabel::sizeHint() + QSize(dotSpace, 0);
}

QSize ParameterLabel::minimumSizeHint() const
{
    return QLabel::minimumSizeHint() + QSize(dotSpace, 0);
}

void ParameterLabel::paintEvent(QPaintEvent *event)
{
    QLabel::paintEvent(event);
    if (!m_isMarked)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(cachedThemeColors(palette()).accent);
    const int textWidth = QLabel::sizeHint().width();
    const double x = text().isRightToLeft() ? width() - textWidth - 8.0 : textWidth + 8.0;
    painter.drawEllipse(QPointF(x, height() / 2.0), dotRadius, dotRadius);
}

void ParameterLabel::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT doubleClicked();
}

} // namespace cw
