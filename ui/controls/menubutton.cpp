// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/menubutton.h"

#include <QStyle>

namespace cw {

namespace {
constexpr int sideMargin = 8;
}

MenuButton::MenuButton(QWidget *parent) : QPushButton(parent)
{
    setFlat(true);
    setAutoDefault(false);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize MenuButton::sizeHint() const
{
    const int words = fontMetrics().horizontalAdvance(text());
    const int arrow = style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, this);
    return {words + arrow + 2 * sideMargin, QPushButton::sizeHint().height()};
}

} // namespace cw
