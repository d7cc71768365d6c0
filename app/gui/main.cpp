// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/actions.h"
#include "controls/englishplurals.h"
#include "io/configjson.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/mainwindow.h"
#include "options.h"
#include "settings/settings.h"
#include "unattended.h"
#include "workbench/workbench.h"

#include <QAction>
#include <QApplication>
#include <QLocale>

#include <cstdio>

namespace {

constexpr int exitUsage = 2;
constexpr int exitNoDisplay = 5;

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

/// Options are read before there is a Gui application, so that --help and --version need no display.
cw::Result<cw::GuiOptions> readOptions(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    return cw::parseOptions(QCoreApplication::arguments());
}

int runGui(const cw::GuiOptions &options, cw::Settings &settings)
{
    cw::Workbench workbench;
    cw::MainWindow window(workbench, settings);
    if (!options.size.isEmpty())
        window.resize(options.size);
    if (!options.theme.isEmpty())
        window.setTheme(options.theme == QLatin1String("dark") ? cw::ThemeMode::Dark : cw::ThemeMode::Light);
    if (!options.mode.isEmpty())
        window.setViewMode(options.mode == QLatin1String("cards") ? cw::ChunkViewMode::Cards
                                                                  : cw::ChunkViewMode::Source);
    const auto show = [&](cw::ActionId id, const QString &mark, bool shown) {
        QAction &action = window.actions()[id];
        if (options.marks.contains(mark) && action.isChecked() != shown)
            action.trigger();
    };
    show(cw::ActionId::ShowTokens, QStringLiteral("tokens"), true);
    show(cw::ActionId::ShowWhiteSpace, QStringLiteral("white-space"), true);
    show(cw::ActionId::ShowStructure, QStringLiteral("plain"), false);
    if (!options.panel.isEmpty())
        window.showPanel(options.panel);
    if (options.isUnattended()) {
        if (!options.configFile.isEmpty()) {
            const auto config = cw::readConfigFile(options.configFile);
            if (!config) {
                std::fprintf(stderr, "chunkwright: %s\n", config.error().message.c_str());
                return 1;
            }
            workbench.setConfig(config->config, cw::ChangeKind::Settled, {});
        }
        new cw::Unattended(workbench, window, options, &window);
    }
    window.show();
    workbench.warmUp();
    window.files().startWith(options.isUnattended() ? QString() : options.configFile, options.documents);
    return QApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    const cw::Result<cw::GuiOptions> options = readOptions(argc, argv);
    if (!options) {
        std::fprintf(stderr, "chunkwright: %s\n", options.error().message.c_str());
        return exitUsage;
    }
    if (!options->printed.isEmpty()) {
        std::fputs(qUtf8Printable(options->printed), stdout);
        return 0;
    }
    if (!hasDisplay()) {
        if (!options->isUnattended()) {
            std::fputs("chunkwright: There is no display to open a window on. Start it in a desktop session, use "
                       "--grab FILE.png for a picture, or chunkwright-cli for the same work without windows.\n",
                       stderr);
            return exitNoDisplay;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("chunkwright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Chunkwright"));
    QApplication::setApplicationVersion(QStringLiteral(CHUNKWRIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.chunkwright.Chunkwright"));
    if (QLocale().language() == QLocale::C) // it separates no thousands
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    cw::EnglishPlurals plurals;
    QApplication::installTranslator(&plurals);

    const auto settings = options->isUnattended() ? cw::Settings::temporary() : cw::Settings::forUser();
    return runGui(*options, *settings);
}
