// SPDX-License-Identifier: GPL-3.0-or-later
// The one test of time: no event may hold up the window while a slider is dragged over a large document. It reckons the
// processor time of the GUI thread, event by event, so that a busy machine does not fail it.
#include "chunkview/chunkview.h"
#include "dragsupport.h"
#include "mainwindow/mainwindow.h"
#include "settings/settings.h"
#include "support/watchedapplication.h"
#include "uisupport.h"

#include <QScrollBar>
#include <QSignalSpy>

#include <memory>

using namespace cw;
using cw::testing::threadMilliseconds;
using cw::testing::WatchedApplication;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double slowdown = 15;
#else
constexpr double slowdown = 1;
#endif
constexpr double longestEventMilliseconds = 50 * slowdown;

/// The events since watch() that took too long.
QStringList stalls()
{
    const std::vector<WatchedApplication::Turn> turns = WatchedApplication::self().stopWatching();
    QStringList found;
    WatchedApplication::Turn longest;
    for (const WatchedApplication::Turn &turn : turns) {
        if (turn.milliseconds > longest.milliseconds)
            longest = turn;
        if (turn.milliseconds > longestEventMilliseconds)
            found.append(turn.describe());
    }
    qInfo("%zu events, the longest %s of processor time", turns.size(), qPrintable(longest.describe()));
    return found;
}

constexpr int largeSentences = 400'000; ///< about 18 MB

} // namespace

class WatchdogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void seesAStall();
    void openingDraggingAndClosingALargeDocumentStallsNothing();

private:
    void settle();

    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void WatchdogTest::init()
{
    m_settings = Settings::temporary();
    m_bench = std::make_unique<Workbench>();
    m_window = std::make_unique<MainWindow>(*m_bench, *m_settings);
    m_window->resize(1440, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    // fonts and styles are loaded by the first document
    uitest::openTexts(*m_bench);
    QTest::qWait(50);
}

void WatchdogTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
    m_settings.reset();
}

void WatchdogTest::settle()
{
    QVERIFY(QTest::qWaitFor([this] { return uitest::isSettled(*m_bench); }, 120'000));
    QTest::qWait(20);
}

void WatchdogTest::seesAStall()
{
    WatchedApplication::self().watch();
    QMetaObject::invokeMethod(
        m_bench.get(),
        [] {
            const double begin = threadMilliseconds();
            while (threadMilliseconds() < begin + longestEventMilliseconds * 1.2) { }
        },
        Qt::QueuedConnection);
    QTest::qWait(50);
    const QStringList found = stalls();
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.front().startsWith(QLatin1String("MetaCall to cw::Workbench: ")), qPrintable(found.front()));
}

void WatchdogTest::openingDraggingAndClosingALargeDocumentStallsNothing()
{
    const QString text = uitest::numberedSentences(largeSentences);
    QSignalSpy snapshots(m_bench.get(), &Workbench::snapshotChanged);
    QSlider *slider = uitest::maxSlider(*m_window);
    QVERIFY(slider);
    auto *view = m_window->centralWidget()->findChild<ChunkView *>();
    QVERIFY(view);

    WatchedApplication::self().watch();
    m_bench->addText(QStringLiteral("large"), text);
    settle();
    QCOMPARE(view->snapshot(), m_bench->snapshot());
    QVERIFY(m_bench->snapshot()->chunkCount > 10'000);

    const auto openedSnapshots = snapshots.size();
    const std::int64_t maxBefore = m_bench->config().max;
    uitest::drag(*slider, 2, [view](int step) {
        if (step % 8 == 7)
            view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum() / 40 * step);
    });
    settle();
    QVERIFY(snapshots.size() > openedSnapshots);
    QVERIFY(m_bench->snapshot()->config.max > maxBefore);

    m_bench->closeAll();
    settle();
    QVERIFY(m_bench->snapshot()->documents.empty());

    const QStringList found = stalls();
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
}

int main(int argc, char **argv)
{
    WatchedApplication application(argc, argv);
    WatchdogTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}

#include "watchdogtest.moc"
