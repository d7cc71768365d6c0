// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include "mainwindow/panelcommands.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <algorithm>

namespace cw {

namespace {

constexpr int largestSide = 10'000; ///< a picture of that side takes 400 MB while it is made

Error usage(const QString &message)
{
    const QString whole = message + QStringLiteral(" See chunkwright --help.");
    return {ErrorCode::Usage, whole.toStdString(), {}};
}

QString panelList()
{
    const QStringList &names = panelNames();
    return names.mid(0, names.size() - 1).join(QStringLiteral(", ")) + QStringLiteral(" or ") + names.last();
}

} // namespace

Result<GuiOptions> parseOptions(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Opens documents and shows how they fall into chunks."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Show the version."));
    const QCommandLineOption config(QStringLiteral("config"), QStringLiteral("Start with this configuration (JSON)."),
                                    QStringLiteral("FILE"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the window, for example 1440x900."),
                                  QStringLiteral("WxH"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("NAME"));
    const QCommandLineOption mode(QStringLiteral("mode"), QStringLiteral("source or cards."), QStringLiteral("NAME"));
    const QCommandLineOption show(
        QStringLiteral("show"),
        QStringLiteral("What the view shows: tokens, white-space, or plain for no structure; several with commas."),
        QStringLiteral("LIST"));
    const QCommandLineOption dock(QStringLiteral("dock"),
                                  QStringLiteral("Panel to bring to the front: %1.").arg(panelList()),
                                  QStringLiteral("NAME"));
    const QCommandLineOption grab(QStringLiteral("grab"),
                                  QStringLiteral("Write a picture of the settled window, then exit."),
                                  QStringLiteral("FILE.png"));
    const QCommandLineOption exportOption(QStringLiteral("export"),
                                          QStringLiteral("Write the chunks (.json or .jsonl), then exit."),
                                          QStringLiteral("FILE"));
    const QCommandLineOption summary(
        QStringLiteral("summary"), QStringLiteral("Write a summary of the audit, then exit."), QStringLiteral("FILE"));
    parser.addOptions({help, version, config, size, theme, mode, show, dock, grab, exportOption, summary});
    parser.addPositionalArgument(QStringLiteral("documents"), QStringLiteral("Files and folders to open."),
                                 QStringLiteral("[FILES or FOLDER...]"));
    if (!parser.parse(arguments))
        return usage(parser.errorText());

    GuiOptions options;
    if (parser.isSet(help)) {
        options.printed = parser.helpText();
        return options;
    }
    if (parser.isSet(version)) {
        options.printed = QStringLiteral("chunkwright " CHUNKWRIGHT_VERSION "\n");
        return options;
    }
    options.documents = parser.positionalArguments();
    options.configFile = parser.value(config);
    options.grabFile = parser.value(grab);
    options.exportFile = parser.value(exportOption);
    options.summaryFile = parser.value(summary);
    options.theme = parser.value(theme);
    options.mode = parser.value(mode);
    if (parser.isSet(show))
        options.marks = parser.value(show).split(QLatin1Char(','));
    options.panel = parser.value(dock);

    for (const QCommandLineOption &option : {config, grab, exportOption, summary}) {
        if (parser.isSet(option) && parser.value(option).isEmpty())
            return usage(QStringLiteral("--%1 takes the name of a file.").arg(option.names().front()));
    }
    const auto oneOf = [&](const QCommandLineOption &option, const QStringList &values) {
        return !parser.isSet(option) || values.contains(parser.value(option));
    };
    if (!oneOf(theme, {QStringLiteral("light"), QStringLiteral("dark")}))
        return usage(QStringLiteral("--theme takes light or dark."));
    if (!oneOf(mode, {QStringLiteral("source"), QStringLiteral("cards")}))
        return usage(QStringLiteral("--mode takes source or cards."));
    const QStringList knownMarks{QStringLiteral("tokens"), QStringLiteral("white-space"), QStringLiteral("plain")};
    if (!std::ranges::all_of(options.marks, [&](const QString &mark) { return knownMarks.contains(mark); }))
        return usage(QStringLiteral("--show takes tokens, white-space and plain, with commas between them."));
    if (!oneOf(dock, panelNames()))
        return usage(QStringLiteral("--dock takes %1.").arg(panelList()));
    if (parser.isSet(size)) {
        static const QRegularExpression pattern(QStringLiteral("^([1-9][0-9]{1,4})x([1-9][0-9]{1,4})$"));
        const QRegularExpressionMatch match = pattern.match(parser.value(size));
        if (!match.hasMatch())
            return usage(QStringLiteral("--size takes a width and a height in pixels, for example 1440x900."));
        options.size = {match.captured(1).toInt(), match.captured(2).toInt()};
        if (options.size.width() > largestSide || options.size.height() > largestSide)
            return usage(QStringLiteral("--size takes at most %1 pixels each way.").arg(largestSide));
    }
    return options;
}

} // namespace cw
