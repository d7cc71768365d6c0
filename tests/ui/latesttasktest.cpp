// SPDX-License-Identifier: GPL-3.0-or-later
#include "concurrency/latesttask.h"

#include <QSemaphore>
#include <QTest>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace cw;

class LatestTaskTest final : public QObject
{
    Q_OBJECT

private slots:
    void aDragShowsResultsInOrderAndEndsWithTheLastValue();
    void previewLetsTheRunningJobFinish();
    void settledStopsTheRunningJobAndDropsItsResult();
    void cancelDeliversNothingStartedBefore();
    void exceptionsBecomeInternalErrors();
    void destructionStopsAndJoinsTheRunningJob();
    void earlyDeliveriesComeBeforeTheValue();
    void earlyDeliveriesOfAStaleJobAreDropped();
    void valuesAreFreedByTheDisposer();
    void aDisposerWaitsForTheLastHolder();
};

/// Notes the thread that destroys it.
class Traced final
{
public:
    explicit Traced(std::atomic<std::thread::id> &destroyedBy) : m_destroyedBy(destroyedBy) { }
    ~Traced() { m_destroyedBy = std::this_thread::get_id(); }
    Traced(const Traced &) = delete;
    Traced &operator=(const Traced &) = delete;

private:
    std::atomic<std::thread::id> &m_destroyedBy;
};

void LatestTaskTest::aDragShowsResultsInOrderAndEndsWithTheLastValue()
{
    std::vector<int> shown;
    std::atomic<int> inFlight = 0;
    std::atomic<int> mostInFlight = 0;
    std::atomic<int> started = 0;
    LatestTask<int> task("Test", [&](const Outcome<int> &outcome) {
        if (outcome)
            shown.push_back(*outcome);
    });
    for (int value = 300; value >= 200; --value) {
        task.start(
            [&, value](std::stop_token) -> Outcome<int> {
                ++started;
                mostInFlight = std::max(mostInFlight.load(), ++inFlight);
                QTest::qSleep(7);
                --inFlight;
                return value;
            },
            ChangeKind::Preview);
        QVERIFY(task.pending() <= 1);
        QTest::qWait(1);
    }
    QTRY_VERIFY(!task.isBusy());
    QCOMPARE(mostInFlight.load(), 1);
    QCOMPARE(shown.back(), 200);
    QVERIFY(std::is_sorted(shown.rbegin(), shown.rend()));
    QCOMPARE(static_cast<int>(shown.size()), started.load());
    QVERIFY2(started < 101, "ticks that came while a job ran must replace each other");
    QVERIFY2(started > 2, "a drag must show results while it lasts");
}

void LatestTaskTest::previewLetsTheRunningJobFinish()
{
    QSemaphore entered;
    QSemaphore proceed;
    std::vector<int> shown;
    LatestTask<int> task("Test", [&](const Outcome<int> &outcome) { shown.push_back(outcome ? *outcome : -1); });
    task.start(
        [&](std::stop_token stop) -> Outcome<int> {
            entered.release();
            proceed.acquire();
            return stop.stop_requested() ? -2 : 1;
        },
        ChangeKind::Preview);
    entered.acquire();
    task.start([](std::stop_token) -> Outcome<int> { return 2; }, ChangeKind::Preview);
    task.start([](std::stop_token) -> Outcome<int> { return 3; }, ChangeKind::Preview);
    proceed.release();
    QTRY_VERIFY(!task.isBusy());
    QCOMPARE(shown, (std::vector<int>{1, 3}));
}

void LatestTaskTest::settledStopsTheRunningJobAndDropsItsResult()
{
    QSemaphore entered;
    std::atomic<bool> sawStop = false;
    std::vector<int> shown;
    int cancelled = 0;
    LatestTask<int> task("Test", [&](const Outcome<int> &outcome) {
        if (outcome)
            shown.push_back(*outcome);
        else if (outcome.isCancelled())
            ++cancelled;
    });
    task.start(
        [&](std::stop_token stop) -> Outcome<int> {
            entered.release();
            while (!stop.stop_requested())
                QTest::qSleep(1);
            sawStop = true;
            return 1; // a job that finishes all the same is stale
        },
        ChangeKind::Preview);
    entered.acquire();
    task.start([](std::stop_token) -> Outcome<int> { return 2; }, ChangeKind::Settled);
    QTRY_VERIFY(!task.isBusy());
    QVERIFY(sawStop);
    QCOMPARE(shown, std::vector<int>{2});
    QCOMPARE(cancelled, 1);
}

void LatestTaskTest::cancelDeliversNothingStartedBefore()
{
    QSemaphore finished;
    std::vector<int> shown;
    LatestTask<int> task("Test", [&](const Outcome<int> &outcome) {
        if (outcome)
            shown.push_back(*outcome);
    });
    task.start(
        [&](std::stop_token) -> Outcome<int> {
            finished.release();
            return 1;
        },
        ChangeKind::Settled);
    finished.acquire();
    QTest::qSleep(20); // the result waits for this thread's event loop by now
    task.start([](std::stop_token) -> Outcome<int> { return 2; }, ChangeKind::Preview);
    task.cancel();
    QTRY_VERIFY(!task.isBusy());
    QVERIFY(shown.empty());
    task.start([](std::stop_token) -> Outcome<int> { return 3; }, ChangeKind::Preview);
    QTRY_COMPARE(shown, std::vector<int>{3});
}

void LatestTaskTest::exceptionsBecomeInternalErrors()
{
    std::vector<Error> errors;
    LatestTask<int> task("Chunking", [&](const Outcome<int> &outcome) {
        if (outcome.hasError())
            errors.push_back(outcome.error());
    });
    task.start([](std::stop_token) -> Outcome<int> { throw std::runtime_error("boom"); }, ChangeKind::Settled);
    QTRY_COMPARE(errors.size(), std::size_t(1));
    QCOMPARE(errors[0].code, ErrorCode::Internal);
    QVERIFY(errors[0].message.find("Chunking") == 0);
    QVERIFY(errors[0].message.find("boom") != std::string::npos);
    task.start([](std::stop_token) -> Outcome<int> { throw 1; }, ChangeKind::Settled);
    QTRY_COMPARE(errors.size(), std::size_t(2));
}

void LatestTaskTest::destructionStopsAndJoinsTheRunningJob()
{
    QSemaphore entered;
    std::atomic<bool> left = false;
    bool delivered = false;
    {
        LatestTask<int> task("Test", [&](const Outcome<int> &) { delivered = true; });
        task.start(
            [&](std::stop_token stop) -> Outcome<int> {
                entered.release();
                while (!stop.stop_requested())
                    QTest::qSleep(1);
                left = true;
                return 1;
            },
            ChangeKind::Preview);
        entered.acquire();
        task.start([](std::stop_token) -> Outcome<int> { return 2; }, ChangeKind::Preview);
    }
    QVERIFY(left);
    QTest::qWait(20);
    QVERIFY(!delivered);
}

void LatestTaskTest::earlyDeliveriesComeBeforeTheValue()
{
    using Task = LatestTask<int>;
    std::vector<int> shown;
    Task task("Test", [&](const Outcome<int> &outcome) { shown.push_back(*outcome); });
    task.start(Task::EarlyJob([&](std::stop_token, const Task::Early &early) -> Outcome<int> {
                   early([&] { shown.push_back(1); });
                   early([&] { shown.push_back(2); });
                   return 3;
               }),
               ChangeKind::Settled);
    QTRY_VERIFY(!task.isBusy());
    QCOMPARE(shown, (std::vector<int>{1, 2, 3}));
}

void LatestTaskTest::earlyDeliveriesOfAStaleJobAreDropped()
{
    using Task = LatestTask<int>;
    std::vector<int> shown;
    QSemaphore entered;
    QSemaphore proceed;
    Task task("Test", [&](const Outcome<int> &outcome) {
        if (outcome)
            shown.push_back(*outcome);
    });
    task.start(Task::EarlyJob([&](std::stop_token, const Task::Early &early) -> Outcome<int> {
                   entered.release();
                   proceed.acquire();
                   early([&] { shown.push_back(1); });
                   return 2;
               }),
               ChangeKind::Preview);
    entered.acquire();
    task.start([](std::stop_token) -> Outcome<int> { return 3; }, ChangeKind::Settled);
    proceed.release();
    QTRY_VERIFY(!task.isBusy());
    QCOMPARE(shown, (std::vector<int>{3}));
}

void LatestTaskTest::valuesAreFreedByTheDisposer()
{
    std::atomic<std::thread::id> destroyedBy;
    Disposer disposer;
    {
        using Value = std::shared_ptr<const Traced>;
        LatestTask<Value> task(
            "Test", [](const Outcome<Value> &) {}, &disposer);
        task.start([&](std::stop_token) -> Outcome<Value> { return std::make_shared<const Traced>(destroyedBy); },
                   ChangeKind::Settled);
        QTRY_VERIFY(!task.isBusy());
        QTRY_VERIFY(destroyedBy.load() != std::thread::id());
    }
    QVERIFY(destroyedBy.load() != std::this_thread::get_id());
}

void LatestTaskTest::aDisposerWaitsForTheLastHolder()
{
    std::atomic<std::thread::id> destroyedBy;
    Disposer disposer;
    auto held = std::make_shared<const Traced>(destroyedBy);
    disposer.dispose(held);
    QTest::qWait(100);
    QCOMPARE(destroyedBy.load(), std::thread::id());
    held.reset();
    QTRY_VERIFY(destroyedBy.load() != std::thread::id());
    QVERIFY(destroyedBy.load() != std::this_thread::get_id());
}

QTEST_GUILESS_MAIN(LatestTaskTest)
#include "latesttasktest.moc"
