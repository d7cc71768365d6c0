// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QAbstractItemView;
class QHeaderView;

namespace cw {

/// Keeps right-aligned figures of a table and the left-aligned column beside them apart, in cells and headers.
class RoomyStyle final : public QProxyStyle
{
public:
    static void apply(QAbstractItemView &view, QHeaderView &header);

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
};

} // namespace cw
