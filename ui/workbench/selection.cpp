// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/selection.h"

namespace cw {

namespace {
constexpr std::size_t historyLimit = 500;
}

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
    if (m_history.size() > historyLimit)
        m_history.erase(m_history.begin());
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

bool Selection::remap(const std::function<std::optional<Place>(const Place &)> &map)
{
    std::vector<Place> kept;
    std::size_t position = 0;
    for (std::size_t i = 0; i < m_history.size(); ++i) {
        const std::optional<Place> place = map(m_history[i]);
        if (place && (kept.empty() || kept.back() != *place))
            kept.push_back(*place);
        if (i + 1 == m_historyPosition)
            position = kept.size();
    }
    m_history = std::move(kept);
    m_historyPosition = position;
    const std::optional<Place> before = m_current;
    m_current = before ? map(*before) : std::nullopt;
    return m_current != before;
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
