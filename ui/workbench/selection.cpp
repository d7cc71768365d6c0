// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/selection.h"

namespace cw {

Selection::Selection(QObject *parent) : QObject(parent) { }

void Selection::select(const Place &place)
{
    if (m_current == place) {
        emit selected(place);
        return;
    }
    m_current = place;
    m_history.resize(m_historyPosition);
    m_history.push_back(place);
    m_historyPosition = m_history.size();
    emit selected(place);
    emit historyChanged();
}

void Selection::refresh(const std::optional<Place> &place)
{
    if (m_current == place)
        return;
    m_current = place;
    emit refreshed();
}

void Selection::clear()
{
    m_history.clear();
    m_historyPosition = 0;
    emit historyChanged();
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
    emit selected(*m_current);
    emit historyChanged();
}

void Selection::goForward()
{
    if (!canGoForward())
        return;
    ++m_historyPosition;
    m_current = m_history[m_historyPosition - 1];
    emit selected(*m_current);
    emit historyChanged();
}

} // namespace cw
