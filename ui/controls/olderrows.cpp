// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/olderrows.h"

#include "controls/cachedcolors.h"

#include <QAbstractItemView>

#include <utility>

namespace cw {

OlderRows::OlderRows(QAbstractItemView &view) : QObject(&view), m_view(view)
{
    m_wait.setSingleShot(true);
    m_wait.setInterval(noticedMilliseconds);
    connect(&m_wait, &QTimer::timeout, this, [this] { dim(true); });
}

void OlderRows::setOlder(bool areOlder)
{
    if (!areOlder) {
        m_wait.stop();
        dim(false);
    } else if (!m_areDim && !m_wait.isActive()) {
        m_wait.start();
    }
}

void OlderRows::renew()
{
    if (m_wait.isActive())
        m_wait.start();
}

void OlderRows::dim(bool areDim)
{
    if (std::exchange(m_areDim, areDim) == areDim)
        return;
    QPalette palette; // all else stays the window's
    if (areDim)
        palette.setColor(QPalette::Text, cachedThemeColors(m_view.palette()).dimText);
    m_view.setPalette(palette);
}

} // namespace cw
