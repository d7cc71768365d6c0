// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/roomystyle.h"

#include <QHeaderView>

namespace cw {

void RoomyStyle::apply(QAbstractItemView &view, QHeaderView &header)
{
    auto *style = new RoomyStyle;
    style->setParent(&view);
    view.setStyle(style);
    header.setStyle(style);
}

int RoomyStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    if (metric == PM_HeaderMargin)
        return 6;
    if (metric == PM_FocusFrameHMargin)
        return 5;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace cw
