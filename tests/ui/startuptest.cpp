// SPDX-License-Identifier: GPL-3.0-or-later
// What the program was started with: a configuration first, documents once that was read.
#include "io/configjson.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/messagearea.h"
#include "settings/settings.h"
#include "workbench/workbench.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

namespace cw {

class StartupTest final : public QObject
{
    Q_OBJECT

private slots:
    void theWindowIsThereBeforeTheConfigurationWasRead();
    void documentsAreOpenedThoughTheConfigurationCannotBeRead();

private:
    QString write(const QString &name, const QByteArray &bytes);

    QTemporaryDir m_folder;
};

QString StartupTest::write(const QString &name, const QByteArray &bytes)
{
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write test file");
    return path;
}

/// The tokenizer file of a configuration may be large.
void StartupTest::theWindowIsThereBeforeTheConfigurationWasRead()
{
    write(QStringLiteral("own.json"),
          R"({"version":"1.0","model":{"type":"WordLevel","unk_token":"?","vocab":{"?":0,"One":1}}})");
    Workbench bench;
    const std::unique_ptr<Settings> settings = Settings::temporary();
    MainWindow window(bench, *settings);
    QByteArray json = *configToJson(bench.config());
    const qsizetype begin = json.indexOf('{', json.indexOf("\"tokenizer\""));
    json.replace(begin, json.indexOf('}', begin) - begin, R"({"file":"own.json")");
    const RunConfig before = bench.config();
    window.files().startWith(write(QStringLiteral("with-file.json"), json),
                             {write(QStringLiteral("a.txt"), "One two.")});
    QVERIFY(bench.config() == before);
    QVERIFY(!bench.isBusy());
    QTRY_COMPARE(bench.documents().size(), std::size_t(1));
    QTRY_VERIFY(!bench.isBusy() && bench.isSnapshotCurrent());
    QVERIFY(QString::fromStdString(bench.config().tokenizer).endsWith(QStringLiteral("own.json")));
    QVERIFY(!bench.undoStack().canUndo());
    QVERIFY(window.messages().messages().isEmpty());
}

void StartupTest::documentsAreOpenedThoughTheConfigurationCannotBeRead()
{
    Workbench bench;
    const std::unique_ptr<Settings> settings = Settings::temporary();
    MainWindow window(bench, *settings);
    window.files().startWith(m_folder.filePath(QStringLiteral("nowhere.json")),
                             {write(QStringLiteral("b.txt"), "Three.")});
    QTRY_COMPARE(bench.documents().size(), std::size_t(1));
    QVERIFY(window.messages().messages().last().contains(QStringLiteral("nowhere.json")));
}

} // namespace cw

QTEST_MAIN(cw::StartupTest)
#include "startuptest.moc"
