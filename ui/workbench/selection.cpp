// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/selection.h"

namespace cw {

Selection::Selection(QObject *parent) : QObject(parent) { }

void Selection::select(const Place &place)
{
    if (m_current == place) {
        Q_EMIT selected(place);
        return;
    }
    m_current = place;
    m_history.resize(m_historyPosition);
    m_history.push_back(place);
    m_historyPosition = m_history.size();
    Q_EMIT selected(place);
    Q_EMIT historyChanged();
}

void Selection::refresh(const std::optional<Place> &place)
{
    if (m_current == place)
        return;
    m_current = place;
    Q_EMIT refreshed();
}

void Selection::clear()
{
    m_history.clear();
    m_historyPosition = 0;
    Q_EMIT historyChanged();
    refresh(std::nullopt);
}

bool Selection::canGoBack() const noexcept
{
    return m_historyPosition > 1;
}

bool Selection::canGoForward() const noexcept
{
    return m_historyPosition < m_history.size();
}

void Selection::goBack()
{
    if (!canGoBack())
        return;
    --m_historyPosition;
    m_current = m_history[m_historyPosition - 1];
    Q_EMIT selected(*m_current);
    Q_EMIT historyChanged();
}

void Selection::goForward()
{
    if (!canGoForward())
        return;
    ++m_historyPosition;
    m_current = m_history[m_historyPosition - 1];
    Q_EMIT selected(*m_current);
    Q_EMIT historyChanged();
}

} // namespace cw
