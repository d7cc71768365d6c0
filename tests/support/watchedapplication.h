// SPDX-License-Identifier: GPL-3.0-or-later
// Reckons the processor time of the GUI thread, event by event.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>
#include <QString>

#include <ctime>
#include <vector>

namespace cw::testing {

/// Of the calling thread: a busy machine makes a person wait, but is not the program's fault.
[[nodiscard]] inline double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Notes what every event costs, with all that is done inside it.
class WatchedApplication final : public QApplication
{
public:
    struct Turn
    {
        QEvent::Type type = QEvent::None;
        const char *receiverClass = "";
        double milliseconds = 0;

        [[nodiscard]] QString describe() const
        {
            return QStringLiteral("%1 to %2: %3 ms")
                .arg(QLatin1String(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)), QLatin1String(receiverClass))
                .arg(milliseconds, 0, 'f', 1);
        }
    };

    using QApplication::QApplication;

    [[nodiscard]] static WatchedApplication &self()
    {
        return *static_cast<WatchedApplication *>(QCoreApplication::instance());
    }

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_isInside || !m_isWatching)
            return QApplication::notify(receiver, event);
        // the receiver may be gone afterwards
        Turn turn{event->type(), receiver->metaObject()->className(), 0};
        m_isInside = true;
        const double before = threadMilliseconds();
        const bool result = QApplication::notify(receiver, event);
        turn.milliseconds = threadMilliseconds() - before;
        m_isInside = false;
        m_turns.push_back(turn);
        return result;
    }

    void watch()
    {
        m_turns.clear();
        m_isWatching = true;
    }

    /// What was noted since watch().
    [[nodiscard]] std::vector<Turn> stopWatching()
    {
        m_isWatching = false;
        return std::move(m_turns);
    }

private:
    bool m_isWatching = false;
    bool m_isInside = false;
    std::vector<Turn> m_turns;
};

} // namespace cw::testing
