// SPDX-License-Identifier: GPL-3.0-or-later
// The program's window for a test, with a folder for its files: counts words, so that figures can be worked out by
// hand.
#pragma once

#include "mainwindow/mainwindow.h"
#include "settings/settings.h"
#include "workbench/workbench.h"

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include <memory>

namespace cw::testing {

struct OpenWindow
{
    QTemporaryDir folder;
    std::unique_ptr<Settings> settings = Settings::temporary();
    Workbench bench;
    std::unique_ptr<MainWindow> window; ///< goes first

    explicit OpenWindow(std::int64_t max)
    {
        RunConfig config = defaultConfig("recursive-sentence", "words");
        config.max = max;
        config.overlap = 0;
        bench.setConfig(config, ChangeKind::Settled, QStringLiteral("Words"));
        bench.undoStack().clear();
        window = std::make_unique<MainWindow>(bench, *settings);
        window->show();
        (void)QTest::qWaitForWindowExposed(window.get());
    }

    /// Makes a file in the folder; its path.
    [[nodiscard]] QString write(const QString &name, const QByteArray &bytes) const
    {
        const QString path = folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write test file");
        return path;
    }

    /// Waits until all that is asked for is done, or refused; false after 20 s.
    [[nodiscard]] bool settle()
    {
        const bool isSettled = QTest::qWaitFor(
            [this] { return !bench.isBusy() && (bench.isSnapshotCurrent() || bench.configError()); }, 20'000);
        QCoreApplication::processEvents();
        return isSettled;
    }
};

} // namespace cw::testing
