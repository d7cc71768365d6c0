// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a document in the real window, scrolls and jumps through it, drags the real max slider and closes it, and
// prints what a person would feel. cw_dragbench [--json] [--picture FILE.png] [--panel NAME] FILE_OR_FOLDER [SECONDS
// [VALUES_PER_SECOND]], offscreen or on a display. The picture is of the window before the slider is let go. The panel,
// chunks, findings, histogram or limits, is in front during the drag; findings with the longest rule opened.
#include "chunkview/chunkview.h"
#include "controls/englishplurals.h"
#include "mainwindow/mainwindow.h"
#include "pages/findingspage.h"
#include "settings/settings.h"
#include "support/watchedapplication.h"
#include "workbench/workbench.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QSlider>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using cw::testing::WatchedApplication;

/// Sleeps between events: with a time limit, processEvents() would spin and take a processor from what is measured.
void processUntil(const std::function<bool()> &done)
{
    QTimer lookAgain;
    lookAgain.start(20);
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

QSlider *maxSlider(QWidget &window)
{
    for (QSlider *slider : window.findChildren<QSlider *>()) {
        if (slider->accessibleName().startsWith(QLatin1String("Max")))
            return slider;
    }
    return nullptr;
}

/// In the findings panel, when it is in front.
void openLongestRule(const QWidget &window)
{
    const auto *page = window.findChild<cw::FindingsPage *>();
    if (!page || page->visibleRegion().isEmpty())
        return;
    processUntil([&] { return !page->model()->isListing(); });
    QModelIndex longest;
    for (int row = 0; row < page->model()->rowCount(); ++row) {
        const QModelIndex rule = page->model()->index(row, 0);
        if (!longest.isValid() || page->model()->rowCount(rule) > page->model()->rowCount(longest))
            longest = rule;
    }
    page->tree()->expand(longest);
}

double percentile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double peakMegabytes()
{
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line)) {
        if (line.starts_with("VmHWM:"))
            return std::stod(line.substr(6)) / 1024;
    }
    return 0;
}

/// Figures in the order they were found, as lines or as one JSON object.
class Report
{
public:
    explicit Report(bool isJson) : m_isJson(isJson) { }

    void add(const std::string &key, double value, const char *unit)
    {
        if (m_isJson) {
            char number[64];
            std::snprintf(number, sizeof number, "%.2f", value);
            m_json += (m_json.empty() ? "\"" : ",\n \"") + key + "\": " + number;
        } else {
            std::printf("%-40s %10.1f %s\n", key.c_str(), value, unit);
        }
    }

    /// Events of a part of the benchmark: processor time of each, and of those that painted.
    void addTurns(const std::string &part)
    {
        std::vector<double> all;
        std::vector<double> frames;
        WatchedApplication::Turn longest;
        for (const WatchedApplication::Turn &turn : WatchedApplication::self().stopWatching()) {
            all.push_back(turn.milliseconds);
            if (turn.type == QEvent::UpdateRequest)
                frames.push_back(turn.milliseconds);
            if (turn.milliseconds > longest.milliseconds)
                longest = turn;
        }
        add(part + "_event_p95_ms", percentile(all, 0.95), "ms");
        add(part + "_event_longest_ms", longest.milliseconds, qPrintable(longest.describe()));
        add(part + "_frames", static_cast<double>(frames.size()), "");
        add(part + "_frame_p95_ms", percentile(frames, 0.95), "ms");
        add(part + "_frame_longest_ms", percentile(frames, 1), "ms");
    }

    void finish() const
    {
        if (m_isJson)
            std::printf("{%s}\n", m_json.c_str());
    }

private:
    bool m_isJson;
    std::string m_json;
};

double milliseconds(const QElapsedTimer &clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

} // namespace

int main(int argc, char **argv)
{
    WatchedApplication application(argc, argv);
    cw::EnglishPlurals plurals;
    QApplication::installTranslator(&plurals);
    std::vector<const char *> operands;
    bool isJson = false;
    QString picture;
    QString panel;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--json") == 0)
            isJson = true;
        else if (std::strcmp(argv[i], "--picture") == 0 && i + 1 < argc)
            picture = QString::fromLocal8Bit(argv[++i]);
        else if (std::strcmp(argv[i], "--panel") == 0 && i + 1 < argc)
            panel = QString::fromLocal8Bit(argv[++i]);
        else
            operands.push_back(argv[i]);
    }
    if (operands.empty()) {
        std::fprintf(stderr,
                     "cw_dragbench [--json] [--picture FILE.png] [--panel NAME] FILE_OR_FOLDER [SECONDS "
                     "[VALUES_PER_SECOND]]\n");
        return 2;
    }
    const double seconds = operands.size() > 1 ? atof(operands[1]) : 3;
    const int valuesPerSecond = operands.size() > 2 ? atoi(operands[2]) : 60;

    const std::unique_ptr<cw::Settings> settings = cw::Settings::temporary();
    auto workbench = std::make_unique<cw::Workbench>();
    auto window = std::make_unique<cw::MainWindow>(*workbench, *settings);
    window->resize(1440, 900);
    window->show();
    workbench->warmUp();
    processUntil([&] { return !workbench->isBusy(); });

    Report report(isJson);
    QElapsedTimer clock;
    double beginningMs = 0;
    QObject::connect(workbench.get(), &cw::Workbench::beginningChanged, window.get(), [&] {
        if (beginningMs == 0)
            QTimer::singleShot(0, window.get(), [&] { beginningMs = milliseconds(clock); });
    });
    application.watch();
    clock.start();
    workbench->open({QString::fromLocal8Bit(operands[0])});
    processUntil([&] { return workbench->snapshot()->chunkCount > 0 && !workbench->isBusy(); });
    const double openMs = milliseconds(clock);
    report.add("open_to_beginning_ms", beginningMs, "ms");
    report.add("open_to_all_ms", openMs, "ms");
    report.addTurns("open");
    report.add("documents", static_cast<double>(workbench->documents().size()), "");
    report.add("chunks", static_cast<double>(workbench->snapshot()->chunkCount), "");
    report.add("findings", static_cast<double>(workbench->snapshot()->audit.findings.size()), "");
    report.add("open_peak_megabytes", peakMegabytes(), "MB");

    auto *view = window->centralWidget()->findChild<cw::ChunkView *>();
    QSlider *slider = maxSlider(*window);
    if (!slider || !view) {
        std::fprintf(stderr, "There is no slider named Max.\n");
        return 1;
    }
    application.watch();
    QScrollBar &bar = *view->verticalScrollBar();
    for (int i = 0; i < 120; ++i) {
        bar.setValue(bar.value() + bar.singleStep() * 3);
        QCoreApplication::processEvents();
    }
    report.addTurns("scroll");
    application.watch();
    for (int i = 0; i < 60; ++i) {
        bar.setValue(static_cast<int>((std::int64_t{bar.maximum()} * (i * 37 % 60)) / 60));
        QCoreApplication::processEvents();
    }
    report.addTurns("jump");

    if (!panel.isEmpty()) {
        application.watch();
        if (!window->showPanel(panel)) {
            std::fprintf(stderr, "There is no panel %s.\n", qPrintable(panel));
            return 1;
        }
        openLongestRule(*window);
        QElapsedTimer settling;
        settling.start();
        processUntil([&] { return settling.elapsed() > 500; });
        report.addTurns("panel");
    }
    int delivered = 0;
    std::vector<double> runs;
    QObject::connect(workbench.get(), &cw::Workbench::snapshotChanged, window.get(), [&](const auto &snapshot) {
        ++delivered;
        runs.push_back(std::chrono::duration<double, std::milli>(snapshot->elapsed).count());
    });
    const int ticks = static_cast<int>(seconds * valuesPerSecond);
    int tick = 0;
    const int from = slider->sliderPosition();
    const int span = (slider->maximum() - slider->minimum()) / 4;
    QTimer drag;
    drag.setTimerType(Qt::PreciseTimer);
    QObject::connect(&drag, &QTimer::timeout, window.get(), [&] {
        const int phase = tick++ % (2 * 60);
        slider->setSliderPosition(from + span * (phase < 60 ? phase : 120 - phase) / 60);
    });
    application.watch();
    slider->setSliderDown(true);
    drag.start(1000 / valuesPerSecond);
    processUntil([&] { return tick >= ticks; });
    drag.stop();
    const int deliveredWhileDragging = delivered;
    if (!picture.isEmpty() && !window->grab().save(picture)) {
        std::fprintf(stderr, "%s cannot be written.\n", qPrintable(picture));
        return 1;
    }
    clock.restart();
    slider->setSliderDown(false);
    processUntil([&] { return !workbench->isBusy() && workbench->snapshot()->config == workbench->config(); });
    const double settleMs = milliseconds(clock);
    report.add("drag_values_per_second", valuesPerSecond, "");
    report.add("drag_results_per_second", deliveredWhileDragging / seconds, "");
    report.add("drag_run_median_ms", percentile(runs, 0.5), "ms");
    report.add("drag_run_p95_ms", percentile(runs, 0.95), "ms");
    report.add("release_to_final_ms", settleMs, "ms");
    report.addTurns("drag");

    application.watch();
    clock.restart();
    workbench->closeAll();
    processUntil([&] { return !workbench->isBusy(); });
    report.add("close_ms", milliseconds(clock), "ms");
    report.addTurns("close");
    report.add("peak_megabytes", peakMegabytes(), "MB");
    report.finish();
    return 0;
}
