// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QAbstractItemView;

namespace cw {

/// Dims the rows of a list that have been older than the result beside them for longer than one would notice. Rows
/// that follow each tick of a drag a moment later stay as they are; those that were dimmed wait for the newest.
class OlderRows final : public QObject
{
    Q_OBJECT

public:
    static constexpr int noticedMilliseconds = 100;

    explicit OlderRows(QAbstractItemView &view);

    void setOlder(bool areOlder);
    void renew(); ///< newer rows came, if not the newest
    [[nodiscard]] bool areDim() const noexcept { return m_areDim; }

private:
    void dim(bool areDim);

    QAbstractItemView &m_view;
    QTimer m_wait;
    bool m_areDim = false;
};

} // namespace cw
