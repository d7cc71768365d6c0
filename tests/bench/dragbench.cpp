// SPDX-License-Identifier: GPL-3.0-or-later
// Drags the real max slider of the real window over one document and prints what a person would feel.
// cw_dragbench FILE [SECONDS [VALUES_PER_SECOND]], offscreen or on a display.
#include "mainwindow/mainwindow.h"
#include "settings/settings.h"
#include "workbench/workbench.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QSlider>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

void processUntil(const std::function<bool()> &done)
{
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

class PaintCounter final : public QObject
{
public:
    using QObject::QObject;
    int paints = 0;

    bool eventFilter(QObject *, QEvent *event) override
    {
        paints += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

QSlider *maxSlider(QWidget &window)
{
    for (QSlider *slider : window.findChildren<QSlider *>()) {
        if (slider->accessibleName().startsWith(QLatin1String("Max")))
            return slider;
    }
    return nullptr;
}

double percentile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "cw_dragbench FILE [SECONDS [VALUES_PER_SECOND]]\n");
        return 2;
    }
    const double seconds = argc > 2 ? atof(argv[2]) : 3;
    const int valuesPerSecond = argc > 3 ? atoi(argv[3]) : 60;

    const std::unique_ptr<cw::Settings> settings = cw::Settings::temporary();
    cw::Workbench workbench;
    cw::MainWindow window(workbench, *settings);
    window.resize(1440, 900);
    window.show();

    QElapsedTimer clock;
    clock.start();
    workbench.open({QString::fromLocal8Bit(argv[1])});
    processUntil([&] { return workbench.snapshot() && workbench.snapshot()->chunkCount > 0 && !workbench.isBusy(); });
    std::printf("open to first chunks      %.0f ms, %zu chunks, %zu findings\n", static_cast<double>(clock.elapsed()),
                workbench.snapshot()->chunkCount, workbench.snapshot()->audit.findings.size());

    QSlider *slider = maxSlider(window);
    if (!slider) {
        std::fprintf(stderr, "There is no slider named Max.\n");
        return 1;
    }
    int delivered = 0;
    std::vector<double> runs;
    QObject::connect(&workbench, &cw::Workbench::snapshotChanged, &window, [&](const auto &snapshot) {
        ++delivered;
        runs.push_back(std::chrono::duration<double, std::milli>(snapshot->elapsed).count());
    });
    PaintCounter painted;
    window.centralWidget()->findChild<cw::ChunkView *>()->viewport()->installEventFilter(&painted);

    std::vector<double> turns;
    QElapsedTimer turn;
    turn.start();
    QTimer heartbeat;
    QObject::connect(&heartbeat, &QTimer::timeout, &window, [&] {
        turns.push_back(static_cast<double>(turn.nsecsElapsed()) / 1e6);
        turn.restart();
    });
    heartbeat.start(1);

    const int ticks = static_cast<int>(seconds * valuesPerSecond);
    int tick = 0;
    const int from = slider->sliderPosition();
    const int span = (slider->maximum() - slider->minimum()) / 4;
    QTimer drag;
    drag.setTimerType(Qt::PreciseTimer);
    QObject::connect(&drag, &QTimer::timeout, &window, [&] {
        const int phase = tick++ % (2 * 60);
        slider->setSliderPosition(from + span * (phase < 60 ? phase : 120 - phase) / 60);
    });
    slider->setSliderDown(true);
    drag.start(1000 / valuesPerSecond);
    processUntil([&] { return tick >= ticks; });
    drag.stop();
    const int deliveredWhileDragging = delivered;
    clock.restart();
    slider->setSliderDown(false);
    processUntil([&] { return !workbench.isBusy() && workbench.snapshot()->config == workbench.config(); });
    const double settleMs = static_cast<double>(clock.nsecsElapsed()) / 1e6;

    std::printf("drag                      %.1f s at %d values a second\n", seconds, valuesPerSecond);
    std::printf("results shown             %.1f a second, %.1f paints a second\n", deliveredWhileDragging / seconds,
                painted.paints / seconds);
    std::printf("one run                   median %.1f ms, p95 %.1f ms\n", percentile(runs, 0.5),
                percentile(runs, 0.95));
    std::printf("event loop turn           p95 %.1f ms, longest %.1f ms\n", percentile(turns, 0.95),
                percentile(turns, 1));
    std::printf("release to final result   %.1f ms\n", settleMs);
    return 0;
}
